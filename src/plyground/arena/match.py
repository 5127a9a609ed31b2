"""One game between two players, refereed: whoever breaks the rules of the arena has lost it."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from plyground import catalogue
from plyground.arena.hosts import HOSTS, Gone, Host, Silent
from plyground.arena.settings import NO_LIMITS, Limits
from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.records import DRAW, WINS, Played, Record
from plyground.saved_games import with_absolute_path

SEATS: Final = "plyground.seats:seat"
"""The function that knows every player by name, as module and name."""
TRIES: Final = 3
"""A game whose process was killed by somebody else is played again, so often in all."""
SLACK: Final = 3.0
"""How many seconds an answer may need on its way, beyond what the player is allowed."""
CRASH, ILLEGAL, TIME = "crash", "illegal move", "time"

_finding = threading.Lock()


@dataclass(frozen=True)
class Task:
    """A game to be played, as it is sent to whoever plays it."""

    number: int
    game: str
    players: tuple[str, str]
    opening: tuple[str, ...]
    seeds: tuple[int, int]
    limits: Limits = NO_LIMITS
    seats: str = SEATS


@dataclass(frozen=True)
class Finished:
    """A game that has been played."""

    number: int
    record: Record
    fault: str = ""
    """What the loser did that the arena does not allow: `crash`, `illegal move`, `time`, or nothing."""


class Forfeit(Exception):
    """A player has lost without being beaten."""

    def __init__(self, side: int, fault: str, why: str) -> None:
        super().__init__(why)
        self.side, self.fault, self.why = side, fault, why


class Disturbed(Exception):
    """The process of the players was killed by somebody else, while this side was asked."""

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side


def play_game(task: Task) -> Finished:
    """Play one game to its end; this is what runs on every core and on every machine."""
    for attempt in range(TRIES):
        referee = Referee(task)
        try:
            return referee.play()
        except Disturbed as error:
            if attempt == TRIES - 1:
                return referee.forfeited(Forfeit(error.side, CRASH, "crashed: its process was killed"))
    raise AssertionError


def check_players(game: str, players: tuple[str, ...], limits: Limits, seats: str = SEATS) -> list[str]:
    """What is wrong with the players' names, in a line each; a crash is left for the games to show."""
    wrong: list[str] = []
    with HOSTS.borrowed(HOSTS.epoch) as host:
        for who in players:
            try:
                answer = sit(host, 0, Task(0, game, (who, who), (), (0, 0), limits, seats))
            except (Silent, Gone):
                return wrong
            if "refused" in answer:
                wrong.append(answer["refused"])
    return wrong


def sit(host: Host, side: int, task: Task) -> dict[str, Any]:
    """Seat a player in a host."""
    limits = task.limits
    options = {
        "seconds": limits.seconds,
        "nodes": limits.nodes,
        "depth": limits.depth,
        "seed": task.seeds[side],
        "threads": 1,
        "memory": limits.memory,
    }
    return host.ask(
        limits.patience,
        "sit",
        side=side,
        game=task.game,
        seats=task.seats,
        who=task.players[side],
        options=options,
    )


class Referee:
    """Leads one game and judges it; no player's code runs here."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.began = datetime.now().astimezone().isoformat(timespec="seconds")
        with _finding:  # two threads must not load one game file at once
            self.board = Board(catalogue.find(task.game), task.opening)
        self.seconds: list[float | None] = [None] * len(task.opening)

    def play(self) -> Finished:
        """The game from its opening to its end."""
        try:
            with HOSTS.borrowed(HOSTS.epoch) as host:
                for side in (0, 1):
                    self.seat(host, side)
                while not self.board.is_over and len(self.board.history) < self.task.limits.longest:
                    self.move(host)
        except Forfeit as forfeit:
            return self.forfeited(forfeit)
        record = self.record()
        if self.board.is_over:
            return Finished(self.task.number, record)
        return self.ended(DRAW, f"stopped after {len(self.board.history)} moves")

    def seat(self, host: Host, side: int) -> None:
        """Let a player sit down and get ready."""
        patience = self.task.limits.patience
        try:
            answer = sit(host, side, self.task)
        except Silent:
            raise Forfeit(side, TIME, f"was not ready within {patience:g} s") from None
        except Gone as gone:
            raise self.death(side, gone) from None
        self.check(side, answer)

    def move(self, host: Host) -> None:
        """One move of the side whose turn it is."""
        side = self.board.turn
        limits = self.task.limits
        most = limits.patience if limits.seconds is None else limits.seconds + limits.grace
        late = (
            f"overstepped its time of {limits.seconds:g} s"
            if limits.seconds
            else f"took more than {most:g} s"
        )
        try:
            answer = host.ask(most + SLACK, "choose", side=side, moves=self.board.history)
        except Silent:
            raise Forfeit(side, TIME, late) from None
        except Gone as gone:
            raise self.death(side, gone) from None
        self.check(side, answer)
        if answer["seconds"] > most:
            raise Forfeit(side, TIME, late)
        if "move" not in answer:
            raise Forfeit(side, ILLEGAL, f"made no move but said {answer['said']}")
        try:
            self.board.push(answer["move"])
        except IllegalMove as error:
            raise Forfeit(side, ILLEGAL, f"made an illegal move: {error}") from None
        except PlygroundError:
            raise
        except Exception as error:  # a game in a file may do anything with a text that it does not expect
            why = f"made an illegal move: {answer['move']!r}: {type(error).__name__}"
            raise Forfeit(side, ILLEGAL, why) from None
        self.seconds.append(answer["seconds"])

    def check(self, side: int, answer: dict[str, Any]) -> None:
        """Whether a player has failed to do what was asked."""
        for word, verb in (("refused", "could not play"), ("crashed", "crashed")):
            if word in answer:
                raise Forfeit(side, CRASH, f"{verb}: {answer[word]}")

    def death(self, side: int, gone: Gone) -> Exception:
        """What it means that the process ended."""
        if gone.code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM)):
            return Disturbed(side)
        try:
            how = f"was ended by {signal.Signals(-gone.code).name}" if gone.code < 0 else ""
        except ValueError:
            how = ""
        return Forfeit(side, CRASH, f"crashed: its process {how or f'ended with code {gone.code}'}")

    def forfeited(self, forfeit: Forfeit) -> Finished:
        """The game as it ends when a player has lost without being beaten."""
        name = self.board.game.players[forfeit.side]
        return self.ended(WINS[1 - forfeit.side], f"{name} {forfeit.why}", forfeit.fault)

    def ended(self, result: str, reason: str, fault: str = "") -> Finished:
        """The game as it ends for a reason outside its rules."""
        return Finished(self.task.number, self.record(result, " ".join(reason.split())), fault)

    def record(self, result: str = "", reason: str = "") -> Record:
        """The record of the game so far; the moves of the opening are marked."""
        record = Record.of(self.board, self.task.players, seconds=self.seconds, began=self.began)
        opening = len(self.task.opening)
        moves = tuple(
            Played(played.move, played.seconds, "opening" if index < opening else "")
            for index, played in enumerate(record.moves)
        )
        return replace(
            with_absolute_path(record),
            moves=moves,
            result=result or record.result,
            reason=reason or record.reason,
        )
