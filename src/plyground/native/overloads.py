"""What compiled code calls in place of Python: the functions of the contract, bits, hashes, sorting, kernels.

The functions of the contract become Numba overloads that are chosen by the class of the rules. A kernel
that calls them is so compiled anew for each game, with the game's functions inlined into it, like a
template of C++ or a generic of Rust.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

from plyground import bits, contract, sorted_numbers
from plyground.contract_function import ContractFunction, kernels, kernels_not_inlined
from plyground.native.intrinsics import count_bits, count_trailing_zeros, sum_of_four, union_of_four
from plyground.native.pipeline import PartCompiler

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")


def inline_for(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Give compiled code a version of a function, made for the types of its arguments, to inline."""
    return cast(
        Callable[[Callable[..., Any]], Any],
        overload(function, strict=False, jit_options={"forceinline": True, "pipeline_class": PartCompiler}),
    )


@inline_for(bits.popcount)
def _(bits: Any) -> Any:
    return lambda bits: np.int64(count_bits(bits))


@inline_for(bits.lowest)
def _(bits: Any) -> Any:
    return lambda bits: np.int64(count_trailing_zeros(bits))


@inline_for(bits.union_of_four)
def _(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    return lambda first, second, third, fourth: union_of_four(first, second, third, fourth)


@inline_for(bits.sum_of_four)
def _(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    return lambda first, second, third, fourth: sum_of_four(first, second, third, fourth)


@inline_for(contract.mix)
def _(value: Any) -> Any:
    def scatter(value: Any) -> Any:
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return value ^ (value >> np.uint64(31))

    return scatter


@inline_for(contract.add_words)
def _(one: Any, other: Any) -> Any:
    return lambda one, other: one + other


@inline_for(sorted_numbers.lower_bound)
def _(numbers: Any, begin: Any, end: Any, number: Any) -> Any:
    def halve(numbers: Any, begin: Any, end: Any, number: Any) -> Any:
        while begin < end:
            middle = (begin + end) >> 1
            if numbers[middle] < number:
                begin = middle + 1
            else:
                end = middle
        return begin

    return halve


@inline_for(sorted_numbers.sort_numbers)
def _(numbers: Any, begin: Any, end: Any) -> Any:
    def sort_by_heap(numbers: Any, begin: Any, end: Any) -> None:
        count = end - begin
        root = count >> 1
        while count > 1:
            if root > 0:
                root -= 1
                number = numbers[begin + root]
            else:
                count -= 1
                number = numbers[begin + count]
                numbers[begin + count] = numbers[begin]
            place = root
            while 2 * place + 1 < count:
                child = 2 * place + 1
                if child + 1 < count and numbers[begin + child] < numbers[begin + child + 1]:
                    child += 1
                if numbers[begin + child] <= number:
                    break
                numbers[begin + place] = numbers[begin + child]
                place = child
            numbers[begin + place] = number

    return sort_by_heap


@inline_for(contract.fingerprint)
def _(pos: Any) -> Any:
    lines = ["def fingerprint_of(pos):", "    total = np.uint64(0)"]
    for index, kind in enumerate(pos):
        if isinstance(kind, types.BaseTuple):
            lines.append(f"    total = mix(total ^ fingerprint(pos[{index}]))")
        elif isinstance(kind, types.Array):
            lines.append(f"    for number in pos[{index}].flat:")
            lines.append("        total = mix(total ^ np.uint64(number))")
        else:
            lines.append(f"    total = mix(total ^ np.uint64(pos[{index}]))")
    scope = {"np": np, "mix": contract.mix, "fingerprint": contract.fingerprint}
    exec("\n".join([*lines, "    return total"]), scope)
    return scope["fingerprint_of"]


def make_native(
    function: ContractFunction[_Parameters, _Answer],
) -> ContractFunction[_Parameters, _Answer]:
    """Let compiled code call a function that is implemented by class."""

    def choose(rules: Any, *arguments: Any) -> Any:
        return function.implementation(getattr(rules, "instance_class", None))

    inline_for(function)(choose)
    return function


for _function in contract.functions.values():
    make_native(_function)


def only_with(needed: ContractFunction[..., Any]) -> Callable[[_Function], _Function]:
    """A kernel that answers False, and costs nothing, in games that leave a function of the contract out."""

    def mark(function: _Function) -> _Function:
        def choose(rules: Any, *arguments: Any) -> Any:
            implemented = needed.is_implemented(getattr(rules, "instance_class", type(None)))
            return function if implemented else lambda rules, *arguments: False

        inline_for(function)(choose)
        return function

    return mark


def whether_implemented(function: ContractFunction[..., Any]) -> Callable[[Any], bool]:
    """A kernel that says of rules whether their game implements a function of the contract."""

    def is_implemented(rules: Any) -> bool:
        return function.is_implemented(type(rules))

    @inline_for(is_implemented)
    def _(rules: Any) -> Any:
        implemented = function.is_implemented(getattr(rules, "instance_class", type(None)))
        return (lambda rules: True) if implemented else (lambda rules: False)

    return is_implemented


_registered = 0


def register_kernels() -> None:
    """Let compiled code call every helper that is marked as a kernel by now."""
    global _registered
    for function in kernels[_registered:]:
        is_inlined = function not in kernels_not_inlined
        register_jitable(forceinline=is_inlined, pipeline_class=PartCompiler)(function)
    _registered = len(kernels)
