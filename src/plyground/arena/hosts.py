"""Starting the processes in which players think, asking them, and ending those that do not answer."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

STARTER: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
    "from plyground.arena.host import main; main()"
)
FAREWELL: Final = 5.0
"""How many seconds players have to put their things away after a game."""


class Silent(Exception):
    """There was no answer in time."""


class Gone(Exception):
    """The process has ended; the number is its exit code, negative for a signal."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Abandoned(Exception):
    """The tournament has been stopped."""


class Host:
    """A process in which two players can sit."""

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
        """The answer to a question; `Silent` if it takes longer than this, `Gone` if none will come."""
        assert self._process.stdin is not None
        line = json.dumps({"ask": ask, **question}) + "\n"
        with suppress(OSError, ValueError):  # then the process is gone, and that is the answer
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise Silent from None
        if answer is None:
            self._answers.put(None)
            raise Gone(self._ended())
        assert isinstance(answer, dict)
        return answer

    def kill(self) -> None:
        """End the process and all that its players have started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._ended()
        self.hang_up()

    def hang_up(self) -> None:
        """Ask nothing any more."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _ended(self) -> int:
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


class Hosts:
    """The hosts of this process: those that wait for the next game, and those in use."""

    def __init__(self) -> None:
        self.epoch = 0
        """How often everything has been stopped."""
        self._idle: list[Host] = []
        self._all: set[Host] = set()
        self._lock = threading.Lock()

    @contextmanager
    def borrowed(self, epoch: int) -> Iterator[Host]:
        """A host for one game; one whose game went wrong is not used again."""
        host = self._taken(epoch)
        try:
            yield host
        except BaseException as error:
            self._drop(host)
            if self.epoch != epoch and isinstance(error, Exception):
                raise Abandoned from error
            raise
        try:
            host.ask(FAREWELL, "rise")
        except (Silent, Gone):
            self._drop(host)
        else:
            with self._lock:
                self._idle.append(host)

    def stop(self) -> None:
        """End every host, and with it every game under way."""
        with self._lock:
            self.epoch += 1
            hosts, self._all, self._idle = self._all, set(), []
        for host in hosts:
            host.kill()

    def _taken(self, epoch: int) -> Host:
        with self._lock:
            while self._idle:
                host = self._idle.pop()
                if host.is_alive:
                    return host
                self._all.discard(host)
                host.hang_up()
            if self.epoch != epoch:
                raise Abandoned
            host = Host()
            self._all.add(host)
            return host

    def _drop(self, host: Host) -> None:
        with self._lock:
            self._all.discard(host)
        host.kill()


HOSTS: Final = Hosts()
atexit.register(HOSTS.stop)
