"""The engine solves every puzzle but the hardest, sees through what fails, and the checker confirms it."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

from plyground.catalogue import find
from plyground.engine import Engine, Info
from tests.games.gomoku_wins.attackers import MANY_NODES, Thinker, ThreatSearch, board_of, game_name
from tests.games.gomoku_wins.bruteforce import Fours
from tests.games.gomoku_wins.checker import Checker
from tests.games.gomoku_wins.puzzles import Puzzle, load, read_cell, shape
from tests.games.gomoku_wins.samples import sparse
from tests.games.gomoku_wins.stones import Size, Stones

PUZZLES = load()
WON = [puzzle for puzzle in PUZZLES if puzzle.kind != "fails"]
FAILS = [puzzle for puzzle in PUZZLES if puzzle.kind == "fails"]
HARDER = [puzzle for puzzle in WON if puzzle.source == "harder"]
"""Known wins that the engine may need more than a second for."""
FOUND = [puzzle for puzzle in WON if puzzle.source != "harder"]
SAMPLE = 12
"""Every so many puzzles are gone over again; all of them were when they were made."""
NODES = 200_000
"""Fewer than the engine looks at in a second; where it finds a forced win it needs no more than a tenth."""
FEW_NODES = 20_000


def name_of(puzzle: Puzzle) -> str:
    return f"{puzzle.kind}-{puzzle.plies}-{len(puzzle.moves.split())}"


def searched(stones: Stones, nodes: int) -> Info:
    """What a new engine says."""
    return Engine(find(game_name(stones.size)), memory=1).search(board_of(stones), nodes=nodes)


def test_there_are_enough_of_each_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in PUZZLES)
    assert len(FOUND) >= 60
    assert HARDER
    assert all(kinds[kind] >= 20 for kind in ("fours", "threats", "fails"))
    assert kinds["mixed"] > 0
    assert len({shape(puzzle.stones) for puzzle in PUZZLES}) == len(PUZZLES)
    assert {puzzle.size for puzzle in PUZZLES} == {None, (15, 15), (20, 20)}
    for kind in ("fours", "threats", "mixed"):
        lengths = {puzzle.plies for puzzle in WON if puzzle.kind == kind}
        assert min(lengths) <= 11
        assert max(lengths) >= 21


@pytest.mark.parametrize("puzzle", PUZZLES, ids=name_of)
def test_a_puzzle_is_what_it_says(puzzle: Puzzle) -> None:
    """Fours alone win where the puzzle says so and nowhere else, in as many plies as it says."""
    stones = puzzle.stones
    first = {read_cell(move) for move in puzzle.first.split()}
    moves = Fours(stones).first_moves()
    fours = stones.fours(stones.turn)
    if puzzle.kind == "fours":
        assert (set(moves), min(moves.values())) == (first, puzzle.plies)
        return
    assert not moves
    if puzzle.kind == "fails":
        assert first == set(fours)
        assert len(fours) >= 2
    else:
        assert all((move in fours) == (puzzle.kind == "mixed") for move in first)


def is_won_by(stones: Stones, best: str | None) -> bool:
    """Whether a move wins against every defence."""
    assert best is not None
    return Checker(Thinker.on(stones.size)).wins_against(stones.plus(read_cell(best))) > 0


@pytest.mark.parametrize("puzzle", FOUND, ids=name_of)
def test_a_forced_win_is_found(puzzle: Puzzle) -> None:
    info = searched(puzzle.stones, NODES)
    assert info.score.value == "win"
    assert info.best in puzzle.first.split() or is_won_by(puzzle.stones, info.best)


@pytest.mark.parametrize("puzzle", HARDER, ids=name_of)
def test_a_harder_win_is_found_or_left_open(puzzle: Puzzle) -> None:
    """Nothing wrong is said of it, and a win that is seen is one."""
    info = searched(puzzle.stones, FEW_NODES)
    assert info.score.value in (None, "win")
    if info.score.value == "win":
        assert info.best in puzzle.first.split() or is_won_by(puzzle.stones, info.best)


@pytest.mark.parametrize("puzzle", FAILS, ids=name_of)
def test_no_win_is_seen_where_there_is_none(puzzle: Puzzle) -> None:
    for nodes in (FEW_NODES // 20, FEW_NODES):
        assert searched(puzzle.stones, nodes).score.value in (None, "loss")


@pytest.mark.parametrize("puzzle", [*FOUND[::SAMPLE], *HARDER], ids=name_of)
def test_a_forced_win_holds_against_every_defence(puzzle: Puzzle) -> None:
    checker = Checker(Thinker.on(puzzle.size))
    plies = checker.wins(puzzle.stones)
    assert plies % 2 == 1
    assert checker.positions > plies


@pytest.mark.parametrize("puzzle", FAILS[::SAMPLE], ids=name_of)
def test_what_fails_loses_with_every_move(puzzle: Puzzle) -> None:
    checker = Checker(Thinker.on(puzzle.size))
    assert checker.wins_against(puzzle.stones) % 2 == 0


@pytest.mark.parametrize(("size", "count"), [((15, 15), 30), (None, 30)])
def test_wins_in_random_positions_hold_against_every_defence(size: Size | None, count: int) -> None:
    """Nothing is called a win or a loss that is not one."""
    engine = Engine(find(game_name(size)), memory=1)
    thinker = Thinker.on(size)
    values: Counter[str | None] = Counter()
    for stones in sparse(size, count):
        info = engine.search(board_of(stones), nodes=2000)
        values[info.score.value] += 1
        assert info.best is not None
        if info.score.value == "win":
            assert Checker(thinker).wins_against(stones.plus(read_cell(info.best)))
        elif info.score.value == "loss":
            assert Checker(thinker).wins_against(stones)
    assert values["win"] > 0
    assert values[None] > 0


@pytest.mark.parametrize("puzzle", HARDER[:1], ids=name_of)
def test_what_was_stopped_on_its_way_is_not_remembered_as_a_failure(puzzle: Puzzle) -> None:
    win = ThreatSearch(puzzle.size).win(puzzle.stones, MANY_NODES)
    assert win is not None
    stopped = 0
    for tries in range(1, 31, 3):
        threat_search = ThreatSearch(puzzle.size)
        timer = threading.Timer(tries / 250, threat_search.stop)
        timer.start()
        stopped += threat_search.win(puzzle.stones, MANY_NODES) is None
        timer.cancel()
        timer.join()
        threat_search.resume()
        assert threat_search.win(puzzle.stones, MANY_NODES) == win, tries
    assert stopped > 0
