"""The program in a real terminal: a pseudo-terminal, and an emulator that says what a person sees on it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyte

from tests.terminal.drawn import find_drawn_cell

PATIENCE: Final = 300.0
"""Seconds after which what has not happened is taken as a failure, on the busiest machine."""


class RealTerminal:
    """A running program, its screen as an emulator shows it, and its keyboard and mouse."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, size: tuple[int, int]) -> None:
        self.process = process
        self._master = master
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def wait_for(self, *signs: str) -> str:
        """Wait until all of these texts are on the screen; returns the screen."""
        end = time.monotonic() + PATIENCE
        while not all(sign in self.text for sign in signs):
            assert time.monotonic() < end, f"still not {signs}:\n{self.text}"
            self._read()
        return self.text

    def press(self, keys: str) -> None:
        """Type these characters."""
        os.write(self._master, keys.encode())

    def click(self, column: str, row: str) -> None:
        """Click the cell where it is drawn, as soon as it is."""
        end = time.monotonic() + PATIENCE
        while (place := self._drawn_cell(column, row)) is None:
            assert time.monotonic() < end, f"still no cell {column}{row}:\n{self.text}"
            self._read()
        self.click_at(*place)

    def click_text(self, text: str) -> None:
        """Click a text on the screen."""
        y, line = next((y, line) for y, line in enumerate(self.text.splitlines()) if text in line)
        self.click_at(line.index(text), y)

    def click_at(self, x: int, y: int) -> None:
        """Press and release the left button, as terminals report that."""
        for state in "Mm":
            self.press(f"\x1b[<0;{x + 1};{y + 1}{state}")

    def wait_for_end(self) -> str:
        """Wait until the program has ended; returns the screen."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running:\n{self.text}"
            self._read()
        self._read()
        return self.text

    def _drawn_cell(self, column: str, row: str) -> tuple[int, int] | None:
        """Where a cell is drawn; None while the screen shows only a part of the board."""
        try:
            return find_drawn_cell(self.text, column, row)
        except StopIteration:
            return None

    def _read(self) -> None:
        if select.select([self._master], [], [], 0.05)[0]:
            try:
                self._stream.feed(os.read(self._master, 65536))
            except OSError:  # the program has closed its side
                time.sleep(0.05)


@contextmanager
def real_terminal(
    *arguments: str, data: Path, size: tuple[int, int] = (80, 24), locale: str = "C.UTF-8"
) -> Iterator[RealTerminal]:
    """`plyground ARGUMENTS` in a terminal of this size; it is ended afterwards."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    own = {"TERM": "xterm-256color", "LANG": locale, "PLYGROUND_DATA": str(data)}
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=inherited | own,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield RealTerminal(process, master, size)
    finally:
        process.kill()
        process.wait()
        os.close(master)
