"""What a game is started with."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.seats import HUMAN


@dataclass(frozen=True)
class GameSetup:
    """The game, who sits where, and how long the computer may think."""

    game: str = "noughts"
    """Name and variant, as the catalogue finds it."""
    seats: tuple[str, str] = (HUMAN, "3")
    seconds: float | None = None
    """For each move of the computer; None leaves it to the level."""
