"""One game between two players, refereed: whoever breaks the rules of the arena has lost it."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass
from typing import Any, Final

from plyground import catalogue
from plyground.arena.process_pool import POOL, NoAnswer, PlayerProcess, ProcessEnded
from plyground.arena.settings import NO_LIMITS, GameLimits
from plyground.board import Board, Outcome
from plyground.errors import IllegalMove, PlygroundError
from plyground.match import Match, Seat
from plyground.protocols.process import signal_name
from plyground.records import Record
from plyground.saved_games import with_absolute_path

SEAT_FUNCTION: Final = "plyground.seats:seat"
"""The function that knows every player by name, as module and name."""
TRIES: Final = 3
"""How often a game is begun whose process was killed by somebody else."""
SLACK: Final = 3.0
"""How many seconds an answer may need on its way, beyond what the player is allowed."""
CRASH, ILLEGAL, TIME = "crash", "illegal move", "time"

_find_lock = threading.Lock()


@dataclass(frozen=True)
class GameTask:
    """A game to be played, as it is sent to whoever plays it."""

    number: int
    game: str
    players: tuple[str, str]
    opening: tuple[str, ...]
    seeds: tuple[int, int]
    limits: GameLimits = NO_LIMITS
    seat_function: str = SEAT_FUNCTION


@dataclass(frozen=True)
class FinishedGame:
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


class ProcessKilled(Exception):
    """The process of the players was killed by somebody else, while this side was asked."""

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side


def play_game(task: GameTask) -> FinishedGame:
    """Play one game to its end; this is what runs on every core and on every machine."""
    for attempt in range(TRIES):
        referee = Referee(task)
        try:
            return referee.play()
        except ProcessKilled as error:
            if attempt == TRIES - 1:
                return referee.forfeit(Forfeit(error.side, CRASH, "crashed: its process was killed"))
    raise AssertionError


def check_players(
    game: str, players: tuple[str, ...], limits: GameLimits, seat_function: str = SEAT_FUNCTION
) -> list[str]:
    """What is wrong with the players' names, in a line each; a crash is left for the games to show."""
    wrong: list[str] = []
    with POOL.borrow(POOL.epoch) as process:
        for who in players:
            try:
                answer = seat_player(
                    process, 0, GameTask(0, game, (who, who), (), (0, 0), limits, seat_function)
                )
            except (NoAnswer, ProcessEnded):
                return wrong
            if "refused" in answer:
                wrong.append(answer["refused"])
    return wrong


def seat_player(
    process: PlayerProcess, side: int, task: GameTask, *, at: int | None = None
) -> dict[str, Any]:
    """Seat the player of a side in a process, by the number `at` if more than two are to sit there."""
    limits = task.limits
    options = {
        "seconds": limits.seconds,
        "nodes": limits.nodes,
        "depth": limits.depth,
        "seed": task.seeds[side],
        "threads": 1,
        "memory": limits.memory,
    }
    return process.ask(
        limits.patience,
        "seat",
        side=side if at is None else at,
        game=task.game,
        seat_function=task.seat_function,
        who=task.players[side],
        options=options,
    )


class Referee:
    """Leads one game; no player's code runs here."""

    def __init__(self, task: GameTask) -> None:
        self.task = task
        with _find_lock:  # two threads must not load one game file at once
            board = Board(catalogue.find(task.game), task.opening)
        first, second = (Seat(name, is_person=False) for name in task.players)
        self.match = Match(board, (first, second))
        for ply in range(len(task.opening)):
            self.match.set_comment(ply, "opening")

    def play(self) -> FinishedGame:
        """The game from its opening to its end."""
        longest = self.task.limits.longest
        try:
            with POOL.borrow(POOL.epoch) as process:
                for side in (0, 1):
                    self.seat(process, side)
                while not self.match.is_over and len(self.match.moves) < longest:
                    self.play_move(process)
        except Forfeit as forfeit:
            return self.forfeit(forfeit)
        if not self.match.is_over:
            self.match.finish(Outcome(None, None, f"stopped after {len(self.match.moves)} moves"))
        return self.finished_game()

    def seat(self, process: PlayerProcess, side: int) -> None:
        """Let a player sit down and get ready."""
        patience = self.task.limits.patience
        try:
            answer = seat_player(process, side, self.task)
        except NoAnswer:
            raise Forfeit(side, TIME, f"was not ready within {patience:g} s") from None
        except ProcessEnded as end:
            raise self.reason_for(side, end) from None
        self.check(side, answer)

    def play_move(self, process: PlayerProcess) -> None:
        """One move of the side whose turn it is."""
        board = self.match.board
        side = board.turn
        limits = self.task.limits
        most = limits.patience if limits.seconds is None else limits.seconds + limits.grace
        late = (
            f"overstepped its time of {limits.seconds:g} s"
            if limits.seconds
            else f"took more than {most:g} s"
        )
        try:
            answer = process.ask(most + SLACK, "choose", side=side, moves=board.history)
        except NoAnswer:
            raise Forfeit(side, TIME, late) from None
        except ProcessEnded as end:
            raise self.reason_for(side, end) from None
        self.check(side, answer)
        if answer["seconds"] > most:
            raise Forfeit(side, TIME, late)
        if "move" not in answer:
            raise Forfeit(side, ILLEGAL, f"made no move but said {answer['said']}")
        try:
            self.match.play(answer["move"], answer["seconds"])
        except IllegalMove as error:
            raise Forfeit(side, ILLEGAL, f"made an illegal move: {error}") from None
        except PlygroundError:
            raise
        except Exception as error:  # a game in a file may do anything with a text that it does not expect
            why = f"made an illegal move: {answer['move']!r}: {type(error).__name__}"
            raise Forfeit(side, ILLEGAL, why) from None

    def check(self, side: int, answer: dict[str, Any]) -> None:
        """Whether a player has failed to do what was asked."""
        for word, verb in (("refused", "could not play"), ("crashed", "crashed")):
            if word in answer:
                raise Forfeit(side, CRASH, f"{verb}: {answer[word]}")

    def reason_for(self, side: int, end: ProcessEnded) -> Exception:
        """What it means that the process ended while this side was asked."""
        if end.code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM)):
            return ProcessKilled(side)
        how = f"was ended by {signal_name(-end.code)}" if end.code < 0 else f"ended with code {end.code}"
        return Forfeit(side, CRASH, f"crashed: its process {how}")

    def forfeit(self, forfeit: Forfeit) -> FinishedGame:
        """The game as it ends when a player has lost without being beaten."""
        players = self.match.game.players
        loser, winner = players[forfeit.side], players[1 - forfeit.side]
        self.match.finish(Outcome(winner, loser, " ".join(f"{loser} {forfeit.why}".split())))
        return self.finished_game(forfeit.fault)

    def finished_game(self, fault: str = "") -> FinishedGame:
        """The game with its record."""
        return FinishedGame(self.task.number, with_absolute_path(self.match.record), fault)
