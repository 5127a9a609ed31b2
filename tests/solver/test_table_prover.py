"""The prover that looks results up, against the slow model; and searches that use endgames."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from plyground import contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.errors import IllegalMove, PlygroundError
from plyground.game import TableGame
from plyground.score import Score
from plyground.solver.table_prover import TableProver
from plyground.tables.builder import Builder
from plyground.tables.folder import ENDGAMES, RESULTS, attach_endgames, table_path
from plyground.tables.retrograde import AT_LIMIT_LOST
from tests.solver import slow_tables
from tests.solver.slow_tables import Place

FREE = "squeeze:3x3,limit=0"
SHORT = "squeeze:3x3,limit=3"


def table_game(name: str) -> TableGame:
    """A game that can have tables."""
    game = find(name)
    assert isinstance(game, TableGame)
    return game


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def _shared_tables(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are built once for all these tests."""
    monkeypatch.setenv("PLYGROUND_DATA", str(data))


def ready(name: str) -> TableProver:
    prover = TableProver(find(name))
    prover.prepare()
    return prover


def place_of(board: Board) -> Place:
    def cells(bits: np.uint64) -> frozenset[tuple[int, int]]:
        return frozenset((index % 8, index // 8) for index in range(64) if int(bits) >> index & 1)

    return cells(board.position.own), cells(board.position.other)


def random_board(name: str, plies: int, chance: random.Random) -> Board:
    board = Board(name)
    for _ in range(plies):
        if board.is_over:
            break
        board.push_number(chance.choice(board.legal_numbers()))
    return board


def test_which_games_it_can_answer() -> None:
    assert TableProver.can_answer(find("squeeze:4x4"))
    assert TableProver.can_answer(find("squeeze:4x4,limit=0"))
    assert not TableProver.can_answer(find("squeeze"))
    assert not TableProver.can_answer(find("squeeze:5x5,limit=0"))
    assert not TableProver.can_answer(find("squeeze:5x4,limit=0"))
    assert TableProver.can_answer(find("squeeze:5x4,limit=0"), at_once=40_000_000)
    assert not TableProver.can_answer(find("squeeze:5x4"), at_once=40_000_000)
    assert not TableProver.can_answer(find("noughts"))
    with pytest.raises(PlygroundError, match="this table is for squeeze:3x3,limit=0, not squeeze:3x3"):
        ready(FREE).prove(Board("squeeze:3x3"))


def test_results_without_limit_are_those_of_the_slow_model() -> None:
    prover = ready(FREE)
    results = slow_tables.results(3, 3)
    chance = random.Random(3)
    values = set()
    for _ in range(120):
        board = random_board(FREE, chance.randrange(12), chance)
        twice = {pos for pos in board.earlier_positions() if board._seen[tuple(pos)] > 1}
        if board.is_over or twice:
            continue
        result = prover.prove(board)
        assert result is not None
        value, plies = results[place_of(board)]
        assert (result.score.value, result.score.distance) == (value, plies)
        check_line(board, result.line, result.score)
        values.add(value)
    assert values == {"win", "loss", "draw"}


def check_line(board: Board, line: tuple[str, ...], score: Score) -> None:
    """A line is legal, and leads to what is promised in as many plies as are."""
    twin = board.copy()
    for move in line:
        twin.push(move)
    if score.value == "draw":
        assert line
        assert twin.outcome is None or twin.outcome.winner is None
        return
    assert len(line) == score.distance
    winner = board.player if score.value == "win" else board.game.players[1 - board.turn]
    assert twin.outcome is not None
    assert twin.outcome.winner == winner


def test_results_with_a_limit_are_those_of_the_slow_model() -> None:
    prover = ready(SHORT)
    layers = [slow_tables.results_at_limit(3, 3, None)]
    while len(layers) <= 6:
        layers.append(slow_tables.results_at_limit(3, 3, layers[-1]))
    chance = random.Random(4)
    values = set()
    for _ in range(100):
        board = random_board(SHORT, chance.randrange(6), chance)
        if board.is_over:
            continue
        result = prover.prove(board)
        assert result is not None
        truth = layers[6 - len(board.history)][place_of(board)]
        assert (result.score.value, result.score.distance) == truth
        check_line(board, result.line, result.score)
        values.add(truth[0])
    assert values == {"win", "loss", "draw"}


def test_a_long_limit_uses_the_layers_that_repeat() -> None:
    prover = ready("squeeze:3x3,limit=500")
    assert prover._table is not None
    assert prover._table.header.layers < 1000
    chance = random.Random(5)
    for _ in range(10):
        board = random_board("squeeze:3x3,limit=500", 3, chance)
        result = prover.prove(board)
        assert result is not None
        check_line(board, result.line, result.score)


def test_every_move_has_a_score() -> None:
    board = Board(FREE)
    scores = ready(FREE).scores(board)
    assert set(scores) == set(board.legal_moves)
    assert max(score.rank for score in scores.values() if score) == Score(value="win", distance=7).rank


def test_a_finished_game_needs_no_table() -> None:
    board = Board(FREE, ready(FREE).prove(Board(FREE)).line)  # type: ignore[union-attr]
    result = ready(FREE).prove(board)
    assert result is not None
    assert (result.score, result.line) == (Score(value="loss", distance=0), ())


def test_it_can_be_stopped_while_it_builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    board = Board("squeeze:4x4,limit=0")
    prover = TableProver(board.game)
    assert prover.prove(board, on_progress=lambda progress: prover.stop()) is None
    result = prover.prove(board)
    assert result is not None
    assert result.score == Score(value="draw")


# Repetition


def test_a_win_by_the_table_stands_whatever_the_loser_repeats() -> None:
    """The winner plays by the table, the loser at random, after some aimless moves: never a draw."""
    prover = ready(FREE)
    chance = random.Random(6)
    played = 0
    while played < 25:
        board = random_board(FREE, 4, chance)
        result = None if board.is_over else prover.prove(board)
        if result is None or result.score.value != "win":
            continue
        played += 1
        winner = board.player
        left = result.score.distance
        while not board.is_over:
            if board.player == winner:
                result = prover.prove(board)
                assert result is not None
                assert result.score.value == "win"
                assert result.score.distance is not None
                assert left is not None
                assert result.score.distance <= left
                left = result.score.distance - 2
                board.push(result.line[0])
            else:
                board.push_number(chance.choice(board.legal_numbers()))
        assert board.outcome is not None
        assert board.outcome.winner == winner


def circle(board: Board) -> list[str] | None:
    """Four quiet moves after which the position is the same again, if there are some."""
    start = tuple(board.position)
    for first in board.legal_moves:
        for answer in after(board, first).legal_moves:
            back = "-".join(reversed(first.split("-")))
            home = "-".join(reversed(answer.split("-")))
            twin = after(board, first, answer)
            if back not in twin.legal_moves or home not in after(twin, back).legal_moves:
                continue
            if tuple(after(twin, back, home).position) == start:
                return [first, answer, back, home]
    return None


def after(board: Board, *moves: str) -> Board:
    twin = board.copy()
    for move in moves:
        twin.push(move)
    return twin


def wins_within(board: Board, plies: int) -> bool:
    """Whether the side to move can force a win within so many plies, as the rules count with all history."""
    for move in board.legal_moves:
        twin = after(board, move)
        if twin.outcome is not None:
            if twin.outcome.winner == board.player:
                return True
        elif plies > 2 and all(wins_within(after(twin, answer), plies - 2) for answer in twin.legal_moves):
            return True
    return False


def shuffled_to(board: Board, best: str) -> Board | None:
    """The same position, after the one that the best move leads to has occurred twice.

    The game began there. The loser moves to and fro, and so does the winner.
    """
    way = after(board, best)
    back = "-".join(reversed(best.split("-")))
    for aside in way.legal_moves:
        home = "-".join(reversed(aside.split("-")))
        twin = Board(board.game, position=way.position_text)
        try:
            for move in (aside, back, home, best, aside, back, home):
                twin.push(move)
        except IllegalMove:
            continue
        if twin == board and not twin.is_over:
            return twin
    return None


def test_a_position_that_occurred_twice_bars_the_way() -> None:
    """The best move would lead to it for the third time: what the prover then says is true by the rules."""
    prover = ready(FREE)
    numbering = table_game(FREE).numbering()
    assert numbering is not None
    known = unknown = 0
    for number in range(numbering.size):
        pos = contract.unrank(numbering.tables, number)
        if contract.rank(numbering.tables, pos) != number or prover.code(pos)[0] != 4:
            continue
        board = Board(FREE, position=find(FREE).position_text(pos))
        result = prover.prove(board)
        assert result is not None
        shuffled = shuffled_to(board, result.line[0])
        if shuffled is None:
            continue
        assert after(shuffled, result.line[0]).is_over
        answer = prover.prove(shuffled)
        if answer is None:
            unknown += 1
            assert not wins_within(shuffled, 3)
        else:
            known += 1
            assert answer.score == Score(value="win", distance=3)
            check_line(shuffled, answer.line, answer.score)
            assert wins_within(shuffled, 3)
    assert known
    assert unknown


def test_a_draw_stands_whatever_has_occurred() -> None:
    name = "squeeze:4x4,limit=0"
    board = Board(name)
    moves = circle(board)
    assert moves is not None
    for move in moves:
        board.push(move)
    result = ready(name).prove(board)
    assert result is not None
    assert result.score == Score(value="draw")
    assert not after(board, result.line[0]).is_over


# Endgames in a search


def test_endgames_claim_only_what_is_true_under_the_limit() -> None:
    """Every claim of a table without limit, against the layers, with few and many plies left."""
    Builder(find(FREE), RESULTS).build()
    game = table_game("squeeze:3x3,limit=13")
    attach_endgames(game)
    assert game.endgames
    layers = TableProver(game)
    layers.prepare()
    numbering = game.numbering()
    assert numbering is not None
    chance = random.Random(8)
    claims = silent = 0
    for _ in range(3000):
        pos = contract.unrank(numbering.tables, chance.randrange(numbering.size))
        pos = contract.with_left(game.rules, pos, chance.randrange(1, 27))
        if contract.outcome(game.rules, pos) != contract.OPEN:
            continue
        seen = int(contract.proof(game.rules, pos))
        code, plies = layers.code(pos)
        if seen:
            claims += 1
            assert (seen > 0) == (code % 2 == 0)
            assert abs(seen) == plies
        elif 0 < code < AT_LIMIT_LOST:
            silent += 1
    assert claims > 500
    assert silent == 0


def test_without_a_limit_endgames_claim_nothing_more() -> None:
    game = table_game(FREE)
    bare = find(FREE)
    attach_endgames(game)
    numbering = game.numbering()
    assert numbering is not None
    for number in range(0, numbering.size, 7):
        pos = contract.unrank(numbering.tables, number)
        if contract.outcome(game.rules, pos) == contract.OPEN:
            assert contract.proof(game.rules, pos) == contract.proof(bare.rules, pos)


def few_pieces(prover: TableProver, chance: random.Random) -> Board:
    """A position with few pieces that is won or lost in a while, and long before the limit."""
    game = table_game("squeeze:4x4")
    numbering = game.numbering(4)
    assert numbering is not None
    while True:
        pos = contract.unrank(numbering.tables, chance.randrange(numbering.size))
        if contract.outcome(game.rules, pos) == contract.OPEN and (prover.code(pos)[1] or 0) > 5:
            return Board(game, position=game.position_text(pos))


def test_an_engine_sees_what_the_endgames_know() -> None:
    prover = ready("squeeze:4x4,limit=0")
    table_path(find("squeeze:4x4"), RESULTS).unlink()
    Builder(find("squeeze:4x4,limit=0"), ENDGAMES, most=4).build()
    game = table_game("squeeze:4x4")
    engine = Engine(game, memory=1)
    assert game.endgames.endswith("squeeze-4x4-limit-0.endgames")
    chance = random.Random(9)
    for _ in range(20):
        board = few_pieces(prover, chance)
        code, plies = prover.code(board.position._replace(ply=0))
        info = engine.search(board, depth=1)
        assert (info.score.value, info.score.distance) == ("loss" if code % 2 else "win", plies)
