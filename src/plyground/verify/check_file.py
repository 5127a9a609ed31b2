"""Check the certificate in a file and print the answer; the command line and `python -m` both do this."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.verify.certificate import check
from plyground.verify.walk import Refused

REFUSED: Final = 1
PAUSE: Final = 0.2
"""Seconds between two reports on how far the check has come."""


def check_file(path: Path, *, game: str | None = None, as_json: bool = False) -> int:
    """Check a certificate and print what it proves; the exit code is 0, or 1 if it is refused."""
    line = _CheckProgress()
    try:
        checked = check(path, line.show, game=game)
    except Refused as error:
        line.clear()
        if as_json:
            print(json.dumps({"valid": False, "reason": str(error)}))
        print(f"plyground: {path} is refused: {error}", file=sys.stderr)
        return REFUSED
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from error
    line.clear()
    if as_json:
        claim = checked.claim
        answer: dict[str, Any] = {"valid": True, "game": claim.game, "position": claim.position}
        answer |= {"value": claim.value, "distance": checked.distance}
        answer |= {"positions": checked.positions, "seconds": round(checked.seconds, 3)}
        print(json.dumps(answer))
    else:
        print(checked)
    return 0


class _CheckProgress:
    """How far the check has come, on one line of a terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.text = ""

    def show(self, done: int, announced: int) -> None:
        """Show it, unless it was shown a moment ago."""
        now = time.monotonic()
        if not self.is_shown or now - self.last < PAUSE:
            return
        self.last = now
        text = f"{done} of {announced} positions checked, {done / (now - self.began):.0f} a second"
        sys.stderr.write("\r" + text.ljust(len(self.text)))
        sys.stderr.flush()
        self.text = text

    def clear(self) -> None:
        """Leave an empty line."""
        sys.stderr.write(self.text and "\r" + " " * len(self.text) + "\r")
