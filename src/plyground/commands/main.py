"""The program `plyground`: its commands, and how it answers when it is called wrongly.

Nothing heavy is imported before a command needs it, so that `--help` is there at once.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

from plyground import __version__
from plyground.commands.analyse import analyse
from plyground.commands.arena import arena
from plyground.commands.bench import bench
from plyground.commands.brain import brain
from plyground.commands.check import check
from plyground.commands.completion import completion
from plyground.commands.docs import docs
from plyground.commands.explain import explain
from plyground.commands.export import export
from plyground.commands.games import games
from plyground.commands.lab import lab
from plyground.commands.learn import learn
from plyground.commands.lesson import lesson
from plyground.commands.new import new
from plyground.commands.output import INTERRUPTED, WRONG_ARGUMENTS
from plyground.commands.perft import perft
from plyground.commands.play import play
from plyground.commands.players import players
from plyground.commands.prove import prove
from plyground.commands.puzzles import puzzles
from plyground.commands.resume import resume
from plyground.commands.serve import serve
from plyground.commands.solve import solve
from plyground.commands.study import study
from plyground.commands.table import table
from plyground.commands.ugi import ugi
from plyground.commands.verify import verify
from plyground.commands.warm import warm
from plyground.commands.watch import watch
from plyground.errors import PlygroundError


class Commands(click.Group):
    """A group that says which commands there are when asked for one that is not there."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; a file is opened on the full screen."""
        if args and is_game_file(args[0]):
            return open_game.name, open_game, args
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
    if not is_terminal():
        ctx.invoke(play)
        return
    from plyground.terminal.screen.app import run as run_full_screen

    run_full_screen()


@click.command("plyground", epilog="The game can also be played line by line: plyground play FILE.py")
@click.argument("game", metavar="FILE.py")
@click.pass_context
def open_game(ctx: click.Context, game: str) -> None:
    """Open the game in FILE.py on the full screen; on a pipe, play it line by line."""
    from plyground import catalogue

    file, _, variant = game.rpartition(".py")
    name = f"{os.path.abspath(os.path.expanduser(file))}.py{variant}"
    catalogue.find(name)
    if not is_terminal():
        ctx.invoke(play, game=game)
        return
    from plyground.terminal.screen.app import run as run_full_screen

    run_full_screen(game_name=name)


def is_game_file(text: str) -> bool:
    """Whether an argument names a file with a game, with a variant or without."""
    return re.fullmatch(r"[^-].*\.py(:.*)?", text) is not None


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


COMMANDS = (
    play, watch, resume, games, players, perft, analyse, explain, lab, bench, solve, ugi, brain, arena, study,
    serve, puzzles, lesson, export, table, prove, verify, new, check, learn, completion, docs, warm,
)  # fmt: skip
for _command in COMMANDS:
    commands.add_command(_command)


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
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
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
