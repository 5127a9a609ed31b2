"""An engine that says what is proven as soon as it can be known: from a table, or by proof numbers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.engine.info import SearchLimits, final_info
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.prover import ProvenResult, Prover
from plyground.solver.selection import PROVER_MEMORY, dfpn_prover_for
from plyground.solver.table_prover import TableProver

FIRST_LOOK: Final = 0.5
"""For so many seconds at most the engine looks before a proof is sought."""
FIRST_SHARE: Final = 0.25
PROOF_SHARE: Final = 0.5
MOVES_SHARE: Final = 0.25
"""How much of its time goes into the first look, the proof of the position, and those of single moves."""


class ProvingEngine(Engine):
    """Analyses like an engine, and asks whoever can prove results of the game.

    A table answers at once. Proof numbers are asked where there is a limit of time, after a first look; with
    a limit of depth or nodes the engine is alone, and so answers the same every time.

    >>> engine = ProvingEngine(Board("squeeze:3x3,limit=0").game)
    >>> info = engine.search(Board("squeeze:3x3,limit=0"), depth=1, lines=2)
    >>> [str(line.score) for line in info.lines]
    ['win in 7 plies', 'win in 7 plies']
    """

    def __init__(self, game: Game, *, threads: int = 1, memory: int = 64) -> None:
        super().__init__(game, threads=threads, memory=memory)
        self._table = TableProver(game, threads=threads) if TableProver.can_answer(game) else None
        self._prover = None if self._table else dfpn_prover_for(game, threads=threads, memory=PROVER_MEMORY)
        self._halted = threading.Event()

    def prepare(self) -> None:
        """Compile and load whatever is needed."""
        super().prepare()
        for prover in (self._table, self._prover):
            if prover is not None:
                prover.prepare()

    def stop(self) -> None:
        """End what is under way, from any thread; its last answer follows at once."""
        self._halted.set()
        super().stop()
        if self._prover is not None:
            self._prover.stop()

    def analyse(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        longest: float | None = None,
    ) -> Iterator[Info]:
        """An `Info` for everything new, and last the final answer."""
        SearchLimits(depth, nodes, seconds, lines, longest)
        if board.game != self.game:
            raise PlygroundError(f"this engine plays {self.game.full_name}, not {board.game.full_name}")
        if board.is_over:
            return iter([final_info(board)])
        self.prepare()
        self._halted.clear()
        if self._table is not None and (known := looked_up(self._table, board, lines)):
            return iter([known])
        if self._prover is None or seconds is None or not depth is nodes is None:
            return super().analyse(
                board, depth=depth, nodes=nodes, seconds=seconds, lines=lines, longest=longest
            )
        return self._prove_too(board, seconds, lines, self._prover)

    def _prove_too(self, board: Board, seconds: float, lines: int, prover: Prover) -> Iterator[Info]:
        """Look, seek proofs, and look again with what has been proven."""
        began = time.perf_counter()
        dossier = Dossier()

        def left() -> float:
            return max(0.0, seconds - (time.perf_counter() - began))

        for info in super().analyse(board, seconds=min(FIRST_LOOK, seconds * FIRST_SHARE), lines=lines):
            yield dossier.completed(info, began)
        if self._halted.is_set() or all(is_final(line.score) for line in info.lines):
            return
        dossier.nodes = info.nodes
        dossier.result = prover.prove(board, seconds=left() * PROOF_SHARE, exact=True)
        if dossier.result is not None:
            yield dossier.completed(info, began)
            if lines == 1:
                return
            until = left() - seconds * MOVES_SHARE
            for line in info.lines:
                if self._halted.is_set() or left() <= until:
                    break
                dossier.learn(line.move, scored(prover, board, line.move, left() - until))
                yield dossier.completed(info, began)
        if self._halted.is_set() or left() == 0:
            return
        for info in super().analyse(board, seconds=left(), lines=lines):
            yield dossier.completed(info, began)


class Dossier:
    """What has been proven of a position and its moves."""

    def __init__(self) -> None:
        self.result: ProvenResult | None = None
        self.moves: dict[str, Score] = {}
        self.nodes = 0
        """Positions that earlier looks have taken."""

    def learn(self, move: str, score: Score | None) -> None:
        """Note what a move is worth, if that is known."""
        if score is not None:
            self.moves[move] = score

    def completed(self, info: Info, began: float) -> Info:
        """What the engine says, with what is proven in the place of what it believes."""
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


def scored(prover: Prover, board: Board, move: str, seconds: float) -> Score | None:
    """What is proven of a move, for the side that makes it."""
    child = board.copy()
    child.push(move)
    if child.is_over:
        return final_info(child).score.for_parent
    result = prover.prove(child, seconds=seconds)
    return None if result is None else result.score.for_parent


def looked_up(table: TableProver, board: Board, lines: int) -> Info | None:
    """What a table knows of a position and its best moves."""
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
