"""Gomoku in a player's words: what a move makes or stops, and how a win goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from plyground import contract
from plyground.game import View, copy_position
from plyground.games.gomoku.field import SHAPES, SIDE, how_many, rank_of, write_rank
from plyground.games.gomoku.patterns import (
    DOUBLE_THREE,
    FIVES,
    FOUR_THREE,
    FOURS,
    OPEN_FOUR,
    THREE,
    WINNING_FOUR,
)

RANK_WORDS: Final = {
    FIVES: "five in a row",
    FOUR_THREE: "four and open three",
    FOURS: "four",
    DOUBLE_THREE: "two open threes",
    THREE: "open three",
}
DECISIVE: Final = (FIVES, WINNING_FOUR, FOUR_THREE, DOUBLE_THREE)
"""What is worth pointing at before it happens, most urgent first."""


def rank_words(view: View, place: int, side: int) -> str:
    """What a stone of a side on an empty cell would make; nothing if it is nothing much."""
    rank = int(rank_of(view.rules, view.pos, place, side))
    if rank != WINNING_FOUR:
        return RANK_WORDS.get(rank, "")
    shapes = int(view.pos.words[SHAPES + place]) >> 16 * side
    kinds = [shapes >> 4 * direction & 15 for direction in range(4)]
    return "open four" if OPEN_FOUR in kinds else "two fours"


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


def hot_cells(view: View, name_of: Callable[[int], str], players: tuple[str, str]) -> dict[str, str]:
    """The cells where either side could make something decisive, with what it is."""
    found: dict[str, str] = {}
    out = view.pos.numbers.copy()
    for rank in DECISIVE:
        for side in (0, 1):
            if how_many(view.pos, side, rank) == 0:
                continue
            for place in out[: write_rank(view.rules, view.pos, side, rank, out, 0)].tolist():
                found.setdefault(name_of(place), f"{players[side]}: {rank_words(view, place, side)}")
    return found
