"""The command `plyground`: what it takes, and how it answers when it is called wrongly.

Nothing heavy is imported before a command needs it, so that `--help` is there at once.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground import __version__
from plyground.commands.arena import arena
from plyground.commands.options import Seconds, Whole, board_of, where
from plyground.commands.protocols import brain, ugi
from plyground.commands.solve import solve
from plyground.commands.table import table
from plyground.errors import PlygroundError
from plyground.players.classics import CLASSICS
from plyground.verify.command import verify
from plyground.web.http.serve import serve

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Engine, Info
    from plyground.game import Game
    from plyground.terminal.table import Table

INTERRUPTED = 130
WRONG_ARGUMENTS = 2
DEFAULT_SECONDS = 5.0

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Commands(click.Group):
    """A group that says which commands there are when asked for one that is not there."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.ClickException(f"there is no command {args[0]!r}, only {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they are written here."""
        return list(self.commands)


# What several commands take

_game = click.argument("game")
_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def _machine(command: _Command) -> _Command:
    """The options that say how much of the machine the engine may use."""
    threads = click.option(
        "--threads", type=Whole(1, 256), default=1, show_default=True, help="Threads that search."
    )
    memory = click.option(
        "--memory",
        type=Whole(1, 1_000_000),
        default=64,
        show_default=True,
        help="Size of the table in MB.",
    )
    return threads(memory(command))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A GAME is a name (noughts), a name and a variant (noughts:5x5,row=4), or a file (./mygame.py).",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Play and analyse two-player board games; without a command, on the full screen."""
    if ctx.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        ctx.invoke(play)
        return
    from plyground.terminal.screen.app import run as run_full_screen

    run_full_screen()


def _seats(command: _Command) -> _Command:
    """The options that say who plays and how long they may think."""
    options = (
        click.option("--first", metavar="WHO", help="Who begins: one of those below."),
        click.option("--second", metavar="WHO", help="Who answers."),
        click.option("--level", default="3", show_default=True, metavar="WHO", help="The computer's level."),
        click.option("--seconds", type=Seconds(), help="The computer thinks at most so long a move."),
        click.option(
            "--depth", type=Whole(1, 10_000), help="The computer looks at most so many plies ahead."
        ),
        click.option("--seed", type=Whole(0, 2**63), help="Make the computer's choices repeatable."),
    )
    for option in reversed(options):
        command = option(command)
    return _machine(command)


WHO = f"""\b
WHO is human, a level 1 to 5, perfect, a classic, FILE.py with an evaluation of your own,
or a program (ugi:COMMAND, brain:COMMAND).
The classics are {", ".join(classic.name for classic in CLASSICS)}.
plyground players GAME says who plays what."""


@commands.command(epilog=WHO)
@click.argument("game", default="noughts")
@click.option("-C", "--computer-first", is_flag=True, help="Let the computer begin.")
@where
@_seats
def play(
    game: str,
    computer_first: bool,
    moves: str,
    position: str,
    first: str | None,
    second: str | None,
    level: str,
    **limits: Any,
) -> None:
    """Play GAME (noughts if not given), line by line."""
    if computer_first and (first or second):
        raise click.ClickException("--computer-first says who sits where; leave out --first and --second")
    seats = (level, "human") if computer_first else (first or "human", second or level)
    _play(board_of(game, moves, position), seats, **limits)


@commands.command(epilog=WHO)
@click.argument("game", default="noughts")
@click.option("--step", is_flag=True, help="Wait for a key after each move.")
@click.option("--delay", type=Seconds(), default=1.0, show_default=True, help="Wait so long after each move.")
@click.option("--quick", is_flag=True, help="Do not wait.")
@where
@_seats
def watch(
    game: str,
    step: bool,
    delay: float,
    quick: bool,
    moves: str,
    position: str,
    first: str | None,
    second: str | None,
    level: str,
    **limits: Any,
) -> None:
    """Watch the computer play GAME against itself."""
    from plyground.terminal.plain import WatchedGame

    board = board_of(game, moves, position)
    table = _table(board, (first or level, second or level), **limits)
    if None in table.players:
        raise click.ClickException(
            "a person cannot be watched; give --first and --second a level, or use play"
        )
    WatchedGame(table, step=step, delay=0.0 if quick else delay).run()


@commands.command()
@click.option("--list", "only_list", is_flag=True, help="Only list the games under way.")
@_machine
def resume(only_list: bool, **limits: Any) -> None:
    """Take up the game that was left last."""
    from plyground import saved_games

    for path, why in saved_games.list_damaged_games():
        click.echo(f"plyground: {path} is left alone: {why}", err=True)
    games = saved_games.list_saved_games()
    if not games:
        raise PlygroundError("there is no game under way; plyground play begins one")
    if only_list:
        for each in games:
            moves = f"{len(each.record.moves)} moves"
            click.echo(f"{each.record.game}: {' against '.join(each.record.players)}, {moves}, {each.path}")
        return
    newest = games[0]
    keeper = saved_games.resume_saved_game(newest)
    _play(newest.record.board(), newest.record.players, keeper=keeper, **limits)


@commands.command()
@_json
def games(as_json: bool) -> None:
    """List the games that can be played by name."""
    from plyground import catalogue
    from plyground.terminal import report

    found = []
    for name in catalogue.names():
        try:
            found.append(catalogue.find(name))
        except PlygroundError as error:
            click.echo(f"plyground: {error}", err=True)
    click.echo(json.dumps([report.game_json(game) for game in found]) if as_json else report.game_list(found))


@commands.command()
@click.argument("game", required=False)
@_json
def players(game: str | None, as_json: bool) -> None:
    """List who can sit down, at GAME or anywhere."""
    from plyground import catalogue
    from plyground.seats import describe_players
    from plyground.terminal import report

    sitters = describe_players(catalogue.find(game) if game else None)
    if as_json:
        click.echo(json.dumps([sitter._asdict() for sitter in sitters]))
    else:
        click.echo(report.player_list(sitters))


@commands.command()
@_game
@click.argument("depth", type=Whole(1, 10_000))
@where
@_json
def perft(game: str, depth: int, moves: str, position: str, as_json: bool) -> None:
    """Count the positions of GAME at every depth from 1 to DEPTH."""
    from plyground.engine.perft import perft as count
    from plyground.terminal import report
    from plyground.terminal.waiting import compiling, interruptible

    board = board_of(game, moves, position)
    begun = time.perf_counter()
    numbers = interruptible(count(board, depth))
    with compiling(board):
        leaves = [next(numbers)]
    if not as_json:
        click.echo(f"1 {leaves[0]}")
    for number in numbers:
        leaves.append(number)
        if not as_json:
            click.echo(f"{len(leaves)} {number}")
    if as_json:
        seconds = round(time.perf_counter() - begun, 3)
        answer = {**report.board_json(board), "leaves": leaves, "seconds": seconds}
        click.echo(json.dumps(answer))


@commands.command()
@_game
@where
@click.option("--depth", type=Whole(1, 10_000), help="Look so many plies ahead.")
@click.option("--nodes", type=Whole(1, 10**18), help="Look at so many positions.")
@click.option("--seconds", type=Seconds(), help="Think so long (5 if no limit is given).")
@click.option("--lines", type=Whole(1, 1024), default=1, show_default=True, help="Show so many best moves.")
@_machine
@_json
def analyse(
    game: str,
    moves: str,
    position: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    lines: int,
    threads: int,
    memory: int,
    as_json: bool,
) -> int:
    """Find the best move in GAME.

    Of several limits, the one that is reached first ends the search; so does a proven result.
    """
    from plyground.terminal import report
    from plyground.terminal.waiting import ready_engine

    board = board_of(game, moves, position)
    engine = ready_engine(board, threads, memory)
    if depth is nodes is seconds is None:
        seconds = DEFAULT_SECONDS
    info, interrupted = _followed(engine, board, depth=depth, nodes=nodes, seconds=seconds, lines=lines)
    if info is not None and as_json:
        click.echo(json.dumps(report.analysis_json(board, info, several=lines > 1)))
    elif info is not None:
        click.echo(report.analysis_text(board, info))
    return INTERRUPTED if interrupted else 0


@commands.command()
@click.argument("chosen", metavar="[GAME]...", nargs=-1)
@click.option(
    "--seconds", type=Seconds(), default=DEFAULT_SECONDS, show_default=True, help="Search each game so long."
)
@_machine
@_json
def bench(chosen: tuple[str, ...], seconds: float, threads: int, memory: int, as_json: bool) -> None:
    """Measure the engine on each GAME, or on every game there is."""
    from plyground import catalogue
    from plyground.terminal import measure

    results: list[measure.Measured] = []
    for game in [catalogue.find(name) for name in chosen or catalogue.names()]:
        if not (as_json or results):
            click.echo(measure.heading())
        results.append(measure.measured(game, seconds=seconds, threads=threads, memory=memory))
        if not as_json:
            click.echo(measure.row(results[-1]))
    if as_json:
        click.echo(json.dumps([result._asdict() for result in results]))


commands.add_command(solve)
commands.add_command(ugi)
commands.add_command(brain)
commands.add_command(arena)
commands.add_command(serve)
commands.add_command(table)
commands.add_command(verify)


# What the commands share


def _table(board: Board, seats: tuple[str, str], **limits: Any) -> Table:
    """A table with these players, ready to play."""
    from plyground.players import Player
    from plyground.saved_games import Autosave
    from plyground.seats import seat
    from plyground.terminal.table import Table
    from plyground.terminal.waiting import compiling

    keeper = limits.pop("keeper", None) or Autosave()

    def seated(who: str, game: Game) -> Player | None:
        player = seat(who, game, **limits)
        if player is not None:
            with compiling(board):
                player.prepare()
        return player

    return Table(board, seats, seated, keeper)


def _play(board: Board, seats: tuple[str, str], **limits: Any) -> None:
    from plyground.terminal.plain import PlainGame

    PlainGame(_table(board, seats, **limits)).run()


def _followed(engine: Engine, board: Board, **limits: Any) -> tuple[Info | None, bool]:
    """The last thing that the engine found, and whether it was interrupted; on a terminal a line a depth."""
    from plyground.words import depth_text

    info = None
    live = sys.stderr.isatty()
    try:
        for info in engine.analyse(board, **limits):
            if live:
                click.echo(depth_text(board, info), err=True)
    except KeyboardInterrupt:
        engine.stop()
        if live:
            click.echo(err=True)
        return info, True
    return info, False


# From the shell and back


def main() -> None:
    """The program `plyground`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say and return the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = commands.main(list(arguments), prog_name="plyground", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _complain(_explained(error))
    except PlygroundError as error:
        return _complain(str(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def _complain(what: str) -> int:
    click.echo("plyground: " + " ".join(what.split()), err=True)
    return WRONG_ARGUMENTS


def _explained(error: click.ClickException) -> str:
    """What was wrong, and what would be right."""
    text = error.format_message().rstrip(".")
    text = text[:1].lower() + text[1:]
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return text
    form = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
    if not isinstance(error, click.NoSuchOption):
        return f"{text}; write {form}"
    there = [name for option in ctx.command.get_params(ctx) for name in option.opts if name.startswith("--")]
    return f"there is no option {error.option_name}; {ctx.command_path} takes {', '.join(there)}"
