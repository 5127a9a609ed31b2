"""Writing a proof down: the checker's own walk, led by a guide, with a lemma wherever one holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from plyground.verify.endless_field import Cell, CellSet, EndlessField, coordinates
from plyground.verify.endless_lemmas import Walked
from plyground.verify.endless_proof import FIRST_LEMMA, OFFSET, WRITTEN_OUT, EndlessWalk, Guide
from plyground.verify.walk import Refused

MOST_TRIES: Final = 60
"""How many lemmas are tried in vain before a move is written."""


class EndlessWriter(EndlessWalk):
    """A walk along a guide that writes moves down, and lemmas wherever one holds.

    Where the defender has played elsewhere, a lemma is used only if the attacker plays in it where the guide
    has answers to the defender's stones. Windows can make further replies matter all the same. Such a reply
    gets the answer of elsewhere; if that does not win, the part is written anew, without lemmas there.
    """

    def __init__(self, row: int, *, on_progress: Callable[[int], None] | None = None) -> None:
        super().__init__(row, on_progress=on_progress)
        self.written = bytearray()
        self.allowed: list[CellSet] = [-1]
        """Where the attacker may play, for each time that the defender has played elsewhere."""
        self.guessed: list[tuple[CellSet, CellSet]] = []
        """The positions on the way here in which a reply got the answer of elsewhere."""
        self.without: set[tuple[CellSet, CellSet]] = set()
        """The positions from which on elsewhere is followed without lemmas."""
        self.outside: set[tuple[CellSet, CellSet]] = set()
        """The positions in which a reply outside of `within` had to be answered."""
        self.is_without = 0
        self.within: CellSet = -1
        self.moves = 0
        """With which move of the attacker the proof that was written ends at the latest."""

    def write(self, stones: Mapping[Cell, int], guide: Guide, within: CellSet = -1) -> bytes:
        """The bytes of a proof, checked as they are written.

        Only lemmas are used that have no stone outside of `within`, such as the cells of a far proof, and
        that make no reply outside of it matter. Where one does, the part is written anew without lemmas.
        """
        self.within = within
        self.without = set()
        while True:
            self._begin()
            try:
                self.moves = self.prove(stones, guide).moves
            except Refused:
                if not self.guessed or self.guessed[-1] in self.without:
                    raise
                self.without.add(self.guessed[-1])
            else:
                if self.outside <= self.without:
                    return bytes(self.written)
                self.without |= self.outside

    def _begin(self) -> None:
        """Begin a part, perhaps once more."""
        self.field = EndlessField(self.field.row)
        self.written = bytearray()
        self.allowed, self.guessed, self.is_without = [-1], [], 0
        self.outside = set()

    def _follow_elsewhere(self, passes: int, guide: Guide | None, depth: int) -> Walked:
        assert guide is not None
        is_without = self._position() in self.without
        self.is_without += is_without
        self.allowed.append(self.allowed[-1] & guide.replies)
        walked = super()._follow_elsewhere(passes, guide, depth)
        self.allowed.pop()
        self.is_without -= is_without
        return walked

    def _follow_reply(self, cell: Cell, passes: int, guide: Guide | None, depth: int) -> Walked:
        assert guide is not None
        if guide.replies >> cell & 1:
            return super()._follow_reply(cell, passes, guide, depth)
        attackers, defenders = self._position()
        position = attackers, defenders ^ 1 << cell
        if not self.within >> cell & 1:
            self.outside.add(position)
        self.guessed.append(position)
        walked = self._attack(passes, guide.elsewhere(), depth + 1)
        self.guessed.pop()
        return walked

    def _position(self) -> tuple[CellSet, CellSet]:
        return self.field.attackers, self.field.defenders

    def _choose(self, passes: int, guide: Guide | None) -> Cell | Walked:
        assert guide is not None
        if not self.is_without and (walked := self._find_lemma(passes)) is not None:
            return walked
        move, likely = guide.move, self._likely_moves()
        x, y = coordinates(move)
        is_likely = move in likely
        self.written += bytes([likely.index(move)] if is_likely else [WRITTEN_OUT, x + OFFSET, y + OFFSET])
        return self._make(move)

    def _find_lemma(self, passes: int) -> Walked | None:
        """Use the first lemma that holds here and writes no reply that the guide does not answer."""
        forbidden = ~self.allowed[-1] | self.field.defenders
        tries = 0
        for place, lemma in enumerate(reversed(self.book.find(self.field.attackers))):
            cells = lemma.walked.attacked | lemma.walked.replied | lemma.defenders
            if lemma.walked.attacked & forbidden or cells & ~self.within:
                continue
            walked = lemma.apply(self.field, passes, self.most)
            if walked is not None:
                self.written.append(FIRST_LEMMA + place)
                self.book.use(self.field.attackers, place)
                return walked
            tries += 1
            if tries == MOST_TRIES:
                break
        return None
