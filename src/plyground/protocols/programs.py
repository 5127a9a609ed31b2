"""Other programs as players, by the protocol that they speak: `ugi:COMMAND` and `brain:COMMAND`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plyground.protocols.gomocup.client import BrainPlayer
from plyground.protocols.program_player import ProgramPlayer
from plyground.protocols.ugi.client import UgiPlayer

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.players.player import Player

PROTOCOLS: Final[dict[str, type[ProgramPlayer]]] = {"ugi": UgiPlayer, "brain": BrainPlayer}


def is_program(who: str) -> bool:
    """Whether this name starts a program.

    >>> is_program("ugi:./player --fast"), is_program("level 3")
    (True, False)
    """
    return who.strip().partition(":")[0] in PROTOCOLS and ":" in who


def protocols_for(game: Game) -> list[str]:
    """The protocols whose programs can play this game.

    >>> from plyground.catalogue import find
    >>> protocols_for(find("squava")), protocols_for(find("gomoku:15x15"))
    (['ugi'], ['ugi', 'brain'])
    """
    return [name for name, player in PROTOCOLS.items() if player.fits(game)]


def program_player(who: str, game: Game, *, seconds: float | None, depth: int | None) -> Player:
    """The program behind a name, not yet started."""
    protocol, _, command = who.partition(":")
    return PROTOCOLS[protocol](command, game, seconds=seconds, depth=depth)
