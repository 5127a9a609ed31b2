"""The engine's wins against exhaustive search on small boards, and the search of fours against a slow one."""

from __future__ import annotations

import pytest

from plyground.catalogue import find
from plyground.engine import Engine
from tests.games.gomoku_wins.attackers import FourSearch, ThreatSearch, board_of, game_name
from tests.games.gomoku_wins.bruteforce import Fours, Solver
from tests.games.gomoku_wins.samples import late
from tests.games.gomoku_wins.stones import Size

CLAIMS = (((6, 6), 12, 150), ((7, 6), 13, 120), ((7, 7), 14, 100))
"""Boards, how many cells are left empty on them, how many positions."""
FEWEST = 3
LATE = (((5, 5), 8, 20), ((6, 6), 9, 25), ((7, 5), 8, 20), ((6, 7), 9, 20), ((7, 7), 9, 20))
WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize(("size", "empty", "count"), CLAIMS)
def test_a_win_by_threats_is_a_win(size: Size, empty: int, count: int) -> None:
    solver, threat_search = Solver(size), ThreatSearch(size)
    claims = 0
    for position in late(size, empty, count):
        found = threat_search.win(position)
        if found is not None:
            claims += 1
            assert solver.value(position.plus(found[1])) == -1, (position.taken, found)
    assert claims >= FEWEST


@pytest.mark.parametrize(("size", "empty", "count"), LATE)
def test_what_the_engine_calls_proven_is_true(size: Size, empty: int, count: int) -> None:
    solver = Solver(size)
    engine = Engine(find(game_name(size)), memory=1)
    proven = 0
    for position in late(size, empty, count):
        for nodes in (200, 20_000):
            score = engine.search(board_of(position), nodes=nodes).score
            if score.value is not None:
                proven += 1
                assert score.value == WORDS[solver.value(position)], (position.taken, nodes)
    assert proven > count


FOURS = (((6, 6), 14, 25), ((7, 7), 20, 30), ((9, 9), 57, 40), ((12, 8), 64, 30))


@pytest.mark.parametrize(("size", "empty", "count"), FOURS)
def test_the_search_of_fours_finds_every_win_by_fours_and_no_other(
    size: Size, empty: int, count: int
) -> None:
    four_search = FourSearch(size)
    found = long = 0
    for position in late(size, empty, count):
        shortest = Fours(position).plies()
        plies = four_search.plies(position)
        assert (plies > 0) == (shortest > 0), position.taken
        assert plies >= shortest, position.taken
        found += shortest > 0
        long += shortest > 5
    assert 0 < found < count
    assert long > 0 or size == (6, 6)
