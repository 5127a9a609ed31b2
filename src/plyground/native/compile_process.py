"""`python -m plyground.native.compile_process`: compiles one kernel for the process that started it.

It reads a `CompileOrder` from its standard input, and ends when that is closed.
"""

from __future__ import annotations

import importlib
import os
import pickle
import sys
import threading

from plyground.catalogue import find
from plyground.native.compile_elsewhere import CompileOrder
from plyground.native.compiler import make_ready, stored_dispatcher


def main() -> None:
    """Compile what is asked for, and leave it on the disk."""
    order: CompileOrder = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    game = find(order.game)
    kernel = getattr(importlib.import_module(order.module), order.function)
    make_ready(game)  # now that the modules of all kernels that it calls are loaded
    stored_dispatcher(kernel, order.folder).compile(pickle.loads(order.signature))


def _end_with_parent() -> None:
    """Nobody needs the result once the process is gone that asked for it."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
