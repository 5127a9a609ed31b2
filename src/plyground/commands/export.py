"""`plyground export`: games as pages that need no server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.commands.options import GameName
from plyground.commands.output import StatusLine
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.export.one_file import Page
    from plyground.game import Game
    from plyground.progress import OnProgress, Progress


@click.command()
@click.argument("games", type=GameName(), nargs=-1, metavar="[GAME]...")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE.html",
    help="Where to write the page; - for standard output. By default a file named after the game.",
)
@click.option(
    "--site",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a site for a static host, with the games that are named or with all that there are.",
)
def export(games: tuple[str, ...], output: Path | None, site: Path | None) -> None:
    """Write GAME as one HTML file that works anywhere, without a server and without a network."""
    if site is not None:
        if output is not None:
            raise click.ClickException("-o is for one page; a site goes into the folder of --site")
        write_games(site, games)
    elif len(games) == 1:
        write_page(games[0], output)
    else:
        raise click.ClickException(
            "name one game for a page, such as plyground export squava; several go into a site, --site FOLDER"
        )


def write_page(name: str, output: Path | None) -> None:
    """Write the page of one game."""
    from plyground import catalogue
    from plyground.export.one_file import export_page, file_name
    from plyground.files import explain_errors, save_file

    game = catalogue.find(name)
    with StatusLine() as line:
        made = export_page(game, show_on(line, game))
    page = made.html.encode()
    if output is not None and str(output) == "-":
        sys.stdout.buffer.write(page)
        return
    path = output or Path(file_name(game))
    with explain_errors(f"cannot write {path}"):
        save_file(path, page)
    size = f"{len(page) / 1000:.0f} kB"
    click.echo(f"{path}: {game.title} on one page of {size}{puzzle_words(made)}; open it in a browser")


def puzzle_words(page: Page) -> str:
    """How many puzzles a page has."""
    if page.left_out:
        return f", with {page.puzzles} of {page.puzzles + page.left_out} puzzles, as more have no room"
    return f", with {page.puzzles} puzzles" if page.puzzles else ""


def write_games(folder: Path, names: tuple[str, ...]) -> None:
    """Write a site."""
    from plyground.export.site import all_games, export_site, exportable_games, write_site

    games, problems = (exportable_games(names), []) if names else all_games()
    for problem in problems:
        click.echo(f"left out: {problem}", err=True)
    if not games:
        raise PlygroundError("there is no game that can be exported")
    with StatusLine() as line:
        files = export_site(games, lambda game: show_on(line, game))
    write_site(folder, files)
    size = sum(map(len, files.values())) / 1000
    titles = ", ".join(game.full_name for game in games)
    click.echo(f"{folder}: {len(files)} files, {size:.0f} kB, with {titles}; any static host can serve them")


def show_on(line: StatusLine, game: Game) -> OnProgress:
    """Shows on a line how far the compilation of a game has come."""

    def show(progress: Progress) -> None:
        line.show(f"{game.full_name}: {progress.what} ({progress.settled} of {progress.known}) ...")

    return show
