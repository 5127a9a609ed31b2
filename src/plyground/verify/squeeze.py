"""Squeeze-It: slide like rooks, and take what is squeezed."""

from __future__ import annotations

from typing import TypeAlias

from plyground.errors import IllegalPosition
from plyground.verify.images import Images
from plyground.verify.model import DRAWN, LOST, OPEN, WON, Model, short, words_of

Position: TypeAlias = tuple[int, int, int]
"""The pieces of the side to move and those of the other side, a bit for each cell, and the moves made.

Without a limit the moves made are only whose turn it is, 0 or 1, so that a position that recurs is equal."""
Move: TypeAlias = tuple[int, int]
"""The cells that a piece leaves and that it goes to, by number."""


class SqueezeModel(Model):
    """White and black slide pieces.

    Without a limit the third occurrence of a position is a draw. A certificate needs nothing of that: a
    strategy that wins without ever going in a circle meets no position twice, and for a side that only wants
    not to lose a circle is good enough.

    >>> game = SqueezeModel(4, 4, limit=0)
    >>> state = game.read("1B2/4/BW2/1W2 white")
    >>> [game.name(move) for move in game.moves(state)][:3]
    ['b1-a1', 'b1-c1', 'b1-d1']
    """

    players = ("white", "black")

    def __init__(self, columns: int, rows: int, limit: int) -> None:
        super().__init__(columns, rows)
        self.limit = limit
        self.example = "BBBB/W3/4/1WWW black 1" if limit else "BBBB/W3/4/1WWW black"
        self.most_moves = columns * (columns + rows - 2)
        number = {cell: index for index, cell in enumerate(self.cells)}
        self.rays = [
            [
                [
                    number[column + distance * right, row + distance * up]
                    for distance in range(1, max(columns, rows))
                    if (column + distance * right, row + distance * up) in number
                ]
                for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ]
            for column, row in self.cells
        ]
        """For each cell the cells to the right, to the left, above and below, the nearest first."""
        self.images = Images(
            [{number[cell]: number[way(cell)] for cell in self.cells} for way in self.symmetries()]
        )

    def start(self) -> Position:
        row = (1 << self.columns) - 1
        return row, row << self.columns * (self.rows - 1), 0

    def read(self, text: str) -> Position:
        words = words_of(text, 3 if self.limit else 2, self.example)
        found = self.read_grid(words[0], "WB")
        side = self.read_side(words[1])
        sides = [
            sum(1 << index for index, cell in enumerate(self.cells) if found.get(cell) == piece)
            for piece in "WB"
        ]
        if max(pieces.bit_count() for pieces in sides) > self.columns:
            raise IllegalPosition(f"{short(text)} has too many pieces; a side begins with {self.columns}")
        made = self._read_made(words[2]) if self.limit else side
        if made % 2 != side:
            raise IllegalPosition(f"after {made} moves it is not {self.players[side]}'s turn")
        return sides[side], sides[1 - side], made

    def _read_made(self, word: str) -> int:
        if not (word.isascii() and word.isdecimal() and len(word) <= 5 and int(word) <= 2 * self.limit):
            raise IllegalPosition(f"{short(word)} is no number of moves made; write 0 to {2 * self.limit}")
        return int(word)

    def side(self, state: Position) -> int:
        return state[2] & 1

    def moves(self, state: Position) -> list[Move]:
        """Piece by piece in the order of the cells, and for each its targets in the order of the cells."""
        taken = state[0] | state[1]
        found = []
        for source, rays in enumerate(self.rays):
            if not state[0] >> source & 1:
                continue
            targets = []
            for ray in rays:
                for target in ray:
                    if taken >> target & 1:
                        break
                    targets.append(target)
            found += [(source, target) for target in sorted(targets)]
        return found

    def play(self, state: Position, move: Move) -> Position:
        own, other, made = state
        source, target = move
        own ^= 1 << source | 1 << target
        taken = self._find_bookended(own, other, target) | self._find_beyond_both_ends(own, other, target)
        return other & ~taken, own, made + 1 if self.limit else 1 - made

    def _find_bookended(self, own: int, other: int, moved: int) -> int:
        """Enemy runs that begin beside the piece that moved and end at another own piece."""
        taken = 0
        for ray in self.rays[moved]:
            run = 0
            for cell in ray:
                if other >> cell & 1:
                    run |= 1 << cell
                    continue
                if own >> cell & 1:
                    taken |= run
                break
        return taken

    def _find_beyond_both_ends(self, own: int, other: int, moved: int) -> int:
        """If enemies stand directly beyond both ends of the run that the moved piece is in, these two."""
        taken = 0
        for one, opposite in (self.rays[moved][:2], self.rays[moved][2:]):
            ends = [next((cell for cell in ray if not own >> cell & 1), None) for ray in (one, opposite)]
            if all(end is not None and other >> end & 1 for end in ends):
                taken |= sum(1 << end for end in ends if end is not None)
        return taken

    def result(self, state: Position) -> int:
        own, other, made = state
        if not self._can_move(own, own | other):
            return LOST
        if not self.limit or made < 2 * self.limit:
            return OPEN
        more = own.bit_count() - other.bit_count()
        return WON if more > 0 else LOST if more < 0 else DRAWN

    def _can_move(self, own: int, taken: int) -> bool:
        return any(
            own >> source & 1 and any(ray and not taken >> ray[0] & 1 for ray in rays)
            for source, rays in enumerate(self.rays)
        )

    def name(self, move: Move) -> str:
        source, target = (self.cell_name(self.cells[cell]) for cell in move)
        return f"{source}-{target}"

    def key(self, state: Position) -> int:
        own, other, made = state
        return self.images.least(own, other) << 12 | made
