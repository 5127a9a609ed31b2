"""What is true of a position, and of each of its moves, by the prover that suits the game."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.engine.info import final_info
from plyground.game import Game
from plyground.memory import check_resources
from plyground.progress import OnProgress, Progress
from plyground.score import Score
from plyground.solver.prover import ProvenResult, board_after
from plyground.solver.selection import DEFAULT_MEMORY, choose_prover
from plyground.solver.table_prover import TableProver
from plyground.solver.verdict import MoveVerdict, Verdict


def solve(
    board: Board,
    *,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
    every: bool = False,
    on_progress: OnProgress | None = None,
) -> Verdict:
    """What is true of a position, with `every` also of each legal move.

    >>> verdict = solve(Board("noughts", "b2 b1"))
    >>> verdict.value, verdict.distance, verdict.exact_distance
    ('win', 5, True)
    """
    solver = Solver(board.game, threads=threads, memory=memory)
    return solver.solve(board, seconds=seconds, every=every, on_progress=on_progress)


FIRST_MEMORY: Final = 16
"""Megabytes for the first try. A table is filled when it is made, which takes time and memory."""
FIRST_SECONDS: Final = 0.25
"""How long the first try may take; what it has found is then lost."""


class Solver:
    """Solves positions of one game, and remembers what it found for the next.

    The first try has a small table, which is enough for a small game. The large one is made when it is not.
    """

    def __init__(self, game: Game, *, threads: int = 1, memory: int = DEFAULT_MEMORY) -> None:
        check_resources(threads, memory)
        self.game = game
        self.threads = threads
        self.memory = memory
        self.prover = choose_prover(game, threads=threads, memory=min(memory, FIRST_MEMORY))
        self.is_first_try = memory > FIRST_MEMORY and not isinstance(self.prover, TableProver)
        self.is_stopped = False

    def grow(self) -> None:
        """Go on with as much memory as is allowed."""
        self.prover = choose_prover(self.game, threads=self.threads, memory=self.memory)
        self.is_first_try = False

    def stop(self) -> None:
        """End the proof under way, from any thread: `solve` returns what is known."""
        self.is_stopped = True
        self.prover.stop()

    def solve(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        every: bool = False,
        on_progress: OnProgress | None = None,
    ) -> Verdict:
        """What is true of a position, or what is believed if time or memory did not suffice."""
        if board.is_over:
            return Verdict(final_info(board).score, (), (), 0, 0.0, "rules", board.copy())
        self.is_stopped = False
        run = SolverRun(self, seconds, on_progress)
        result = run.prove(board)
        moves = run.prove_moves(board) if every else ()
        if result is None:
            unknown = Score(estimate=0, exact=False)
            result = ProvenResult(unknown, ())
            if run.last is not None:
                result = ProvenResult(run.last.score or unknown, run.last.line)
        how = self.prover.how
        return Verdict(result.score, result.line, moves, run.nodes, run.spent, how, board.copy())


class SolverRun:
    """The proof of a position and those of its moves, under one limit of time."""

    def __init__(self, solver: Solver, seconds: float | None, on_progress: OnProgress | None) -> None:
        self.solver = solver
        self.seconds = seconds
        self.on_progress = on_progress
        self.nodes = 0
        self.last: Progress | None = None
        """The last report on a position that is not yet proven."""
        solver.prover.prepare(on_progress)
        self.began = time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds since the prover was ready."""
        return time.perf_counter() - self.began

    def prove(self, board: Board, place: tuple[int, int] | None = None) -> ProvenResult | None:
        """What is true of a position, or None if time did not suffice.

        `place` says which of how many moves leads to it, for progress reports.
        """
        left = None if self.seconds is None else self.seconds - self.spent
        if self.solver.is_stopped or (left is not None and left <= 0):
            return None
        before = self.nodes

        def report(progress: Progress) -> None:
            self.last = progress
            self.nodes = before + progress.nodes
            if self.on_progress is not None:
                self.on_progress(self._progress_in_all(progress, place))
            if self.solver.is_stopped:
                self.solver.prover.stop()

        limit = FIRST_SECONDS if self.solver.is_first_try and (left is None or left > FIRST_SECONDS) else left
        result = self.solver.prover.prove(board, seconds=limit, exact=True, on_progress=report)
        if limit != left and not self.solver.is_stopped and (result is None or not result.score.exact):
            self.solver.grow()
            return self.prove(board, place)
        if result is not None:
            self.nodes = before + result.nodes
        return result

    def _progress_in_all(self, progress: Progress, place: tuple[int, int] | None) -> Progress:
        """The progress of one proof as part of the whole run."""
        whole = replace(progress, nodes=self.nodes, seconds=self.spent)
        if place is None:
            return whole
        number, moves = place
        what = f"move {number + 1} of {moves}, {progress.what}"
        return replace(whole, what=what, settled=number, known=moves)

    def prove_moves(self, board: Board) -> tuple[MoveVerdict, ...]:
        """Every legal move with its value, best first; moves that lead to images of a position share it."""
        known: dict[object, Score | None] = {}
        verdicts = []
        moves = board.legal_numbers()
        for number, move in enumerate(moves):
            after = board_after(board, move)
            image = self._image(after)
            if image not in known:
                known[image] = self._score_after(after, (number, len(moves)))
            verdicts.append(MoveVerdict(board.game.move_text(move), known[image]))
        return tuple(sorted(verdicts, key=lambda each: -(each.score.rank if each.score else 0)))

    def _score_after(self, after: Board, place: tuple[int, int]) -> Score | None:
        """The score of a position for the side that has just moved."""
        if after.is_over:
            return final_info(after).score.for_parent
        result = self.prove(after, place)
        return None if result is None else result.score.for_parent

    def _image(self, board: Board) -> object:
        """The same for boards that are images of each other; with a history that counts, never the same."""
        view = board.game.view(board.position)
        if contract.repetition(board.game.rules):
            return len(board.history), tuple(board.history)
        return int(contract.key(view.rules, view.pos))
