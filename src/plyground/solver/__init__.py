"""Results that are proven: by search, by proof numbers, by tables."""

from plyground.solver.oracle import Judgement, Oracle, Progress

__all__ = ["Judgement", "Oracle", "Progress"]
