"""Results that are proven: by search, by proof numbers, by tables."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.solver.prover import ProvenResult, Prover
    from plyground.solver.solver import Solver, solve
    from plyground.solver.verdict import MoveVerdict, Verdict

__all__ = ["MoveVerdict", "ProvenResult", "Prover", "Solver", "Verdict", "solve"]

_HOMES = {
    "ProvenResult": "prover",
    "Prover": "prover",
    "Solver": "solver",
    "solve": "solver",
    "MoveVerdict": "verdict",
    "Verdict": "verdict",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: the command line knows this room before it needs it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'plyground.solver' has no attribute {name!r}")
    return getattr(importlib.import_module(f"plyground.solver.{_HOMES[name]}"), name)
