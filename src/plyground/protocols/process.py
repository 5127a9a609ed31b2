"""Another program that gets and gives lines of text, and that may hang, die, or talk nonsense."""

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
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Final

from plyground.errors import PlygroundError
from plyground.protocols.pipes import read_lines

LONGEST_LINE: Final = 10_000
"""Bytes; the rest of a longer line is thrown away."""
MOST_WAITING: Final = 1_000
"""Lines that wait to be received; a program that writes more has to wait itself."""
EXIT_SECONDS: Final = 1.0
"""How long a program may take to end when it is told to."""


class ProgramError(PlygroundError):
    """A program that did not do its part; the message says how."""


_in_own_group = False


def keep_in_own_group() -> None:
    """Start programs from now on in our own group of processes, so that they are killed together with us."""
    global _in_own_group
    _in_own_group = True


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
                start_new_session=not _in_own_group,  # a Ctrl-C is for us, and a kill is for its children too
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgramError(f"{name} cannot be started: {why}") from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._received: Queue[str | None] = Queue(MOST_WAITING)
        self._errors: deque[str] = deque(maxlen=3)
        self._gone = threading.Event()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._finish = weakref.finalize(self, _kill, process, self._outgoing, self._gone)
        _start_thread(_read_lines, process.stdout, self._received, self._gone)
        _start_thread(_write_lines, process.stdin, self._outgoing)
        self._error_reader = _start_thread(_collect_errors, process.stderr, self._errors)

    def send(self, *lines: str) -> None:
        """Send lines; this never waits, even for a program that does not listen."""
        for line in lines:
            self._outgoing.put(f"{line}{os.linesep}".encode())

    def receive(self, deadline: float | None = None) -> str | None:
        """The next line, or None if there is none before the deadline (of `time.perf_counter`)."""
        try:
            wait = None if deadline is None else max(0.0, deadline - time.perf_counter())
            line = self._received.get(timeout=wait)
        except Empty:
            return None
        if line is None:
            self._received.put(None)
            raise ProgramError(f"{self.name} has ended by itself: {self._exit_text()}")
        return line

    def end(self, farewell: str) -> None:
        """Ask it to end, and kill it if it does not."""
        if self._finish.alive:
            self.send(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(EXIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._finish()

    def _exit_text(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        self._error_reader.join(EXIT_SECONDS)
        code = self._process.returncode
        if code is None:
            text = "it closed its output"
        elif code < 0:
            text = f"killed by {signal_name(-code)}"
        else:
            text = f"exit code {code}"
        return f"{text} ({self._errors[-1]})" if self._errors else text


def _start_thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def signal_name(number: int) -> str:
    """What a signal is called.

    >>> signal_name(9), signal_name(200)
    ('SIGKILL', 'signal 200')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a group of its own, together with every process that it has started."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _kill(
    process: subprocess.Popen[bytes], outgoing: SimpleQueue[bytes | None], gone: threading.Event
) -> None:
    gone.set()
    outgoing.put(None)
    if _in_own_group:
        process.kill()
    else:
        kill_group(process)
    with suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_SECONDS)


def _write_lines(stream: IO[bytes], outgoing: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), stream:
        while (line := outgoing.get()) is not None:
            stream.write(line)
            stream.flush()


def _read_lines(stream: IO[bytes], received: Queue[str | None], gone: threading.Event) -> None:
    with stream:
        for line in read_lines(stream.fileno(), LONGEST_LINE):
            if not _put(received, line, gone):
                return
    _put(received, None, gone)


def _put(received: Queue[str | None], line: str | None, gone: threading.Event) -> bool:
    while not gone.is_set():
        with suppress(Full):
            received.put(line, timeout=0.1)
            return True
    return False


def _collect_errors(stream: IO[bytes], errors: deque[str]) -> None:
    with stream:
        for line in read_lines(stream.fileno(), LONGEST_LINE):
            errors.append(line)
