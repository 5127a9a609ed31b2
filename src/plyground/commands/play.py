"""`plyground play`: play line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground.commands.options import (
    GameName,
    PlayerName,
    Seconds,
    Whole,
    machine_options,
    position_options,
    read_board,
)
from plyground.commands.output import compiling
from plyground.players.classics import CLASSICS

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.players import Player
    from plyground.terminal.local_game import FindPlayer

PLAYERS_HELP = f"""\b
WHO is human, a level 1 to 5, perfect, a classic, FILE.py with an evaluation of your own,
or a program (ugi:COMMAND, brain:COMMAND).
The classics are {", ".join(classic.name for classic in CLASSICS)}.
plyground players GAME says who plays what."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def player_options(command: _Command) -> _Command:
    """The options that say who plays and how long they may think."""
    options = (
        click.option("--first", type=PlayerName(), metavar="WHO", help="Who begins: one of those below."),
        click.option("--second", type=PlayerName(), metavar="WHO", help="Who answers."),
        click.option(
            "--level",
            type=PlayerName(),
            default="3",
            show_default=True,
            metavar="WHO",
            help="The computer's level.",
        ),
        click.option("--seconds", type=Seconds(), help="The computer thinks at most SECONDS a move."),
        click.option(
            "--depth", type=Whole(1, 10_000), metavar="N", help="The computer looks at most N plies ahead."
        ),
        click.option("--seed", type=Whole(0, 2**63), help="Make the computer's choices repeatable."),
    )
    for option in reversed(options):
        command = option(command)
    return machine_options(command)


@click.command(epilog=PLAYERS_HELP)
@click.argument("game", type=GameName(), default="noughts")
@click.option("-C", "--computer-first", is_flag=True, help="Let the computer begin.")
@position_options
@player_options
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
    names = (level, "human") if computer_first else (first or "human", second or level)
    board = read_board(game, moves, position)
    PlainGame(LocalGame.start(board, names, player_finder(**limits))).run()


def player_finder(*, stands_in: bool = True, **limits: Any) -> FindPlayer:
    """A function that gives players who are ready to play within these limits.

    Until a game is compiled plain Python stands in for the engine, unless choices are to be repeatable.
    """
    from plyground.players.plain_player import with_stand_in
    from plyground.seats import seat

    is_repeatable = limits.get("seed") is not None or limits.get("depth") is not None

    def find(name: str, game: Game) -> Player | None:
        player = seat(name, game, **limits)
        if stands_in and not is_repeatable:
            player = with_stand_in(player)
        if player is not None:
            with compiling(game):
                player.prepare()
        return player

    return find
