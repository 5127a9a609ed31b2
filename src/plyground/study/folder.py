"""A study on disk: what was asked for, what was found out, and every game as soon as it is over.

The folder holds `study.json` (the games that are studied), a lock while a study runs, and a folder for each
game: `settings.json`, a file of JSON for each fact (`openings.json`, `truth.json`, …) and `games.jsonl`, a
line for each finished game. A kill at any time loses at most what was under way.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.files import Lock, error_text, explain_errors, write_atomically
from plyground.study.games import PlayedGame, read_game
from plyground.study.settings import FORMAT, StudySettings, read_settings

STUDY, SETTINGS, GAMES, LOCK = "study.json", "settings.json", "games.jsonl", "lock"
FACTS: Final = ("openings", "size", "truth", "first_moves", "refused")


class GameFolder:
    """What is known of one game."""

    def __init__(self, path: Path, settings: StudySettings) -> None:
        self.path = path
        self.settings = settings
        self.facts: dict[str, Any] = {}
        self.games: list[PlayedGame] = []
        self._known: set[tuple[tuple[int, int], int]] = set()

    def begin(self) -> None:
        """Make the folder; the settings are written last, so that they vouch for the rest."""
        with explain_errors(f"cannot write to {self.path}"):
            self.path.mkdir(parents=True, exist_ok=True)
            (self.path / GAMES).touch()
            write_atomically(self.path / SETTINGS, json.dumps(self.settings.as_json(), indent=2) + "\n")

    def load(self) -> None:
        """Read what an earlier run has left; its seed and strengths stay."""
        with explain_errors(f"cannot read the study in {self.path}"):
            kept = read_settings(json.loads((self.path / SETTINGS).read_text(encoding="utf-8")))
            for name in ("game", "base", "longest"):
                was, is_now = getattr(kept, name), getattr(self.settings, name)
                if was != is_now:
                    raise PlygroundError(
                        f"{self.path} was begun with {name} {was}, not {is_now}; "
                        "go on with the same settings, or choose another -o"
                    )
            self.settings = kept
            for name in FACTS:
                if (self.path / f"{name}.json").exists():
                    self.facts[name] = json.loads((self.path / f"{name}.json").read_text(encoding="utf-8"))
            self._read_games()

    def _read_games(self) -> None:
        """Read the games that are over; the half line that a kill may have left is cut off."""
        data = (self.path / GAMES).read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.decode().splitlines(), start=1):
            try:
                self._keep(read_game(json.loads(line)))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise ValueError(f"{GAMES}: line {number}: {error}") from error
        if whole != data:
            write_atomically(self.path / GAMES, whole.decode())

    def has_game(self, nodes: tuple[int, int], number: int) -> bool:
        """Whether this game is over already."""
        return (nodes, number) in self._known

    def _keep(self, game: PlayedGame) -> bool:
        if self.has_game(game.nodes, game.number):
            return False
        self._known.add((game.nodes, game.number))
        self.games.append(game)
        return True

    def add_game(self, line: dict[str, Any]) -> PlayedGame:
        """Write a game down."""
        game = read_game(line)
        if self._keep(game):
            try:
                with open(self.path / GAMES, "ab") as file:
                    file.write((json.dumps(line, separators=(",", ":")) + "\n").encode())
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise PlygroundError(
                    f"cannot write to {self.path}: {error_text(error)}; "
                    "the games up to now are kept, --resume goes on"
                ) from error
        return game

    def add_fact(self, name: str, fact: Any) -> None:
        """Write down something that was found out."""
        self.facts[name] = fact
        with explain_errors(f"cannot write to {self.path}"):
            write_atomically(self.path / f"{name}.json", json.dumps(fact) + "\n")


class StudyFolder:
    """The folder of a study of some games, held by this process alone."""

    def __init__(self, path: Path, folders: Sequence[GameFolder], lock: Lock) -> None:
        self.path = path
        self.folders = tuple(folders)
        self._lock = lock

    @classmethod
    def open(cls, path: Path, settings: Sequence[StudySettings], *, is_resumed: bool) -> StudyFolder:
        """A new study, or one that goes on with the same games."""
        if is_resumed and not (path / STUDY).exists():
            raise PlygroundError(f"there is no study in {path} to go on with; leave out --resume")
        if not is_resumed:
            refuse_old(path)
        lock = Lock(path / LOCK)
        with explain_errors(f"cannot write to {path}"):
            path.mkdir(parents=True, exist_ok=True)
            if not lock.acquire():
                raise PlygroundError(f"another study is running in {path}; choose another -o")
        try:
            folders = [GameFolder(path / f"{number + 1:02}", each) for number, each in enumerate(settings)]
            if is_resumed:
                _check_games(path, settings)
                for folder in folders:
                    folder.load()
            else:
                refuse_old(path)
                for folder in folders:
                    folder.begin()
                names = [each.game for each in settings]
                with explain_errors(f"cannot write to {path}"):
                    text = json.dumps({"plyground study": FORMAT, "games": names}, indent=2)
                    write_atomically(path / STUDY, text + "\n")
        except BaseException:
            lock.release()
            raise
        return cls(path, folders, lock)

    def only(self, folders: Sequence[GameFolder]) -> StudyFolder:
        """The same study with some of its games; the lock stays where it is."""
        return StudyFolder(self.path, folders, self._lock)

    def release(self) -> None:
        """Let others use the folder."""
        self._lock.release()


def refuse_old(path: Path) -> None:
    """A folder in which a study lies is not begun anew."""
    if (path / STUDY).exists():
        raise PlygroundError(
            f"{path} already holds a study; add --resume to go on with it, or choose another -o"
        )


def _check_games(path: Path, settings: Sequence[StudySettings]) -> None:
    with explain_errors(f"cannot read the study in {path}"):
        kept = json.loads((path / STUDY).read_text(encoding="utf-8"))
        if not isinstance(kept, dict) or kept.get("plyground study") != FORMAT:
            raise ValueError(f"{STUDY} is not that of a study, version {FORMAT}")
        names = [each.game for each in settings]
        if kept["games"] != names:
            raise PlygroundError(
                f"{path} was begun with {', '.join(kept['games'])}, not {', '.join(names)}; "
                "go on with the same games, or choose another -o"
            )
