"""`plyground verify`: check a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.commands.options import Whole, json_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Refuse it unless it is about this game.")
@click.option(
    "--plain",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the whole tree of a proof on the infinite board to OUT, as plain text.",
)
@click.option("--reply", metavar="X,Y", help="The first reply whose tree --plain writes.")
@click.option(
    "--board",
    metavar="COLUMNSxROWS",
    help="Say which first replies are proven on a board with edges, the first stone in its middle.",
)
@click.option(
    "--threads",
    type=Whole(1, 256),
    default=1,
    show_default=True,
    help="Processes that share the parts of a proof on the infinite board.",
)
@json_option
def verify(
    file: Path,
    game: str | None,
    plain: Path | None,
    reply: str | None,
    board: str | None,
    threads: int,
    as_json: bool,
) -> int:
    """Check the certificate in FILE: the proof of a result. The one that ships is called gomoku.

    It is checked with plain models of the rules that share nothing with the engine and the solver. The exit
    code is 0 if it proves what it says, and 1 if it does not.
    """
    from plyground.verify.check_file import check_board, check_file, write_plain

    if plain is not None:
        return write_plain(file, plain, read_cell(reply) if reply else None)
    if reply is not None:
        raise click.ClickException("--reply says whose tree --plain writes; add --plain OUT")
    if board is not None:
        return check_board(file, *read_size(board), as_json=as_json, processes=threads)
    return check_file(file, game=game, as_json=as_json, processes=threads)


def read_cell(text: str) -> tuple[int, int]:
    """A cell of the infinite board as people write it.

    >>> read_cell("3,-2")
    (3, -2)
    """
    try:
        x, y = map(int, text.split(","))
    except ValueError:
        raise click.ClickException(f"--reply is a cell such as 3,-2, not {text!r}") from None
    return x, y


def read_size(text: str) -> tuple[int, int]:
    """The size of a board as people write it.

    >>> read_size("15x15")
    (15, 15)
    """
    try:
        columns, rows = map(int, text.split("x"))
    except ValueError:
        raise click.ClickException(f"--board is a size such as 15x15, not {text!r}") from None
    return columns, rows
