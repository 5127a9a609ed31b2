"""An engine that says what is proven as soon as it can be known: by a table, a certificate, proof numbers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.engine.info import SearchLimits
from plyground.game import Game
from plyground.progress import OnProgress
from plyground.solver.certificate_prover import CertificateProver
from plyground.solver.prover import ProvenResult, Prover, prove_move
from plyground.solver.selection import PROVER_MEMORY, dfpn_prover_for
from plyground.solver.table_prover import TableProver

FIRST_SEARCH: Final = 0.5
"""How many seconds at most the engine searches before a proof is tried."""
FIRST_SHARE: Final = 0.25
"""How much of its time goes into the first search."""
PROOF_SHARE: Final = 0.5
"""How much of the time left goes into the proof of the position."""
MOVES_SHARE: Final = 0.25
"""How much of its time goes into proofs of single moves."""


class ProvingEngine(Engine):
    """Analyses like an engine, and asks the prover of the game.

    A table or a certificate answers at once; while a part of a certificate is read for the first time, which
    takes seconds, the engine searches. Df-pn is used where there is a limit of time, after a first
    search; with a limit of depth or nodes the engine is alone, and so gives the same answer every time.

    >>> engine = ProvingEngine(Board("squeeze:3x3,limit=0").game)
    >>> info = engine.search(Board("squeeze:3x3,limit=0"), depth=1, lines=2)
    >>> [str(line.score) for line in info.lines]
    ['win in 7 plies', 'win in 7 plies']
    """

    def __init__(
        self, game: Game, *, threads: int = 1, memory: int = 64, prover_memory: int = PROVER_MEMORY
    ) -> None:
        super().__init__(game, threads=threads, memory=memory)
        self._table: TableProver | CertificateProver | None = None
        """What answers at once."""
        if TableProver.can_answer(game):
            self._table = TableProver(game, threads=threads)
        elif CertificateProver.can_answer(game):
            self._table = CertificateProver(game)
        self._prover = None if self._table else dfpn_prover_for(game, threads=threads, memory=prover_memory)
        self._halted = threading.Event()

    @property
    def bytes(self) -> int:
        """The memory of the engine and of the prover beside it; a table lies on the disk."""
        return super().bytes + (self._prover.bytes if self._prover is not None else 0)

    def prepare(self) -> None:
        """Compile and load whatever is needed."""
        super().prepare()
        for prover in (self._table, self._prover):
            if prover is not None:
                prover.prepare()

    def has_to_read(self, board: Board) -> bool:
        """Whether the first answer takes seconds, because a proof has to be read that was never read yet."""
        return isinstance(self._table, CertificateProver) and self._table.has_to_read(board)

    def read_proof(self, board: Board, on_progress: OnProgress | None = None) -> None:
        """Read it, so that the answer comes at once afterwards."""
        if self._table is not None:
            self._table.prove(board, on_progress=on_progress)

    def stop(self) -> None:
        """End what is under way, from any thread; its last answer follows at once."""
        self._halted.set()
        super().stop()
        for prover in (self._table, self._prover):
            if prover is not None:
                prover.stop()

    def run(self, board: Board, limits: SearchLimits) -> Iterator[Info]:
        """An `Info` for everything new, and last the final answer."""
        self.prepare()
        self._halted.clear()
        has_only_time = limits.seconds is not None and limits.depth is limits.nodes is None
        if has_only_time and self.has_to_read(board):
            return self._search_while_reading(board, limits)
        if self._table is not None and (known := table_info(self._table, board, limits.lines)):
            return iter([known])
        if self._prover is None or limits.seconds is None or not has_only_time:
            return super().run(board, limits)
        return self._search_and_prove(board, limits.seconds, limits.lines, self._prover)

    def _search_while_reading(self, board: Board, limits: SearchLimits) -> Iterator[Info]:
        """Search until the proof is read; if it covers the position, what it says ends the search."""
        table = self._table
        assert table is not None

        def read() -> None:
            if table.prove(board) is not None:
                Engine.stop(self)

        reader = threading.Thread(target=read, name="read-proof", daemon=True)
        reader.start()
        yield from super().run(board, limits)
        if not (self._halted.is_set() or reader.is_alive()) and (
            known := table_info(table, board, limits.lines)
        ):
            yield known

    def _search_and_prove(self, board: Board, seconds: float, lines: int, prover: Prover) -> Iterator[Info]:
        """Search, try to prove, and search on with what has been proven."""
        began = time.perf_counter()
        facts = ProvenFacts()

        def left() -> float:
            return max(0.0, seconds - (time.perf_counter() - began))

        first = SearchLimits(seconds=min(FIRST_SEARCH, seconds * FIRST_SHARE), lines=lines)
        for info in super().run(board, first):
            yield facts.merge_into(info, began)
        if self._halted.is_set() or all(is_final(line.score) for line in info.lines):
            return
        facts.nodes = info.nodes
        facts.result = prover.prove(board, seconds=left() * PROOF_SHARE, exact=True)
        if facts.result is not None:
            yield facts.merge_into(info, began)
            if lines == 1:
                return
            until = left() - seconds * MOVES_SHARE
            for line in info.lines:
                if self._halted.is_set() or left() <= until:
                    break
                proven = prove_move(prover, board, line.move, seconds=left() - until)
                if proven is not None:
                    facts.moves[line.move] = proven.score
                yield facts.merge_into(info, began)
        if self._halted.is_set() or left() == 0:
            return
        for info in super().run(board, SearchLimits(seconds=left(), lines=lines)):
            yield facts.merge_into(info, began)


class ProvenFacts:
    """What has been proven of a position and its moves."""

    def __init__(self) -> None:
        self.result: ProvenResult | None = None
        self.moves: dict[str, Score] = {}
        self.nodes = 0
        """Positions that earlier searches have taken."""

    def merge_into(self, info: Info, began: float) -> Info:
        """What the engine says, with what is proven in place of what it believes."""
        lines = [self._line(line) for line in info.lines]
        score = info.score
        if self.result is not None and not is_final(score):
            score = self.result.score
            best = Line(score, self.result.line)
            lines = [best, *(line for line in lines if line.move != best.move)][: max(1, len(lines))]
        lines[1:] = sorted(lines[1:], key=lambda line: -line.score.rank)
        spent = time.perf_counter() - began
        nodes = self.nodes + (info.nodes if self.nodes != info.nodes else 0)
        return replace(info, lines=tuple(lines), score=score, nodes=nodes, seconds=spent)

    def _line(self, line: Line) -> Line:
        known = self.moves.get(line.move)
        if known is None or is_final(line.score):
            return line
        return Line(known, (line.move,))


def is_final(score: Score) -> bool:
    """Whether there is nothing left to find out."""
    return score.is_proven and score.exact


def table_info(table: TableProver | CertificateProver, board: Board, lines: int) -> Info | None:
    """What a table or a certificate knows of a position and its best moves."""
    began = time.perf_counter()
    result = table.prove(board)
    if result is None:
        return None
    best = Line(result.score, result.line)
    others: list[Line] = []
    if lines > 1:
        scores = table.scores(board)
        known = [Line(score, (move,)) for move, score in scores.items() if score and move != best.move]
        others = sorted(known, key=lambda line: -line.score.rank)
    spent = time.perf_counter() - began
    found = (best, *others[: lines - 1])
    return Info(best.score.distance or 0, found, result.nodes, spent, 0.0, best.score)
