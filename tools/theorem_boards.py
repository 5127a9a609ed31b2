"""What the theorem that ships proves on boards with edges: `python -m tools.theorem_boards SIDE...`.

For every first reply to a first stone in the middle of a square board it asks what the level `perfect` asks:
is everything that the proof plays on the board? Parts of the proof that were never read are read first, which
takes a quarter of an hour for all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from plyground.solver.board_edges import BoardEdges
from plyground.solver.certificate_prover import NEAREST_FAR
from plyground.solver.endless_strategy import CertificateStrategy
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_cover import Point, representative


def proven_replies(side: int) -> list[Point]:
    """The first replies after which the first player is proven to win, seen from the first stone."""
    strategy = CertificateStrategy(SHIPPED / "gomoku.cert", NEAREST_FAR, BoardEdges(side, side))
    middle = side // 2
    replies = [(x - middle, y - middle) for x in range(side) for y in range(side)]
    replies.remove((0, 0))
    replies.sort(key=representative)  # those of one part one after the other
    return [
        reply
        for reply in replies
        if strategy.follow([(middle, middle), (middle + reply[0], middle + reply[1])])
    ]


def main(sides: Sequence[str]) -> int:
    """Print a line for each board."""
    for side in map(int, sides):
        proven = proven_replies(side)
        classes = sorted({representative(reply) for reply in proven}, key=lambda reply: reply[::-1])
        named = " ".join("{},{}".format(*reply) for reply in classes)
        count = f"{len(proven)} of {side * side - 1}"
        print(f"{side}x{side}: proven after {count} first replies: {named}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
