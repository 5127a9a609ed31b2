"""What to tell the author of a game whose functions cannot be compiled: where, and in the game's words."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from plyground import contract
from plyground.errors import BrokenGame
from plyground.game import Game, View
from plyground.source_location import path_text, place_of

CompileError: Final = (NumbaError, UnsupportedBytecodeError)

_OPERATORS: Final = {
    "add": "+", "sub": "-", "mul": "*", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_BOTH_SIDES: Final = "write np.uint64(...) on both sides of every operator but a shift"


class _Culprit(NamedTuple):
    """A function of the contract that does not compile by itself."""

    name: str
    implementation: Callable[..., Any]
    error: Exception


def broken_game(game: Game, options: dict[str, Any]) -> BrokenGame | None:
    """What is wrong with a game that could not be compiled; None if its functions are not to blame."""
    culprit = _find_culprit(game, options)
    if culprit is None:
        return None
    text = str(culprit.error)
    place = _place(text, culprit.implementation) or place_of(culprit.implementation)
    return BrokenGame(f"{culprit.name} cannot be compiled: {in_game_words(text)}", place)


def _find_culprit(game: Game, options: dict[str, Any]) -> _Culprit | None:
    """The first function of the contract that does not compile by itself."""
    view = game.view(game.start)
    given = argument_types(view)
    for function in contract.functions.values():
        implementation = function.implementation(type(view.rules))
        if implementation is None or not given.keys() >= set(function.parameters):
            continue
        try:
            numba.njit(**options)(implementation).compile(tuple(given[name] for name in function.parameters))
        except Exception as error:
            return _Culprit(function.name, implementation, error)
    return None


def argument_types(view: View) -> dict[str, Any]:
    """The Numba types of what functions of the contract are given, by the names of their parameters."""
    return dict.fromkeys(("at", "move", "depth", "plies"), numba.typeof(0)) | {
        "rules": numba.typeof(view.rules),
        "pos": numba.typeof(view.pos),
        "after": numba.typeof(view.pos),
        "out": numba.typeof(np.zeros(1, np.int64)),
        "scratch": numba.typeof(np.zeros(1, np.uint64)),
    }


# Where


def _place(text: str, implementation: Callable[..., Any]) -> str:
    """The first place in the folder of the game that the compiler names."""
    code = implementation.__code__
    folder = Path(code.co_filename).resolve().parent
    for match in re.finditer(r'(?:File "|Raised from |defined at )([^"\s]+)"?(?:, line | \()(\d+)', text):
        file = Path(match[1]).resolve()
        if file.parent == folder:
            return f"{path_text(str(file))}:{match[2]}"
    if missing := re.search(r"name '(\w+)' is not defined|module '\w+' has no attribute '(\w+)'", text):
        line = next(_lines_with(code, missing[1] or missing[2]), None)
        return f"{path_text(code.co_filename)}:{line}" if line else ""
    return ""


def _lines_with(code: CodeType, name: str) -> Iterator[int]:
    """The lines of a function on which a name is used."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        if step.argval == name:
            yield line


# In which words


def in_game_words(text: str) -> str:
    """A message of the compiler in one line that says what to write instead.

    >>> in_game_words("Untyped global name 'near': Cannot determine Numba type of <class 'function'>")
    'near is a plain function: mark it @kernel'
    >>> in_game_words("Unknown attribute 'marks' of type Position(uint64, int64)")
    'Position has no marks'
    """
    for pattern, words in _PHRASES:
        if match := re.search(pattern, text, re.DOTALL):
            return words(match)
    lines = [line.strip(" -•") for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("Failed in")]
    return re.sub(r"\.*\s*Raised from .*", "", lines[0]) if lines else "the compiler does not say why"


def _global_words(match: re.Match[str]) -> str:
    name, kind = match[1], match[2]
    if kind == "function":
        return f"{name} is a plain function: mark it @kernel"
    if kind in ("builtin_function_or_method", "type"):
        return f"{name} cannot be called in compiled code"
    return f"{name} is a {kind}; compiled code can use only numbers, tuples and what it is given"


def _attribute_words(match: re.Match[str]) -> str:
    kind = match[2].partition("__")[0]
    owner = "a number" if re.fullmatch(r"u?int\d+|float\d+|bool", kind) else kind
    return f"{owner} has no {match[1]}"


def _unify_words(match: re.Match[str]) -> str:
    one, other, name = _plain(match[1]), _plain(match[2]), match[3]
    what = "it returns" if name.startswith("$") else f"{name.partition('.')[0]} is"
    hint = f"; {_BOTH_SIDES}" if "uint64" in (one, other) else ""
    return f"{what} {one} in one place and {other} in another{hint}"


def _signature_words(match: re.Match[str]) -> str:
    name, arguments = match[1], _plain(match[2])
    if name in _OPERATORS:
        return f"{f' {_OPERATORS[name]} '.join(arguments.split(', '))} is not possible; {_BOTH_SIDES}"
    if name == "getitem" and "uple" in arguments:
        return "a tuple whose parts are of different types can be indexed by constants only"
    return f"{name}({arguments}) is not possible in compiled code"


def _plain(types: str) -> str:
    """Types as the author of a game knows them."""
    return re.sub(r"Literal\[(\w+)\]\([^)]*\)", lambda kind: {"int": "int64"}.get(kind[1], kind[1]), types)


_PHRASES: Final[tuple[tuple[str, Callable[[re.Match[str]], str]], ...]] = (
    (r"Untyped global name '(\w+)':[^<]*<class '(?:\w+\.)*(\w+)'>", _global_words),
    (r"Unknown attribute '(\w+)' of type (\w+)", _attribute_words),
    (r"name '(\w+)' is not defined", lambda match: f"{match[1]} is not defined"),
    (
        r"NRT required|Only accept returning of array",
        lambda match: "it makes an array, a list or a text; compiled code uses only those it is given",
    ),
    (r"Cannot unify ([^\n]+?) and ([^\n]+?) for '([^']+)'", _unify_words),
    (
        r"Function\(<function (\w+) at.*?to signature '(\([^']*\))'",
        lambda match: f"{match[1]} is called with other arguments than {match[2]}",
    ),
    (r">>> (\w+)\(([^\n]*)\)", _signature_words),
)
