"""What the full screen remembers from one time to the next: colours, the last game, files opened."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.files import data_root, write_atomically
from plyground.terminal.screen.setup import GameSetup

FILE_NAME: Final = "preferences.json"
MOST_FILES: Final = 8
DARK: Final = "textual-dark"
LIGHT: Final = "textual-light"


@dataclass(frozen=True)
class Preferences:
    """How somebody likes it, and what they did last."""

    theme: str = DARK
    setup: GameSetup = field(default_factory=GameSetup)
    """What the last game was started with."""
    game_files: tuple[str, ...] = ()
    """Files with games that were played, the newest first."""
    evaluation_files: tuple[str, ...] = ()
    """Files with evaluations that played, the newest first."""
    plays_forced: bool = False
    """Whether forced moves are played for people."""

    def after(self, setup: GameSetup) -> Preferences:
        """The preferences once a game has been started."""
        source = setup.source
        return replace(
            self,
            setup=setup,
            game_files=_put_first(self.game_files, [source] if source.endswith(".py") else []),
            evaluation_files=_put_first(
                self.evaluation_files, [who for who in setup.seats if who.endswith(".py")]
            ),
        )


def load_preferences() -> Preferences:
    """What was remembered; the usual if there is nothing or it cannot be read."""
    try:
        return _read(json.loads((data_root() / FILE_NAME).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, PlygroundError):
        return Preferences()


def save_preferences(preferences: Preferences) -> None:
    """Remember them; where nothing can be written they last until the program ends."""
    with suppress(OSError, PlygroundError):
        path = data_root() / FILE_NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(preferences), indent=1) + "\n")


def _read(data: dict[str, Any]) -> Preferences:
    setup = data["setup"]
    first, second = (str(who) for who in setup["seats"])
    seconds = setup["seconds"]
    return Preferences(
        theme=LIGHT if data["theme"] == LIGHT else DARK,
        setup=GameSetup(str(setup["game"]), (first, second), None if seconds is None else float(seconds)),
        game_files=_existing(data["game_files"]),
        evaluation_files=_existing(data["evaluation_files"]),
        plays_forced=data.get("plays_forced") is True,
    )


def _existing(files: list[Any]) -> tuple[str, ...]:
    return tuple(str(file) for file in files if Path(str(file)).is_file())[:MOST_FILES]


def _put_first(files: tuple[str, ...], newest: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*newest, *files]))[:MOST_FILES]
