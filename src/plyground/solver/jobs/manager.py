"""The manager of a proof on many workers: it keeps the tree, hands out positions and checks what comes back.

Every answer is written to a folder before it counts. So the manager may be killed and goes on where it was,
and a worker may die at any time: its position is asked about once more.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.files import Lock, explain_errors, save_file
from plyground.score import Score
from plyground.solver.jobs.tree import JobNode, JobTree
from plyground.solver.jobs.work import check_answer
from plyground.solver.prover import board_after, plies_left
from plyground.solver.verdict import Verdict
from plyground.verify.walk import Refused

JOURNAL: Final = "jobs.jsonl"
FIRST_SECONDS: Final = 1.0
LONGEST_SECONDS: Final = 60.0
GROWTH: Final = 1.5
"""How much longer a job may be for a position one move deeper."""
PAUSE: Final = 0.5
HOW: Final = "jobs"
MOST_FAILURES: Final = 5
"""How often the job of one position may fail."""

Submit = Callable[[dict[str, Any]], "Future[dict[str, Any]]"]
"""Hands a job to a worker: the arguments of `work.prove_position`."""
Check = Callable[[str, dict[str, Any]], "Future[bool]"]
"""Has an answer checked on the manager's own machine: the arguments of `work.check_answer`."""


@dataclass(frozen=True)
class JobProgress:
    """How far a proof has come."""

    value: str | None
    proven: int
    """Positions that workers have proven."""
    jobs: int
    running: int
    leaves: int
    proof: int
    disproof: int
    nodes: int
    processor_seconds: float


class JobManager:
    """Proves what is true of a position with workers.

    `submit` hands out a job, `size` says how many to hand out at once. `check` has answers checked beside the
    manager; without it the manager checks them itself, one after the other.
    """

    def __init__(
        self,
        board: Board,
        folder: Path,
        submit: Submit,
        size: Callable[[], int],
        *,
        check: Check | None = None,
        memory: int = 256,
        first_seconds: float = FIRST_SECONDS,
        report: Callable[[JobProgress], None] = lambda progress: None,
    ) -> None:
        self.board, self.folder, self.submit, self.size = board, folder, submit, size
        self.memory, self.first_seconds, self.report = memory, first_seconds, report
        self.tree = JobTree(board)
        self.jobs = self.proven = self.nodes = 0
        self.processor_seconds = 0.0
        self.check = check or _check_here
        self._running: dict[Future[dict[str, Any]], JobNode] = {}
        self._checked: dict[Future[bool], tuple[JobNode, dict[str, Any], float]] = {}
        self._failures: dict[int, int] = {}
        self._is_stopped = False

    @property
    def running(self) -> list[Future[dict[str, Any]]]:
        """The jobs that were handed out and have not come back."""
        return list(self._running)

    def stop(self) -> None:
        """End soon, from any thread."""
        self._is_stopped = True

    def run(self) -> str | None:
        """The value of the position for the side to move; None if it was stopped before."""
        with explain_errors(f"cannot use {self.folder}"):
            self.folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(self.folder / "lock")
        if not lock.acquire():
            raise PlygroundError(f"another process is proving in {self.folder}")
        try:
            self._go_on()
            while self.tree.value is None and not self._is_stopped:
                self._hand_out()
                if not self._running and not self._checked:
                    raise PlygroundError("nothing is left to ask, and nothing is proven")
                under_way: list[Future[Any]] = [*self._running, *self._checked]
                wait(under_way, PAUSE, FIRST_COMPLETED)
                for job in [job for job in self._running if job.done()]:
                    self._take_back(job)
                for check in [check for check in self._checked if check.done()]:
                    self._take_checked(check)
                self._report()
            return self.tree.value
        finally:
            for job in self._running:
                job.cancel()
            lock.release()

    # The journal

    def _go_on(self) -> None:
        """Take up what the folder knows."""
        path = self.folder / JOURNAL
        if not path.is_file():
            self._write({"game": self.board.game.full_name, "position": self.board.position_text})
            return
        with explain_errors(f"cannot read {path}"):
            whole, _, cut_off = path.read_bytes().rpartition(b"\n")
            if cut_off:
                save_file(path, whole + b"\n")
            head, *lines = map(json.loads, whole.splitlines())
        if (head.get("game"), head.get("position")) != (self.board.game.full_name, self.board.position_text):
            raise PlygroundError(f"{self.folder} holds the proof of another position")
        for line in lines:
            self._count(line)
            self._settle(self._node_of(line["position"]), line["value"])

    def _node_of(self, position: str) -> JobNode:
        for node in self.tree.nodes.values():
            if node.board.position_text == position:
                return node
        raise PlygroundError(f"{self.folder} is damaged: it tells of a position that nobody asked about")

    def _write(self, line: dict[str, Any]) -> None:
        with (
            explain_errors(f"cannot write {self.folder / JOURNAL}"),
            (self.folder / JOURNAL).open("ab") as file,
        ):
            file.write(json.dumps(line).encode() + b"\n")

    def _count(self, line: dict[str, Any]) -> None:
        if "seconds" not in line:
            return
        self.jobs += 1
        self.proven += line["value"] is not None
        self.nodes += line["nodes"]
        self.processor_seconds += line["processor_seconds"]

    def _settle(self, node: JobNode, value: str | None) -> None:
        if value is None:
            self.tree.expand(node)
        elif node.value is None:
            self.tree.settle(node, value)

    # Jobs

    def _hand_out(self) -> None:
        """Give every place a job, after the first positions have been split up so that there are enough."""
        size = self.size()
        while len(self._running) < size and self.tree.value is None:
            node = self.tree.pick()
            if node is None:
                return
            if self.tree.leaves() < size and node.jobs == 1:
                self._write({"position": node.board.position_text, "value": None})
                self.tree.expand(node)
                continue
            depth = len(node.board.numbers) - len(self.board.numbers)
            seconds = min(LONGEST_SECONDS, self.first_seconds * GROWTH**depth)
            job = self.submit(
                {
                    "game": node.board.game.full_name,
                    "position": node.board.position_text,
                    "seconds": seconds,
                    "memory": self.memory,
                }
            )
            self._running[job] = node

    def _take_back(self, job: Future[dict[str, Any]]) -> None:
        """Take an answer; what claims to be a proof is checked first."""
        node = self._running.pop(job)
        try:
            answer = job.result()
            if answer["position"] != node.board.position_text:
                raise PlygroundError("a worker answered about another position")
        except Exception as error:
            self._fail(node, error)
            return
        if answer["value"] is None:
            self._accept(node, answer, {})
        else:
            checked = self.check(node.board.game.full_name, answer)
            self._checked[checked] = node, answer, time.perf_counter()

    def _take_checked(self, check: Future[bool]) -> None:
        """Let a proof count that was checked."""
        node, answer, began = self._checked.pop(check)
        try:
            check.result()
        except (Exception, Refused) as error:
            self._fail(node, error)
            return
        name = f"{self.jobs:06}.cert"
        save_file(self.folder / name, base64.b64decode(answer["certificate"]))
        self._accept(node, answer, {"certificate": name, "check_seconds": time.perf_counter() - began})

    def _accept(self, node: JobNode, answer: dict[str, Any], more: dict[str, Any]) -> None:
        """Write an answer down, and let it count."""
        line = {name: value for name, value in answer.items() if name != "certificate"} | more
        self._write(line)
        self._count(line)
        self._settle(node, answer["value"])

    def _fail(self, node: JobNode, error: Exception) -> None:
        """A job failed, because a worker died or lied: it is given to another, but not for ever."""
        failures = self._failures[id(node)] = self._failures.get(id(node), 0) + 1
        self.tree.release(node)
        if failures >= MOST_FAILURES:
            raise PlygroundError(f"the job of {node.board.position_text} failed: {error}") from error

    def verdict(self) -> Verdict:
        """What is true of the position, as far as it is known."""
        root = self.tree.root
        if root.value is None:
            unknown = Score(estimate=0, exact=False)
            return Verdict(unknown, (), (), self.nodes, self.processor_seconds, HOW, self.board.copy())
        distance = None if root.value == 0 else plies_left(self.board)
        score = Score(value=self.tree.value, distance=distance, exact=root.value == 0)
        line: tuple[str, ...] = ()
        for move in self.board.legal_numbers():
            if root.children and self.tree.value_of(board_after(self.board, move)) == -root.value:
                line = (self.board.game.move_text(move),)
                break
        return Verdict(score, line, (), self.nodes, self.processor_seconds, HOW, self.board.copy())

    def _report(self) -> None:
        tree = self.tree
        self.report(
            JobProgress(
                tree.value,
                self.proven,
                self.jobs,
                len(self._running),
                tree.leaves(),
                tree.root.proof,
                tree.root.disproof,
                self.nodes,
                self.processor_seconds,
            )
        )


def _check_here(game: str, answer: dict[str, Any]) -> Future[bool]:
    checked: Future[bool] = Future()
    try:
        checked.set_result(check_answer(game, answer))
    except Exception as error:
        checked.set_exception(error)
    return checked
