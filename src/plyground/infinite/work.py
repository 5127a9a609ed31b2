"""A job of the prover for the infinite board: what a worker is asked of one position, as plain JSON."""

from __future__ import annotations

import base64
import threading
import time
from typing import Any, Final

from plyground.infinite.prover import TALL, Effort, PositionProver

FUNCTION: Final = f"{__name__}:prove_piece"
_OWN: Final = threading.local()
"""The prover of each thread; it has one board at a time, and 610 MB."""


def prove_piece(
    stones: list[list[int]], effort: list[int], budget: int, is_far: bool, hint: list[int] | None = None
) -> dict[str, Any]:
    """Search for a proof that the attacker, who is to move, wins.

    `stones` are in turn the attacker's and the defender's; if the attacker's is last, the defender passed.
    """
    prover = _prover(is_far)
    prover.clear()
    prover.resume()
    points = [(x, y) for x, y in stones]
    for number, point in enumerate(points):
        prover.put(point, attacker=number % 2 == 0)
    if hint is not None and tuple(hint) not in points:
        prover.add_hint(points, (hint[0], hint[1]))
    before, began, worked = prover.expansions, time.perf_counter(), time.thread_time()
    proof = prover.search(Effort(*effort), budget)
    piece = base64.b64encode(prover.piece(proof).to_bytes()).decode() if proof >= 0 else None
    return {
        "piece": piece,
        "numbers": list(prover.proof_numbers),
        "expansions": prover.expansions - before,
        "seconds": time.perf_counter() - began,
        "processor_seconds": time.thread_time() - worked,
    }


def _prover(is_far: bool) -> PositionProver:
    provers: dict[bool, PositionProver] = _OWN.__dict__.setdefault("provers", {})
    if is_far not in provers:
        provers.clear()
        provers[is_far] = PositionProver(extra_rows=TALL if is_far else 0)
    return provers[is_far]
