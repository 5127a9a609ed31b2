"""The computer at six levels, which mean the same in every game: how far it looks, and how carelessly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """How far and how carelessly a player looks."""

    digit: str
    word: str
    meaning: str
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    sees: int | None = None
    """A forced end of the game that is more plies away goes unnoticed."""
    noise: float = 0.0
    """How far its judgement of a move is off, measured by how much the moves differ."""
    slips: float = 0.0
    """How often it looks less far than it could."""
    slip_depth: int = 1
    """How far it looks then."""

    @property
    def name(self) -> str:
        """How people call it."""
        return f"level {self.digit}" if self.digit.isdigit() else self.digit

    @property
    def is_perfect(self) -> bool:
        """Whether it plays as well as it can, with no limit but time."""
        return self.nodes is None and self.depth is None

    @property
    def title(self) -> str:
        """What can be typed for it."""
        return f"{self.digit} ({self.word})" if self.digit.isdigit() else self.digit


ALL_LEVELS: Final = (
    Level(
        "1",
        "novice",
        "takes a win, seldom looks at the answer to its move, and goes by the look of things",
        depth=2,
        sees=2,
        noise=2.0,
        slips=0.9,
    ),
    Level(
        "2",
        "beginner",
        "mostly sees what the answer to its move can be, but no threat beyond that",
        depth=2,
        sees=2,
        noise=1.0,
        slips=0.45,
    ),
    Level(
        "3",
        "amateur",
        "never overlooks the answer, sees double threats, and is a little off in its judgement",
        depth=2,
        sees=4,
        noise=0.5,
    ),
    Level("4", "expert", "plays the best of 15 000 positions that it looks at", nodes=15_000),
    Level("5", "master", "plays the best of 100 000 positions that it looks at", nodes=100_000),
    Level("perfect", "perfect", "the strongest there is: proven play where it finds the proof", seconds=3.0),
)
LEVELS: Final[tuple[str, ...]] = tuple(level.digit for level in ALL_LEVELS)


def describe_levels() -> list[tuple[str, str, str]]:
    """Each level's digit, its word, and what it means in one line."""
    return [(level.digit, level.word, level.meaning) for level in ALL_LEVELS]


def read_level(who: str) -> Level | None:
    """The level with this digit or word, with or without "level" in front.

    >>> read_level("level 1").word, read_level("Master").digit, read_level("hal")
    ('novice', '5', None)
    """
    wanted = who.strip().casefold().removeprefix("level").strip()
    return next((level for level in ALL_LEVELS if wanted in (level.digit, level.word)), None)
