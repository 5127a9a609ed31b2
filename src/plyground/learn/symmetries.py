"""The symmetries of a game: turns and mirror images of its board, with the sides exchanged or not.

None is assumed. A symmetry is taken for one if random games and their images agree at every step: the same
marks, as many moves, the image of each move that is played, the same result. An image may begin with the
other side to move or with other marks than the game, where the game can say what that is (`Game.passed`,
`Game.setup_text`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground import contract
from plyground.contract import OPEN
from plyground.errors import PlygroundError
from plyground.game import Game, copy_position
from plyground.learn.samples import Grid, legal_moves, read_marks

GAMES: Final = 6
PLIES: Final = 40
"""How many random games a symmetry has to survive, and how many plies of each are looked at."""


class Symmetry(NamedTuple):
    """Where each cell goes, and whether the sides are exchanged."""

    name: str
    cells: tuple[int, ...]
    exchanges: bool

    def image(self, marks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The marks of the image: where the sides are exchanged, marks 1 and 2 are as well."""
        moved = np.zeros_like(marks)
        moved[list(self.cells)] = marks
        return exchange_marks(moved) if self.exchanges else moved


def keep_rows(grid: Grid, symmetries: Iterable[Symmetry]) -> bool:
    """Whether no symmetry carries a cell into another row: the game knows an up and a down.

    >>> grid = Grid(2, 2, 2)
    >>> mirror = Symmetry("left-right", (1, 0, 3, 2), False)
    >>> keep_rows(grid, [mirror]), keep_rows(grid, [mirror, Symmetry("half turn", (3, 2, 1, 0), False)])
    (True, False)
    """
    return all(
        target // grid.columns == cell // grid.columns
        for symmetry in symmetries
        for cell, target in enumerate(symmetry.cells)
    )


def exchange_marks(marks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Marks with the first and the second kind exchanged.

    >>> exchange_marks(np.array([0, 1, 2, 3])).tolist()
    [0, 2, 1, 3]
    """
    return np.where(marks == 1, 2, np.where(marks == 2, 1, marks))


def verified_symmetries(game: Game, grid: Grid) -> list[Symmetry]:
    """The symmetries of the board that are symmetries of the game; the first leaves all as it is.

    >>> from plyground import find
    >>> from plyground.learn.samples import grid_of
    >>> game = find("connect-four")
    >>> [each.name for each in verified_symmetries(game, grid_of(game))]
    ['identity', 'identity, sides exchanged', 'left-right', 'left-right, sides exchanged']
    """
    candidates = list(board_symmetries(grid))
    found = candidates[:1]
    refuted: set[tuple[tuple[int, ...], bool]] = set()
    for each in candidates[1:]:
        if _identity(each) in {_identity(known) for known in found} | refuted:
            continue
        if is_symmetry(game, grid, each):
            found = _closure(found, each, candidates)
        else:  # then it is none behind a symmetry either
            refuted |= {_identity(_compose(known, each)) for known in found}
    return found


def board_symmetries(grid: Grid) -> Iterator[Symmetry]:
    """Every symmetry of the board, the identity first, each also with the sides exchanged."""
    columns, rows = grid.columns, grid.rows
    names = ["identity", "left-right", "upside-down", "half turn"]
    if columns == rows:
        names += ["diagonal", "other diagonal", "quarter turn", "three-quarter turn"]
    for name in names:
        for exchanges in (False, True) if grid.kinds > 1 else (False,):
            cells = tuple(
                _moved(name, columns, rows, cell % columns, cell // columns) for cell in range(grid.cells)
            )
            yield Symmetry(f"{name}, sides exchanged" if exchanges else name, cells, exchanges)


def _moved(name: str, columns: int, rows: int, x: int, y: int) -> int:
    """The cell that the cell in column `x` and row `y` goes to."""
    left, down = columns - 1 - x, rows - 1 - y
    x, y = {
        "identity": (x, y),
        "left-right": (left, y),
        "upside-down": (x, down),
        "half turn": (left, down),
        "diagonal": (y, x),
        "other diagonal": (down, left),
        "quarter turn": (y, left),
        "three-quarter turn": (down, x),
    }[name]
    return y * columns + x


def _identity(symmetry: Symmetry) -> tuple[tuple[int, ...], bool]:
    return symmetry.cells, symmetry.exchanges


def _compose(after: Symmetry, before: Symmetry) -> Symmetry:
    cells = tuple(after.cells[cell] for cell in before.cells)
    return Symmetry("", cells, after.exchanges != before.exchanges)


def _closure(found: list[Symmetry], new: Symmetry, candidates: list[Symmetry]) -> list[Symmetry]:
    """All that can be made of verified symmetries: what follows from them needs no trial."""
    known = {_identity(each): each for each in [*found, new]}
    while True:
        products = {
            _identity(product): product
            for one in known.values()
            for other in known.values()
            if _identity(product := _compose(one, other)) not in known
        }
        if not products:
            return [each for each in candidates if _identity(each) in known]
        known |= products


# Trying one


def is_symmetry(game: Game, grid: Grid, symmetry: Symmetry) -> bool:
    """Whether random games and their images agree at every step."""
    view = game.view(game.start)
    start = _image_start(game, grid, symmetry)
    if start is None:
        return False
    chance = random.Random(f"symmetries {symmetry.name}")
    return all(
        _follows(view.rules, grid, symmetry, copy_position(view.pos), copy_position(start), chance)
        for _ in range(GAMES)
    )


def _image_start(game: Game, grid: Grid, symmetry: Symmetry) -> Any | None:
    """The image of the start as a search sees it; None if the game cannot say what that is."""
    view = game.view(game.start)
    marks = read_marks(view.rules, view.pos, grid.cells)
    image = symmetry.image(marks)
    if np.array_equal(image, marks):
        twin = game.passed(game.start) if symmetry.exchanges else game.start
        return None if twin is None else game.view(twin).pos
    names = {game.cell_text(cell): game.mark_texts[kind - 1] for cell, kind in enumerate(image) if kind}
    try:
        text = game.setup_text(names, 1 if symmetry.exchanges else 0)
        return game.view(game.read_position(text)).pos if text else None
    except PlygroundError:
        return None


def _follows(rules: Any, grid: Grid, symmetry: Symmetry, pos: Any, image: Any, chance: random.Random) -> bool:
    """Whether the image of a random game can be played, move for move, to the same result."""
    for _ in range(PLIES):
        if not np.array_equal(symmetry.image(read_marks(rules, pos, grid.cells)),
                              read_marks(rules, image, grid.cells)):  # fmt: skip
            return False
        result = contract.outcome(rules, pos)
        if result != contract.outcome(rules, image):
            return False
        if result != OPEN:
            return True
        moves, images = legal_moves(rules, pos), legal_moves(rules, image)
        if len(moves) != len(images):
            return False
        pos = contract.play(rules, copy_position(pos), chance.choice(moves))
        wanted = symmetry.image(read_marks(rules, pos, grid.cells))
        for move in images:
            after = contract.play(rules, copy_position(image), move)
            if np.array_equal(read_marks(rules, after, grid.cells), wanted):
                image = after
                break
        else:
            return False
    return True
