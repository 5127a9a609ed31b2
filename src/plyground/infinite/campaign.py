"""Proving many first replies: on several threads, until all are proven or the time is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Final

from plyground.errors import PlygroundError
from plyground.files import Lock, explain_errors
from plyground.infinite.cover import FAR, find_cover
from plyground.infinite.first_reply import FirstReplyProver, ReplyProgress
from plyground.infinite.proof_folder import ReplyFolder, reply_folders
from plyground.infinite.prover import TALL, Point, PositionProver

LARGEST_REPLY: Final = 16
"""Replies further away than this do not fit onto the prover's board, but for the far one."""


class Campaign:
    """Proves first replies and keeps everything in a folder, in which no other may work at the time."""

    def __init__(
        self,
        root: Path,
        *,
        replies: Sequence[Point] = (),
        second: Point | None = None,
        hints: Iterable[Sequence[Point]] = (),
        threads: int = 1,
        minutes: float | None = None,
        report: Callable[[ReplyProgress], None] = lambda progress: None,
    ) -> None:
        for reply in replies:
            check_reply(reply)
        self.root, self.second, self.threads, self.report = root, second, threads, report
        self.replies, self.hints = list(replies), list(hints)
        self.end = None if minutes is None else time.monotonic() + 60 * minutes
        self._lock = threading.Lock()
        self._is_stopped = False
        self._taken: set[Point] = set()
        self._provers: list[PositionProver] = []

    def run(self) -> None:
        """Prove what can be proven."""
        with explain_errors(f"cannot use {self.root}"):
            self.root.mkdir(parents=True, exist_ok=True)
        lock = Lock(self.root / "lock")
        if not lock.acquire():
            raise PlygroundError(f"another process is proving in {self.root}")
        timer = threading.Timer(max(0, self.end - time.monotonic()), self.stop) if self.end else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            with ThreadPoolExecutor(self.threads, thread_name_prefix="prove") as pool:
                tasks = [pool.submit(self._work) for _ in range(self.threads)]
                wait(tasks)
            for task in tasks:
                task.result()
        finally:
            if timer:
                timer.cancel()
            lock.release()

    def stop(self) -> None:
        """End soon; what is found is kept."""
        self._is_stopped = True
        for prover in self._provers:
            prover.stop()

    def is_stopped(self) -> bool:
        """Whether it is to end."""
        return self._is_stopped

    def _work(self) -> None:
        """Take one reply after another."""
        provers: dict[bool, PositionProver] = {}
        while not self._is_stopped and (reply := self._next_reply()) is not None:
            is_far = reply[1] > LARGEST_REPLY
            if is_far not in provers:
                provers.clear()
                provers[is_far] = self._make_prover(is_far)
            FirstReplyProver(
                provers[is_far],
                ReplyFolder(self.root, reply),
                second=self.second,
                neighbour=self._neighbour(reply),
                report=self.report,
                is_stopped=self.is_stopped,
            ).run()

    def _make_prover(self, is_far: bool) -> PositionProver:
        prover = PositionProver(extra_rows=TALL if is_far else 0)
        prover.add_hints(self.hints)
        with self._lock:
            self._provers.append(prover)
            if self._is_stopped:
                prover.stop()
        return prover

    def _next_reply(self) -> Point | None:
        """A reply that is not proven and that nobody works on."""
        with self._lock:
            for reply in self.replies or find_cover(self.root).to_prove:
                if reply not in self._taken and not ReplyFolder(self.root, reply).is_complete():
                    self._taken.add(reply)
                    return reply
        return None

    def _neighbour(self, reply: Point) -> ReplyFolder | None:
        """The nearest reply that is proven."""
        proven = [folder for folder in reply_folders(self.root) if folder.is_complete()]
        return min(proven, key=lambda folder: _distances(folder.reply, reply), default=None)


def check_reply(reply: Point) -> None:
    """Refuse a reply that the prover has no room for."""
    x, y = reply
    if reply != FAR and not (0 <= x <= y <= LARGEST_REPLY and y > 0):
        raise PlygroundError(
            f"a reply is x,y with 0 <= x <= y <= {LARGEST_REPLY}, one of each class, or {FAR[0]},{FAR[1]}; "
            f"{x},{y} is not"
        )


def _distances(one: Point, other: Point) -> tuple[int, int]:
    a, b = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(a, b), a + b
