"""`plyground verify`: check a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.commands.options import json_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Refuse it unless it is about this game.")
@json_option
def verify(file: Path, game: str | None, as_json: bool) -> int:
    """Check the certificate in FILE: the proof of a result.

    It is checked with plain models of the rules that share nothing with the engine and the solver. The exit
    code is 0 if it proves what it says, and 1 if it does not.
    """
    from plyground.verify.check_file import check_file

    return check_file(file, game=game, as_json=as_json)
