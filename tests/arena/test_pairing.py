"""Who meets whom: everybody, equally often, on both sides, from the same openings."""

from __future__ import annotations

from collections import Counter

import pytest

from plyground.arena.pairing import count_games, schedule


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("gauntlet", [False, True])
def test_everything_is_played_from_both_sides(players: int, gauntlet: bool) -> None:
    games = list(schedule(players, 6, gauntlet=gauntlet))
    assert [game.number for game in games] == list(range(count_games(players, 6, gauntlet=gauntlet)))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.first, one.second, one.opening) == (other.second, other.first, other.opening)
    met = Counter(frozenset((game.first, game.second)) for game in games)
    assert set(met.values()) == {6}
    assert len(met) == (players - 1 if gauntlet else players * (players - 1) // 2)
    assert all(0 in pair for pair in met) or not gauntlet
    begins = Counter((game.first, game.second, game.opening) for game in games)
    assert set(begins.values()) == {1}


def test_all_meetings_go_forward_together() -> None:
    openings = [game.opening for game in schedule(4, 10)]
    assert openings == sorted(openings)
