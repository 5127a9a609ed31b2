"""Proving a position by a strategy that hints describe: threats where they win, a search where hints end.

A search with proof numbers spreads its work over many moves. Where hints name a good move for one position
after another, it is far cheaper to follow them down to wins by threats. What a hinted move leaves open is
searched position by position, with little work at first and more as long as something is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from plyground.infinite.prover import Effort, PositionProver

THREATS: Final = 20_000
"""Expansions for a win by threats."""
PASSES: Final = 100_000
"""Expansions for a win by threats if the defender plays elsewhere."""
STRATEGY_EFFORTS: Final = (
    Effort(50_000, 1000, 20_000, 50_000, 14, 60),
    Effort(100_000, 2, 2000, 8000, 14),
    Effort(250_000, 1000, 20_000, 50_000, 14, 60),
    Effort(300_000, 2, 2000, 8000, 14),
    Effort(1_000_000, 1000, 20_000, 50_000, 14, 60),
    Effort(1_000_000, 2, 6000, 20_000, 14),
    Effort(1_000_000, 0, 1000, 8000, 14),
)
"""What is spent on each open position, one after the other."""


class HintedStrategy:
    """Follows the hints of a prover from the position on its board."""

    def __init__(
        self,
        prover: PositionProver,
        *,
        is_stopped: Callable[[], bool] = lambda: False,
        threats: int = THREATS,
        passes: int = PASSES,
        efforts: tuple[Effort, ...] = STRATEGY_EFFORTS,
    ) -> None:
        self.prover, self.is_stopped = prover, is_stopped
        self.threats, self.passes, self.efforts = threats, passes, efforts
        self._proofs: dict[int, int] = {}
        self._failed: dict[int, int] = {}
        """How many of the efforts were in vain, by position."""

    def find_proof(self) -> int:
        """A proof that the attacker, who is to move, wins; -1 if none was found."""
        for efforts in range(len(self.efforts) + 1):
            proof = self._prove(efforts)
            if proof >= 0:
                return proof
        return -1

    def _prove(self, efforts: int, *, is_elsewhere: bool = False) -> int:
        """A proof of the position on the board, with the first few efforts for what is open below.

        Once the defender has played elsewhere, a hinted move has to threaten a win by threats alone.
        """
        key = self.prover.position_key
        if key in self._proofs:
            return self._proofs[key]
        if self._failed.get(key, -1) >= efforts or self._has_ended():
            return -1
        proof = self.prover.find_threats(self.threats)
        if proof < 0:
            proof = self._follow_hint(efforts, is_elsewhere=is_elsewhere)
        if proof < 0:
            proof = self._search(key, efforts)
        if self._has_ended():
            return -1
        if proof >= 0:
            self._proofs[key] = proof
        else:
            self._failed[key] = efforts
        return proof

    def _follow_hint(self, efforts: int, *, is_elsewhere: bool) -> int:
        """A proof that begins with the hinted move, -1 if there is none or a reply to it stays open."""
        prover = self.prover
        move = prover.hint()
        if move is None or move in prover.stones:
            return -1
        prover.put(move, attacker=True)
        elsewhere = prover.find_threats(self.passes)
        if elsewhere < 0 and not is_elsewhere:
            elsewhere = self._prove(efforts, is_elsewhere=True)
        needed = prover.needed(elsewhere) if elsewhere >= 0 else None
        answers = []
        for reply in needed or ():
            prover.put(reply, attacker=False)
            proof = self._prove(efforts, is_elsewhere=is_elsewhere)
            prover.take()
            if proof < 0:
                needed = None
                break
            answers.append((reply, proof))
        prover.take()
        if needed is None:
            return -1
        return prover.add_proof(move, elsewhere, answers)

    def _search(self, key: int, efforts: int) -> int:
        """A proof by search, with the efforts that were not made here yet."""
        for effort in self.efforts[self._failed.get(key, 0) : efforts]:
            proof = self.prover.search(effort)
            if proof >= 0 or self._has_ended():
                return proof
        return -1

    def _has_ended(self) -> bool:
        return self.is_stopped() or self.prover.is_full
