"""A claim: a sentence about a move that holds on this board, and a line that shows it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

ClaimKind = Literal[
    "loses at once",
    "allows a win",
    "loses",
    "gives a draw",
    "double threat",
    "threat",
    "forced reply",
    "zugzwang",
    "no safe move",
    "missed win",
    "missed draw",
    "lost distance",
    "still loses",
    "hot cell",
    "holds",
    "estimate",
]


@dataclass(frozen=True)
class Claim:
    """Something that is true of the position that was asked about.

    What each kind claims, so that another program can check it, stands in docs/explain.md.
    """

    kind: ClaimKind
    sentence: str
    line: tuple[str, ...]
    """Moves from the position that was asked about, which show it."""
    proven: bool = True
    """False only for an estimate."""
    at: int = 0
    """After how many moves of the line the claim is about the side to move."""
    moves: tuple[str, ...] = ()
    """The moves that the claim is about: threats, the forced reply, the better move."""
    plies: int | None = None
    """The distance that it claims, from the position that was asked about."""


def claim_json(claim: Claim) -> dict[str, Any]:
    """A claim for programs."""
    return asdict(claim)
