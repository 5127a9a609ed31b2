"""The command `plyground`: what it takes, and how it answers when it is called wrongly.

Nothing heavy is imported before a command needs it, so that `--help` is there at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground import __version__
from plyground.commands.analyse import analyse
from plyground.commands.arena import arena
from plyground.commands.bench import bench
from plyground.commands.brain import brain
from plyground.commands.games import games
from plyground.commands.options import Seconds, Whole, machine_options, position_options, read_board
from plyground.commands.output import INTERRUPTED, WRONG_ARGUMENTS
from plyground.commands.perft import perft
from plyground.commands.players import players
from plyground.commands.serve import serve
from plyground.commands.solve import solve
from plyground.commands.table import table
from plyground.commands.ugi import ugi
from plyground.commands.verify import verify
from plyground.errors import PlygroundError
from plyground.players.classics import CLASSICS

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.terminal.local_game import FindPlayer


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
    return machine_options(command)


WHO = f"""\b
WHO is human, a level 1 to 5, perfect, a classic, FILE.py with an evaluation of your own,
or a program (ugi:COMMAND, brain:COMMAND).
The classics are {", ".join(classic.name for classic in CLASSICS)}.
plyground players GAME says who plays what."""


@commands.command(epilog=WHO)
@click.argument("game", default="noughts")
@click.option("-C", "--computer-first", is_flag=True, help="Let the computer begin.")
@position_options
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
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import PlainGame

    if computer_first and (first or second):
        raise click.ClickException("--computer-first says who sits where; leave out --first and --second")
    seats = (level, "human") if computer_first else (first or "human", second or level)
    PlainGame(LocalGame.start(read_board(game, moves, position), seats, _finder(**limits))).run()


@commands.command(epilog=WHO)
@click.argument("game", default="noughts")
@click.option("--step", is_flag=True, help="Wait for a key after each move.")
@click.option("--delay", type=Seconds(), default=1.0, show_default=True, help="Wait so long after each move.")
@click.option("--quick", is_flag=True, help="Do not wait.")
@position_options
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
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import WatchedGame

    board = read_board(game, moves, position)
    local = LocalGame.start(board, (first or level, second or level), _finder(**limits))
    if None in local.players:
        raise click.ClickException(
            "a person cannot be watched; give --first and --second a level, or use play"
        )
    WatchedGame(local, step=step, delay=0.0 if quick else delay).run()


@commands.command()
@click.option("--list", "only_list", is_flag=True, help="Only list the games under way.")
@machine_options
def resume(only_list: bool, **limits: Any) -> None:
    """Take up the game that was left last."""
    from plyground import saved_games
    from plyground.terminal.local_game import LocalGame
    from plyground.terminal.plain import PlainGame

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
    autosave = saved_games.resume_saved_game(newest)
    PlainGame(LocalGame.from_record(newest.record, _finder(**limits), autosave)).run()


for _command in (games, players, perft, analyse, bench, solve, ugi, brain, arena, serve, table, verify):
    commands.add_command(_command)


# What the commands share


def _finder(**limits: Any) -> FindPlayer:
    """Finds players who are ready to play within these limits."""
    from plyground.players import Player
    from plyground.seats import seat
    from plyground.terminal.waiting import compiling

    def find(name: str, game: Game) -> Player | None:
        player = seat(name, game, **limits)
        if player is not None:
            with compiling(game):
                player.prepare()
        return player

    return find


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
        return _complain(_explain(error))
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


def _explain(error: click.ClickException) -> str:
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
