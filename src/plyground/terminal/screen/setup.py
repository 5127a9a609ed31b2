"""What a game is started with."""

from __future__ import annotations

import re
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

    @property
    def source(self) -> str:
        """The name of the game, or its file, without the variant."""
        in_file = re.fullmatch(r"(.*\.py)(?::.*)?", self.game)
        return in_file[1] if in_file else self.game.partition(":")[0]

    @property
    def variant(self) -> str:
        """The variant, empty for the usual one."""
        return self.game[len(self.source) + 1 :]
