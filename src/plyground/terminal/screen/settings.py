"""What a game is started with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.seats import HUMAN


@dataclass(frozen=True)
class Settings:
    """The game, who sits where, and how long the computer may think."""

    game: str = "noughts"
    """Name and variant, as the catalogue finds it."""
    seats: tuple[str, str] = (HUMAN, "3")
    seconds: float | None = None
    """For each move of the computer; None leaves it to the level."""
    delay: float = 0.8
    """The least time from move to move when the computer plays against itself."""

    def swapped(self) -> Settings:
        """The same with the sides changed over."""
        return replace(self, seats=(self.seats[1], self.seats[0]))
