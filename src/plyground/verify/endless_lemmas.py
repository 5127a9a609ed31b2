"""Lemmas of proofs on the endless field: what was proven once holds wherever it is not disturbed.

docs/infinite.md tells why. A lemma is a part of a proof that begins with a move of the attacker. It is found
by the attacker's stones, and holds with other stones of the defender if these are off all cells that the
attacker plays in it, and in no window in which the defender could get too many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from plyground.verify.endless_field import (
    DEFENDER,
    CellSet,
    EndlessField,
    cells_of,
    window_cells,
    windows_of,
)

if TYPE_CHECKING:
    from plyground.verify.endless_proof import ProofNode

MOST_LEMMAS: Final = 200
"""So many are remembered with the same stones of the attacker."""
FEWEST_MOVES: Final = 3
"""What takes fewer moves of the attacker is no lemma."""

Dangers: TypeAlias = dict[CellSet, int]
"""Windows in which the defender may get too many stones: the empty cells, and how many stones to count."""


@dataclass(slots=True)
class Walked:
    """What a walk through a part of a proof found."""

    node: ProofNode
    attacked: CellSet
    """Where the attacker plays."""
    replied: CellSet
    """Where the defender plays."""
    dangers: Dangers
    moves: int
    """How many moves of the attacker complete a row at the latest."""
    passes: int
    """How often at most the defender plays elsewhere in it before a turn of the defender; -1 for a row."""


@dataclass(slots=True)
class Lemma:
    """A part of a proof with the stones for which it was proven."""

    walked: Walked
    defenders: CellSet
    passes: int
    """How often the defender had played elsewhere before."""

    def apply(self, field: EndlessField, passes: int, most: int) -> Walked | None:
        """What holds with the stones on the field, the attacker's being the same; None if it does not hold.

        `most` is how many stones the defender may have in a window when it is the defender's turn.
        """
        walked, defenders = self.walked, field.defenders
        if passes > self.passes or defenders & walked.attacked:
            return None
        dangers = None
        occupied = defenders | walked.replied
        for stone in cells_of(defenders & ~self.defenders):
            for window in windows_of(stone, field.row):
                if field.windows[window] % DEFENDER:
                    continue
                cells = window_cells(window, field.row)
                stones = (cells & occupied).bit_count() + walked.passes
                if stones > most:
                    return None
                if stones + passes > most:
                    dangers = dict(walked.dangers) if dangers is None else dangers
                    empty = cells & ~defenders
                    dangers[empty] = max(stones, dangers.get(empty, 0))
        if dangers is None:
            return walked
        return Walked(walked.node, walked.attacked, walked.replied, dangers, walked.moves, walked.passes)


class LemmaBook:
    """The lemmas of a proof, found by the attacker's stones, the one used last at the end."""

    def __init__(self) -> None:
        self.lemmas: dict[CellSet, list[Lemma]] = {}

    def find(self, attackers: CellSet) -> list[Lemma]:
        """The lemmas with these stones of the attacker."""
        return self.lemmas.get(attackers, [])

    def use(self, attackers: CellSet, place: int) -> None:
        """Put a lemma, counted from the one used last, to the end."""
        lemmas = self.lemmas[attackers]
        lemmas.append(lemmas.pop(-1 - place))

    def add(self, field: EndlessField, walked: Walked, passes: int) -> None:
        """Remember a part of a proof; the field is as it was before it."""
        lemmas = self.lemmas.setdefault(field.attackers, [])
        lemmas.append(Lemma(walked, field.defenders, passes))
        if len(lemmas) > MOST_LEMMAS:
            del lemmas[0]
