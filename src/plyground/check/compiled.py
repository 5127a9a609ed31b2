"""Random games as machine code and as plain Python: both write down every answer of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.check.moments import LONGEST
from plyground.contract import (
    MOST_MOVES,
    OPEN,
    SCRATCH_WORDS,
    Moves,
    Scratch,
    candidates,
    choices,
    essence,
    evaluate,
    fingerprint,
    kernel,
    key,
    margin,
    marks,
    mix,
    moves,
    narrowed,
    outcome,
    play,
    pressed,
    priority,
    proof,
    pursuit,
    quiet,
    reason,
    remaining,
    repetition,
    soonest_loss,
    soonest_win,
    threats,
    undo,
)
from plyground.game import Game
from plyground.native.compiler import compile_kernel, inner_kernel

Record = npt.NDArray[np.uint64]

COLUMNS: Final = (
    *("outcome", "fingerprint", "moves", "key", "evaluate", "proof", "narrowed", "pressed", "pursuit"),
    *("candidates", "threats", "remaining", "margin", "essence", "choices"),
    *("priority", "quiet", "undo", "play", "marks", "reason", "soonest_win", "soonest_loss"),
)
"""What a row of a record holds: for each function what it answered, for lists of moves a hash of them."""
PLACE: Final = {name: number for number, name in enumerate(COLUMNS)}


class Trace(NamedTuple):
    """A random game: its moves, and a row of answers for each position."""

    moves: tuple[int, ...]
    rows: Record
    is_over: bool


class Tracer:
    """Plays games and writes down every answer, compiled or not."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._kernel: Callable[..., int] | None = None
        self._out: Moves = np.zeros(4 * MOST_MOVES, np.int64)
        self._made: Moves = np.zeros(LONGEST, np.int64)
        self._scratch: Scratch = np.zeros(SCRATCH_WORDS, np.uint64)
        picture = game.picture(game.start)
        is_drawn = marks.is_implemented(type(game.view(game.start).rules)) and not picture.endless
        self._board: Moves = np.zeros(len(picture.columns) * len(picture.rows) if is_drawn else 0, np.int64)
        """What stands on each cell, where the game says that in `marks`."""

    def compile(self) -> None:
        """Make the machine code, or load it from disk."""
        if self._kernel is None:
            self._kernel = compile_kernel(trace_game, self.game)
            self._run(self._kernel, (), 0, 1)

    def compiled(self, script: Sequence[int] = (), seed: int = 0, longest: int = LONGEST) -> Trace:
        """A game as machine code plays it: with these moves, or with random ones."""
        self.compile()
        assert self._kernel is not None
        return self._run(self._kernel, script, longest, seed)

    def plain(self, script: Sequence[int] = (), seed: int = 0, longest: int = LONGEST) -> Trace:
        """The same game as plain Python plays it."""
        with np.errstate(over="ignore"):
            return self._run(play_and_record, script, longest, seed)

    def _run(self, kernel: Callable[..., int], script: Sequence[int], longest: int, seed: int) -> Trace:
        view = self.game.view(self.game.start)
        given = np.array([*script, 0], np.int64)
        most = min(longest, len(script)) if script else longest
        record = np.zeros((most + 1, len(COLUMNS)), np.uint64)
        state = mix(np.uint64(seed)) | np.uint64(1)
        length = int(
            kernel(
                view.rules, view.pos, self._out, self._board, self._scratch, record, self._made,
                given, len(script), most, state,
            )
        )  # fmt: skip
        played = tuple(int(move) for move in self._made[:length])
        return Trace(played, record[: length + 1].copy(), length < most)


def differences(one: Trace, other: Trace) -> tuple[int, str] | None:
    """The first ply at which two records of a game differ, and the function that does; None if they agree."""
    for ply, (row, twin) in enumerate(zip(one.rows, other.rows, strict=False)):
        wrong = np.flatnonzero(row != twin)
        if wrong.size:
            return ply, COLUMNS[int(wrong[0])]
    if one.moves != other.moves:
        return min(len(one.moves), len(other.moves)), "moves"
    return None


def signed(word: np.uint64) -> int:
    """A number with a sign, out of a record."""
    return int(np.array(word, np.uint64).astype(np.int64))


def play_and_record(
    rules: Any,
    pos: Any,
    out: Moves,
    board: Moves,
    scratch: Scratch,
    record: Record,
    made: Moves,
    script: Moves,
    given: int,
    longest: int,
    state: np.uint64,
) -> int:
    """Play a game and write down a row for each position; returns how many moves were made."""
    length = 0
    now = pos
    while True:
        last = made[length - 1] if length > 0 else -1
        end = record_position(rules, now, last, out, board, scratch, record[length])
        if end == 0 or length >= longest:
            break
        if repetition(rules) > 0:
            times = 0
            for ply in range(length + 1):
                times += record[ply, 1] == record[length, 1]
            if times >= repetition(rules):
                break
        if given > 0:
            move = script[length]
        else:
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            move = out[(state >> np.uint64(11)) % np.uint64(end)]
        record_move(rules, now, move, record[length])
        made[length] = move
        now = play(rules, now, move)
        length += 1
    return length


play_and_record_compiled = inner_kernel(play_and_record)


def trace_game(
    rules: Any,
    pos: Any,
    out: Moves,
    board: Moves,
    scratch: Scratch,
    record: Record,
    made: Moves,
    script: Moves,
    given: int,
    longest: int,
    state: np.uint64,
) -> int:
    """The compiled entry."""
    return play_and_record_compiled(
        rules, pos, out, board, scratch, record, made, script, given, longest, state
    )


@kernel
def record_position(
    rules: Any, pos: Any, last: int, out: Moves, board: Moves, scratch: Scratch, row: Any
) -> int:
    """Write down what the rules say of a position; returns how many moves there are, 0 after the end."""
    result = outcome(rules, pos)
    row[0] = as_word(result)
    row[1] = fingerprint(pos)
    if len(board) > 0:
        for cell in range(len(board)):
            board[cell] = 0
        marks(rules, pos, board)
        for cell in range(len(board)):
            row[19] = mix(row[19] ^ as_word(board[cell]))
    if result != OPEN:
        out[0] = 0
        row[20] = mix(as_word(reason(rules, pos, last, out)) ^ as_word(out[0] * 64))
        return 0
    end = moves(rules, pos, out, 0)
    row[2] = hash_of(out, 0, end)
    row[3] = key(rules, pos)
    row[4] = as_word(evaluate(rules, pos))
    known = proof(rules, pos)
    row[5] = as_word(known)
    row[6] = as_word(1 if narrowed(rules, pos) else 0)
    row[7] = as_word(1 if pressed(rules, pos) else 0)
    row[8] = as_word(pursuit(rules, pos))
    row[9] = hash_of(out, end, candidates(rules, pos, out, end))
    row[10] = hash_of(out, end, threats(rules, pos, out, end))
    row[11] = as_word(remaining(rules, pos))
    row[12] = as_word(margin(rules, pos, 3))
    if known == 0:
        number, worst, best = essence(rules, pos, scratch)
        row[13] = mix(number ^ as_word(worst * 4 + best))
        row[14] = hash_of(out, end, choices(rules, pos, scratch, out, end))
        row[21] = as_word(soonest_win(rules, pos))
        row[22] = as_word(soonest_loss(rules, pos))
    return end


@kernel
def record_move(rules: Any, pos: Any, move: int, row: Any) -> None:
    """Write down what the rules say of a move, and whether play changes a position and undo restores it."""
    row[15] = as_word(priority(rules, pos, move))
    row[16] = as_word(quiet(rules, pos, move))
    after = play(rules, pos, move)
    row[18] = as_word(1 if fingerprint(after) != row[1] else 0)
    undo(rules, after, move)
    row[17] = as_word(1 if fingerprint(pos) == row[1] else 0)


@kernel
def as_word(number: int) -> np.uint64:
    """A number with a sign as a word."""
    return np.uint64(number & 0xFFFFFFFF)


@kernel
def hash_of(out: Moves, begin: int, end: int) -> np.uint64:
    """A number for a list of moves: how many there are, and which, in whatever order."""
    total = np.uint64(end - begin)
    for index in range(begin, end):
        total ^= mix(np.uint64(out[index] & 0xFFFFFFFFFFFF) ^ np.uint64(0x9E3779B97F4A7C15))
    return total
