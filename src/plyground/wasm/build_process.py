"""`python -m plyground.wasm.build_process GAME FILE`: make the object of a game, in a process of its own.

It tells how far it has come in lines of JSON: `{"entry": "search", "entries": 12}`. The last may be
`{"error": "…"}`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.files import explain_errors, open_atomically
from plyground.native import host
from plyground.wasm.numba_target import install
from plyground.wasm.object_file import build_object


def tell(**message: object) -> None:
    """Write a line that `plyground.wasm.module` reads."""
    print(json.dumps(message), flush=True)


def main(name: str, file: str) -> None:
    """Make the object of the game with this name."""
    target = install()
    host.asks_host = True
    try:
        made = build_object(target, find(name), lambda entry, entries: tell(entry=entry, entries=entries))
        with explain_errors("cannot keep what was compiled"), open_atomically(Path(file)) as out:
            out.write(made)
    except PlygroundError as error:
        tell(error=str(error))
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
