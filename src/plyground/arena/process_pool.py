"""Starting the processes in which players think, asking them, and ending those that do not answer."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

from plyground.protocols.process import kill_group

STARTER: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
    "from plyground.arena.player_process import main; main()"
)
CLOSE_SECONDS: Final = 5.0
"""How long players may take to close after a game."""


class NoAnswer(Exception):
    """There was no answer in time."""


class ProcessEnded(Exception):
    """The process has ended; the number is its exit code, negative for a signal."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class PoolStopped(Exception):
    """The tournament has been stopped."""


class PlayerProcess:
    """A process in which two players think."""

    def __init__(self) -> None:
        path = json.dumps([os.path.abspath(each) for each in sys.path])
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", STARTER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PYTHONHASHSEED": "0"} | os.environ,
            start_new_session=True,  # out of reach of a Ctrl-C, and ended together with what players start
        )
        self._answers: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return self._process.poll() is None

    def ask(self, seconds: float, ask: str, **question: Any) -> dict[str, Any]:
        """The answer to a question; `NoAnswer` if it takes too long, `ProcessEnded` if none will come."""
        assert self._process.stdin is not None
        line = json.dumps({"ask": ask, **question}) + "\n"
        with suppress(OSError, ValueError):  # then the process is gone, and that is the answer
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise NoAnswer from None
        if answer is None:
            self._answers.put(None)
            raise ProcessEnded(self._wait())
        assert isinstance(answer, dict)
        return answer

    def kill(self) -> None:
        """End the process and all that its players have started."""
        kill_group(self._process)
        self._wait()
        self.close_input()

    def close_input(self) -> None:
        """Ask nothing any more."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _wait(self) -> int:
        """The exit code, once the process has ended."""
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it has closed its output but lives on
            self._process.kill()
            return self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                with suppress(ValueError):
                    self._answers.put(json.loads(line))
        self._answers.put(None)


class ProcessPool:
    """The processes of players that were started here: those that wait for a game, and those in use."""

    def __init__(self) -> None:
        self.epoch = 0
        """How often everything has been stopped."""
        self._idle: list[PlayerProcess] = []
        self._all: set[PlayerProcess] = set()
        self._lock = threading.Lock()

    @contextmanager
    def borrow(self, epoch: int, *, is_new: bool = False) -> Iterator[PlayerProcess]:
        """A process for one game, if need be a new one; one whose game went wrong is not used again."""
        process = self._take(epoch, is_new=is_new)
        try:
            yield process
        except BaseException as error:
            self._drop(process)
            if self.epoch != epoch and isinstance(error, Exception):
                raise PoolStopped from error
            raise
        try:
            process.ask(CLOSE_SECONDS, "close")
        except (NoAnswer, ProcessEnded):
            self._drop(process)
        else:
            with self._lock:
                self._idle.append(process)

    def stop(self) -> None:
        """End every process, and with it every game under way."""
        with self._lock:
            self.epoch += 1
            processes, self._all, self._idle = self._all, set(), []
        for process in processes:
            process.kill()

    def _take(self, epoch: int, *, is_new: bool) -> PlayerProcess:
        with self._lock:
            while self._idle and not is_new:
                process = self._idle.pop()
                if process.is_alive:
                    return process
                self._all.discard(process)
                process.close_input()
            if self.epoch != epoch:
                raise PoolStopped
            process = PlayerProcess()
            self._all.add(process)
            return process

    def _drop(self, process: PlayerProcess) -> None:
        with self._lock:
            self._all.discard(process)
        process.kill()


POOL: Final = ProcessPool()
atexit.register(POOL.stop)
