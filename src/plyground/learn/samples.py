"""Positions of random games with what stands on their cells: what an unknown game is looked at through."""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground import contract
from plyground.contract import OPEN
from plyground.errors import NotPortable
from plyground.game import Game, copy_position

MOST_CELLS: Final = 400
MOST_KINDS: Final = 32
GAMES: Final = 400
POSITIONS: Final = 1_200
LONGEST: Final = 400
"""How many random games are looked at, how many of their positions, and how many plies of a game."""


class Grid(NamedTuple):
    """The board of a game: its size, and how many kinds of marks can stand on a cell."""

    columns: int
    rows: int
    kinds: int

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows


class Sample(NamedTuple):
    """A position as a search sees it, the marks on its cells, the side to move, and the moves before it."""

    pos: Any
    marks: npt.NDArray[np.int64]
    side: int
    ply: int


def grid_of(game: Game) -> Grid:
    """The board of a game that patterns can be learned on; `NotPortable` says why there is none.

    >>> from plyground import find
    >>> grid_of(find("connect-four"))
    Grid(columns=7, rows=6, kinds=2)
    """
    picture = game.picture(game.start)
    if picture.endless:
        raise NotPortable(
            f"{game.full_name} has an endless board, and patterns are learned cell by cell; "
            "learn a variant with a size"
        )
    rules_class = type(game.view(game.start).rules)
    if not contract.marks.is_implemented(rules_class):
        raise NotPortable(
            f"{game.full_name} does not tell compiled code what stands on its cells; "
            f"write {contract.marks.template(rules_class)}"
        )
    grid = Grid(len(picture.columns), len(picture.rows), len(game.mark_texts))
    if not 0 < grid.cells <= MOST_CELLS:
        raise NotPortable(
            f"{game.full_name} has {grid.cells} cells; patterns are learned on at most {MOST_CELLS}"
        )
    if not 0 < grid.kinds <= MOST_KINDS:
        raise NotPortable(
            f"{game.full_name} has {grid.kinds} kinds of marks; "
            f"patterns are learned with 1 to {MOST_KINDS} (Game.mark_texts)"
        )
    return grid


def read_marks(rules: Any, pos: Any, cells: int) -> npt.NDArray[np.int64]:
    """What stands on each cell."""
    out = np.zeros(cells, np.int64)
    contract.marks(rules, pos, out)
    return out


def legal_moves(rules: Any, pos: Any) -> list[int]:
    """Every move of a position that is not over."""
    out = np.zeros(contract.MOST_MOVES, np.int64)
    return [int(move) for move in out[: contract.moves(rules, pos, out, 0)]]


def draw_samples(game: Game, grid: Grid, seed: int = 1) -> list[Sample]:
    """Positions of random games, ends included, spread over many games."""
    view = game.view(game.start)
    chance = random.Random(f"samples {seed}")
    samples: list[Sample] = []
    for _ in range(GAMES):
        pos = copy_position(view.pos)
        for ply in range(LONGEST):
            samples.append(Sample(copy_position(pos), read_marks(view.rules, pos, grid.cells), ply % 2, ply))
            if contract.outcome(view.rules, pos) != OPEN:
                break
            pos = contract.play(view.rules, pos, chance.choice(legal_moves(view.rules, pos)))
        if len(samples) >= POSITIONS:
            break
    return samples
