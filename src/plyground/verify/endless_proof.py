"""Proofs on the endless field: a move of the attacker for every reply that matters, and one for all others.

docs/infinite.md tells why such a tree is a proof. The walk below reads the attacker's moves and works out
everything else: after each of them it follows first what happens if the defender plays *elsewhere*, finds
from that which cells are needed, and then follows a reply on each of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol, TypeAlias

from plyground.verify.endless_field import (
    ATTACKER,
    DEFENDER,
    Cell,
    CellSet,
    EndlessField,
    cell_at,
    cells_of,
    coordinates,
)
from plyground.verify.walk import Refused

WRITTEN_OUT: Final = 3
"""The byte before the two of a move that is written out; smaller ones are places among the likely moves."""
PRIME: Final = (1 << 61) - 1
OFFSET: Final = 128
REPORT_EVERY: Final = 1024
DEEPEST: Final = 120
"""No proof goes deeper than this, counted in moves of the attacker."""

Dangers: TypeAlias = dict[CellSet, int]
"""Windows in which the defender may get too many stones: the empty cells, and how many stones to count."""


class Guide(Protocol):
    """The tree of a proof, for whoever writes it down."""

    @property
    def move(self) -> Cell:
        """The attacker's move."""

    def elsewhere(self) -> Guide:
        """What follows if the defender plays elsewhere."""

    def after(self, reply: Cell) -> Guide:
        """What follows after a reply."""


@dataclass(slots=True)
class ProofNode:
    """A move of the attacker and what follows; a move that completes a row has nothing below it."""

    move: Cell
    elsewhere: ProofNode | None = None
    replies: Mapping[Cell, ProofNode] = field(default_factory=dict)


@dataclass(slots=True)
class Walked:
    """What a walk through a part of a proof found."""

    node: ProofNode
    attacked: CellSet
    """Where the attacker plays."""
    dangers: Dangers
    moves: int
    """How many moves of the attacker complete a row at the latest."""


class EndlessWalk:
    """A walk through proofs: moves come from `read`, byte by byte, or from a guide and go to `write`."""

    def __init__(
        self,
        row: int,
        *,
        read: Callable[[], int] | None = None,
        write: Callable[[bytes], object] | None = None,
        on_progress: Callable[[int], None] | None = None,
        keeps_tree: bool = False,
    ) -> None:
        self.field = EndlessField(row)
        self.most = row - 2
        """How many stones the defender may have in a window when it is the defender's turn."""
        self.read, self.write, self.on_progress = read, write, on_progress
        self.keeps_tree = keeps_tree
        """Whether the whole tree is to be had afterwards."""
        self.positions = 0
        """In how many positions the defender was to move."""
        self.used: CellSet = 0
        """All cells on which a stone was put."""
        self.attackers = 0
        """A number for where the attacker's stones are."""
        self.last = 0
        """The cell of the stone that was put last."""
        self.made: dict[tuple[int, Cell], Cell] = {}
        """The last move by the attacker's stones and the stone put last, and by the former alone, with -1."""

    def prove(self, stones: Mapping[Cell, int], guide: Guide | None = None) -> Walked:
        """Follow the proof that the attacker, who is to move, wins from these stones."""
        for cell, side in stones.items():
            self._put(cell, side)
        walked = self._attack(0, guide, 0)
        for cell in stones:
            self._take(cell)
        return walked

    def _put(self, cell: Cell, side: int) -> None:
        self.field.put(cell, side)
        self.used |= 1 << cell
        self.last = cell
        if side == ATTACKER:
            self.attackers = (self.attackers + cell_weight(cell)) % PRIME

    def _take(self, cell: Cell) -> None:
        if self.field.stones[cell] == ATTACKER:
            self.attackers = (self.attackers - cell_weight(cell)) % PRIME
        self.field.take(cell)

    def _attack(self, passes: int, guide: Guide | None, depth: int) -> Walked:
        """Follow a move of the attacker and everything after it.

        `passes` is how often the defender has played elsewhere on the way here.
        """
        if depth > DEEPEST:
            raise Refused(f"the proof is deeper than {DEEPEST} moves of the attacker")
        move = self._move(guide)
        self._put(move, ATTACKER)
        if self.field.has_row(ATTACKER):
            walked = Walked(ProofNode(move), 1 << move, {}, 1)
        else:
            walked = self._defend(move, passes, guide, depth)
        self._take(move)
        return walked

    def _defend(self, move: Cell, passes: int, guide: Guide | None, depth: int) -> Walked:
        """Follow everything that the defender can do.

        There is no row to complete: `_move` stops the only one, and refuses where there are two.
        """
        self.positions += 1
        if self.on_progress is not None and self.positions % REPORT_EVERY == 0:
            self.on_progress(self.positions)
        if passes > self.most:
            raise Refused(f"the defender plays elsewhere {passes} times; more than {self.most} are too many")
        dangers = self._dangers(passes)
        elsewhere = self._attack(passes + 1, guide and guide.elsewhere(), depth + 1)
        needed = elsewhere.attacked
        for cells, stones in elsewhere.dangers.items():
            if stones == self.most:
                needed |= cells
        if passes:
            for cells, stones in elsewhere.dangers.items():
                self._add_danger(dangers, cells, stones + bool(cells & ~needed), passes)
        attacked, moves = elsewhere.attacked | 1 << move, elsewhere.moves
        replies = {}
        for cell in cells_of(needed):
            self._put(cell, DEFENDER)
            below = self._attack(passes, guide and guide.after(cell), depth + 1)
            self._take(cell)
            if self.keeps_tree:
                replies[cell] = below.node
            attacked |= below.attacked
            moves = max(moves, below.moves)
            for cells, stones in below.dangers.items():
                self._add_danger(dangers, cells, stones, passes)
        node = ProofNode(move, elsewhere.node if self.keeps_tree else None, replies)
        return Walked(node, attacked, dangers, moves + 1)

    def _dangers(self, passes: int) -> Dangers:
        """The windows of this position that passes could fill with too many of the defender's stones."""
        dangers: Dangers = {}
        if passes:
            for stones in range(max(1, self.most - passes + 1), self.most + 1):
                for window in self.field.windows_with(DEFENDER, stones):
                    dangers[self.field.empty_cells(window)] = stones
        return dangers

    def _add_danger(self, dangers: Dangers, cells: CellSet, stones: int, passes: int) -> None:
        """Note a window, if the passes on the way here could fill it."""
        if stones + passes > self.most and stones > dangers.get(cells, 0):
            dangers[cells] = stones

    def _move(self, guide: Guide | None) -> Cell:
        """The attacker's move: forced, or one of the likely moves, or written out."""
        fives = self.field.completions(ATTACKER)
        if len(fives) == 1:
            return fives[0]
        if not fives:
            blocks = self.field.completions(DEFENDER)
            if len(blocks) > 1:
                raise Refused(
                    f"the defender can complete a row on {_name(blocks[0])} and on {_name(blocks[1])}"
                )
            if blocks:
                return blocks[0]
        exact, by_stones = (self.attackers, self.last), (self.attackers, -1)
        likely = self._likely_moves([self.made.get(exact), self.made.get(by_stones)], fives)
        move = self._read_move(likely) if guide is None else self._write_move(likely, guide.move)
        if move in self.field.stones:
            raise Refused(f"the attacker plays on {_name(move)}, where a stone is")
        if fives and move not in fives:
            raise Refused(f"the attacker plays on {_name(move)} instead of completing a row")
        self.made[exact] = self.made[by_stones] = move
        return move

    def _likely_moves(self, made: list[Cell | None], fives: list[Cell]) -> list[Cell]:
        """The moves that were made before with the same stones, as far as they can be made here."""
        likely: list[Cell] = []
        for move in made + fives[:1]:
            can_be = move is not None and move not in self.field.stones and (not fives or move in fives)
            if can_be and move is not None and move not in likely:
                likely.append(move)
        return likely

    def _read_move(self, likely: list[Cell]) -> Cell:
        assert self.read is not None
        place = self.read()
        if place == WRITTEN_OUT:
            return cell_at(self.read() - OFFSET, self.read() - OFFSET)
        if place >= len(likely):
            raise Refused(f"a move is number {place} of {len(likely)} likely ones")
        return likely[place]

    def _write_move(self, likely: list[Cell], move: Cell) -> Cell:
        if self.write is not None:
            x, y = coordinates(move)
            is_likely = move in likely
            self.write(bytes([likely.index(move)] if is_likely else [WRITTEN_OUT, x + OFFSET, y + OFFSET]))
        return move


@cache
def cell_weight(cell: Cell) -> int:
    """What a stone of the attacker adds to the number of where they all are."""
    return pow(3, cell, PRIME)


def _name(cell: Cell) -> str:
    return "{},{}".format(*coordinates(cell))
