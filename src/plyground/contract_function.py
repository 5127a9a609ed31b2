"""How a function of the contract finds the game that implements it, and helpers that compiled code may call.

`plyground.contract` defines the functions themselves with what is here.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import NoneType
from typing import Any, Final, Generic, Literal, ParamSpec, TypeAlias, TypeVar

import numpy as np

from plyground.errors import BrokenGame
from plyground.source_location import error_words, place_of, place_of_error, value_text

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")
_Function = TypeVar("_Function", bound=Callable[..., Any])

Group: TypeAlias = Literal["required", "search", "views", "drawing", "proofs", "tables"]

_RESULTS: Final = frozenset(range(-1, 3))
"""LOST, DRAWN, WON and OPEN."""
_WHOLE: Final = (int, np.integer, np.bool_)
_ANSWERS: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "int": (_WHOLE, "a whole number"),
    "bool": (_WHOLE, "True or False"),
    "Result": (_WHOLE, "LOST, DRAWN, WON or OPEN"),
    "np.uint64": ((np.uint64,), "an np.uint64"),
    "None": ((NoneType,), "nothing"),
    "tuple[np.uint64, int, int]": ((tuple,), "a key and two results"),
    "Any": ((object,), "anything"),
}
"""By what a function of the contract is said to return: what a game may return, and how to call that."""


class ContractFunction(Generic[_Parameters, _Answer]):
    """One function of the contract, implemented by each game for its own rules class."""

    def __init__(self, definition: Callable[_Parameters, _Answer], group: Group) -> None:
        functools.update_wrapper(self, definition)
        self.name = definition.__name__
        self.group = group
        self.parameters = tuple(inspect.signature(definition).parameters)
        self.default = None if group == "required" else definition
        returns = definition.__annotations__["return"]
        self._kinds, self._wanted = _ANSWERS[returns]
        self._returns_result = returns == "Result"
        self._returns_position = returns == "Any" and "pos" in self.parameters and group != "views"
        if "at" in self.parameters:
            self._wanted = "the index behind the last move"
        self._implementations: dict[type, Callable[_Parameters, _Answer]] = {}

    def __repr__(self) -> str:
        return f"<contract function {self.name}({', '.join(self.parameters)})>"

    def of(
        self, rules_class: type
    ) -> Callable[[Callable[_Parameters, _Answer]], Callable[_Parameters, _Answer]]:
        """Implement this function for one rules class."""

        def implement(function: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
            given = tuple(inspect.signature(function).parameters)
            if len(given) != len(self.parameters):
                raise BrokenGame(
                    f"{self.name} of {rules_class.__qualname__} takes ({', '.join(given)}); "
                    f"it must take ({', '.join(self.parameters)})",
                    place_of(function),
                )
            self._implementations[rules_class] = function
            return function

        return implement

    def restore_default(self, rules_class: type) -> None:
        """Drop a game's implementation, to see what it gains by that."""
        self._implementations.pop(rules_class, None)

    def implementation(self, rules_class: type | None) -> Callable[_Parameters, _Answer] | None:
        """The function for a rules class: its own, or one that it inherits, or the default, or None."""
        for each in rules_class.__mro__ if rules_class is not None else ():
            if each in self._implementations:
                return self._implementations[each]
        return self.default

    def is_implemented(self, rules_class: type) -> bool:
        """Whether a rules class implements this, itself or by inheritance, instead of taking the default."""
        return any(each in self._implementations for each in rules_class.__mro__)

    def __call__(self, *arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Answer:
        rules_class = type(arguments[0])
        function = self._implementations.get(rules_class) or self.implementation(rules_class)
        if function is None:
            raise BrokenGame(f"there is no {self.name}: write {self.template(rules_class)}")
        try:
            answer = function(*arguments, **named)
        except BrokenGame:
            raise
        except Exception as error:
            place = place_of_error(error, function)
            raise BrokenGame(f"{self.name} fails: {error_words(error)}", place) from error
        if not isinstance(answer, self._kinds) or (self._returns_result and answer not in _RESULTS):
            raise self._wrong_answer(function, answer, self._wanted)
        if self._returns_position and not isinstance(answer, type(arguments[1])):
            raise self._wrong_answer(function, answer, type(arguments[1]).__qualname__)
        return answer

    def _wrong_answer(self, function: Callable[..., Any], answer: object, wanted: str) -> BrokenGame:
        message = f"{self.name} returned {value_text(answer)}, it must return {wanted}"
        return BrokenGame(message, place_of(function))

    def template(self, rules_class: type) -> str:
        """How a game writes this function."""
        return f"@{self.name}.of({rules_class.__qualname__}) def _({', '.join(self.parameters)})"


def contract_function(
    group: Group,
) -> Callable[[Callable[_Parameters, _Answer]], ContractFunction[_Parameters, _Answer]]:
    """Make a definition a function of the contract. Its body is the default, unless it is required."""

    def define(definition: Callable[_Parameters, _Answer]) -> ContractFunction[_Parameters, _Answer]:
        return ContractFunction(definition, group)

    return define


kernels: Final[list[Callable[..., Any]]] = []
"""The helpers that compiled code may call."""
kernels_not_inlined: Final[set[Callable[..., Any]]] = set()


def kernel(function: _Function) -> _Function:
    """Mark a helper that compiled code may call. It stays an ordinary function for everyone else."""
    kernels.append(function)
    return function


def kernel_call(function: _Function) -> _Function:
    """Like `kernel`, for a long helper that is seldom reached: compiled code calls it, and stays short."""
    kernels_not_inlined.add(function)
    return kernel(function)
