"""One side of a match between versions: `benchmarks.versions` starts it with the source tree of its version.

Of the engine it needs `Engine`, `Board` and `find`, which all versions have. A request is a line, and so is
an answer.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import plyground
from benchmarks.processor_clock import processor_clock
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine

MEMORY = 16


def main() -> None:
    """Answer until there is no more to read."""
    game = find(sys.argv[1])
    engine = Engine(game, memory=MEMORY)
    engine.prepare()
    print(json.dumps({"home": plyground.__file__}), flush=True)
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        if "moves" not in request:
            engine.clear()
            print("{}", flush=True)
            continue
        began = time.process_time()
        board = Board(game, request["moves"])
        with processor_clock():
            info = engine.search(board, nodes=request["nodes"], seconds=request["seconds"])
        answer = {
            "move": info.best,
            "value": info.score.value,
            "estimate": info.score.estimate,
            "depth": info.depth,
            "nodes": info.nodes,
            "seconds": time.process_time() - began,
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
