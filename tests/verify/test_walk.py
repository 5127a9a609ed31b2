"""The walk through a strategy, on games so small that everything about them is plain."""

from __future__ import annotations

import pytest

from plyground.verify.model import DRAWN, LOST, OPEN, WON, Model
from plyground.verify.walk import Refused, walk


class Graph(Model):
    """A game drawn as a graph: an even position is the first side's turn, an odd one the second's.

    A move is the position that it leads to.
    """

    players = ("first", "second")

    def __init__(self, moves: dict[int, list[int]], results: dict[int, int]) -> None:
        super().__init__(1, 1)
        self.ways, self.results = moves, results

    def start(self) -> int:
        return 0

    def side(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return self.ways[state]

    def play(self, state: int, move: int) -> int:
        return move

    def result(self, state: int) -> int:
        return self.results.get(state, OPEN)

    def name(self, move: int) -> str:
        return str(move)

    def key(self, state: int) -> int:
        return state


def walked(
    game: Graph, root: int, places: list[int], *, strategist: int = 0, wins: bool = True
) -> tuple[int, int, int]:
    """Positions, the longest game and how many places are left over."""
    left = iter(places)
    found = walk(game, root, strategist=strategist, wins=wins, choose=lambda moves, way: next(left))
    return found.positions, found.longest, len(list(left))


# 0 → 1 → 2 → 3 (first wins) or 5 (goes back to 0); 1 → 4, from where first can win at once.
GAME = Graph(
    {0: [1], 1: [2, 4], 2: [5, 7], 4: [5, 3], 5: [0], 7: [6, 8], 6: [3], 8: [9]}, {3: LOST, 9: DRAWN}
)


def test_a_strategy_is_followed_through_every_reply() -> None:
    game = Graph({0: [1], 1: [2, 4], 2: [7], 4: [3], 7: [6, 4], 6: [3]}, {3: LOST})
    assert walked(game, 0, [0, 0]) == (2, 5, 0)
    assert walked(game, 1, [0]) == (1, 4, 0)


def test_a_win_at_once_needs_no_move() -> None:
    assert walked(GAME, 4, []) == (0, 1, 0)


def test_a_position_is_asked_about_once() -> None:
    game = Graph({0: [1], 1: [2, 4], 2: [7], 4: [7], 7: [6], 6: [5], 5: [10], 10: [3]}, {3: LOST})
    assert walked(game, 0, [0, 0, 0, 0]) == (4, 7, 0)


def test_who_wants_to_win_must_not_go_in_circles() -> None:
    with pytest.raises(Refused, match="after 1 2 5 0 the game goes around in a circle"):
        walked(GAME, 0, [0, 0])


def test_who_wants_not_to_lose_may_go_in_circles() -> None:
    assert walked(GAME, 0, [0, 0], wins=False)[0] == 2


def test_a_draw_is_no_win() -> None:
    with pytest.raises(Refused, match="after 1 2 7 8 9 first only draws"):
        walked(GAME, 0, [0, 1, 0])
    assert walked(GAME, 0, [0, 1, 0], wins=False)[0] == 3


def test_a_reply_that_wins_is_noticed() -> None:
    game = Graph({0: [1], 1: [2, 4], 2: [3]}, {3: LOST, 4: LOST})
    for wins in (True, False):
        with pytest.raises(Refused, match="after 1 4 first loses"):
            walked(game, 0, [0], wins=wins)


def test_a_reply_that_loses_ends_the_game() -> None:
    game = Graph({0: [1], 1: [2]}, {2: WON})
    assert walked(game, 0, [0]) == (1, 2, 0)


def test_a_move_beyond_the_list_is_refused() -> None:
    with pytest.raises(Refused, match="it says move 2 of 1, which is not legal"):
        walked(GAME, 0, [2])


@pytest.mark.parametrize(
    ("result", "side", "wins", "good"),
    [(LOST, 1, True, True), (LOST, 0, True, False), (DRAWN, 0, True, False), (DRAWN, 0, False, True)],
)
def test_a_game_that_is_over_speaks_for_itself(result: int, side: int, wins: bool, good: bool) -> None:
    game = Graph({}, {0: result})
    if good:
        assert walked(game, 0, [], strategist=side, wins=wins) == (0, 0, 0)
    else:
        with pytest.raises(Refused):
            walked(game, 0, [], strategist=side, wins=wins)
