"""Check the theorem that ships and draw what was found: `python -m tools.theorem_picture`.

It checks every part of the certificate, prints what that came to, and draws how long the attacker needs
after each first reply into `docs/pictures/infinite-depths.svg`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from plyground.infinite.cover_picture import depth_svg
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_certificate import check_endless
from plyground.verify.endless_cover import representative

PICTURE: Final = Path(__file__).parent.parent / "docs" / "pictures" / "infinite-depths.svg"


def main(path: Path) -> int:
    """Check, print and draw; the exit code tells whether it is the theorem."""
    checked = check_endless(path, processes=os.cpu_count() or 1)
    print(checked)
    moves = {}
    for each in sorted(checked.parts, key=lambda each: each.moves):
        if each.part.reply is None:
            continue
        print("{},{}".format(*each.part.reply), f"{each.moves} stones, {each.positions} positions")
        if not each.part.is_far:
            moves[representative(each.part.reply)] = each.moves
    PICTURE.write_text(depth_svg(moves), encoding="utf-8")
    return 0 if checked.is_theorem else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED / "gomoku.cert"))
