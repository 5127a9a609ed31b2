"""`plyground verify`: check a certificate."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from plyground.errors import PlygroundError

REFUSED = 1
TOLD_EVERY = 0.2


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Refuse it unless it is about this game.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def verify(file: Path, game: str | None, as_json: bool) -> int:
    """Check the certificate in FILE: the proof of a result.

    It is checked with plain models of the rules that share nothing with the engine and the solver. The exit
    code is 0 if it proves what it says, and 1 if it does not.
    """
    from plyground.verify.certificate import check
    from plyground.verify.walk import Refused

    line = _Line()
    try:
        checked = check(file, line.tell, game=game)
    except Refused as error:
        line.clear()
        if as_json:
            click.echo(json.dumps({"valid": False, "reason": str(error)}))
        click.echo(f"plyground: {file} is refused: {error}", err=True)
        return REFUSED
    except OSError as error:
        raise PlygroundError(f"cannot read {file}: {error.strerror or error}") from error
    line.clear()
    if as_json:
        claim = checked.claim
        answer: dict[str, Any] = {"valid": True, "game": claim.game, "position": claim.position}
        answer |= {"value": claim.value, "distance": checked.distance}
        answer |= {"positions": checked.positions, "seconds": round(checked.seconds, 3)}
        click.echo(json.dumps(answer))
    else:
        click.echo(str(checked))
    return 0


class _Line:
    """How far the check has come, on one line of a terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.text = ""

    def tell(self, done: int, announced: int) -> None:
        """Show it, unless it was shown a moment ago."""
        now = time.monotonic()
        if not self.shown or now - self.last < TOLD_EVERY:
            return
        self.last = now
        text = f"{done} of {announced} positions checked, {done / (now - self.began):.0f} a second"
        sys.stderr.write("\r" + text.ljust(len(self.text)))
        sys.stderr.flush()
        self.text = text

    def clear(self) -> None:
        """Leave an empty line."""
        sys.stderr.write(self.text and "\r" + " " * len(self.text) + "\r")
