"""Take one, two or three counters from a row of twelve; whoever takes the last one wins."""

from __future__ import annotations

from typing import NamedTuple

from plyground.contract import LOST, OPEN, Moves, moves, outcome, play
from plyground.game import Ending, Game, LastMove, Picture


class Rules(NamedTuple):
    """How many counters may be taken at once."""

    most: int


class Position(NamedTuple):
    """How many counters are left."""

    left: int


@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
    for taken in range(1, min(rules.most, pos.left) + 1):
        out[at] = taken
        at += 1
    return at


@play.of(Rules)
def _(rules: Rules, pos: Position, move: int) -> Position:
    return Position(pos.left - move)


@outcome.of(Rules)
def _(rules: Rules, pos: Position) -> int:
    return LOST if pos.left == 0 else OPEN


class LastOne(Game):
    """Whoever takes the last counter wins."""

    name = "lastone"
    title = "Last one"
    summary = "Take one, two or three counters; whoever takes the last one wins."
    words = summary

    def setup(self) -> tuple[Rules, Position]:
        return Rules(3), Position(12)

    def move_text(self, move: int) -> str:
        return str(move)

    def picture(self, pos: Position) -> Picture:
        columns = tuple("abcdefghijkl")
        return Picture(columns, ("1",), {f"{column}1": "o" for column in columns[: pos.left]})

    def ending(self, pos: Position, last: LastMove | None) -> Ending:
        return Ending("the last counter is taken")
