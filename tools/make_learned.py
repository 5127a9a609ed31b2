"""What a game learned, as tables that ship with it: the evaluation of that variant from then on.

    plyground learn squava:6x6 --minutes 20 -o squava.py
    python -m tools.make_learned squava:6x6 squava.checkpoint

The game has to have bitboards `own` and `other` in which bit n is cell n, and to ask `learned_tables` for its
tables.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from plyground.catalogue import find
from plyground.games.pattern_tables import tables_file
from plyground.learn.checkpoint import load_checkpoint
from plyground.learn.evaluation_file import whole_values
from plyground.learn.folding import fold_windows
from plyground.learn.network import make_network


def write_tables(name: str, checkpoint: Path) -> Path:
    """Write the file of a variant."""
    game = find(name)
    network = make_network(game)
    learned, _ = load_checkpoint(checkpoint, game.full_name, network.patterns)
    folded, values = fold_windows(network, learned.weights)
    patterns = folded.patterns
    straight = tuple(range(patterns.grid.cells))
    planes = [(plane.path, plane.bits) for plane in folded.reading.planes]
    if planes != [("pos.own", straight), ("pos.other", straight)] or patterns.needs_side:
        raise SystemExit(
            f"{name} has no bitboards own and other in which bit n is cell n, the same for both sides"
        )
    file = tables_file(game.name, game.variant)
    file.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        file,
        cells=np.concatenate([np.array(window.cells, np.uint8) for window in patterns.windows]),
        lengths=np.array([len(window.cells) for window in patterns.windows], np.uint8),
        starts=np.array([patterns.offsets[window.table] for window in patterns.windows], np.uint32),
        weights=whole_values(folded, values),
        board=np.array(patterns.grid.cells),
    )
    return file


def main() -> None:
    """Write the file of one variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("checkpoint", type=Path)
    given = parser.parse_args()
    file = write_tables(given.game, given.checkpoint)
    print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
