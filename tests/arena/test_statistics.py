"""Ratings against published examples, against closed forms, and in simulated tournaments."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from plyground.arena.statistics import SCALE, Pair, elo_of, ratings, score_of


def pentanomial(counts: list[int]) -> list[Pair]:
    """Pairs of games of two players, by how often each score 0, 1/2, 1, 3/2, 2 occurred."""
    return [Pair(0, 1, score / 2) for score, count in enumerate(counts) for _ in range(count)]


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.1, -381.7)])
def test_elo_and_score_belong_together(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert score_of(elo) == pytest.approx(score, abs=1e-4)


def test_all_points_are_worth_infinitely_much() -> None:
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "superiority"),
    [  # the examples with which fastchess, a tournament manager for chess, is tested
        ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0000),
        ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
        ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0000),
    ],
)
def test_two_players_as_others_have_it(
    counts: list[int], elo: float, error: float, superiority: float
) -> None:
    found = ratings(2, pentanomial(counts))
    gap, half = found.difference(0, 1)
    assert gap == pytest.approx(elo, abs=0.01)
    assert half == pytest.approx(error, rel=0.01)
    assert found.superiority(0, 1) == pytest.approx(superiority, abs=2e-4)


def test_single_games_as_others_have_it() -> None:
    won, lost, drawn = 136, 96, 111  # from the same examples
    games = [Pair(0, 1, 1.0, 1)] * won + [Pair(0, 1, 0.0, 1)] * lost + [Pair(0, 1, 0.5, 1)] * drawn
    gap, half = ratings(2, games).difference(0, 1)
    assert gap == pytest.approx(40.70, abs=0.01)
    assert half == pytest.approx(30.43, rel=0.01)


TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""The American League's eastern division, 1987: Agresti, Categorical Data Analysis, 1990, section 10.6."""
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
"""Of each team next to Baltimore, in natural units, and the error of each, as R's BradleyTerry2 has them."""
ERRORS = (0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319)


def test_a_league_as_the_textbook_has_it() -> None:
    games = []
    for one, other in combinations(range(len(TEAMS)), 2):
        games += [Pair(one, other, 1.0, 1)] * WINS[one][other]
        games += [Pair(one, other, 0.0, 1)] * WINS[other][one]
    found = ratings(len(TEAMS), games)
    last = len(TEAMS) - 1
    for team, (ability, error) in enumerate(zip(ABILITIES, ERRORS, strict=False)):
        assert (found.elo[team] - found.elo[last]) / SCALE == pytest.approx(ability, abs=2e-4)
        table = found.fisher
        variance = table[team, team] + table[last, last] - 2 * table[team, last]
        assert math.sqrt(variance) / SCALE == pytest.approx(error, abs=2e-4)
    assert not found.is_held


def test_ratings_are_the_likeliest() -> None:
    chance = random.Random(1)
    met = [chance.sample(range(4), 2) for _ in range(60)]
    pairs = [Pair(one, other, chance.randrange(5) / 2) for one, other in met]
    found = ratings(4, pairs)

    def log_likelihood(elo: list[float]) -> float:
        total = 0.0
        for pair in pairs:
            expected = score_of(elo[pair.one] - elo[pair.other])
            total += pair.points * math.log(expected) + (2 - pair.points) * math.log(1 - expected)
        return total

    best = log_likelihood(list(found.elo))
    for player in range(4):
        for step in (-1.0, 1.0):
            moved = list(found.elo)
            moved[player] += step
            assert log_likelihood(moved) < best
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_is_held_by_an_added_draw() -> None:
    found = ratings(2, [Pair(0, 1, 2.0)] * 10)
    assert found.is_held
    assert found.difference(0, 1)[0] == pytest.approx(elo_of(21 / 22))
    assert math.isfinite(found.error(0))


def test_a_group_that_scored_nothing_against_another_is_held_too() -> None:
    even = [Pair(0, 1, 1.0), Pair(2, 3, 1.0)]
    assert not ratings(4, even).is_held
    assert ratings(4, [*even, Pair(0, 2, 2.0)]).is_held
    assert not ratings(4, [*even, Pair(0, 2, 2.0), Pair(1, 3, 0.5)]).is_held


def test_results_that_never_vary_are_not_taken_for_certain() -> None:
    found = ratings(2, [Pair(0, 1, 1.0)] * 4)
    assert found.elo == pytest.approx((0, 0))
    few, many = found.error(0), ratings(2, [Pair(0, 1, 1.0)] * 400).error(0)
    assert few > 50
    assert many < few / 50


def test_nobody_has_played_yet() -> None:
    found = ratings(3, [])
    assert (found.elo, found.error(0), found.superiority(0, 1)) == ((0, 0, 0), 0, 0.5)


def test_the_order_of_two_names_does_not_matter() -> None:
    one = ratings(2, pentanomial([3, 4, 5, 6, 7]))
    other = ratings(2, [Pair(1, 0, 2 - pair.points) for pair in pentanomial([3, 4, 5, 6, 7])])
    assert one.elo == pytest.approx(other.elo)
    assert one.error(0) == pytest.approx(other.error(0))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = random.Random(7)
    true = (120.0, 20.0, -140.0)
    held = [0, 0, 0]
    for _ in range(200):
        pairs = [
            Pair(one, other, simulated_pair(score_of(true[one] - true[other]), chance))
            for one, other in combinations(range(3), 2)
            for _ in range(40)
        ]
        found = ratings(3, pairs)
        for player in range(3):
            held[player] += abs(found.elo[player] - true[player]) <= found.error(player)
    assert all(0.91 <= count / 200 <= 0.99 for count in held)


def simulated_pair(score: float, chance: random.Random) -> float:
    """The points of a pair of games; the opening helps whoever begins, and half of what can be is drawn."""
    help_from_opening = chance.uniform(0, min(score, 1 - score))
    points = 0.0
    for expected in (score + help_from_opening, score - help_from_opening):
        drawn = min(expected, 1 - expected)
        points += chance.choices((1.0, 0.5, 0.0), (expected - drawn / 2, drawn, 1 - expected - drawn / 2))[0]
    return points
