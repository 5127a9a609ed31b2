"""The computers who can sit down at a game."""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.match import PERSON
from plyground.players import LEVELS
from plyground.seats import FILE, describe_players
from plyground.web.messages import PlayerView


def computers_json(game: Game) -> list[PlayerView]:
    """Whoever can play this game. Files and programs cannot: those are for people at the machine."""
    return [
        PlayerView(who=who, title=title, words=meaning, classic=who not in LEVELS)
        for who, title, meaning in describe_players(game)
        if who not in (PERSON, FILE)
    ]


def check_computer(who: str, game: Game) -> None:
    """Refuse whoever is not listed; what else `seat` may understand is for people at the machine."""
    listed = [each["who"] for each in computers_json(game)]
    if who not in listed:
        raise PlygroundError(f"there is no player {who!r}; there are {', '.join(listed)}")


def player_name(who: str) -> str:
    """How a person or a computer is called in records and on the page."""
    return f"level {who}" if who.isdigit() else who
