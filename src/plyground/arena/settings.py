"""What makes a tournament the one that it is; the same settings always ask for the same games."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from plyground.errors import PlygroundError

FORMAT: Final = 1
"""The version of the files in a tournament's folder."""


@dataclass(frozen=True)
class GameLimits:
    """What a player may use up, and when it has lost by using more."""

    seconds: float | None = None
    """For each move, by the arena's clock."""
    nodes: int | None = None
    depth: int | None = None
    memory: int = 16
    """Megabytes for the table of a player that keeps one."""
    grace: float = 0.5
    """How many seconds above the limit are forgiven."""
    patience: float = 300.0
    """A player that needs longer to get ready, or for a move where time is not limited, has lost."""
    longest: int = 500
    """After how many moves in all the game is stopped and counted as a draw."""


NO_LIMITS: Final = GameLimits()


@dataclass(frozen=True)
class TournamentSettings:
    """Who plays what against whom, how often, and under which limits."""

    game: str
    players: tuple[str, ...]
    games: int
    """How often each two players meet."""
    openings: str
    """How many openings were asked for, or the name of the file that they came from."""
    seed: int
    gauntlet: bool = False
    """Whether only the first player meets all others."""
    sprt: tuple[float, float] | None = None
    limits: GameLimits = NO_LIMITS

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise PlygroundError("a tournament needs at least two players")
        for who in self.players:
            if self.players.count(who) > 1:
                raise PlygroundError(f"{who!r} is there twice; name each player once")
        if self.games < 2 or self.games % 2:
            raise PlygroundError(
                f"--games must be even, as every opening is played from both sides; {self.games} is not"
                if self.games >= 2
                else f"--games must be at least 2, not {self.games}"
            )
        if self.sprt and len(self.players) != 2:
            raise PlygroundError(f"--sprt compares two players, not {len(self.players)}")
        if self.sprt and not self.sprt[0] < self.sprt[1]:
            raise PlygroundError("--sprt takes two numbers, the smaller one first, such as --sprt 0 10")

    def as_json(self) -> dict[str, Any]:
        """What is written to the folder."""
        return {"plyground arena": FORMAT, **asdict(self)}

    def seed_for(self, number: int, side: int) -> int:
        """The seed of one player in one game."""
        text = f"{self.seed} {number} {side}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def read_settings(data: Any) -> TournamentSettings:
    """The settings that `as_json` wrote; ValueError if it did not."""
    if not isinstance(data, dict) or data.pop("plyground arena", None) != FORMAT:
        raise ValueError(f"these are not the settings of a tournament, version {FORMAT}")
    try:
        sprt = data.pop("sprt")
        return TournamentSettings(
            players=tuple(data.pop("players")),
            sprt=None if sprt is None else (sprt[0], sprt[1]),
            limits=GameLimits(**data.pop("limits")),
            **data,
        )
    except (TypeError, KeyError, IndexError, PlygroundError) as error:
        raise ValueError(f"these settings are damaged: {error}") from error


def difference(begun: TournamentSettings, asked: TournamentSettings) -> str:
    """Where two tournaments differ first, in words, or nothing.

    >>> one = TournamentSettings("noughts", ("1", "2"), games=10, openings="5", seed=1)
    >>> difference(one, TournamentSettings("noughts", ("1", "2"), games=20, openings="5", seed=1))
    'games 10, not 20'
    """
    for place, names in ((None, fields(TournamentSettings)), ("limits", fields(GameLimits))):
        for field in names:
            if field.name == "limits":
                continue
            was, is_now = (
                getattr(each if place is None else each.limits, field.name) for each in (begun, asked)
            )
            if was != is_now:
                return f"{field.name} {_value_text(was)}, not {_value_text(is_now)}"
    return ""


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(str(each) for each in value)
    return {"None": "unlimited", "True": "on", "False": "off"}.get(str(value), str(value))
