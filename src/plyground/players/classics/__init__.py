"""The seeds' own players, one file each, found here by name without loading any of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.players.player import Player


@dataclass(frozen=True)
class ClassicInfo:
    """A classic before it sits down."""

    name: str
    meaning: str
    """What it does, in one line."""
    game: str
    plays: str
    """What it plays, in words."""
    home: str
    """Its module and its class."""
    variants: Callable[[Game], bool]
    """Whether its document makes sense for a variant of its game."""

    def fits(self, game: Game) -> bool:
        """Whether it can sit down at this game."""
        return game.source == self.game and self.variants(game)

    def seat(self, game: Game, **limits: Any) -> Player:
        """The player itself."""
        module, _, kind = self.home.partition(":")
        player: Player = getattr(importlib.import_module(f"{__name__}.{module}"), kind)(game, **limits)
        return player


def _as_it_is(game: Game) -> bool:
    return not game.variant


def _twelve_cells(game: Game) -> bool:
    return game.columns * game.rows <= 12 and game.option("row") == 3 and not game.option("misere")


def _any(game: Game) -> bool:
    return True


CLASSICS: Final = (
    ClassicInfo(
        "hoxo",
        "looks to the end and compares wins, open twos and open ones, in this order",
        "noughts",
        "noughts with three in a row on at most twelve cells",
        "hoxo:Hoxo",
        _twelve_cells,
    ),
    ClassicInfo(
        "squava-classic",
        "looks 4 plies ahead, later 6, then 8, and likes edges and three of a four",
        "squava",
        "squava on 5x5",
        "squava_classic:SquavaClassic",
        _as_it_is,
    ),
    ClassicInfo(
        "numerical-classic",
        "looks ahead for two seconds and counts the lines that can still sum to 34",
        "numerical",
        "numerical on 4x4",
        "numerical_classic:NumericalClassic",
        _as_it_is,
    ),
    ClassicInfo(
        "squeeze-classic",
        "looks 4 plies ahead, counts the squeezes at hand, and stops at the first that is made",
        "squeeze",
        "squeeze on any board",
        "squeeze_classic:SqueezeClassic",
        _any,
    ),
    ClassicInfo(
        "piskworky",
        "looks 2 plies ahead at the cells around the stones, and counts windows of five",
        "gomoku",
        "gomoku on the endless field",
        "piskworky:Piskworky",
        _as_it_is,
    ),
)


def read_classic(who: str) -> ClassicInfo | None:
    """The classic with this name.

    >>> read_classic("HOXO").plays, read_classic("hal")
    ('noughts with three in a row on at most twelve cells', None)
    """
    wanted = who.strip().casefold()
    return next((entry for entry in CLASSICS if entry.name == wanted), None)
