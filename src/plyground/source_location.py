"""Where in a game's file something stands or went wrong, for errors that name file and line."""

from __future__ import annotations

import inspect
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any


def path_text(file: str) -> str:
    """A file as an error names it: from the current folder if it lies in there."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return file


def place_of(function: Callable[..., Any]) -> str:
    """File and line of a function: `game.py:12`; empty for one that is not written in Python."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return "" if code is None else f"{path_text(code.co_filename)}:{code.co_firstlineno}"


def place_of_error(error: BaseException, function: Callable[..., Any]) -> str:
    """The line where an error arose in the file of a function, or in another file of its folder."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return ""
    folder = os.path.dirname(code.co_filename)
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if os.path.dirname(frame.f_code.co_filename) == folder:
            return f"{path_text(frame.f_code.co_filename)}:{line}"
    return place_of(function)


def error_words(error: BaseException) -> str:
    """An error in one line: its kind and what it says."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def value_text(value: Any) -> str:
    """A wrong answer in an error of one line: its type, and the value itself if it is short."""
    text = " ".join(repr(value).split())
    kind = type(value).__qualname__
    return kind if value is None or len(text) > 60 else f"{kind} {text}"
