"""A job of the prover on a worker whose kernels are plain Python: for small positions, without compiling."""

from __future__ import annotations

from typing import Any

from plyground.infinite import work
from tests.infinite.plain_kernels import PlainProver


def prove_plainly(arguments: dict[str, Any]) -> dict[str, Any]:
    """What a worker answers; its process must have been started with NUMBA_DISABLE_JIT=1."""
    provers = work._OWN.__dict__.setdefault("provers", {})
    if False not in provers:
        provers[False] = PlainProver()
    return work.prove_piece(**arguments)
