"""A server on standard input and output: commands line by line, heard even while a search is on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Final, Protocol

STANDARD_INPUT: Final = 0
LONGEST_LINE: Final = 1_000_000
"""Bytes; what is longer is no command, and its rest is thrown away."""


class LineServer(Protocol):
    """Something that obeys commands."""

    def obey(self, line: str) -> bool:
        """Do what a line says without waiting for a search; False if that was the last."""

    def finish(self) -> None:
        """No more commands will come: end what is under way."""


def serve(make_server: Callable[[Callable[[str], None]], LineServer]) -> None:
    """Obey standard input until it ends. The server is made with the function that writes its answers."""
    pipes = Pipes()
    server = make_server(pipes.say)
    pipes.serve(server.obey)
    server.finish()


class Pipes:
    """Reads commands and writes answers. Once nobody listens any more, reading ends too."""

    def __init__(self) -> None:
        self._events: SimpleQueue[str | None] = SimpleQueue()
        self._speaking = threading.Lock()

    def say(self, line: str) -> None:
        """Write a line at once, from any thread; if nobody listens, the program ends politely."""
        with self._speaking:
            try:
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
            except OSError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                self._events.put(None)

    def serve(self, obey: Callable[[str], bool]) -> None:
        """Obey line by line until there are no more, or one answers False, or nobody listens."""
        threading.Thread(target=self._read, daemon=True).start()
        while (line := self._events.get()) is not None:
            if not obey(line):
                return

    def _read(self) -> None:
        for line in read_lines(STANDARD_INPUT, LONGEST_LINE):
            self._events.put(line)
        self._events.put(None)


def read_lines(descriptor: int, longest: int) -> Iterator[str]:
    """Every line that is not empty, whatever its bytes are and however it ends, cut off after `longest`."""
    rest = b""
    while True:
        try:
            data = os.read(descriptor, 65_536)
        except OSError:
            data = b""
        *whole, rest = (rest + (data or b"\n")).replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            if text := line[:longest].decode(errors="replace").strip():
                yield text
        rest = rest[:longest]
        if not data:
            return
