"""Certificates written by the solver, checked, and altered in every way that could fool a checker."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.engine import Engine
from plyground.errors import PlygroundError, UnknownGame
from plyground.solver.certificates.strategy import SearchStrategy
from plyground.solver.certificates.writer import certify, write_certificate
from plyground.solver.search_prover import SearchProver
from plyground.verify.certificate import check, strategy_goals
from plyground.verify.games import find_model
from plyground.verify.model import LOST, OPEN, WON, Model, ModelState
from plyground.verify.walk import Refused
from tests import reference
from tests.bruteforce import Known, solve
from tests.samples import late_board


def unpacked(data: bytes) -> tuple[dict[str, object], bytes]:
    """The JSON and the moves of a certificate."""
    _, line, _, body = data.split(b"\n", 3)
    return json.loads(line), lzma.decompress(body)


def signed(values: dict[str, object], moves: bytes) -> bytes:
    """A certificate with a right checksum, whatever it says; only the length of its body is put right."""
    return resigned(values, lzma.compress(moves))


def resigned(values: dict[str, object], body: bytes) -> bytes:
    head = b"plyground certificate 1\n" + json.dumps(values | {"length": len(body)}).encode() + b"\n"
    return head + f"sha256 {hashlib.sha256(head + body).hexdigest()}\n".encode() + body


def refusal(path: Path, data: bytes) -> str:
    """Why a certificate is refused, which takes one line."""
    path.write_bytes(data)
    with pytest.raises(Refused) as error:
        check(path)
    assert "\n" not in str(error.value)
    assert 0 < len(str(error.value)) < 300
    return str(error.value)


def written(game: str, moves: str, folder: Path) -> Path:
    path = folder / "certificate"
    certify(Board(game, moves), None, path, memory=16)
    return path


CASES = [
    ("noughts", "", "noughts from the start: a draw"),
    ("noughts:4x4", "", "noughts:4x4 from the start: X wins in at most 5 plies"),
    ("noughts:misere", "", "noughts:misere from the start: a draw"),
    ("noughts", "a1 a2 b1 b2 c1", "noughts from 3/OO1/XXX O: X wins"),
    ("noughts", "b2 b1", "noughts from 3/1X1/1O1 X: X wins in at most 5 plies"),
    ("numerical:3x3", "", "numerical:3x3 from the start: odd wins in at most 9 plies"),
    ("squava", "c3 b2 c1 d4 a2", "squava from 5/3O1/2X2/XO3/2X2 O: O wins in at most"),
]


@pytest.mark.parametrize(("game", "moves", "told"), CASES)
def test_what_is_written_proves_what_is_known(game: str, moves: str, told: str, tmp_path: Path) -> None:
    assert str(check(written(game, moves, tmp_path))).startswith(told)


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("noughts", 2),
        ("noughts:4x3", 5),
        ("noughts:misere", 2),
        ("noughts:3x4,misere", 5),
        ("numerical:3x3", 5),
        ("squava", 17),
        ("squava:4x4", 8),
        ("squeeze:3x3,limit=3", 2),
    ],
)
def test_certificates_agree_with_brute_force(game: str, plies: int, tmp_path: Path) -> None:
    chance = random.Random(game)
    values = set()
    known: Known = {}
    for _ in range(8):
        board = late_board(game, plies + chance.randrange(2), chance)
        slow = reference.model(game)
        for move in board.history:
            slow.play(move)
        verdict = solve(slow, known)
        checked = check(written(game, " ".join(board.history), tmp_path))
        assert checked.claim.position == board.position_text
        assert (checked.claim.value, checked.distance) == (verdict.value, verdict.distance)
        values.add(verdict.value)
    assert len(values) > 1


def test_a_prover_can_choose_the_moves(tmp_path: Path) -> None:
    """Without a limit positions of squeeze can recur, so the compiled search is not asked."""
    board = Board("squeeze:3x3,limit=0", position="1BB/W1W/1W1 white")
    assert not SearchStrategy.is_for(board.game)
    prover = SearchProver(Engine(board.game, memory=16))
    result = prover.prove(board)
    assert result is not None
    assert result.score.value == "win"
    certify(board, result, tmp_path / "certificate", prover=prover)
    checked = check(tmp_path / "certificate")
    assert str(checked).startswith("squeeze:3x3,limit=0 from 1BB/W1W/1W1 white: white wins in at most ")


def test_gomoku_on_a_board_is_checked_too(tmp_path: Path) -> None:
    board = Board("gomoku:7x7", "d4 a1 d5 a2 d3 b7")
    certify(board, None, tmp_path / "certificate", memory=16)
    checked = check(tmp_path / "certificate", game="gomoku:7x7")
    assert str(checked).startswith("gomoku:7x7 from 1O5/7/3X3/3X3/3X3/O6/O6 X: X wins in at most 3 plies")


def test_a_game_that_is_over_needs_no_strategy(tmp_path: Path) -> None:
    path = tmp_path / "over"
    values: dict[str, object] = {
        "game": "noughts",
        "position": "3/OO1/XXX O",
        "value": "loss",
        "positions": [0],
    }
    path.write_bytes(signed(values, b""))
    assert str(check(path)).startswith("noughts from 3/OO1/XXX O: X wins; 0 positions checked")
    assert "the game is over without that" in refusal(path, signed(values | {"value": "win"}, b""))


def test_a_game_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="there is no 'gomoku' to check"):
        certify(Board("gomoku", "0,0"), None, tmp_path / "certificate")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("value", "moves"), [("win", ""), ("loss", ""), ("draw", "b2 b1"), ("loss", "b2 b1")]
)
def test_what_is_not_true_is_not_written(value: str, moves: str, tmp_path: Path) -> None:
    board = Board("noughts", moves)
    with pytest.raises(PlygroundError):
        write_certificate(board, value, SearchStrategy(board, memory=1), tmp_path / "certificate")
    assert not list(tmp_path.iterdir())


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="not an ordinary file"):
        certify(Board("noughts", "b2 b1"), None, tmp_path, memory=1)
    with pytest.raises(PlygroundError, match="cannot write"):
        certify(Board("noughts", "b2 b1"), None, tmp_path / "nowhere" / "certificate", memory=1)


def test_squava_is_won_by_who_begins() -> None:
    """The proof in the data was written by the solver, and took it longer than checking does."""
    checked = check(Path(__file__).parent.parent / "data" / "squava.cert", game="squava")
    assert str(checked).startswith(
        "squava from the start: X wins in at most 17 plies; 36896 positions checked"
    )


@pytest.mark.parametrize(
    ("file", "game", "plies", "positions"),
    [
        ("noughts-6x6-row-4", "noughts:6x6,row=4", 11, 1_605),
        ("noughts-7x7-row-4", "noughts:7x7,row=4", 11, 6_573),
        ("noughts-8x8-row-4", "noughts:8x8,row=4", 11, 10_879),
        ("squava-6x6", "squava:6x6", 17, 75_493),
    ],
)
def test_larger_boards_are_won_by_who_begins(file: str, game: str, plies: int, positions: int) -> None:
    """That for squava:7x7 is beside them, and takes a minute."""
    checked = check(Path(__file__).parent.parent / "data" / f"{file}.cert", game=game)
    assert str(checked).startswith(
        f"{game} from the start: X wins in at most {plies} plies; {positions} positions checked"
    )


# Alterations


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A few certificates as they stand in their files."""
    boards = {
        "draw": Board("noughts"),
        "win": Board("numerical:3x3"),
        "loss": Board("numerical:3x3", "b1=1"),
        "squava": Board("squava", "c3 b2 c1 d4 a2"),
    }
    found = {}
    for name, board in boards.items():
        path = tmp_path_factory.mktemp(name) / "certificate"
        certify(board, None, path, memory=16)
        found[name] = path.read_bytes()
    return found


NAMES = ["draw", "win", "loss", "squava"]


@pytest.mark.parametrize("name", NAMES)
def test_every_altered_bit_is_noticed(name: str, originals: dict[str, bytes], tmp_path: Path) -> None:
    data = originals[name]
    chance = random.Random(name)
    bits = range(8 * len(data))
    for bit in chance.sample(bits, min(1_500, len(bits))):
        altered = bytearray(data)
        altered[bit // 8] ^= 1 << bit % 8
        refusal(tmp_path / "altered", bytes(altered))


@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_a_certificate_is_none(name: str, originals: dict[str, bytes], tmp_path: Path) -> None:
    data = originals[name]
    for length in random.Random(name).sample(range(len(data)), min(300, len(data))):
        refusal(tmp_path / "part", data[:length])
        refusal(tmp_path / "part", data[:length] + data[length + 1 :])
    refusal(tmp_path / "part", b"")
    for more in (b"\n", b"x", data):
        refusal(tmp_path / "part", data + more)


def test_garbage_is_refused(originals: dict[str, bytes], tmp_path: Path) -> None:
    chance = random.Random(3)
    first, line, total, _ = originals["win"].split(b"\n", 3)
    for size in (0, 1, 100, 10_000, 300_000):
        noise = chance.randbytes(size)
        for begin in (
            b"",
            first,
            first + b"\n",
            first + b"\n" + line + b"\n",
            first + b"\n" + line + b"\n" + total + b"\n",
        ):
            refusal(tmp_path / "noise", begin + noise)
    for values in (
        b"[]",
        b"{}",
        b"null",
        b"[" * 9_000,
        b'{"a":' * 1_500,
        b"9" * 9_000,
        b"\xff",
        b'"' + b"x" * 20_000,
    ):
        head = first + b"\n" + values + b"\n"
        refusal(tmp_path / "noise", head + f"sha256 {hashlib.sha256(head).hexdigest()}\n".encode())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "squava"}, "has 3 rows; this board has 5"),
        ({"game": "noughts:misere"}, ""),
        ({"game": "chess"}, "no model of 'chess'"),
        ({"game": 5}, "does not say the game"),
        ({"game": None}, "does not say the game"),
        ({"position": "3/3/2X O"}, ""),
        ({"position": "3/3/3 O"}, "no game leads to"),
        ({"position": "XXX/OO1/3 O"}, "moves is announced, but it takes 0"),
        ({"position": []}, "does not say"),
        ({"value": "win"}, "a win takes 1 strategies, not 2"),
        ({"value": "maybe"}, "win, loss or draw"),
        ({"positions": []}, "a draw takes 2 strategies, not 0"),
        ({"positions": [True, 45]}, "how many positions"),
        ({"positions": [-1, 45]}, "how many positions"),
        ({"positions": [1e3, 45]}, "how many positions"),
        ({"positions": [10**30, 45]}, "how many positions"),
        ({"positions": {}}, "how many positions"),
        ({"distance": "far"}, "is no distance"),
        ({"distance": -3}, "is no distance"),
    ],
)
def test_a_changed_claim_is_refused(
    change: dict[str, object], why: str, originals: dict[str, bytes], tmp_path: Path
) -> None:
    values, moves = unpacked(originals["draw"])
    assert why in refusal(tmp_path / "changed", signed(values | change, moves))


def test_the_numbers_of_positions_must_be_right(originals: dict[str, bytes], tmp_path: Path) -> None:
    values, moves = unpacked(originals["draw"])
    counts = values["positions"]
    assert isinstance(counts, list)
    path = tmp_path / "counts"
    wrong = [counts[0] + 1, counts[1] - 1]
    assert "moves is announced, but it takes" in refusal(path, signed(values | {"positions": wrong}, moves))
    wrong = [counts[0], counts[1] + 1]
    assert "moves is announced, but it takes" in refusal(path, signed(values | {"positions": wrong}, moves))
    assert "fewer moves than announced" in refusal(path, signed(values, moves[:-1]))
    wrong = [counts[0], counts[1] - 1]
    assert "more moves than announced" in refusal(path, signed(values | {"positions": wrong}, moves))


def test_moves_left_over_or_missing_are_noticed(originals: dict[str, bytes], tmp_path: Path) -> None:
    values, moves = unpacked(originals["win"])
    path = tmp_path / "moves"
    more, fewer = {"positions": [len(moves) + 1]}, {"positions": [len(moves) - 1]}
    assert "is announced, but it takes" in refusal(path, signed(values | more, moves + b"\0"))
    assert "the strategy ends before every reply is answered" in refusal(
        path, signed(values | fewer, moves[:-1])
    )
    body = lzma.compress(moves)
    assert "something follows the body" in refusal(path, resigned(values, body + b"\0" * 4))
    assert "something follows the body" in refusal(path, resigned(values, body + body))
    assert "the body ends too early" in refusal(path, resigned(values, body[:-8]))
    assert "cannot be unpacked" in refusal(path, resigned(values, b"x" * 50))


def test_a_strategy_that_only_draws_proves_no_win(originals: dict[str, bytes], tmp_path: Path) -> None:
    values, moves = unpacked(originals["draw"])
    counts = values["positions"]
    assert isinstance(counts, list)
    won = values | {"value": "win", "positions": counts[:1]}
    assert "X only draws" in refusal(tmp_path / "won", signed(won, moves[: counts[0]]))
    lost = values | {"value": "loss", "positions": counts[1:]}
    assert "O only draws" in refusal(tmp_path / "won", signed(lost, moves[counts[0] :]))


def test_the_distance_is_checked(originals: dict[str, bytes], tmp_path: Path) -> None:
    values, moves = unpacked(originals["win"])
    path = tmp_path / "distance"
    assert "the game can last 9 plies, not only 8" in refusal(path, signed(values | {"distance": 8}, moves))
    path.write_bytes(signed(values | {"distance": 20}, moves))
    assert check(path).distance == 9
    del values["distance"]
    path.write_bytes(signed(values, moves))
    assert check(path).distance == 9


def test_a_little_file_does_not_become_a_large_one(originals: dict[str, bytes], tmp_path: Path) -> None:
    """What is unpacked is bounded by what is announced, and what is announced costs nothing by itself."""
    values, moves = unpacked(originals["win"])
    bomb = lzma.compress(moves + b"\0" * 20_000_000)
    assert len(bomb) < 20_000
    assert "more moves than announced" in refusal(tmp_path / "bomb", resigned(values, bomb))
    huge = values | {"positions": [10**17]}
    assert "is announced, but it takes" in refusal(tmp_path / "bomb", resigned(huge, bomb))
    hungry = lzma.compress(moves, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}])
    assert "cannot be unpacked" in refusal(tmp_path / "bomb", resigned(values, hungry))


def proves(model: Model, root: ModelState, values: dict[str, object], moves: bytes) -> bool:
    """Whether moves are a strategy that keeps a claim: another walk, over whole games and without any memory.

    It goes through a strategy as `moves` would be read by the checker, but follows what is chosen for a
    position into every continuation anew.
    """
    left = iter(moves)
    chosen: dict[int, tuple[ModelState, int]] = {}
    goal = strategy_goals(str(values["value"]), model.side(root))[0]

    def wins(state: ModelState) -> bool:
        if model.result(state) != OPEN:
            return model.result(state) == WON
        if any(model.result(model.play(state, move)) == LOST for move in model.moves(state)):
            return True
        key = model.key(state)
        if key not in chosen:
            place = next(left, 999)
            chosen[key] = state, place
        state, place = chosen[key]
        options = model.moves(state)
        return place < len(options) and answered(model.play(state, options[place]))

    def answered(state: ModelState) -> bool:
        if model.result(state) != OPEN:
            return model.result(state) == LOST
        return all(wins(model.play(state, reply)) for reply in model.replies(state))

    holds = wins(root) if model.side(root) == goal.strategist else answered(root)
    return holds and next(left, None) is None


@pytest.mark.parametrize("name", ["win", "loss", "squava"])
def test_a_changed_move_is_refused_or_wins_too(
    name: str, originals: dict[str, bytes], tmp_path: Path
) -> None:
    """With a right checksum only the walk can tell; it agrees with a walk that remembers no results."""
    values, moves = unpacked(originals[name])
    model = find_model(str(values["game"]))
    root = model.read(str(values["position"]))
    chance = random.Random(name)
    refused = accepted = 0
    for _ in range(80):
        altered = bytearray(moves)
        altered[chance.randrange(len(moves))] = chance.randrange(max(moves) + 2)
        path = tmp_path / "changed"
        path.write_bytes(signed(values, bytes(altered)))
        try:
            check(path)
            accepted += 1
            assert proves(model, root, values, bytes(altered))
        except Refused as error:
            refused += 1
            if "the game can last" not in str(error):
                assert not proves(model, root, values, bytes(altered))
    assert refused > 30
    assert accepted
