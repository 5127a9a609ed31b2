"""Another program that is spoken to line by line, and that may hang, die, or talk nonsense."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Final

from plyground.errors import PlygroundError

LONGEST_LINE: Final = 10_000
"""Bytes; the rest of a longer line is thrown away."""
MOST_WAITING: Final = 1_000
"""Lines that wait to be heard; a program that talks more has to wait itself."""
FAREWELL: Final = 1.0
"""Seconds that a program has to end when it is told to."""


class ProgramError(PlygroundError):
    """A program that did not do its part; the message says how."""


_shared = False


def share_our_fate() -> None:
    """Let programs that are started from now on belong to our own group of processes, and die with us."""
    global _shared
    _shared = True


class Program:
    """A program that runs. It ends with this object at the latest, and so do the programs it started."""

    def __init__(self, command: str, name: str) -> None:
        self.name = name
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ProgramError(f"{name}: the command cannot be read: {error}") from error
        if not words:
            raise ProgramError(f"{name} names no program; write a command behind the colon")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=not _shared,  # a Ctrl-C is for us, and a kill is for its children too
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgramError(f"{name} cannot be started: {why}") from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._heard: Queue[str | None] = Queue(MOST_WAITING)
        self._complaints: deque[str] = deque(maxlen=3)
        self._gone = threading.Event()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._finish = weakref.finalize(self, _kill, process, self._outgoing, self._gone)
        _started(_listen, process.stdout, self._heard, self._gone)
        _started(_speak, process.stdin, self._outgoing)
        self._noting = _started(_note, process.stderr, self._complaints)

    def tell(self, *lines: str) -> None:
        """Send lines; this never waits, even for a program that does not listen."""
        for line in lines:
            self._outgoing.put(f"{line}{os.linesep}".encode())

    def hear(self, deadline: float | None = None) -> str | None:
        """The next line, or None if there is none before the deadline (of `time.perf_counter`)."""
        try:
            wait = None if deadline is None else max(0.0, deadline - time.perf_counter())
            line = self._heard.get(timeout=wait)
        except Empty:
            return None
        if line is None:
            self._heard.put(None)
            raise ProgramError(f"{self.name} has ended by itself: {self._last_words()}")
        return line

    def end(self, farewell: str) -> None:
        """Ask it to end, and kill it if it does not."""
        if self._finish.alive:
            self.tell(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._finish()

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._noting.join(FAREWELL)
        code = self._process.returncode
        if code is None:
            told = "it closed its output"
        elif code < 0:
            told = f"killed by {_signal_name(-code)}"
        else:
            told = f"exit code {code}"
        return f"{told} ({self._complaints[-1]})" if self._complaints else told


def _started(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _kill(
    process: subprocess.Popen[bytes], outgoing: SimpleQueue[bytes | None], gone: threading.Event
) -> None:
    gone.set()
    outgoing.put(None)
    with suppress(OSError):
        if sys.platform == "win32" or _shared:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)


def _speak(stream: IO[bytes], outgoing: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), stream:
        while (line := outgoing.get()) is not None:
            stream.write(line)
            stream.flush()


def _listen(stream: IO[bytes], heard: Queue[str | None], gone: threading.Event) -> None:
    with stream:
        for line in _lines(stream):
            if not _put(heard, line, gone):
                return
    _put(heard, None, gone)


def _put(heard: Queue[str | None], line: str | None, gone: threading.Event) -> bool:
    while not gone.is_set():
        with suppress(Full):
            heard.put(line, timeout=0.1)
            return True
    return False


def _note(stream: IO[bytes], complaints: deque[str]) -> None:
    with stream:
        for line in _lines(stream):
            complaints.append(line)


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Every line that is not empty, whatever its bytes are and however it ends."""
    rest = b""
    while True:
        try:
            data = os.read(stream.fileno(), 65_536)
        except OSError:
            data = b""
        *whole, rest = (rest + (data or b"\n")).replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            if text := line[:LONGEST_LINE].decode(errors="replace").strip():
                yield text
        rest = rest[:LONGEST_LINE]
        if not data:
            return
