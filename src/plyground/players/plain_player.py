"""A player for the time in which the engine is being compiled: it runs the same rules as plain Python.

Compiling a game for the first time takes a while, and nobody should have to wait for a move until then.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from plyground import contract
from plyground.players.player import Choice, refuse_finished
from plyground.score import INFINITE, PROVEN, WIN, Score, read_score

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game
    from plyground.players.engine_player import EnginePlayer
    from plyground.players.levels import Level
    from plyground.players.player import Player

SECONDS: Final = 0.5
DEEPEST: Final = 40
WORDS: Final = "by plain Python until the engine is compiled"
LARGEST_GUESS: Final = 1_000
"""What is said of a win or a loss that was seen, but not proven."""


class _OutOfTime(Exception):
    """The answer is due."""


@dataclass(frozen=True)
class PlainResult:
    """A move, and what the search has seen of it."""

    move: str
    score: Score
    """For the side to move. It is proven only where every move and every answer was looked at."""
    depth: int
    nodes: int
    seconds: float

    @property
    def words(self) -> str:
        """How far the search has come, and why no farther."""
        return f"{self.depth} {'ply' if self.depth == 1 else 'plies'} deep, {WORDS}"


class PlainPlayer:
    """Alpha-beta, depth by depth, as deep as it gets in `seconds`; nothing is compiled.

    >>> from plyground.board import Board
    >>> board = Board("noughts", "a1 a2 b1 b2")
    >>> PlainPlayer(board.game).choose(board).move
    'c1'
    """

    def __init__(
        self, game: Game, *, seconds: float = SECONDS, depth: int | None = None, seed: int | None = None
    ) -> None:
        self.game = game
        self.name = "plain Python"
        self.seconds = seconds
        self.depth = DEEPEST if depth is None else depth
        self._random = random.Random(seed)
        self._stopped = threading.Event()

    def prepare(self) -> None:
        """There is nothing to compile."""

    def stop(self) -> None:
        """Answer now, from any thread."""
        self._stopped.set()

    def choose(self, board: Board) -> Choice:
        """The best move of the deepest search that was finished in time."""
        found = self.search(board)
        return Choice(found.move, None, (found.move,), found.depth, found.seconds, found.words)

    def search(self, board: Board) -> PlainResult:
        """The same with what it thinks of the move."""
        refuse_finished(board)
        self._stopped.clear()
        began = time.perf_counter()
        legal = board.legal_numbers()
        self._random.shuffle(legal)
        search = _PlainSearch(self.game, board, lambda: self._is_late(began))
        depth = 0
        with suppress(_OutOfTime), np.errstate(over="ignore"):
            moves = search.first_moves(legal)
            while depth < self.depth and not search.is_decided and len(moves) > 1:
                moves = search.sort_by_value(moves, depth + 1)
                depth += 1
        move = self.game.move_text(search.best)
        return PlainResult(move, search.score, depth, search.nodes, time.perf_counter() - began)

    def _is_late(self, began: float) -> bool:
        return self._stopped.is_set() or time.perf_counter() - began >= self.seconds


class _PlainSearch:
    """Searches of one position, each a ply deeper than the one before."""

    def __init__(self, game: Game, board: Board, is_late: Callable[[], bool]) -> None:
        self.view = game.view(board.position)
        self.rules = self.view.rules
        self.is_late = is_late
        self.best = 0
        """The best move up to now, as the board calls it."""
        self.is_decided = False
        """Whether looking deeper would change nothing."""
        self.nodes = 0
        self._has_estimated = False
        self._is_whole = not contract.repetition(game.rules)
        """Whether no move was left out, so that what is seen is proven."""
        self.score = _guess(int(contract.evaluate(self.rules, self.view.pos)))
        """What the best move is worth, by the last search that was finished or the first that found a win."""

    def first_moves(self, legal: list[int]) -> list[int]:
        """The legal moves that the search sees, or just a move that wins at once."""
        for move in legal:
            inner = self.view.inward(move)
            if inner is not None:
                after = contract.play(self.rules, self.view.pos, inner)
                is_won = contract.outcome(self.rules, after) == contract.LOST
                contract.undo(self.rules, after, inner)
                if is_won:
                    self.best, self.score = move, Score(value="win", distance=1)
                    return [move]
        seen = {self.view.outward(move) for move in self.list_moves(self.view.pos)}
        moves = [move for move in legal if move in seen] or legal
        self.best = moves[0]
        return moves

    def sort_by_value(self, moves: list[int], depth: int) -> list[int]:
        """The moves, the best first; raises `_OutOfTime` in the middle, with `best` set to what is known."""
        best = -INFINITE
        values = dict.fromkeys(moves, -INFINITE)
        self._has_estimated = False
        for move in moves:
            inner = self.view.inward(move)
            if inner is None:
                continue
            after = contract.play(self.rules, self.view.pos, inner)
            values[move] = -self.value(after, depth - 1, -INFINITE, -best, 1)
            contract.undo(self.rules, after, inner)
            if values[move] > best:
                best, self.best = values[move], move
                if best >= PROVEN:
                    self.score = self._read(best)
        self.is_decided = abs(best) >= PROVEN or not self._has_estimated
        self.score = self._read(best)
        return sorted(moves, key=lambda move: -values[move])

    def _read(self, value: int) -> Score:
        if not self._is_whole:
            return _guess(value)
        return read_score(value, settled=not self._has_estimated, exact=False)

    def value(self, pos: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        """What a position is worth for the side to move."""
        self.nodes += 1
        result = contract.outcome(self.rules, pos)
        if result != contract.OPEN:
            return {contract.WON: WIN - ply, contract.DRAWN: 0, contract.LOST: ply - WIN}[result]
        if self.is_late():
            raise _OutOfTime
        if plies := contract.proof(self.rules, pos):
            return WIN - ply - plies if plies > 0 else ply - plies - WIN
        if depth <= 0:
            self._has_estimated = True
            return int(contract.evaluate(self.rules, pos))
        moves = self.list_moves(pos)
        if depth > 1:
            moves.sort(key=lambda move: -contract.priority(self.rules, pos, move))
        best = -INFINITE
        for move in moves:
            after = contract.play(self.rules, pos, move)
            value = -self.value(after, depth - 1, -beta, -max(alpha, best), ply + 1)
            contract.undo(self.rules, after, move)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def list_moves(self, pos: Any) -> list[int]:
        """The moves that a search looks at."""
        self._is_whole = self._is_whole and not contract.narrowed(self.rules, pos)
        out = np.zeros(contract.MOST_MOVES, np.int64)
        end = contract.candidates(self.rules, pos, out, 0)
        return [int(move) for move in out[:end]]


def _guess(value: int) -> Score:
    return Score(estimate=max(-LARGEST_GUESS, min(LARGEST_GUESS, value)), exact=False)


class StandInPlayer:
    """The engine as a player, for which a `PlainPlayer` makes the moves until it is compiled."""

    def __init__(self, player: EnginePlayer) -> None:
        self.player = player
        self.name = player.name
        self._plain = plain_player_for(player.engine.game, player.level)
        self._compiler: threading.Thread | None = None
        self._error: Exception | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the engine makes its moves itself."""
        return self._compiler is not None and not self._compiler.is_alive()

    def prepare(self) -> None:
        """Begin to compile; wait for it only if there is nothing to do but load it from the disk."""
        if self._compiler is None:
            self._compiler = threading.Thread(target=self._compile, name="compile", daemon=True)
            self._compiler.start()
            if self.player.engine.compiled.is_on_disk(self.player.engine.game):
                self._compiler.join()

    def stop(self) -> None:
        """Answer now, from any thread."""
        self._plain.stop()
        self.player.stop()

    def choose(self, board: Board) -> Choice:
        """The engine's move, or one by plain Python while it is being compiled."""
        self.prepare()
        if not self.is_ready:
            return self._plain.choose(board)
        if self._error is not None:
            raise self._error
        return self.player.choose(board)

    def _compile(self) -> None:
        try:
            self.player.prepare()
        except Exception as error:
            self._error = error


def with_stand_in(player: Player | None) -> Player | None:
    """The player, with plain Python to stand in for it while its engine is being compiled, if it has one."""
    from plyground.players.engine_player import EnginePlayer  # loads Numba, which a program may do without

    return StandInPlayer(player) if isinstance(player, EnginePlayer) else player


def plain_player_for(game: Game, level: Level, seconds: float | None = None) -> PlainPlayer:
    """A player that looks no farther than this level, and thinks no longer than it is allowed to."""
    most = min(each for each in (SECONDS, seconds, level.seconds) if each is not None)
    return PlainPlayer(game, seconds=most, depth=level.depth)
