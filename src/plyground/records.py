"""The record of a game: a text that people can read and edit, one file a game.

    plyground record 1
    game: noughts
    first: human
    second: level 3
    began: 2026-01-31T18:30:00+01:00
    result: *

    1. b2  3.5s  ; the centre
    2. a1  0.8s

The rules of the format are in docs/records.md.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn

from plyground import catalogue
from plyground.board import Board, Outcome
from plyground.errors import PlygroundError, quote
from plyground.files import explain_errors, save_file
from plyground.game import Game

FIRST_LINE: Final = "plyground record 1"
WINS: Final = ("1-0", "0-1")
DRAW: Final = "1/2-1/2"
UNFINISHED: Final = "*"
RESULTS: Final = (*WINS, DRAW, UNFINISHED)
NEEDED: Final = ("game", "first", "second", "result")
KEYS: Final = ("game", "position", "first", "second", "began", "result", "reason", "comment")
LARGEST_FILE: Final = 10_000_000


class RecordError(PlygroundError):
    """A record that cannot be right; the message says where and why."""


@dataclass(frozen=True)
class Played:
    """A move as it was played."""

    move: str
    seconds: float | None = None
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game with everything that is known about it."""

    game: str
    """Name and variant, as the catalogue finds it."""
    players: tuple[str, str]
    """Who sat on each side: "human", "level 3"."""
    moves: tuple[Played, ...]
    result: str
    """`1-0` if the side that begins a game won, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
    reason: str = ""
    """Why the game is over: "three in a row a1 b1 c1", "X resigned"."""
    began: str = ""
    """When the game began, in ISO 8601."""
    comment: str = ""
    position: str = ""
    """The position that the game began from as text, empty for the usual one."""

    def board(self) -> Board:
        """The game replayed; a `RecordError` names the move that cannot be made."""
        board = Board(self.game, position=self.position)
        _replay(board, (played.move for played in self.moves), _fail_at_move)
        return board


def rounded_seconds(seconds: float | None) -> float | None:
    """A time to the millisecond, None if it is unknown; a clock that was put back counts as no time."""
    if seconds is None or not math.isfinite(seconds):
        return None
    return round(max(seconds, 0.0), 3)


def result_of(game: Game, outcome: Outcome | None) -> tuple[str, str]:
    """The result and the reason that a record of this outcome has.

    >>> game = catalogue.find("noughts")
    >>> result_of(game, resignation(game, 0))
    ('0-1', 'X resigned')
    """
    if outcome is None:
        return UNFINISHED, ""
    if outcome.winner is None:
        return DRAW, outcome.reason
    return WINS[game.players.index(outcome.winner)], outcome.reason


def outcome_of(game: Game, result: str, reason: str) -> Outcome:
    """The outcome that a record tells of."""
    if result == DRAW:
        return Outcome(None, None, reason)
    winner = WINS.index(result)
    return Outcome(game.players[winner], game.players[1 - winner], reason)


def resignation(game: Game, side: int) -> Outcome:
    """The end of a game that a side, 0 or 1, gave up."""
    loser, winner = game.players[side], game.players[1 - side]
    return Outcome(winner, loser, f"{loser} resigned")


def _fail_at_move(index: int, why: str) -> NoReturn:
    raise RecordError(f"move {index + 1}: {why}")


def _replay(board: Board, moves: Iterable[str], fail: Callable[[int, str], NoReturn]) -> None:
    for index, move in enumerate(moves):
        try:
            board.push(move)
        except PlygroundError as error:
            fail(index, str(error))
        except Exception as error:  # a game in a file may do anything with a text that it does not expect
            fail(index, f"{board.game.source} fails on {move!r}: {type(error).__name__}: {error}")


# Writing


def write_record(record: Record) -> str:
    """The record as text; `read_record` makes an equal record of it."""
    first, second = record.players
    values = (
        record.game,
        record.position,
        first,
        second,
        record.began,
        record.result,
        record.reason,
        record.comment,
    )
    header = [
        f"{key}: {_escape(value)}".rstrip(" ")
        for key, value in zip(KEYS, values, strict=True)
        if value or key in NEEDED
    ]
    moves = [_move_line(number, played) for number, played in enumerate(record.moves, start=1)]
    return "\n".join([FIRST_LINE, *header, "", *moves]).rstrip("\n") + "\n"


def _move_line(number: int, played: Played) -> str:
    move = _escape(played.move).replace(" ", r"\u{20}").replace(";", r"\u{3b}")
    parts = [f"{number}. {move}"]
    if played.seconds is not None:
        parts.append(f"{float(played.seconds)!r}".removesuffix(".0") + "s")
    if played.comment:
        parts.append(f"; {_escape(played.comment)}")
    return "  ".join(parts)


_SHORT: Final = {"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
_LONG: Final = {escape: character for character, escape in _SHORT.items()}
_UNSAFE: Final = re.compile("[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|\\A | \\Z")
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|.?)")


def _escape(text: str) -> str:
    """A text in one line, with nothing in it that an editor hides, changes or takes away."""
    return _UNSAFE.sub(lambda match: _SHORT.get(match[0]) or f"\\u{{{ord(match[0]):x}}}", text)


def _unescape(text: str) -> str:
    """The text that was escaped; ValueError says what is wrong."""

    def character(match: re.Match[str]) -> str:
        if match[1] and int(match[1], 16) <= 0x10FFFF:
            return chr(int(match[1], 16))
        if match[0] not in _LONG:
            raise ValueError(rf"{match[0]} stands for nothing; a backslash is written \\")
        return _LONG[match[0]]

    return _ESCAPE.sub(character, text)


# Reading


def read_record(text: str, name: str = "record", find: Callable[[str], Game] = catalogue.find) -> Record:
    """The record that a text holds; a `RecordError` gives the line where it cannot be right.

    `find` gives the game that the record names, or refuses it. The catalogue loads any file that is named.
    """
    return _Reader(name, find).read(text)


class _Reader:
    """Reads one record line by line, remembering where everything stood."""

    def __init__(self, name: str, find: Callable[[str], Game]) -> None:
        self.name = name
        self.find = find
        self.header: dict[str, str] = {}
        self.header_lines: dict[str, int] = {}
        self.moves: list[Played] = []
        self.move_lines: list[int] = []

    def fail(self, line: int, why: str) -> NoReturn:
        raise RecordError(f"{self.name}: line {line}: {' '.join(why.split())}")

    def read(self, text: str) -> Record:
        lines = [line.strip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
        numbered = [(number, line) for number, line in enumerate(lines, start=1) if line]
        top = self.read_first_line(*(numbered[0] if numbered else (1, "")))
        for number, line in numbered[1:]:
            if re.match("[0-9]+\\.", line):
                self.read_move(number, line)
            else:
                self.read_header(number, line)
        for key in NEEDED:
            if key not in self.header:
                self.fail(top, f"the line '{key}: ...' is missing below")
        record = Record(
            game=self.header["game"],
            players=(self.header["first"], self.header["second"]),
            moves=tuple(self.moves),
            result=self.header["result"],
            reason=self.header.get("reason", ""),
            began=self.header.get("began", ""),
            comment=self.header.get("comment", ""),
            position=self.header.get("position", ""),
        )
        self.check(record)
        return record

    def read_first_line(self, number: int, line: str) -> int:
        if line != FIRST_LINE:
            version = re.fullmatch(r"plyground record (\w{1,9})", line)
            if version:
                self.fail(number, f"this is a record of version {version[1]}, and only 1 is known here")
            self.fail(number, f"a record begins with {FIRST_LINE!r}")
        return number

    def read_header(self, number: int, line: str) -> None:
        key, colon, value = line.partition(":")
        key = key.rstrip(" \t")
        if not colon:
            self.fail(number, f"{quote(line)} is neither 'key: value' nor a move such as '1. c3'")
        if key not in KEYS:
            self.fail(number, f"there is no key {quote(key)}; there are {', '.join(KEYS)}")
        if self.moves:
            self.fail(number, f"{key!r} must stand above the moves")
        if key in self.header:
            self.fail(number, f"{key!r} has been there before, in line {self.header_lines[key]}")
        self.header[key] = self.unescape(number, value.lstrip(" \t"))
        self.header_lines[key] = number

    def read_move(self, number: int, line: str) -> None:
        body, _, comment = line.partition(";")
        count, _, rest = body.partition(".")
        move, *times = re.split("[ \t]+", rest.strip(" \t"), maxsplit=1)
        wanted = str(len(self.moves) + 1)
        if count != wanted:
            self.fail(number, f"here comes move {wanted}, not {quote(count)}")
        if not move:
            self.fail(number, f"move {wanted} is missing")
        played = Played(
            self.unescape(number, move),
            self.read_seconds(number, times[0]) if times else None,
            self.unescape(number, comment.lstrip(" \t")),
        )
        self.moves.append(played)
        self.move_lines.append(number)

    def read_seconds(self, number: int, text: str) -> float:
        try:
            seconds = float(text.removesuffix("s")) if text.endswith("s") else math.nan
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds >= 0):
            self.fail(number, f"behind a move comes a time such as 0.8s or a '; comment', not {quote(text)}")
        return seconds

    def unescape(self, number: int, text: str) -> str:
        try:
            return _unescape(text)
        except ValueError as error:
            self.fail(number, str(error))

    def check(self, record: Record) -> None:
        if record.result not in RESULTS:
            self.fail_at("result", f"{quote(record.result)} is no result; there are {', '.join(RESULTS)}")
        if record.began and not _is_time(record.began):
            self.fail_at("began", f"{quote(record.began)} is no time such as 2026-01-31T18:30:00")
        try:
            board = Board(self.find(record.game))
        except (PlygroundError, OSError, ValueError) as error:
            self.fail_at("game", str(error))
        if record.position:
            board = self.set_up(board.game, record.position)
        _replay(
            board,
            (played.move for played in record.moves),
            lambda index, why: self.fail(self.move_lines[index], why),
        )
        if board.is_over:
            self.check_end(record, board)
        else:
            self.check_break(record, board)

    def set_up(self, game: Game, position: str) -> Board:
        try:
            return Board(game, position=position)
        except PlygroundError as error:
            self.fail_at("position", str(error))
        except Exception as error:  # a game in a file may do anything with a text that it does not expect
            self.fail_at("position", f"{game.source} fails on it: {type(error).__name__}: {error}")

    def check_end(self, record: Record, board: Board) -> None:
        result, reason = result_of(board.game, board.outcome)
        if record.result != result:
            self.fail_at("result", f"the result of these moves is {result}: {board.outcome}")
        if record.reason not in ("", reason):
            self.fail_at("reason", f"the reason for the end of this game is {reason!r}")

    def check_break(self, record: Record, board: Board) -> None:
        """A game that its moves did not end goes on, or ended for a reason that the record gives."""
        if record.result == UNFINISHED and record.reason:
            self.fail_at("reason", "there is no reason for an end while the result is *")
        if record.result != UNFINISHED and not record.reason:
            loser = int(record.result == WINS[0])
            some = "agreed" if record.result == DRAW else resignation(board.game, loser).reason
            self.fail_at("result", f"these moves do not end the game; write *, or 'reason: {some}' below")
        for side, player in enumerate(board.game.players):
            if record.reason == resignation(board.game, side).reason and record.result != WINS[1 - side]:
                self.fail_at("result", f"if {player} resigned, it is {WINS[1 - side]}")

    def fail_at(self, key: str, why: str) -> NoReturn:
        self.fail(self.header_lines[key], why)


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


# Files


def save_record(record: Record, path: Path) -> None:
    """Write the record to a file, all of it or nothing."""
    save_file(path, write_record(record).encode())


def load_record(path: Path) -> Record:
    """The record in a file."""
    with explain_errors(f"cannot read {path}"), open(path, "rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise PlygroundError(f"cannot read {path}: it is too large for a record")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{path.name}: line {line}: this is not UTF-8 text") from error
    return read_record(text, path.name)
