"""`plyground docs`: open the documentation."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

import plyground
from plyground.errors import PlygroundError

PACKAGE = Path(plyground.__file__).parent


@click.command()
@click.option("--path", "only_path", is_flag=True, help="Print where it is, and open nothing.")
def docs(only_path: bool) -> None:
    """Open the documentation in a browser; it needs no network."""
    page = find_page()
    if not only_path and not webbrowser.open(page.as_uri()):
        click.echo("no browser could be started; open this page in one:", err=True)
    click.echo(page)


def find_page(package: Path = PACKAGE) -> Path:
    """The first page: of the installed copy, or of the one that was built in the project."""
    for folder in (package / "documentation", package.parents[1] / "build" / "docs"):
        if (folder / "index.html").is_file():
            return folder / "index.html"
    raise PlygroundError(
        "this installation has no copy of the documentation: install a released wheel, "
        "or run make docs in the project (and install it again, unless it is installed editable)"
    )
