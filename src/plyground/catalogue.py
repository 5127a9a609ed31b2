"""Finding games: those that ship with Plyground, those of installed packages, and files."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.errors import BrokenGame, UnknownGame
from plyground.game import Game, Picture, copy_position

SHIPPED: Final = {
    "noughts": "plyground.games.noughts:Noughts",
    "squava": "plyground.games.squava:Squava",
    "numerical": "plyground.games.numerical:Numerical",
    "squeeze": "plyground.games.squeeze:Squeeze",
    "gomoku": "plyground.games.gomoku:Gomoku",
}
ENTRY_POINTS: Final = "plyground.games"


def games() -> dict[str, type[Game]]:
    """Every game that can be played by name.

    >>> list(games())[:5]
    ['noughts', 'squava', 'numerical', 'squeeze', 'gomoku']
    """
    return {name: _named(name) for name in names()}


def names() -> list[str]:
    """The names of those games, without loading them."""
    return [*SHIPPED, *(name for name in sorted(_installed()) if name not in SHIPPED)]


def find(name: str) -> Game:
    """The game with this name and variant, or in this file.

    >>> find("noughts:5x5,row=4")
    <game noughts:5x5,row=4>
    >>> find("chess")
    Traceback (most recent call last):
    plyground.errors.UnknownGame: there is no game 'chess'; there are noughts, squava, numerical, squeeze, \
gomoku and any file FILE.py with a game in it
    """
    in_file = re.fullmatch(r"(.*\.py)(?::(.*))?", name)
    if in_file:
        return _built(_from_file(in_file[1]), in_file[2] or "", in_file[1])
    plain, colon, variant = name.partition(":")
    if plain not in names() or (colon and not variant):
        there = ", ".join(names())
        if plain in names():
            raise UnknownGame(f"{name!r} has a colon but no variant behind it; write {plain!r}")
        raise UnknownGame(
            f"there is no game {plain!r}; there are {there} and any file FILE.py with a game in it"
        )
    return _built(_named(plain), variant, plain)


@cache
def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINTS)}


def _named(name: str) -> type[Game]:
    if name in SHIPPED:
        module, _, attribute = SHIPPED[name].partition(":")
        found: Any = getattr(importlib.import_module(module), attribute)
    else:
        try:
            found = _installed()[name].load()
        except Exception as error:
            raise BrokenGame(f"the installed game {name!r} cannot be loaded: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BrokenGame(f"the installed game {name!r} is not a subclass of plyground.game.Game")
    return found


def _built(kind: type[Game], variant: str, source: str) -> Game:
    try:
        game = kind(variant)
    except UnknownGame:
        raise
    except BrokenGame as error:
        raise BrokenGame(f"{source}: {error}") from error
    except Exception as error:
        raise BrokenGame(f"{source}: setup fails: {type(error).__name__}: {error}") from error
    game.source = source
    if source not in SHIPPED:
        check(game)
    return game


# Games in files


def load_file(path: str, what: str) -> ModuleType:
    """The module in a file, loaded once for each content of the file."""
    file = Path(path).expanduser()
    try:
        text = file.read_bytes()
    except OSError as error:
        raise UnknownGame(f"there is no {what} file {path!r}: {error.strerror}") from error
    return _module(file, hashlib.sha256(text).hexdigest()[:16])


def _from_file(path: str) -> type[Game]:
    module = load_file(path, "game")
    kinds = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if len(kinds) != 1:
        found = "no subclass" if not kinds else f"{len(kinds)} subclasses"
        raise BrokenGame(f"{path} has {found} of Game; it must have one")
    return kinds[0]


def _module(file: Path, digest: str) -> ModuleType:
    name = f"plyground_file_{digest}"  # compiled code on disk names its module, so equal files share one
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BrokenGame as error:
        del sys.modules[name]
        raise BrokenGame(f"{file}: {error}") from error
    except SyntaxError as error:
        del sys.modules[name]
        raise BrokenGame(f"{file}: line {error.lineno}: {error.msg}") from error
    except Exception as error:
        del sys.modules[name]
        raise BrokenGame(f"{file}: {type(error).__name__}: {error}") from error
    return module


# Does a game keep the contract?


def check(game: Game) -> None:
    """Try every function of a game on its starting position; `BrokenGame` names the first bad one."""
    for attribute in ("name", "title", "summary", "words"):
        if not isinstance(getattr(game, attribute, None), str):
            raise BrokenGame(
                f"{game.source}: {type(game).__name__} has no {attribute}: write {attribute} = '...'"
            )
    rules_class = type(game.rules)
    for function in contract.functions.values():
        if function.implementation(rules_class) is None:
            raise BrokenGame(
                f"{game.source}: there is no {function.name}: write {function.template(rules_class)}"
            )
    _check_answers(game)


def _check_answers(game: Game) -> None:
    rules, start = game.rules, game.start
    out = np.zeros(contract.MOST_MOVES, np.int64)
    whole = (int, np.integer)

    def answer(call: Any, arguments: tuple[Any, ...], kinds: tuple[type, ...], wanted: str) -> Any:
        name = call.__name__
        try:
            given = call(*arguments)
        except BrokenGame as error:
            raise BrokenGame(f"{game.source}: {error}") from error
        except Exception as error:
            raise BrokenGame(f"{game.source}: {name} fails: {type(error).__name__}: {error}") from error
        if not isinstance(given, kinds):
            got = type(given).__name__
            raise BrokenGame(f"{game.source}: {name} returned {got}, it must return {wanted}")
        return given

    results = (contract.LOST, contract.DRAWN, contract.WON, contract.OPEN)
    ended = answer(contract.outcome, (rules, start), whole, "LOST, DRAWN, WON or OPEN")
    if ended not in results:
        raise BrokenGame(f"{game.source}: outcome returned {ended}, it must return LOST, DRAWN, WON or OPEN")
    if ended != contract.OPEN:
        raise BrokenGame(f"{game.source}: outcome says that the game is over before the first move")
    for list_moves in (contract.moves, contract.candidates):
        end = answer(list_moves, (rules, start, out, 0), whole, "the index behind the last move")
        if not 0 < end <= contract.MOST_MOVES:
            raise BrokenGame(
                f"{game.source}: {list_moves.name} returned {end}, it must be at least 1 at first"
            )
    move = int(out[0])
    after = answer(contract.play, (rules, copy_position(start), move), (type(start),), type(start).__name__)
    answer(contract.undo, (rules, after, move), (type(None),), "nothing")
    answer(contract.key, (rules, start), (np.uint64,), "an np.uint64")
    for number_of in (contract.evaluate, contract.proof, contract.narrowed):
        answer(number_of, (rules, start), (*whole, np.bool_), "a whole number")
    for number_of_move in (contract.priority, contract.quiet):
        answer(number_of_move, (rules, start, move), (*whole, np.bool_), "a whole number")
    answer(contract.repetition, (rules,), whole, "a whole number")
    answer(game.move_text, (move,), (str,), "a text")
    answer(game.picture, (start,), (Picture,), "a Picture")
