"""How far a long computation has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from plyground.score import Score


@dataclass(frozen=True)
class Progress:
    """How far a proof has come."""

    what: str
    """What is being done, in a few words: `depth 12`, `opening 3 of 16`, `5 against 4 pieces`."""
    nodes: int = 0
    seconds: float = 0.0
    settled: int | None = None
    """How much is settled."""
    known: int | None = None
    """How much there is to settle, as far as is known."""
    fill: float | None = None
    """How full the table is, 0 to 1."""
    score: Score | None = None
    """What is known so far, proven or not."""
    line: tuple[str, ...] = ()
    """The play that the score expects."""


OnProgress: TypeAlias = Callable[[Progress], None]
"""Called now and then while a proof goes on."""
