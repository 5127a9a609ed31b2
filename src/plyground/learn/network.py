"""All about a game that learning needs, found out from its rules: board, symmetries, patterns, arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from plyground.errors import NotPortable
from plyground.game import Game
from plyground.learn.kernels import Tables, Workspace, make_workspace
from plyground.learn.lookup import Chunk, make_chunks, words_of
from plyground.learn.patterns import Patterns, make_patterns
from plyground.learn.reading import Reading, find_reading, leaves
from plyground.learn.samples import draw_samples, grid_of
from plyground.learn.symmetries import Symmetry, keep_rows, verified_symmetries

MARKS_PARITY: Final = "marks"
"""In place of an expression for the side to move: the number of marks is odd when it is the second's turn."""

LONGEST_OPENING: Final = 12


@dataclass(frozen=True)
class Network:
    """The patterns of a game, and how they are read."""

    game: Game
    reading: Reading
    patterns: Patterns
    chunks: tuple[tuple[Chunk, ...], ...]
    """For each bitboard the parts that it is read in."""
    tables: Tables
    opening: int
    """How many moves a game may begin with at random and still be open: half of a random game, or 12."""

    def workspace(self, seed: int) -> Workspace:
        """What one thread writes to."""
        view = self.game.view(self.game.start)
        return make_workspace(
            cells=self.patterns.grid.cells,
            windows=len(self.patterns.windows),
            chunks=len(self.tables.chunk_leaf),
            leaves=sum(1 for _ in leaves(view.pos)),
            seed=seed,
        )


def make_network(game: Game) -> Network:
    """Look at a game and lay out what there is to learn; `NotPortable` says why nothing can be."""
    grid = grid_of(game)
    samples = draw_samples(game, grid)
    reading = find_reading(grid, samples)
    marks_tell_side = all(np.count_nonzero(each.marks) % 2 == each.side for each in samples)
    if not reading.side and marks_tell_side:
        reading = reading._replace(side=MARKS_PARITY)
    symmetries = verified_symmetries(game, grid)
    if marks_tell_side and keep_rows(grid, symmetries):
        # The two sides never meet the same position, and where pieces fall they need different rows.
        symmetries = [each for each in symmetries if not each.exchanges]
    length = len(samples) // sum(each.ply == 0 for each in samples)
    opening = max(1, min(LONGEST_OPENING, length // 2))
    return network_of(game, symmetries, reading, opening)


def network_of(
    game: Game, symmetries: Sequence[Symmetry], reading: Reading, opening: int = LONGEST_OPENING
) -> Network:
    """What there is to learn of a game with these symmetries, whose marks are read in this way."""
    patterns = make_patterns(grid_of(game), symmetries, reading)
    if patterns.needs_side and not reading.side:
        raise NotPortable(
            f"the positions of {game.full_name} do not tell whose turn it is; give them a number that does, "
            "0 for the first player and 1 for the second"
        )
    return _network(game, reading, patterns, opening)


def network_with(network: Network, patterns: Patterns) -> Network:
    """The same with other patterns."""
    return _network(network.game, network.reading, patterns, network.opening)


def _network(game: Game, reading: Reading, patterns: Patterns, opening: int) -> Network:
    chunks = tuple(tuple(make_chunks(patterns, plane)) for plane in reading.planes)
    return Network(game, reading, patterns, chunks, make_tables(patterns, reading, chunks), opening)


def make_tables(patterns: Patterns, reading: Reading, chunks: tuple[tuple[Chunk, ...], ...]) -> Tables:
    """The arrays that compiled code works with."""
    each = [(plane, chunk) for plane, parts in zip(reading.planes, chunks, strict=True) for chunk in parts]
    rows = np.cumsum([0, *(len(chunk.sums) for _, chunk in each)])
    lengths = [len(window.cells) for window in patterns.windows]
    backwards = [cell for window in patterns.windows for cell in reversed(window.cells)]
    sums = [chunk.sums.ravel() for _, chunk in each] or [np.zeros(0, np.uint64)]
    return Tables(
        cells=patterns.grid.cells,
        kinds=patterns.grid.kinds,
        entries=patterns.entries,
        by_bits=bool(reading.planes),
        words=words_of(patterns),
        chunk_leaf=_numbers(plane.leaf for plane, _ in each),
        chunk_kind=_numbers(plane.kind for plane, _ in each),
        chunk_shift=_numbers(chunk.shift for _, chunk in each),
        chunk_mask=np.array([chunk.mask for _, chunk in each], np.uint64),
        chunk_row=_numbers(rows[:-1]),
        sums=np.concatenate(sums),
        plane_leaf=_numbers(plane.leaf for plane in reading.planes),
        plane_mask=np.array([cells_mask(plane.bits) for plane in reading.planes], np.uint64),
        window_cells=_numbers(backwards),
        window_start=_numbers(np.cumsum([0, *lengths])),
        offset=_numbers(
            [*(patterns.offsets[window.table] for window in patterns.windows), patterns.offsets[-2]]
        ),
        weight_of=patterns.weight_of,
    )


def cells_mask(bits: tuple[int, ...]) -> int:
    """The bits of a bitboard that are cells."""
    return sum(1 << bit for bit in bits)


def _numbers(values: object) -> npt.NDArray[np.int64]:
    return np.array(list(values), np.int64)  # type: ignore[call-overload]
