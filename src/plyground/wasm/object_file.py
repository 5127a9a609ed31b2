"""The code of a game as one WebAssembly object, made where Numba's target is WebAssembly.

All variants with the same types share it: what they differ in lies in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from plyground import contract
from plyground.errors import BrokenGame
from plyground.game import Game
from plyground.native.compiler import ENTRY_OPTIONS, INNER_OPTIONS
from plyground.native.diagnosis import CompileError, argument_types, broken_game
from plyground.native.overloads import register_kernels
from plyground.source_location import place_of
from plyground.wasm.entries import entries_for
from plyground.wasm.layout import module_values
from plyground.wasm.linker import WasmObject
from plyground.wasm.numba_target import PYTHON_OBJECT, Entry, WasmTarget

OPTIONS: Final = ENTRY_OPTIONS | {"_nrt": False}
"""How entries are compiled: nothing of a module counts references."""

_MATHEMATICS: Final = (
    *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "expm1"),
    *("fmod", "hypot", "log", "log10", "log1p", "log2", "pow", "sin", "sinh", "tan", "tanh"),
)
HOST_FUNCTIONS: Final = frozenset(
    {"goes_on", *_MATHEMATICS, *(f"{name}f" for name in _MATHEMATICS)}  # with an f for 32-bit numbers
)
"""What the driver brings (`host_functions.js`): JavaScript's Math, and whether a search may go on."""

_SYMBOL_WORDS: Final = (
    ("Py", "the interpreter of Python"),
    (PYTHON_OBJECT, "an object of Python"),
    ("NRT_", "to allocate memory"),
    ("numba_get_", "random numbers of Python or NumPy"),
)
"""What undefined symbols with such a beginning are there for."""


def build_object(target: WasmTarget, game: Game, on_entry: Callable[[str, int], None]) -> bytes:
    """The object of a game.

    `on_entry` is told what is compiled next and how many entries there are; an empty name means optimising.
    What goes wrong is a `BrokenGame` that names a function and its line.
    """
    register_kernels()
    entries = entries_for(game, module_values(game, 1))
    try:
        made = target.compile_object(entries, OPTIONS, lambda name: on_entry(name, len(entries)))
    except CompileError as error:
        raise broken_game(game, INNER_OPTIONS) or error from error
    if undefined := WasmObject(made).undefined(HOST_FUNCTIONS):
        raise _undefined_in(target, game, undefined)
    return made


def _undefined_in(target: WasmTarget, game: Game, undefined: list[str]) -> BrokenGame:
    """Which function of the game needs what browsers do not have: the first that does by itself."""
    view = game.view(game.start)
    given = argument_types(view)
    for function in contract.functions.values():
        implementation = function.implementation(type(view.rules))
        if implementation is None or not given.keys() >= set(function.parameters):
            continue
        kinds = tuple(given[name] for name in function.parameters)
        entry = Entry("alone", implementation, kinds, returns=None)
        needed = WasmObject(target.compile_object([entry], OPTIONS)).undefined(HOST_FUNCTIONS)
        if needed:
            message = f"{function.name} cannot be compiled for browsers: it needs {symbol_words(needed)}"
            return BrokenGame(message, place_of(implementation))
    return BrokenGame(f"{game.full_name} cannot be compiled for browsers: it needs {symbol_words(undefined)}")


def symbol_words(names: list[str]) -> str:
    """What undefined symbols are, in words.

    >>> symbol_words(["PyGILState_Ensure"])
    'the interpreter of Python'
    >>> symbol_words(["erf"])
    'erf, which they do not have'
    """
    for beginning, words in _SYMBOL_WORDS:
        if any(name.startswith(beginning) for name in names):
            return words
    return f"{', '.join(sorted(set(names)))}, which they do not have"
