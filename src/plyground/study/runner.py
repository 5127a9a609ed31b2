"""Handing out the work of a study to an executor, and taking in what comes back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Any, Final

from plyground.arena.executors import GameExecutor
from plyground.arena.function_call import FunctionCall, make_call
from plyground.arena.interrupts import delay_interrupts
from plyground.errors import PlygroundError

TRIES: Final = 3
"""How often a piece of work is handed out before the study is given up."""
POLL_SECONDS: Final = 0.25
WORK: Final = "plyground.study.work"


@dataclass
class Job:
    """A piece of work, and what to do with its answer."""

    function: str
    """Its name in `plyground.study.work`."""
    arguments: dict[str, Any]
    on_answer: Callable[[Any], None]
    patience: float
    on_error: Callable[[PlygroundError], None] | None = None
    """What to do if it fails or takes too long; without it, the study ends with that error."""
    tries: int = 0

    @property
    def call(self) -> FunctionCall:
        """The call, as it is sent."""
        return FunctionCall(f"{WORK}:{self.function}", self.arguments, self.patience)


class Runner:
    """Keeps every place of an executor busy with jobs."""

    def __init__(self, executor: GameExecutor, on_poll: Callable[[], None] = lambda: None) -> None:
        self.executor = executor
        self.on_poll = on_poll

    def run(self, next_job: Callable[[], Job | None], is_late: Callable[[], bool] = lambda: False) -> None:
        """Do all jobs until there is none, and none under way; when it is late, give up what is under way."""
        under_way: dict[Future[Any], Job] = {}
        again: list[Job] = []
        try:
            with delay_interrupts() as interrupts:
                while True:
                    interrupts.check()
                    while len(under_way) < self.executor.size:
                        job = again.pop() if again else next_job()
                        if job is None:
                            break
                        job.tries += 1
                        under_way[self.executor.pool.submit(make_call, job.call)] = job
                    if not under_way or is_late():
                        return
                    ended, _ = wait(under_way, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                    for future in ended:
                        interrupts.check()
                        if job := _collect(under_way.pop(future), future):
                            again.append(job)
                    self.on_poll()
        finally:
            if under_way:
                self.executor.abandon(under_way)

    def run_one(self, function: str, arguments: dict[str, Any], patience: float) -> Any:
        """The answer of one job."""
        answers: list[Any] = []
        jobs = [Job(function, arguments, answers.append, patience)]
        self.run(lambda: jobs.pop() if jobs else None)
        return answers[0]


def _collect(job: Job, future: Future[Any]) -> Job | None:
    """Take in what a job has brought; the job itself if it has to be done again."""
    try:
        answer = future.result()
    except PlygroundError as error:
        if job.on_error is None:
            raise
        job.on_error(error)
    except (Exception, CancelledError) as error:
        if job.tries < TRIES:
            return job
        raise PlygroundError(
            f"{job.function} could not be done: {type(error).__name__}: {error}; "
            "the games up to now are kept, --resume goes on"
        ) from error
    else:
        job.on_answer(answer)
    return None
