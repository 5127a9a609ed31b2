"""Proofs on the endless field: a move of the attacker for every reply that matters, and one for all others.

docs/infinite.md tells why such a tree is a proof. The walk below gets the attacker's moves and works out
everything else: after each of them it follows first what happens if the defender plays *elsewhere*, finds
from that which cells are needed, and then follows a reply on each of these. Instead of a move it may get a
lemma, a part of the proof that was walked through before and holds here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
from plyground.verify.endless_lemmas import FEWEST_MOVES, Dangers, LemmaBook, Walked
from plyground.verify.walk import Refused

WRITTEN_OUT: Final = 2
"""The byte before the two of a move that is written out; smaller ones are places among the likely moves."""
FIRST_LEMMA: Final = 3
"""The byte of the lemma that was used last; greater ones are those before it."""
OFFSET: Final = 128
REPORT_EVERY: Final = 1024
DEEPEST: Final = 120
"""No proof goes deeper than this, counted in moves of the attacker."""

Made: TypeAlias = dict[tuple[CellSet, Cell], Cell]


class Guide(Protocol):
    """The tree of a proof, for whoever writes it down."""

    @property
    def move(self) -> Cell:
        """The attacker's move."""

    @property
    def replies(self) -> CellSet:
        """The replies that it answers."""

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


class EndlessWalk:
    """A walk through proofs that begin with a move of the attacker."""

    def __init__(
        self, row: int, *, on_progress: Callable[[int], None] | None = None, keeps_tree: bool = False
    ) -> None:
        self.field = EndlessField(row)
        self.most = row - 2
        """How many stones the defender may have in a window when it is the defender's turn."""
        self.on_progress = on_progress
        self.keeps_tree = keeps_tree
        """Whether the whole tree is to be had afterwards."""
        self.positions = 0
        """In how many positions the defender was to move, without those of lemmas."""
        self.used: CellSet = 0
        """All cells on which a stone was put; those of lemmas are among them: each was walked through."""
        self.last = 0
        """The cell of the stone that was put last."""
        self.book = LemmaBook()
        self.keeps_lemmas = True
        self.made: Made = {}
        """The last move by the attacker's stones and the stone put last, and by the former alone, with -1."""

    def prove(self, stones: Mapping[Cell, int], guide: Guide | None = None) -> Walked:
        """Follow the proof that the attacker, who is to move, wins from these stones.

        Nothing is known from proofs that were followed before, so that each can be read by itself.
        """
        self.used, self.book, self.made = 0, LemmaBook(), {}
        for cell, side in stones.items():
            self._put(cell, side)
        walked = self._attack(0, guide, 0)
        for cell in stones:
            self.field.take(cell)
        return walked

    def _choose(self, passes: int, guide: Guide | None) -> Cell | Walked:
        """A move of the attacker, or what is known from a lemma."""
        raise NotImplementedError

    def _put(self, cell: Cell, side: int) -> None:
        self.field.put(cell, side)
        self.used |= 1 << cell
        self.last = cell

    def _attack(self, passes: int, guide: Guide | None, depth: int) -> Walked:
        """Follow a move of the attacker and everything after it.

        `passes` is how often the defender has played elsewhere on the way here.
        """
        if depth > DEEPEST:
            raise Refused(f"the proof is deeper than {DEEPEST} moves of the attacker")
        five = self._completing_move(guide)
        if five is not None:
            self.used |= 1 << five
            return Walked(ProofNode(five), 1 << five, 0, {}, 1, -1)
        forced = self._blocking_move()
        chosen = self._choose(passes, guide) if forced is None else forced
        if isinstance(chosen, Walked):
            return chosen
        self._put(chosen, ATTACKER)
        walked = self._defend(chosen, passes, guide, depth)
        self.field.take(chosen)
        if self.keeps_lemmas and forced is None and walked.moves >= FEWEST_MOVES:
            self.book.add(self.field, walked, passes)
        return walked

    def _completing_move(self, guide: Guide | None) -> Cell | None:
        """The first move that completes a row, if there is one."""
        fives = self.field.completions(ATTACKER)
        return fives[0] if fives else None

    def _blocking_move(self) -> Cell | None:
        """The move that stops the only row of the defender, if there is one."""
        blocks = self.field.completions(DEFENDER)
        if len(blocks) > 1:
            raise Refused(f"the defender can complete a row on {_name(blocks[0])} and on {_name(blocks[1])}")
        return blocks[0] if blocks else None

    def _defend(self, move: Cell, passes: int, guide: Guide | None, depth: int) -> Walked:
        """Follow everything that the defender can do.

        There is no row to complete: `_blocking_move` stops the only one, and refuses where there are two.
        """
        self.positions += 1
        if self.on_progress is not None and self.positions % REPORT_EVERY == 0:
            self.on_progress(self.positions)
        if passes > self.most:
            raise Refused(f"the defender plays elsewhere {passes} times; more than {self.most} are too many")
        dangers = self._dangers(passes)
        elsewhere = self._follow_elsewhere(passes, guide, depth)
        needed = self._needed(elsewhere)
        if passes:
            for cells, stones in elsewhere.dangers.items():
                self._add_danger(dangers, cells, stones + bool(cells & ~needed), passes)
        attacked, replied = elsewhere.attacked | 1 << move, elsewhere.replied | needed
        moves, inner = elsewhere.moves, elsewhere.passes + 1
        replies = {}
        for cell in cells_of(needed):
            self._put(cell, DEFENDER)
            below = self._follow_reply(cell, passes, guide, depth)
            self.field.take(cell)
            if self.keeps_tree:
                replies[cell] = below.node
            attacked |= below.attacked
            replied |= below.replied
            moves = max(moves, below.moves)
            inner = max(inner, below.passes)
            for cells, stones in below.dangers.items():
                self._add_danger(dangers, cells, stones, passes)
        node = ProofNode(move, elsewhere.node if self.keeps_tree else None, replies)
        return Walked(node, attacked, replied, dangers, moves + 1, inner)

    def _needed(self, elsewhere: Walked) -> CellSet:
        """The replies that matter, given what follows elsewhere."""
        needed = elsewhere.attacked
        for cells, stones in elsewhere.dangers.items():
            if stones == self.most:
                needed |= cells
        return needed & ~self.field.defenders

    def _follow_elsewhere(self, passes: int, guide: Guide | None, depth: int) -> Walked:
        return self._attack(passes + 1, guide and guide.elsewhere(), depth + 1)

    def _follow_reply(self, cell: Cell, passes: int, guide: Guide | None, depth: int) -> Walked:
        return self._attack(passes, guide and guide.after(cell), depth + 1)

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

    def _likely_moves(self) -> list[Cell]:
        """The moves that were made before with the same stones of the attacker, as far as they are empty."""
        likely: list[Cell] = []
        for key in self._made_keys():
            move = self.made.get(key)
            if move is not None and move not in likely and not self.field.stones >> move & 1:
                likely.append(move)
        return likely

    def _made_keys(self) -> tuple[tuple[CellSet, Cell], ...]:
        return (self.field.attackers, self.last), (self.field.attackers, -1)

    def _make(self, move: Cell) -> Cell:
        """Remember a move that is made."""
        if self.field.stones >> move & 1:
            raise Refused(f"the attacker plays on {_name(move)}, where a stone is")
        for key in self._made_keys():
            self.made[key] = move
        return move


class EndlessReader(EndlessWalk):
    """A walk whose moves are bytes; it reports how many of them it has read."""

    def __init__(
        self,
        row: int,
        data: bytes,
        *,
        keeps_tree: bool = False,
        on_progress: Callable[[int], None] | None = None,
    ) -> None:
        report = on_progress and (lambda positions: on_progress(self.place))
        super().__init__(row, keeps_tree=keeps_tree, on_progress=report)
        self.data = data
        self.place = 0
        """How many bytes have been read."""

    def read(self) -> int:
        """The next byte."""
        if self.place == len(self.data):
            raise Refused("a part of the proof ends before every reply is answered")
        self.place += 1
        return self.data[self.place - 1]

    def _choose(self, passes: int, guide: Guide | None) -> Cell | Walked:
        byte = self.read()
        if byte >= FIRST_LEMMA:
            return self._read_lemma(byte - FIRST_LEMMA, passes)
        if byte == WRITTEN_OUT:
            return self._make(cell_at(self.read() - OFFSET, self.read() - OFFSET))
        likely = self._likely_moves()
        if byte >= len(likely):
            raise Refused(f"a move is number {byte} of {len(likely)} likely ones")
        return self._make(likely[byte])

    def _read_lemma(self, place: int, passes: int) -> Walked:
        lemmas = self.book.find(self.field.attackers)
        if place >= len(lemmas):
            raise Refused(f"lemma {place} is used, where {len(lemmas)} are known")
        walked = lemmas[-1 - place].apply(self.field, passes, self.most)
        if walked is None:
            raise Refused("a lemma is used where it does not hold")
        self.book.use(self.field.attackers, place)
        return walked


class GuidedWalk(EndlessWalk):
    """A walk along a tree that is at hand, without lemmas."""

    def __init__(self, row: int, *, keeps_tree: bool = False) -> None:
        super().__init__(row, keeps_tree=keeps_tree)
        self.keeps_lemmas = False

    def _completing_move(self, guide: Guide | None) -> Cell | None:
        """The guide's move, if it completes a row, and else as always."""
        fives = self.field.completions(ATTACKER)
        if guide is not None and guide.move in fives:
            return guide.move
        return fives[0] if fives else None

    def needed(self, stones: Mapping[Cell, int], guide: Guide) -> CellSet:
        """The replies that matter if the defender is to move with these stones and this follows elsewhere."""
        for cell, side in stones.items():
            self._put(cell, side)
        needed = self._needed(self._attack(1, guide, 1))
        for cell in stones:
            self.field.take(cell)
        return needed

    def _choose(self, passes: int, guide: Guide | None) -> Cell | Walked:
        assert guide is not None
        return self._make(guide.move)


class NodeGuide:
    """A tree in which lemmas stand as they were proven, for a walk that works its replies out anew.

    A reply that it does not answer is one on which the lemma had a stone of the defender already, or matters
    as little: what follows elsewhere follows then too.
    """

    __slots__ = ("node",)

    def __init__(self, node: ProofNode) -> None:
        self.node = node

    @property
    def move(self) -> Cell:
        """The attacker's move."""
        return self.node.move

    @property
    def replies(self) -> CellSet:
        """The replies that it answers."""
        return sum(1 << cell for cell in self.node.replies)

    def elsewhere(self) -> NodeGuide:
        """What follows if the defender plays elsewhere."""
        if self.node.elsewhere is None:
            raise Refused("the tree of a lemma cannot be followed here")
        return NodeGuide(self.node.elsewhere)

    def after(self, reply: Cell) -> NodeGuide:
        """What follows after a reply."""
        node = self.node.replies.get(reply)
        return self.elsewhere() if node is None else NodeGuide(node)


def write_out(row: int, stones: Mapping[Cell, int], node: ProofNode) -> ProofNode:
    """The tree of a proof without lemmas, every reply worked out and answered, checked once more."""
    return GuidedWalk(row, keeps_tree=True).prove(stones, NodeGuide(node)).node


def _name(cell: Cell) -> str:
    return "{},{}".format(*coordinates(cell))
