"""Check the certificate in a file and print the answer; the command line and `python -m` both do this."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.verify.certificate import CheckedCertificate, check
from plyground.verify.endless_board import EdgedBoard, check_on_board
from plyground.verify.endless_certificate import FIRST_LINE, CheckedEndless, check_endless, read_tree
from plyground.verify.endless_cover import Point
from plyground.verify.endless_plain import plain_lines
from plyground.verify.walk import Refused

REFUSED: Final = 1
SHIPPED: Final = Path(__file__).parent / "certificates"
PAUSE: Final = 0.2
"""Seconds between two reports on how far the check has come."""


def find_certificate(path: Path) -> Path:
    """The file itself, or the certificate of that name that ships with Plyground.

    >>> find_certificate(Path("gomoku")).name
    'gomoku.cert'
    """
    shipped = SHIPPED / f"{path}.cert"
    return shipped if len(path.parts) == 1 and not path.exists() and shipped.is_file() else path


def check_file(path: Path, *, game: str | None = None, as_json: bool = False, processes: int = 1) -> int:
    """Check a certificate and print what it proves; the exit code is 0, or 1 if it is refused.

    Processes share the parts of a proof on the infinite board.
    """
    line = _CheckProgress()
    path = find_certificate(path)
    try:
        if _is_endless(path):
            if game not in (None, "gomoku"):
                raise Refused(f"this is about the infinite board of gomoku, not about {game}")
            checked: CheckedCertificate | CheckedEndless = check_endless(
                path, line.show_bytes, processes=processes
            )
        else:
            checked = check(path, line.show, game=game)
    except Refused as error:
        line.clear()
        return _refuse(path, error, as_json=as_json)
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from error
    line.clear()
    print(json.dumps({"valid": True} | _values(checked)) if as_json else checked)
    return 0


def check_board(path: Path, columns: int, rows: int, *, as_json: bool = False, processes: int = 1) -> int:
    """Check what a certificate for the endless field proves of a board with edges, and print it."""
    path = find_certificate(path)
    try:
        if not _is_endless(path):
            raise Refused("only proofs on the infinite board can be held against a board with edges")
        checked = check_on_board(path, EdgedBoard(columns, rows), processes=processes)
    except Refused as error:
        return _refuse(path, error, as_json=as_json)
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from error
    values = {"valid": True, "row": checked.row, "board": f"{columns}x{rows}", "first": checked.board.middle}
    answer = values | {"proven": checked.proven, "open": checked.open, "seconds": round(checked.seconds, 3)}
    print(json.dumps(answer) if as_json else checked)
    return 0


def write_plain(path: Path, target: Path, reply: Point | None) -> int:
    """Check one part of a certificate for the endless field and write its whole tree in the plain form."""
    path = find_certificate(path)
    try:
        if not _is_endless(path):
            raise Refused("only proofs on the infinite board have a plain form")
        lines = plain_lines(*read_tree(path, reply))
    except Refused as error:
        return _refuse(path, error)
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        with target.open("w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise PlygroundError(f"cannot write {target}: {error.strerror or error}") from error
    return 0


def _refuse(path: Path, error: Refused, *, as_json: bool = False) -> int:
    """Print why a certificate proves nothing; the exit code."""
    if as_json:
        print(json.dumps({"valid": False, "reason": str(error)}))
    print(f"plyground: {path} is refused: {error}", file=sys.stderr)
    return REFUSED


def _is_endless(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FIRST_LINE)) == FIRST_LINE


def _values(checked: CheckedCertificate | CheckedEndless) -> dict[str, Any]:
    """What has turned out to be true, for JSON."""
    seconds = {"positions": checked.positions, "seconds": round(checked.seconds, 3)}
    if isinstance(checked, CheckedEndless):
        replies = [
            {"reply": each.part.reply, "positions": each.positions, "moves": each.moves}
            for each in checked.parts
        ]
        return {
            "game": "gomoku",
            "row": checked.claim.row,
            "theorem": checked.is_theorem,
            "parts": replies,
        } | seconds
    claim = checked.claim
    answer: dict[str, Any] = {"game": claim.game, "position": claim.position}
    return answer | {"value": claim.value, "distance": checked.distance} | seconds


class _CheckProgress:
    """How far the check has come, on one line of a terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.text = ""

    def show_bytes(self, done: int, announced: int) -> None:
        """Show it for the endless field, where nobody knows the number of positions before."""
        self.show(done, announced, "bytes of the proof")

    def show(self, done: int, announced: int, things: str = "positions") -> None:
        """Show it, unless it was shown a moment ago."""
        now = time.monotonic()
        if not self.is_shown or now - self.last < PAUSE:
            return
        self.last = now
        text = f"{done} of {announced} {things} checked, {done / (now - self.began):.0f} a second"
        sys.stderr.write("\r" + text.ljust(len(self.text)))
        sys.stderr.flush()
        self.text = text

    def clear(self) -> None:
        """Leave an empty line."""
        sys.stderr.write(self.text and "\r" + " " * len(self.text) + "\r")
