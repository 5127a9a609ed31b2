"""One side of a match between versions: `benchmarks.versions` starts it with the source tree of its version.

Of the engine it needs `Engine`, `Board` and `find`, which all versions have. A request is a line, and so is
an answer.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any
from unittest.mock import patch

MEMORY = 16


def use_processor_clock() -> None:
    """Let the engine's clocks tell the time of the processor, and its waits wait for that much of it."""
    plain = threading.Event.wait

    def wait(event: threading.Event, timeout: float | None = None) -> bool:
        if timeout is None:
            return plain(event)
        end = time.process_time() + timeout
        while (left := end - time.process_time()) > 0:
            if plain(event, left):
                return True
        return event.is_set()

    patch.object(time, "perf_counter", time.process_time).start()
    patch.object(threading.Event, "wait", wait).start()


def main() -> None:
    """Answer until there is no more to read."""
    import plyground
    from plyground.board import Board
    from plyground.catalogue import find
    from plyground.engine import Engine

    game = find(sys.argv[1])
    engine = Engine(game, memory=MEMORY)
    engine.prepare()
    use_processor_clock()
    print(json.dumps({"home": plyground.__file__}), flush=True)
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        if "moves" not in request:
            engine.clear()
            print("{}", flush=True)
            continue
        began = time.process_time()
        info = engine.search(
            Board(game, request["moves"]), nodes=request["nodes"], seconds=request["seconds"]
        )
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
