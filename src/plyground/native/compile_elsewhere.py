"""Having a kernel compiled by another process, which leaves it on the disk.

The process that compiles a game keeps what it has made on the way, LLVM's modules and Numba's own view of
every kernel, for as long as it runs. While it compiles it also holds Python's lock for most of the time. A
server can do without either.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.catalogue import name_elsewhere
from plyground.game import Game

is_wanted = False
"""Whether this process has kernels compiled elsewhere; a server sets this when it starts."""


@dataclass(frozen=True)
class CompileOrder:
    """What another process is to compile, and where it leaves the result. The order can be pickled."""

    game: str
    """The name by which the other process finds the game."""
    module: str
    function: str
    """The kernel, by its module and its name there."""
    folder: Path
    signature: bytes
    """The pickled types of its arguments; the game is loaded before they can be read."""


def compile_elsewhere(function: Callable[..., Any], game: Game, folder: Path, signature: Any) -> None:
    """Compile a kernel in a process of its own and wait for it.

    Nothing is said if it does not succeed: whoever loads the kernel then finds that it is not there.
    """
    try:
        order = CompileOrder(
            name_elsewhere(game), function.__module__, function.__name__, folder, pickle.dumps(signature)
        )
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "plyground.native.compile_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": python_path()},
        )
    except (OSError, pickle.PicklingError, AttributeError):  # a class that no file defines, say
        return
    with process:
        assert process.stdin is not None
        try:
            pickle.dump(order, process.stdin)
            process.stdin.flush()
            process.wait()  # with its input open, by whose end it knows that this process is gone
        except OSError:
            process.kill()


def python_path() -> str:
    """Where a process has to look for modules to find those that this one finds."""
    return os.pathsep.join(path or os.getcwd() for path in sys.path)
