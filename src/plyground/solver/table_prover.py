"""The prover that looks results up in a table of all positions.

Where a game has no limit on its length, a position that occurs for the third time is a draw, of which a
table knows nothing. That seldom matters:

- Who wins in n plies by the table plays to positions that are lost in n - 1, then n - 3, and so on, and so
  meets no position twice. Only one that has occurred twice *before* could become a draw that way. So a win
  stands, and so does its distance, unless such a position lies on the way: one that the same side wins, in
  fewer plies.
- A draw stands in any case. Who can avoid losing for ever can avoid it until a position repeats.

Where such a position does lie on the way, the prover looks for a way around it that is as short; if there is
none, it does not know.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any, Final

from plyground import contract
from plyground.board import Board, identity
from plyground.engine.info import final_info
from plyground.errors import PlygroundError
from plyground.game import Game, TableGame
from plyground.progress import OnProgress
from plyground.score import Score
from plyground.solver.prover import ProvenResult, board_after
from plyground.tables.builder import Builder
from plyground.tables.folder import LAYERS, RESULTS, TableBusy, load_table_or_warn, table_path
from plyground.tables.format import ResultTable
from plyground.tables.plan import LAYERS_AT_ONCE, RESULTS_AT_ONCE, table_kind
from plyground.tables.retrograde import AT_LIMIT_LOST, DRAW
from plyground.tables.sweep import SweepStopped

USUAL_LAYERS: Final = 100
SEARCH_SECONDS: Final = 5.0
"""How long a way around positions that have occurred twice is looked for, if nothing else is said."""
WAIT: Final = 0.2
DRAWN_LINE: Final = 16
"""How many plies of a drawn game are shown: what follows is more of the same."""


class TableProver:
    """Knows all results of a game for which there is a table, or a small one can be built.

    >>> prover = TableProver(Board("squeeze:3x3,limit=0").game)
    >>> prover.prepare()
    >>> result = prover.prove(Board("squeeze:3x3,limit=0"))
    >>> str(result.score), len(result.line)
    ('win in 7 plies', 7)
    """

    how = "table"

    def __init__(self, game: Game, *, threads: int = 1) -> None:
        self.game = game
        self.threads = threads
        self._table: ResultTable | None = None
        self._builder: Builder | None = None
        self._stopped = threading.Event()

    @staticmethod
    def can_answer(game: Game, at_once: int | None = None) -> bool:
        """Whether there is a table for this game, or `prepare` would build one.

        It builds one for at most `at_once` results; without that, for so few that it takes seconds.
        """
        if not isinstance(game, TableGame):
            return False
        positions = game.number_of_positions()
        kind = table_kind(game)
        if kind == RESULTS:
            small = RESULTS_AT_ONCE if at_once is None else at_once
        else:
            small = LAYERS_AT_ONCE if at_once is None else at_once // USUAL_LAYERS
        if positions <= small:
            return True
        try:
            return table_path(game, kind).exists()
        except PlygroundError:
            return False

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Load the table, or build it and keep it; wait if another program is building it.

        If it is stopped meanwhile there is no table yet, and the next question begins again.
        """
        self._stopped.clear()
        kind = table_kind(self.game)
        while self._table is None:
            self._table = load_table_or_warn(self.game, kind)
            if self._table is not None:
                break
            self._builder = Builder(self.game, kind, threads=self.threads, on_progress=on_progress)
            try:
                self._table = self._builder.build_even_unsaved()
            except TableBusy:
                if self._stopped.wait(WAIT):
                    return
            except SweepStopped:
                return
            finally:
                self._builder = None

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called since the last proof began."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End what is under way, from any thread; `prove` then answers None."""
        self._stopped.set()
        if builder := self._builder:
            builder.stop()

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """The result of a position, its distance and a whole best line; None if nothing is known of it."""
        if board.game != self.game:
            raise PlygroundError(f"this table is for {self.game.full_name}, not {board.game.full_name}")
        if self._table is None:
            self.prepare(on_progress)
        if self._table is None:
            return None
        self._stopped.clear()
        lookup = TableLookup(self, board, SEARCH_SECONDS if seconds is None else seconds)
        try:
            return ProvenResult(lookup.score(), lookup.line(), lookup.nodes)
        except UnknownResult:
            return None

    def scores(self, board: Board) -> dict[str, Score | None]:
        """The score of every legal move, seen from the side that makes it; None for what is not known."""
        if self._table is None:
            self.prepare()
        if self._table is None:
            return dict.fromkeys(board.legal_moves)
        found: dict[str, Score | None] = {}
        score: Score | None
        for move in board.legal_numbers():
            try:
                score = TableLookup(self, board_after(board, move), SEARCH_SECONDS).score().for_parent
            except UnknownResult:
                score = None
            found[board.game.move_text(move)] = score
        return found

    def code(self, pos: Any) -> tuple[int, int | None]:
        """The code of a position, and in how many plies the game ends under best play."""
        assert self._table is not None
        header = self._table.header
        assert isinstance(self.game, TableGame)
        numbering = self.game.numbering(header.most)
        assert numbering is not None
        left = int(contract.left(self.game.rules, pos))
        layer = max(left, 0)
        if layer >= header.layers:
            assert header.repeat
            layer = header.layers - header.repeat + (layer - header.layers) % header.repeat
        number = contract.rank(numbering.tables, pos)
        code = int(self._table.codes[layer * header.positions + number])
        if code == DRAW:
            return code, None
        return code, left if table_kind(self.game) == LAYERS and code >= AT_LIMIT_LOST else code - 1


class UnknownResult(Exception):
    """Nothing can be said of a position."""


class TableLookup:
    """What a table knows of one position."""

    def __init__(self, prover: TableProver, board: Board, seconds: float) -> None:
        self.prover = prover
        self.board = board
        self.rules = prover.game.rules
        self.nodes = 0
        self.until = time.monotonic() + seconds
        self.barred = self._find_barred()
        """Positions on the way to a win that would occur for the last time allowed."""
        self._avoidable: dict[Any, bool] = {}

    def score(self) -> Score:
        """What is true of the position on the board; `UnknownResult` if nobody can say."""
        if self.board.is_over:
            return final_info(self.board).score
        code, plies = self._look_up(self.board.position)
        if code != DRAW and self.barred and not self._can_avoid_barred(self.board.position):
            raise UnknownResult
        return Score(value="draw" if code == DRAW else "loss" if code & 1 else "win", distance=plies)

    def _look_up(self, pos: Any) -> tuple[int, int | None]:
        self.nodes += 1
        return self.prover.code(pos)

    def _after(self, pos: Any) -> list[tuple[int, Any]]:
        if contract.outcome(self.rules, pos) != contract.OPEN:
            return []
        moves = self.prover.game.legal(pos)
        return [(move, contract.play(self.rules, pos, move)) for move in moves]

    # Repetition

    def _find_barred(self) -> set[Any]:
        often = int(contract.repetition(self.rules))
        if often == 0 or self.board.is_over:
            return set()
        here = self.board.position
        code, plies = self.prover.code(here)
        if plies is None:
            return set()
        times = Counter(identity(pos) for pos in [*self.board.earlier_positions(), here])
        winner = self._winner(here, code)
        barred = set()
        for pos in self.board.earlier_positions():
            if times[identity(pos)] >= often - 1:
                other_code, other_plies = self.prover.code(pos)
                if (
                    other_plies is not None
                    and other_plies < plies
                    and self._winner(pos, other_code) == winner
                ):
                    barred.add(identity(pos))
        return barred

    def _winner(self, pos: Any, code: int) -> int | None:
        side = self.prover.game.side_to_move(pos)
        return side if side is None or code & 1 == 0 else 1 - side

    def _can_avoid_barred(self, pos: Any) -> bool:
        """Whether the winner can avoid the barred positions without losing time."""
        place = identity(pos)
        if place in self.barred:
            return False
        if place not in self._avoidable:
            if self.prover.is_stopped or time.monotonic() > self.until:
                raise UnknownResult
            code, _ = self._look_up(pos)
            after = [each for _, each in self._after(pos)]
            if code & 1:
                self._avoidable[place] = all(self._can_avoid_barred(each) for each in after)
            else:
                shortest = [each for each in after if self._look_up(each)[0] == code - 1]
                self._avoidable[place] = any(self._can_avoid_barred(each) for each in shortest)
        return self._avoidable[place]

    # The line

    def line(self) -> tuple[str, ...]:
        """A best move and what follows: to the end, or a few plies of a drawn game."""
        if self.board.is_over:
            return ()
        pos = self.board.position
        line: list[str] = []
        met = {identity(pos)}
        while after := self._after(pos):
            code, plies = self._look_up(pos)
            move, pos = next(
                (move, each)
                for move, each in after
                if self._continues(code, plies, each) and not (code != DRAW and self._is_spoilt(each))
            )
            line.append(self.prover.game.move_text(move))
            if identity(pos) in met or (code == DRAW and len(line) == DRAWN_LINE):
                break
            met.add(identity(pos))
        return tuple(line)

    def _continues(self, code: int, plies: int | None, after: Any) -> bool:
        """Whether a move to this position keeps what there is: the result, and the distance to it."""
        next_code, next_plies = self._look_up(after)
        if code == DRAW:
            return next_code == DRAW
        assert plies is not None
        return next_code != DRAW and (next_code ^ code) & 1 == 1 and next_plies == plies - 1

    def _is_spoilt(self, pos: Any) -> bool:
        return bool(self.barred) and not self._can_avoid_barred(pos)
