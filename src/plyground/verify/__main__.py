"""`python -m plyground.verify FILE`: the checker without the rest of the command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.verify.check_file import check_file


def main() -> int:
    """Check what the arguments name."""
    parser = argparse.ArgumentParser("plyground.verify", description="Check the proof of a result.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", help="refuse it unless it is about this game")
    parser.add_argument("--json", dest="as_json", action="store_true", help="answer in JSON")
    parser.add_argument("--threads", type=int, default=1, help="processes that share the parts of a proof")
    arguments = parser.parse_args()
    try:
        return check_file(
            arguments.file,
            game=arguments.game,
            as_json=arguments.as_json,
            processes=max(1, arguments.threads),
        )
    except PlygroundError as error:
        print(f"plyground: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
