"""What makes a study the one that it is: the players by their strengths, the limits, the seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from plyground.errors import PlygroundError

FORMAT: Final = 1
"""The version of the files in a study's folder."""
BASE_NODES: Final = 1000
FACTORS: Final = (1, 4, 16)
"""The strengths at which games are played, as multiples of the base."""
STEP: Final = 4
"""How many times as many positions the next strength of the ladder looks at."""
LADDER_BELOW: Final = 4
LADDER_ABOVE: Final = 4
"""How many strengths of the ladder stand below the base, and above it."""
RANDOM: Final = 0
"""The strength of a player that moves at random."""


@dataclass(frozen=True)
class StudySettings:
    """How one game is studied."""

    game: str
    """Name and variant, with the whole path of a file."""
    base: int = BASE_NODES
    """How many positions the player that is called 1x looks at for a move."""
    longest: int = 500
    """After how many plies a game is cut off and counts as not finished."""
    openings: int = 64
    """How many openings are wanted."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.base < 1 or self.longest < 2:
            raise PlygroundError("a study needs at least 1 node a move and games of at least 2 plies")

    @property
    def strengths(self) -> tuple[int, ...]:
        """Positions a move for each of the players, the weakest first: random moves, then 1x, 4x and 16x."""
        return (RANDOM, *(factor * self.base for factor in FACTORS))

    @property
    def strongest(self) -> int:
        """The strength whose games are judged, and with which they are judged."""
        return self.strengths[-1]

    @property
    def ladder(self) -> tuple[int, ...]:
        """The strengths that the ladder tries, from a player that moves at random upwards.

        >>> StudySettings("noughts").ladder
        (0, 4, 16, 62, 250, 1000, 4000, 16000, 64000, 256000)
        """
        tried = (round(self.base * STEP**power) for power in range(-LADDER_BELOW, LADDER_ABOVE + 1))
        return (RANDOM, *dict.fromkeys(nodes for nodes in tried if nodes >= 1))

    def as_json(self) -> dict[str, Any]:
        """What is written to the folder."""
        return {"plyground study": FORMAT, **asdict(self)}


def read_settings(data: Any) -> StudySettings:
    """The settings that `as_json` wrote; ValueError if it did not."""
    if not isinstance(data, dict) or data.pop("plyground study", None) != FORMAT:
        raise ValueError(f"these are not the settings of a study, version {FORMAT}")
    try:
        return StudySettings(**data)
    except TypeError as error:
        raise ValueError(f"these settings are damaged: {error}") from error


def strength_name(nodes: int, base: int) -> str:
    """A strength as a multiple of the base.

    >>> strength_name(16000, 1000), strength_name(250, 1000), strength_name(0, 1000)
    ('16x', '1/4x', 'random')
    """
    if not nodes:
        return "random"
    return f"{round(nodes / base)}x" if nodes >= base else f"1/{round(base / nodes)}x"


def short_name(nodes: int) -> str:
    """A strength as the number of its positions.

    >>> short_name(0), short_name(16000)
    ('random', '16 000')
    """
    return f"{nodes:,}".replace(",", " ") if nodes else "random"


def player_name(nodes: int) -> str:
    """A strength in words.

    >>> player_name(0), player_name(16000)
    ('random moves', '16 000 nodes a move')
    """
    return f"{short_name(nodes)} nodes a move" if nodes else "random moves"
