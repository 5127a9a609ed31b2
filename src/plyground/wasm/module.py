"""The WebAssembly module of a game: its code is made in a process of its own, and kept on the disk.

Code is made once for all variants that differ in their tables alone. Linking it with the tables of one
variant takes milliseconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from numba import typeof

from plyground.catalogue import name_elsewhere
from plyground.errors import BrokenGame, PlygroundError
from plyground.game import Game
from plyground.native.code_cache import cache_folder, compile_alone
from plyground.native.compile_elsewhere import python_path
from plyground.progress import OnProgress, Progress
from plyground.source_location import place_of
from plyground.wasm.entries import functions_for
from plyground.wasm.layout import Layout, lay_out, module_values
from plyground.wasm.linker import LinkError, Pieces, link
from plyground.wasm.memory_image import ImageError, MemoryImage
from plyground.wasm.numba_target import WasmTarget, new_target
from plyground.wasm.object_file import HOST_FUNCTIONS, build_object

DEFAULT_MEMORY: Final = 16
"""Megabytes for the table of a search, and as many for proofs where there are any."""
STACK: Final = 1 << 20


class GameModule(NamedTuple):
    """A module, and where things lie in its memory."""

    code: bytes
    layout: Layout


def game_module(
    game: Game, *, memory: int = DEFAULT_MEMORY, on_progress: OnProgress | None = None
) -> GameModule:
    """The module of a game. If its code is not on the disk, this takes as long as compiling it natively."""
    values = module_values(game, memory)
    functions = functions_for(game)
    made = _object(game, values, list(functions), on_progress or (lambda progress: None))
    target = new_target()
    layout: Layout | None = None

    def image(start: int) -> tuple[Pieces, int]:
        nonlocal layout
        filled = MemoryImage(target, start)
        layout = lay_out(filled, values)
        return filled.pieces, filled.end

    try:
        code = link(made, exports=functions, stack=STACK, image=image, host=HOST_FUNCTIONS)
    except ImageError as error:
        raise _too_much(game, error) from error
    except LinkError as error:
        raise PlygroundError(f"{game.full_name} cannot be linked: {error}") from error
    assert layout is not None
    return GameModule(code, layout)


def _check_values(target: WasmTarget, game: Game, values: dict[str, Any]) -> None:
    """Refuse what cannot lie in a module's memory, before anything is compiled."""
    try:
        lay_out(MemoryImage(target, 0), values)
    except ImageError as error:
        raise _too_much(game, error) from error


def _too_much(game: Game, error: ImageError) -> BrokenGame:
    return BrokenGame(f"setup cannot be used in browsers: {error}", place_of(type(game).setup))


# The code


def _object(game: Game, values: dict[str, Any], exports: list[str], on_progress: OnProgress) -> bytes:
    """The object of a game, from the disk or made anew."""
    _check_values(new_target(), game, values)
    kinds = f"{exports} {typeof(values['rules'])} {typeof(values['pos'])} {typeof(values['search_pos'])}"
    folder = cache_folder(build_object, game)
    with tempfile.TemporaryDirectory(prefix="plyground-") as temporary:
        name = f"{hashlib.sha256(kinds.encode()).hexdigest()[:16]}.wasm.o"
        file = (folder or Path(temporary)) / name
        with compile_alone(file.parent, file.name):
            if not file.exists():
                _run_build(game, file, on_progress)
        try:
            return file.read_bytes()
        except OSError as error:
            raise PlygroundError(
                f"cannot read what was compiled of {game.full_name}: {error.strerror}"
            ) from error


def _run_build(game: Game, file: Path, on_progress: OnProgress) -> None:
    """Run the process that compiles, and pass on what it tells."""
    began = time.perf_counter()
    command = [sys.executable, "-P", "-m", "plyground.wasm.build_process", name_elsewhere(game), str(file)]
    last: dict[str, Any] = {}
    done = 0
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=_environment()
        ) as process,
    ):
        assert process.stdout is not None
        try:
            for line in process.stdout:
                last = _message(line) or last
                if "entry" in last:
                    on_progress(_progress(last, done, time.perf_counter() - began))
                    done += 1
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            errors.seek(0)
            raise _failure(game, last, errors.read().decode(errors="replace"))


def _environment() -> dict[str, str]:
    """The environment of the process: it finds the modules that this one finds, and Numba as it is made."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"PYTHONPATH": python_path()}


def _message(line: str) -> dict[str, Any] | None:
    """What a line of the process says; None for what a game's file prints."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


def _progress(message: dict[str, Any], done: int, seconds: float) -> Progress:
    what = f"compiling {message['entry']}" if message["entry"] else "optimising"
    return Progress(f"{what} for browsers", seconds=seconds, settled=done, known=message["entries"] + 1)


def _failure(game: Game, last: dict[str, Any], errors: str) -> PlygroundError:
    if "error" in last:
        return BrokenGame(last["error"])
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    why = lines[-1] if lines else "the compiler ended without a word"
    at = f" at {last['entry']}" if last.get("entry") else ""
    return PlygroundError(f"{game.full_name} cannot be compiled for browsers{at}: {why}")
