"""`python -m plyground.verify FILE`: the checker without the rest of the command line."""

from __future__ import annotations

import sys

import click

from plyground.errors import PlygroundError
from plyground.verify.command import verify


def main() -> int:
    """Check what the arguments name."""
    try:
        code = verify.main(prog_name="plyground.verify", standalone_mode=False)
    except (click.ClickException, PlygroundError) as error:
        what = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(f"plyground: {what}", err=True)
        return 2
    except click.Abort:
        return 130
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main())
