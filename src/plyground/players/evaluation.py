"""A user's own evaluation as a player: the engine, but judging by a function in a file.

    # hoarder.py
    from plyground.bits import popcount

    def evaluate(rules, pos):
        return popcount(pos.own) - popcount(pos.other)

The function sees the rules and positions that a search of the game sees (two NamedTuples in the game's file),
answers with a whole number, positive if the side to move stands better, and is compiled like the rest.
"""

from __future__ import annotations

import copy
import inspect
from types import ModuleType
from typing import TYPE_CHECKING, Any

from plyground.errors import BrokenGame
from plyground.players.levels import Level
from plyground.source_location import place_of, value_text

if TYPE_CHECKING:
    from plyground.game import Game, View
    from plyground.players.engine_player import EnginePlayer

SECONDS = 1.0
MEANING = "the engine with the function evaluate(rules, pos) of a file of yours, for a second a move"


def is_file(who: str) -> bool:
    """Whether a name is meant as a file with an evaluation."""
    return who.strip().endswith(".py")


def file_player(who: str, game: Game, **limits: Any) -> EnginePlayer:
    """The engine with the evaluation in this file. It thinks like `perfect`, but for a second."""
    from plyground.players.engine_player import EnginePlayer  # loads Numba, which a list of players must not

    path = who.strip()
    level = Level(path, "evaluation", MEANING, seconds=SECONDS)
    return EnginePlayer(level, with_evaluation(game, path), **limits)


def with_evaluation(game: Game, path: str) -> Game:
    """The same game with the evaluation in a file in place of its own; everything else stays."""
    from plyground.catalogue import load_file

    module = load_file(path, "evaluation")
    check_intended_game(game, getattr(module, "GAME", None), path)
    kind = evaluation_class(type(game.view(game.start).rules), module, path)

    def view(pos: Any) -> View:
        plain = game.view(pos)
        return plain._replace(rules=kind(*plain.rules))

    twin = copy.copy(game)
    twin.view = view  # type: ignore[method-assign]
    check_evaluation(twin)
    return twin


def check_intended_game(game: Game, intended: object, path: str) -> None:
    """Refuse an evaluation whose file names, as `GAME`, another game or variant that it is for."""
    here = variant_name(game)
    if isinstance(intended, str) and intended != here:
        raise BrokenGame(f"this evaluation is for {intended}, not for {here}", path)


def variant_name(game: Game) -> str:
    """The name and the variant of a game, wherever its file is."""
    return f"{game.name}:{game.variant}" if game.variant else game.name


def evaluation_class(rules_class: type, module: ModuleType, path: str) -> type:
    """A class of rules that inherits everything but the evaluation.

    It lives in the file's module under a name made of the game's, by which compiled code on disk finds it.
    """
    from plyground import contract

    name = f"{rules_class.__module__}_{rules_class.__qualname__}".replace(".", "_")
    known: type | None = getattr(module, name, None)
    if known is not None:
        return known
    function = getattr(module, "evaluate", None)
    if not inspect.isfunction(function):
        raise BrokenGame("there is no function evaluate: write def evaluate(rules, pos)", path)
    given = ", ".join(inspect.signature(function).parameters)
    if given.count(",") != 1:
        raise BrokenGame(f"evaluate takes ({given}); it must take (rules, pos)", place_of(function))
    made = type(name, (rules_class,), {"__slots__": (), "__module__": module.__name__})
    contract.margin.of(made)(no_margin)
    contract.evaluate.of(made)(function)
    setattr(module, name, made)
    return made


def no_margin(rules: Any, pos: Any, depth: int) -> int:
    """The game knows by how much its own evaluation may be off, but not by how much another may."""
    return 0


def check_evaluation(game: Game) -> None:
    """Try the evaluation on the start of the game."""
    import numpy as np

    from plyground import contract

    view = game.view(game.start)
    try:
        worth = contract.evaluate(view.rules, view.pos)
    except BrokenGame as error:
        raise BrokenGame(f"{error} (at the start of {game.full_name})") from error
    if isinstance(worth, bool | np.unsignedinteger):
        function = contract.evaluate.implementation(type(view.rules))
        assert function is not None
        message = f"evaluate returned {value_text(worth)}, it must return a whole number with a sign"
        raise BrokenGame(message, place_of(function))
