"""The ladder of strengths, with players whose scores against each other are known."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from plyground.study.games import PlayedGame
from plyground.study.ladder import Ladder, LadderGame, rungs_interval

STRENGTHS = (0, 1, 2, 4, 8)
Play = Callable[[LadderGame], PlayedGame]


def play_with(chances: dict[int, float], seed: int) -> Play:
    """Games in which a strength scores so much against whatever rung is below it."""

    def play(game: LadderGame) -> PlayedGame:
        luck = random.Random(f"{seed} {game}")
        is_won = luck.random() < chances[game.upper]
        points = float(is_won == (game.nodes[0] == game.upper))
        return PlayedGame(game.number, game.nodes, game.pair, (), points, "", (), 0)

    return play


def climb(play: Play, ahead: int = 1, most_pairs: int = 400) -> Ladder:
    ladder = Ladder(STRENGTHS, most_pairs)
    while not ladder.is_done:
        under_way: list[LadderGame] = []
        while len(under_way) < 2 * ahead and (game := ladder.next_game(ahead)):
            under_way.append(game)
        for game in reversed(under_way):
            ladder.add(play(game))
    return ladder


def test_what_beats_the_rung_below_is_a_rung() -> None:
    chances = {1: 0.95, 2: 0.5, 4: 0.9, 8: 0.55}
    found = [climb(play_with(chances, seed)).rungs for seed in range(10)]
    assert found.count([0, 1, 4]) >= 9


def test_tests_err_as_seldom_as_they_say() -> None:
    """A strength that scores exactly 60 % is taken for a rung in about one case of twenty."""
    chances = dict.fromkeys(STRENGTHS, 0.6)
    accepted = sum(len(climb(play_with(chances, seed)).rungs) - 1 for seed in range(40))
    assert accepted <= 0.1 * 40 * 4


def test_the_order_of_the_ends_does_not_matter() -> None:
    play = play_with({1: 0.95, 2: 0.6, 4: 0.9, 8: 0.7}, 3)
    one_by_one, many = climb(play), climb(play, ahead=4)
    assert one_by_one.rungs == many.rungs
    assert [test.counted for test in one_by_one.tests] == [test.counted for test in many.tests]


def test_a_ladder_goes_on_with_the_games_of_an_earlier_run() -> None:
    play = play_with({1: 0.95, 2: 0.6, 4: 0.9, 8: 0.7}, 4)
    whole = climb(play)
    games = [
        play(LadderGame(test.lower, test.upper, number)) for test in whole.tests for number in test.points
    ]
    random.Random(1).shuffle(games)
    again = Ladder(STRENGTHS, 400)
    again.add_all(games)
    assert again.is_done
    assert again.rungs == whole.rungs


def test_every_opening_is_played_from_both_sides() -> None:
    ladder = Ladder(STRENGTHS)
    games = [ladder.next_game(2) for _ in range(4)]
    assert [(game.nodes, game.pair) for game in games if game] == [
        ((1, 0), 0),
        ((0, 1), 0),
        ((1, 0), 1),
        ((0, 1), 1),
    ]
    assert ladder.next_game(2) is None


@pytest.mark.parametrize(("tests", "bounds"), [((0, 3, 0), (0, 1)), ((6, 0, 0), (4, 6)), ((1, 0, 2), (0, 3))])
def test_bounds_of_the_number_of_rungs(tests: tuple[int, int, int], bounds: tuple[int, int]) -> None:
    assert rungs_interval(*tests) == bounds
