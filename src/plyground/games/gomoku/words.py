"""Gomoku in a player's words: what a move makes or stops, and how a win goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plyground import contract
from plyground.game import View, copy_position
from plyground.games.gomoku.field import SIDE, makes_open_four, rank_of
from plyground.games.gomoku.patterns import DOUBLE_THREE, FIVES, FOUR_THREE, FOURS, THREE, WINNING_FOUR

RANK_WORDS: Final = {
    FIVES: "five in a row",
    FOUR_THREE: "four and open three",
    FOURS: "four",
    DOUBLE_THREE: "two open threes",
    THREE: "open three",
}
OPEN_FOUR_WORDS: Final = "open four"
TWO_FOURS_WORDS: Final = "two fours"
HOT_WORDS: Final = (
    *(RANK_WORDS[FIVES], OPEN_FOUR_WORDS, TWO_FOURS_WORDS),
    *(RANK_WORDS[FOUR_THREE], RANK_WORDS[DOUBLE_THREE]),
)
"""What is worth pointing at before it happens, as `contract.hot` counts it in `field`."""


def rank_words(view: View, place: int, side: int) -> str:
    """What a stone of a side on an empty cell would make; nothing if it is nothing much."""
    rank = int(rank_of(view.rules, view.pos, place, side))
    if rank != WINNING_FOUR:
        return RANK_WORDS.get(rank, "")
    return OPEN_FOUR_WORDS if makes_open_four(view.pos, place, side) else TWO_FOURS_WORDS


def move_words(view: View, place: int, name: str, rival: str) -> str:
    """What the side to move does with a stone on this cell, such as "open four at 3,1"."""
    side = int(view.pos.numbers[SIDE])
    makes, stops = rank_words(view, place, side), rank_words(view, place, 1 - side)
    said = [f"{makes} at {name}"] if makes else []
    if stops and not makes.startswith("five"):
        said.append(f"takes {rival}'s {stops} away")
    return ", ".join(said)


def are_fours(view: View, places: Sequence[int]) -> bool:
    """Whether every move of the side that moves first in this line makes a four, or more."""
    rules, pos = view.rules, copy_position(view.pos)
    side = int(pos.numbers[SIDE])
    for index, place in enumerate(places):
        if index % 2 == 0 and int(rank_of(rules, pos, place, side)) < FOURS:
            return False
        contract.play(rules, pos, place)
    return True
