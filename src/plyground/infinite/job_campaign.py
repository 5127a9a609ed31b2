"""Proving first replies with workers: a job is one second reply, and its piece is checked before it counts.

The folder is that of a campaign on one machine, so that either can go on with what the other has found.
"""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.files import Lock, explain_errors
from plyground.infinite.campaign import LARGEST_REPLY, check_reply
from plyground.infinite.certificate import piece_guide
from plyground.infinite.cover import find_cover
from plyground.infinite.first_reply import (
    EFFORTS,
    ELSEWHERE_EFFORTS,
    ELSEWHERE_EXPANSIONS,
    FIRST,
    SECOND,
    ReplyProgress,
)
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.infinite.proof_piece import read_piece
from plyground.infinite.prover import Effort, Point
from plyground.verify.endless_field import ATTACKER, DEFENDER, cell_at, cells_of, coordinates
from plyground.verify.endless_proof import GuidedWalk

ROW: Final = 5
BUDGET: Final = 1_000_000
PAUSE: Final = 0.5
MOST_FAILURES: Final = 5
"""How often the job of one position may fail because a worker dies or lies."""

Submit = Callable[[dict[str, Any]], "Future[dict[str, Any]]"]
"""Hands a job to a worker: the arguments of `work.prove_piece`."""


@dataclass(frozen=True)
class PieceJob:
    """What a worker is asked: a first reply, a second one or None for elsewhere, and with which effort."""

    reply: Point
    second: Point
    answer: Point | None
    effort: int

    @property
    def stones(self) -> list[Point]:
        """The stones in turn."""
        return [FIRST, self.reply, self.second, *([] if self.answer is None else [self.answer])]


class JobCampaign:
    """Proves first replies with workers; `submit` hands a job out, `size` says how many may be out."""

    def __init__(
        self,
        root: Path,
        submit: Submit,
        size: Callable[[], int],
        *,
        replies: Sequence[Point] = (),
        second: Point | None = None,
        minutes: float | None = None,
        efforts: Sequence[Effort] = EFFORTS,
        report: Callable[[ReplyProgress], None] = lambda progress: None,
    ) -> None:
        for reply in replies:
            check_reply(reply)
        self.root, self.submit, self.size, self.report = root, submit, size, report
        self.replies, self.second, self.efforts = list(replies), second or SECOND, list(efforts)
        self.minutes = minutes
        self.running: dict[Future[dict[str, Any]], PieceJob] = {}
        self.tried: dict[tuple[Point, Point | None], int] = {}
        """With how many efforts each position has been tried."""
        self.failures: dict[PieceJob, int] = {}
        self.expansions: dict[Point, int] = {}
        self.began = time.monotonic()
        self._is_stopped = False

    def stop(self) -> None:
        """End soon; what is found is kept."""
        self._is_stopped = True

    def run(self) -> None:
        """Prove what can be proven."""
        with explain_errors(f"cannot use {self.root}"):
            self.root.mkdir(parents=True, exist_ok=True)
        lock = Lock(self.root / "lock")
        if not lock.acquire():
            raise PlygroundError(f"another process is proving in {self.root}")
        timer = threading.Timer(60 * self.minutes, self.stop) if self.minutes is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            while not self._is_stopped:
                self._hand_out()
                if not self.running:
                    break
                done, _ = wait(self.running, PAUSE, FIRST_COMPLETED)
                for job in done:
                    self._take_back(job)
        finally:
            if timer:
                timer.cancel()
            for job in self.running:
                job.cancel()
            lock.release()

    def _hand_out(self) -> None:
        size = self.size()
        if len(self.running) >= size:
            return
        for job in self._open_jobs():
            if len(self.running) >= size:
                return
            is_elsewhere = job.answer is None
            effort = (ELSEWHERE_EFFORTS if is_elsewhere else self.efforts)[job.effort]
            arguments = {
                "stones": [list(point) for point in job.stones],
                "effort": list(asdict(effort).values()),
                "budget": ELSEWHERE_EXPANSIONS if is_elsewhere else BUDGET,
                "is_far": job.reply[1] > LARGEST_REPLY,
                "hint": None if is_elsewhere else self._third(job.reply),
            }
            self.running[self.submit(arguments)] = job

    def _open_jobs(self) -> list[PieceJob]:
        """What can be asked now, the least effort first."""
        asked = {(job.reply, job.answer) for job in self.running.values()}
        jobs = []
        for reply in self.replies or find_cover(self.root).to_prove:
            folder = ReplyFolder(self.root, reply)
            plan = folder.plan()
            answers: list[Point | None] = [None] if plan is None else [*folder.open_answers()]
            for answer in answers:
                number = self.tried.get((reply, answer), 0)
                most = len(ELSEWHERE_EFFORTS if answer is None else self.efforts)
                if number < most and (reply, answer) not in asked:
                    jobs.append(PieceJob(reply, plan.second if plan else self.second, answer, number))
        return sorted(jobs, key=lambda job: job.effort)

    def _third(self, reply: Point) -> list[int]:
        """The attacker's third move if the defender plays elsewhere, which often answers a reply too."""
        x, y = coordinates(piece_guide(ReplyFolder(self.root, reply).load(None)).move)
        return [x, y]

    def _take_back(self, done: Future[dict[str, Any]]) -> None:
        """Check a piece and keep it."""
        job = self.running.pop(done)
        folder = ReplyFolder(self.root, job.reply)
        try:
            answer = done.result()
            if answer["piece"] is not None:
                piece = read_piece(base64.b64decode(answer["piece"]))
                needed = check_piece(job, piece_guide(piece))
                if job.answer is None:
                    folder.start(Plan(job.reply, job.second, needed), piece)
                else:
                    folder.save(job.answer, piece)
        except Exception as error:
            self.failures[job] = self.failures.get(job, 0) + 1
            if self.failures[job] >= MOST_FAILURES:
                raise PlygroundError(f"a job of {job.reply[0]},{job.reply[1]} failed: {error}") from error
            return
        self.expansions[job.reply] = self.expansions.get(job.reply, 0) + answer["expansions"]
        if answer["piece"] is None:
            self.tried[job.reply, job.answer] = job.effort + 1
            if job.answer is not None:
                numbers = folder.numbers() | {job.answer: (answer["numbers"][0], answer["numbers"][1])}
                folder.save_numbers(numbers)
        self._report(folder)

    def _report(self, folder: ReplyFolder) -> None:
        plan = folder.plan()
        left = folder.open_answers()
        total = len(plan.needed) if plan else 0
        second = plan.second if plan else self.second
        spent = time.monotonic() - self.began
        work = self.expansions.get(folder.reply, 0)
        self.report(ReplyProgress(folder.reply, second, total - len(left), total, tuple(left), work, spent))


def check_piece(job: PieceJob, guide: Any) -> tuple[Point, ...]:
    """Check a piece with the checker's own walk; for elsewhere, the second replies that matter then."""
    sides = (ATTACKER, DEFENDER) * len(job.stones)
    stones = {cell_at(*point): side for point, side in zip(job.stones, sides, strict=False)}
    walk = GuidedWalk(ROW)
    if job.answer is not None:
        walk.prove(stones, guide)
        return ()
    return tuple(coordinates(cell) for cell in cells_of(walk.needed(stones, guide)))
