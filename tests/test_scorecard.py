"""The scorecard counts the finished games of two players, whichever sides they had."""

from __future__ import annotations

import pytest

from plyground.records import Record
from plyground.scorecard import Count, make_scorecard


def finished(first: str, second: str, result: str, game: str = "noughts") -> Record:
    return Record(game, (first, second), (), result)


RESULTS = [
    finished("human", "level 3", "1-0"),
    finished("level 3", "human", "1-0"),
    finished("level 3", "human", "1/2-1/2"),
    finished("human", "level 3", "*"),
    finished("human", "level 4", "0-1"),
    finished("human", "level 3", "0-1", game="noughts:5x5,row=4"),
    finished("level 3", "level 3", "0-1"),
]


def test_games_of_others_and_other_games_do_not_count() -> None:
    card = make_scorecard(RESULTS, "noughts", "human", "level 3")
    assert card.count() == Count(wins=1, draws=1, losses=1)
    assert card.count(side=0) == Count(wins=1)
    assert card.count(side=1) == Count(draws=1, losses=1)
    assert [game.result for game in card.games] == ["win", "loss", "draw"]


@pytest.mark.parametrize(("player", "opponent"), [("human", "level 5"), ("somebody", "level 3")])
def test_without_games_it_says_so(player: str, opponent: str) -> None:
    card = make_scorecard(RESULTS, "noughts", player, opponent)
    assert card.text(("X", "O")) == f"{player} against {opponent}: no finished game yet"


def test_two_people_of_one_name_are_told_apart_by_their_sides() -> None:
    results = [finished("human", "human", result) for result in ("1-0", "0-1", "0-1")]
    card = make_scorecard(results, "noughts", "human", "human")
    assert card.text(("X", "O")) == (
        "X against O: 1 win, 0 draws, 2 losses in 3 games (the newest first: W L L)"
    )
