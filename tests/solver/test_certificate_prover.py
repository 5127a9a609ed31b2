"""Playing by a certificate for the infinite board: it is followed, turned and moved, and wins as it says."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.players.levels import read_level
from plyground.players.perfect import PerfectPlayer
from plyground.progress import Progress
from plyground.solver import certificate_prover
from plyground.solver.board_edges import BoardEdges
from plyground.solver.certificate_prover import CertificateProver
from plyground.solver.endless_strategy import CertificateStrategy
from plyground.solver.proving_engine import ProvingEngine
from plyground.solver.strategy_files import StrategyFiles
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_board import EdgedBoard, check_on_board
from plyground.verify.endless_certificate import pack_endless
from tests.verify.small_prover import Point, windows
from tests.verify.test_endless import three_part

NEAR = [(0, 1), (1, 1), (0, 2), (2, 2), (1, 3)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for three in a row, with all first replies."""
    path = tmp_path_factory.mktemp("strategy") / "three.cert"
    path.write_bytes(pack_endless(3, "win", [*map(three_part, NEAR), three_part((0, 12), is_far=True)]))
    return path


@pytest.fixture(scope="module")
def strategy(path: Path) -> CertificateStrategy:
    return CertificateStrategy(path)


def has_row(stones: list[Point]) -> bool:
    return any(set(window) <= set(stones) for window in windows(stones[-1], 3))


def test_it_wins_against_every_reply_within_what_it_says(strategy: CertificateStrategy) -> None:
    chance = random.Random(7)
    for _ in range(300):
        first = chance.randrange(-50, 50), chance.randrange(-50, 50)
        size = chance.choice([2, 4, 30])
        game = [first, first]
        while game[1] in game[:1]:
            game[1] = first[0] + chance.randint(-size, size), first[1] + chance.randint(-size, size)
        plies = 100
        while True:
            found = strategy.follow(game)
            assert found is not None, game
            assert found.is_attackers_turn
            assert found.plies < plies
            plies = found.plies
            move = next(found.line())
            assert move not in game
            game.append(move)
            if has_row(game[::2]):
                break
            found = strategy.follow(game)
            assert found is not None
            assert not found.is_attackers_turn
            assert found.plies == plies - 1
            replies = [*found.line()][:1] + [(move[0] + x, move[1] + y) for x in (-1, 1) for y in (-1, 0, 1)]
            game.append(chance.choice([reply for reply in replies if reply not in game]))
            assert not has_row(game[1::2])
        assert plies == 1


def test_a_game_that_left_the_strategy_is_not_covered(strategy: CertificateStrategy) -> None:
    found = strategy.follow([(0, 0), (0, 1)])
    assert found is not None
    move = next(found.line())
    assert strategy.follow([(0, 0)]) is None
    assert strategy.follow([(0, 0), (0, 1), (move[0], move[1] + 9)]) is None


def middle_of(edges: BoardEdges) -> Point:
    return edges.columns // 2, edges.rows // 2


@pytest.mark.parametrize("size", [(3, 4), (4, 4), (5, 4), (5, 5), (6, 9), (15, 15)])
def test_within_edges_it_knows_what_the_checker_finds(path: Path, size: tuple[int, int]) -> None:
    edges = BoardEdges(*size)
    strategy = CertificateStrategy(path, edges=edges)
    x, y = middle_of(edges)
    proven = check_on_board(path, EdgedBoard(*size)).proven
    cells = [(a, b) for b in range(size[1]) for a in range(size[0]) if (a, b) != (x, y)]
    known = [(a - x, b - y) for a, b in cells if strategy.follow([(x, y), (a, b)])]
    assert known == list(proven)
    assert 0 < len(known) <= len(cells)


def test_within_edges_it_wins_without_leaving_the_board(path: Path) -> None:
    chance = random.Random(3)
    covered = 0
    for _ in range(400):
        edges = BoardEdges(chance.randint(3, 9), chance.randint(3, 9))
        strategy = CertificateStrategy(path, edges=edges)
        cells = [(x, y) for x in range(edges.columns) for y in range(edges.rows)]
        game = chance.sample(cells, 2)
        found = strategy.follow(game)
        covered += found is not None
        while found is not None:
            move = next(found.line())
            assert move in set(cells) - set(game)
            assert set(found.line()) <= set(cells)
            game.append(move)
            if has_row(game[::2]):
                break
            game.append(chance.choice([cell for cell in cells if cell not in game]))
            assert not has_row(game[1::2])
            found = strategy.follow(game)
            assert found is not None, "it still held a move ago"
    assert 100 < covered < 400


def test_tables_are_kept(path: Path, strategy: CertificateStrategy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert strategy.follow([(0, 0), (3, 1)]) is not None
    monkeypatch.setattr("subprocess.Popen", None)
    copy = path.with_stem("copy")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)
    assert CertificateStrategy(path).follow([(0, 0), (3, 1)]) is not None


def test_another_process_reads_a_proof_until_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    monkeypatch.setattr(StrategyFiles, "make", None)
    files = StrategyFiles(SHIPPED / "gomoku.cert")
    said: list[Progress] = []

    def note(progress: Progress) -> None:
        said.append(progress)
        if len(said) == 3:
            files.stop()

    assert files.load((0, 28), note) is None
    assert {each.what for each in said} == {"reading the proof of 0,28"}
    assert 0 < (said[0].settled or 0) < (said[-1].settled or 0) < (said[-1].known or 0)
    assert not files.has((0, 28))


def test_another_process_leaves_the_tables_on_the_disk(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    monkeypatch.setattr(StrategyFiles, "make", None)
    assert CertificateStrategy(path).follow([(0, 0), (1, 1)]) is not None
    assert [file.name.split("-")[-1] for file in (tmp_path / "strategies").iterdir()] == ["1_1.npz"]


def test_without_another_process_a_proof_is_read_here(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert CertificateStrategy(path).follow([(0, 0), (1, 1)]) is not None


def test_players_and_analysis_use_the_certificate_of_a_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board("gomoku", "3,3 4,4")
    monkeypatch.setattr(certificate_prover, "certificate_of", lambda game: path)
    prover = CertificateProver(board.game)
    result = prover.prove(board)
    assert result is not None
    assert str(result.score) == "win in at most 3 plies"
    info = ProvingEngine(board.game, memory=1).search(board, depth=1, lines=3)
    assert info.score == result.score
    assert info.line == result.line
    level = read_level("perfect")
    assert level is not None
    player = PerfectPlayer(level, board.game, seconds=60.0, memory=1)
    column, row = result.line[0].split(",")
    mirrored = f"{row},{column}"  # as good, and what a search finds that is done before the file is read
    assert player.choose(board).move in (result.line[0], mirrored)
    board.push(result.line[0])
    scores = prover.scores(board)
    assert set(scores) == set(board.legal_moves)
    assert {str(score) for score in scores.values()} == {"loss in at most 2 plies"}


def test_the_engine_searches_while_a_proof_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("gomoku", "3,3 4,4")
    monkeypatch.setattr(certificate_prover, "certificate_of", lambda game: path)
    load, may_read = StrategyFiles.load, threading.Event()

    def load_late(files: StrategyFiles, *asked: Any) -> Any:
        may_read.wait()
        return load(files, *asked)

    monkeypatch.setattr(StrategyFiles, "has", lambda files, reply: False)
    monkeypatch.setattr(StrategyFiles, "load", load_late)
    infos = []
    for info in ProvingEngine(board.game, memory=1).analyse(board, seconds=600):
        infos.append(info)
        may_read.set()
    assert not infos[0].score.is_proven
    assert str(infos[-1].score) == "win in at most 3 plies"


def test_before_the_first_reply_the_theorem_says_who_wins() -> None:
    board = Board("gomoku")
    prover = CertificateProver(board.game)
    result = prover.prove(board)
    assert result is not None
    assert str(result.score) == "win in at most 57 plies"
    board.push("30,-4")
    result = prover.prove(board)
    assert result is not None
    assert str(result.score) == "loss in at most 56 plies"
    assert result.line == ("30,-3",), "beside the stone, where the first player takes longest"
    assert prover.scores(board) == dict.fromkeys(board.legal_moves, result.score)
    assert not prover.has_to_read(board)


def test_on_a_board_with_edges_the_theorem_alone_says_nothing() -> None:
    board = Board("gomoku:19x19")
    prover = CertificateProver(board.game)
    assert CertificateProver.can_answer(board.game)
    assert not CertificateProver.can_answer(Board("gomoku:15x19").game)
    assert prover.prove(board) is None
    board.push("j10")
    assert prover.prove(board) is None


def test_what_the_shipped_certificate_does_not_cover_is_not_proven() -> None:
    board = Board("gomoku", "0,0 0,1 5,5 3,3")
    prover = CertificateProver(board.game)
    assert not prover.has_to_read(board)
    assert prover.prove(board) is None, "the proof plays another third stone"
    assert prover.prove(Board("gomoku", position=board.position_text)) is None
    assert not CertificateProver.can_answer(Board("noughts").game)
    assert not CertificateProver.can_answer(find("nim")), "which has no size"
