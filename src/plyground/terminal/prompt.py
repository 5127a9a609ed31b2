"""Asking a person on standard input, be it a keyboard or a pipe."""

from __future__ import annotations

import os
import sys


class Leaving(Exception):
    """The person has gone: the input has ended, or Ctrl-C was pressed."""


def ask(prompt: str) -> str:
    """One line from the person. What comes from a pipe is shown, so that the output reads like a talk."""
    try:
        if sys.stdin.isatty():
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    except (KeyboardInterrupt, EOFError) as error:
        raise Leaving from error
    if not line:
        raise Leaving
    print(line.strip())
    return line.strip()


def wait_for_key(prompt: str) -> None:
    """Wait for any key on a terminal, for a line elsewhere."""
    if not sys.stdin.isatty() or sys.platform == "win32":
        ask(prompt)
        return
    import termios
    import tty

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)  # a key that was pressed early counts
        print(prompt, end="", flush=True)
        key = os.read(keyboard, 1)
    except KeyboardInterrupt as error:
        raise Leaving from error
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    print()
    if key in (b"", b"\x04", b"q"):
        raise Leaving
