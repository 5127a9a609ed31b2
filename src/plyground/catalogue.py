"""Finding games: those that ship with Plyground, those of installed packages, and files."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import re
import sys
import traceback
from contextlib import suppress
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from plyground.errors import BrokenGame, UnknownGame
from plyground.game import Game
from plyground.game_checks import check_class, check_game
from plyground.source_location import error_words, path_text, place_of_error

SHIPPED: Final = {
    "noughts": "plyground.games.noughts:Noughts",
    "squava": "plyground.games.squava:Squava",
    "numerical": "plyground.games.numerical:Numerical",
    "squeeze": "plyground.games.squeeze:Squeeze",
    "gomoku": "plyground.games.gomoku:Gomoku",
}
EXAMPLES: Final = {
    "connect-four": "plyground.examples.connect_four:ConnectFour",
    "reversi": "plyground.examples.reversi:Reversi",
    "hex": "plyground.examples.hex:Hex",
    "breakthrough": "plyground.examples.breakthrough:Breakthrough",
    "hexapawn": "plyground.examples.hexapawn:Hexapawn",
    "dodgem": "plyground.examples.dodgem:Dodgem",
    "domineering": "plyground.examples.domineering:Domineering",
    "nim": "plyground.examples.nim:Nim",
    "isolation": "plyground.examples.isolation:Isolation",
    "gobblers": "plyground.examples.gobblers:Gobblers",
}
"""The gallery: games that are played by name like any other, but listed only where examples are asked for."""
OWN: Final = SHIPPED | EXAMPLES
ENTRY_POINTS: Final = "plyground.games"
FILE_MODULE: Final = "plyground_file_"
"""How the names of modules begin that are loaded from files."""


def games() -> dict[str, type[Game]]:
    """Every game that can be played by name; an installed one that is broken is left out.

    >>> list(games())[:5]
    ['noughts', 'squava', 'numerical', 'squeeze', 'gomoku']
    """
    found = {}
    for name in names():
        with suppress(BrokenGame):
            found[name] = _class_by_name(name)
    return found


def names() -> list[str]:
    """The names of those games, without loading them."""
    return [*SHIPPED, *(name for name in sorted(_entry_points()) if name not in OWN)]


def find(name: str) -> Game:
    """The game with this name and variant, or in this file.

    >>> find("noughts:5x5,row=4")
    <game noughts:5x5,row=4>
    >>> find("chess")
    Traceback (most recent call last):
    plyground.errors.UnknownGame: there is no game 'chess'; there are noughts, squava, numerical, squeeze, \
gomoku, the examples connect-four, ... and gobblers, and any file FILE.py with a game in it
    """
    game = find_unchecked(name)
    if game.source not in OWN:
        try:
            check_game(game)
        except BrokenGame as error:
            raise error if error.has_place else BrokenGame(str(error), game.source) from error
        except Exception as error:
            place = place_of_error(error, type(game).setup)
            raise BrokenGame(f"{type(game).__name__} fails: {error_words(error)}", place) from error
    return game


def find_unchecked(name: str) -> Game:
    """The game with this name and variant, or in this file, as it is: it may break the contract."""
    in_file = re.fullmatch(r"(.*\.py)(?::(.*))?", name)
    if in_file:
        return _build(_from_file(in_file[1]), in_file[2] or "", in_file[1])
    plain, colon, variant = name.partition(":")
    if plain not in EXAMPLES and plain not in names():
        *most, last = EXAMPLES
        raise UnknownGame(
            f"there is no game {plain!r}; there are {', '.join(names())}, the examples {', '.join(most)} "
            f"and {last}, and any file FILE.py with a game in it"
        )
    if colon and not variant:
        raise UnknownGame(f"{name!r} has a colon but no variant behind it; write {plain!r}")
    return _build(_class_by_name(plain), variant, plain)


@cache
def _entry_points() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINTS)}


def _class_by_name(name: str) -> type[Game]:
    if name in OWN:
        module, _, attribute = OWN[name].partition(":")
        found: Any = getattr(importlib.import_module(module), attribute)
    else:
        try:
            found = _entry_points()[name].load()
        except BrokenGame:
            raise
        except Exception as error:
            raise BrokenGame(f"the installed game {name!r} cannot be loaded: {error_words(error)}") from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BrokenGame(f"the installed game {name!r} is not a subclass of plyground.game.Game")
    check_class(found)
    return found


def _build(kind: type[Game], variant: str, source: str) -> Game:
    try:
        game = kind(variant)
        game.source = source
    except UnknownGame:
        raise
    except BrokenGame as error:
        raise error if error.has_place else BrokenGame(str(error), source) from error
    except Exception as error:
        place = place_of_error(error, kind.setup)
        raise BrokenGame(f"{kind.__name__} fails: {error_words(error)}", place) from error
    return game


# Games in files


def load_file(path: str, what: str) -> ModuleType:
    """The module in a file, loaded once for each content of the file.

    Equal files in two folders are two modules, as each may read or import other files beside it.
    """
    file = Path(path).expanduser()
    try:
        text = file.read_bytes()
        place = str(file.resolve()).encode()
    except OSError as error:
        raise UnknownGame(f"there is no {what} file {path!r}: {error.strerror}") from error
    return _module(file, hashlib.sha256(place + b"\0" + text).hexdigest()[:16])


def _from_file(path: str) -> type[Game]:
    module = load_file(path, "game")
    kinds = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if len(kinds) != 1:
        found = "no subclass" if not kinds else "more than one subclass"
        raise BrokenGame(f"there is {found} of Game; there must be one", path)
    check_class(kinds[0])
    return kinds[0]


def name_elsewhere(game: Game) -> str:
    """The name by which another process finds a game: a server calls those in files by names of its own.

    >>> name_elsewhere(find("noughts:5x5,row=4"))
    'noughts:5x5,row=4'
    """
    module = type(game).__module__
    source = str(sys.modules[module].__file__) if module.startswith(FILE_MODULE) else game.source
    return f"{source}:{game.variant}" if game.variant else source


class _TextLoader(SourceFileLoader):
    """Loads a file as it stands.

    Python would take bytecode of an earlier text for it where both have one length and were written within
    a second, as an editor or a program that tries variants does.
    """

    def get_code(self, fullname: str) -> CodeType:
        """The code of the text; no bytecode is read, and none is written."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _module(file: Path, digest: str) -> ModuleType:
    name = f"{FILE_MODULE}{digest}"  # compiled code on disk names its module, in every process alike
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file, loader=_TextLoader(name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        raise _broken_file(file, error) from error
    return module


def _broken_file(file: Path, error: Exception) -> BrokenGame:
    """What is wrong with a file that cannot be loaded, and on which of its lines."""
    if isinstance(error, BrokenGame) and error.has_place:
        return error
    if isinstance(error, SyntaxError):
        return BrokenGame(error.msg, f"{path_text(error.filename or str(file))}:{error.lineno}")
    place = path_text(str(file))
    for frame, line in traceback.walk_tb(error.__traceback__):
        if Path(frame.f_code.co_filename).resolve() == file.resolve():
            place = f"{path_text(str(file))}:{line}"
    return BrokenGame(str(error) if isinstance(error, BrokenGame) else error_words(error), place)
