"""A tournament on disk: what was asked for, and every game as soon as it is over.

The folder holds `arena.json` (the settings), `openings.txt`, `games/000001.ply` and so on (a record a game),
`games.jsonl` (a line for each finished game, written after its record) and, while a tournament runs, a lock.
A kill at any time loses at most the games under way.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from plyground.arena.openings import Opening, load_openings, write_openings
from plyground.arena.pairing import Pairing
from plyground.arena.referee import FinishedGame
from plyground.arena.settings import TournamentSettings, difference, read_settings
from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.files import Lock, error_text, explain_errors, write_atomically
from plyground.records import RESULTS, UNFINISHED, write_record

SETTINGS, OPENINGS, GAMES, INDEX = "arena.json", "openings.txt", "games", "games.jsonl"
TABLE, PLOT, LOCK = "table.txt", "ratings.svg", "lock"
DIGEST_LENGTH: Final = 16


@dataclass(frozen=True)
class GameResult:
    """A line of the index: how one game ended."""

    number: int
    opening: int
    first: str
    second: str
    result: str
    reason: str
    fault: str
    plies: int
    digest: str
    """A hash of the moves, equal for games with equal moves."""

    @property
    def points(self) -> float:
        """The points of the player who began."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


class TournamentFolder:
    """The files of one tournament, held by this process alone."""

    def __init__(
        self, path: Path, settings: TournamentSettings, openings: Sequence[Opening], lock: Lock
    ) -> None:
        self.path = path
        self.settings = settings
        self.openings = tuple(openings)
        self.results: dict[int, GameResult] = {}
        self._lock = lock

    @classmethod
    def begin(
        cls, path: Path, settings: TournamentSettings, openings: Sequence[Opening], notes: Iterable[str] = ()
    ) -> TournamentFolder:
        """A new tournament; the settings are written last, so that they vouch for the rest."""
        refuse_old(path)
        lock = Lock(path / LOCK)
        try:
            with explain_errors(f"cannot write to {path}"):
                (path / GAMES).mkdir(parents=True, exist_ok=True)
                _acquire(lock)
                refuse_old(path)
                _write(path / OPENINGS, write_openings(openings, notes))
                _write(path / INDEX, "")
                _write(path / SETTINGS, json.dumps(settings.as_json(), indent=2) + "\n")
        except BaseException:
            lock.release()
            raise
        return cls(path, settings, openings, lock)

    @classmethod
    def resume(cls, path: Path) -> TournamentFolder:
        """A tournament that was begun before, with the games that are over."""
        if not (path / SETTINGS).exists():
            raise PlygroundError(f"there is no tournament in {path} to go on with; leave out --resume")
        lock = Lock(path / LOCK)
        with explain_errors(f"cannot write to {path}"):
            _acquire(lock)
        try:
            with explain_errors(f"cannot read the tournament in {path}"):
                settings = read_settings(json.loads((path / SETTINGS).read_text(encoding="utf-8")))
                folder = cls(path, settings, load_openings(path / OPENINGS, find(settings.game)), lock)
                folder._read_index()
        except BaseException:
            lock.release()
            raise
        return folder

    def check_settings(self, asked: TournamentSettings) -> None:
        """Refuse to go on with a tournament as if it were another."""
        if what := difference(self.settings, asked):
            raise PlygroundError(
                f"{self.path} was begun with {what}; go on with the same settings, or choose another --out"
            )

    def add_game(self, pairing: Pairing, finished: FinishedGame) -> GameResult | None:
        """Write a game down; None if it is there already, as it must not count twice."""
        if pairing.number in self.results:
            return None
        record = finished.record
        moves = " ".join(played.move for played in record.moves)
        result = GameResult(
            number=pairing.number,
            opening=pairing.opening % len(self.openings),
            first=self.settings.players[pairing.first],
            second=self.settings.players[pairing.second],
            result=record.result,
            reason=record.reason,
            fault=finished.fault,
            plies=len(record.moves),
            digest=hashlib.sha256(moves.encode()).hexdigest()[:DIGEST_LENGTH],
        )
        try:
            _write(self.game_path(pairing.number), write_record(record))
            with open(self.path / INDEX, "ab") as file:
                file.write((json.dumps(asdict(result)) + "\n").encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise PlygroundError(
                f"cannot write to {self.path}: {error_text(error)}; "
                "the games up to now are kept, --resume goes on"
            ) from error
        self.results[result.number] = result
        return result

    def game_path(self, number: int) -> Path:
        """Where the record of a game lies; people count from 1."""
        return self.path / GAMES / f"{number + 1:06}.ply"

    def write(self, name: str, text: str) -> None:
        """Put a report into the folder."""
        with explain_errors(f"cannot write {self.path / name}"):
            _write(self.path / name, text)

    def release(self) -> None:
        """Let others use the folder."""
        self._lock.release()

    def _read_index(self) -> None:
        """Read the games that are over; the half line that a kill may have left is cut off."""
        data = (self.path / INDEX).read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.decode().splitlines(), start=1):
            try:
                result = GameResult(**json.loads(line))
                if result.result not in RESULTS or result.result == UNFINISHED:
                    raise ValueError(f"{result.result!r} is no result")
            except (TypeError, ValueError) as error:
                raise ValueError(f"{INDEX}: line {number}: {error}") from error
            self.results.setdefault(result.number, result)
        if whole != data:
            _write(self.path / INDEX, whole.decode())


def refuse_old(path: Path) -> None:
    """A folder in which a tournament lies is not begun anew."""
    if (path / SETTINGS).exists():
        raise PlygroundError(
            f"{path} already holds a tournament; add --resume to go on with it, or choose another --out"
        )


def _acquire(lock: Lock) -> None:
    if not lock.acquire():
        raise PlygroundError(f"another tournament is running in {lock.path.parent}; choose another --out")


def _write(path: Path, text: str) -> None:
    write_atomically(path, text, path.with_name(f".{path.name}.tmp"))
