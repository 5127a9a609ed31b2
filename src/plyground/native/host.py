"""What compiled code asks of the program that it runs in.

In this process that is nothing: a flag stops a search from outside. Where compiled code runs alone and nobody
else can write to its memory, as WebAssembly does in a browser, it asks the host from time to time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from plyground.native.intrinsics import intrinsic
from plyground.native.overloads import inline_for

asks_host = False
"""Whether compiled code asks its host. A build for WebAssembly sets this before it compiles anything."""


def has_host() -> bool:
    """Whether `goes_on` asks somebody."""
    return False


def goes_on() -> bool:
    """Whether a search that has come to its limit of nodes may go on: the host knows what time it is."""
    return False


@intrinsic
def _ask_host(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(32), [])
        function = cgutils.get_or_insert_function(builder.module, kind, "goes_on")
        return builder.trunc(builder.call(function, []), ir.IntType(1))

    return types.boolean(), generate


def _goes_on() -> Any:
    return (lambda: _ask_host()) if asks_host else (lambda: False)


def _has_host() -> Any:
    return (lambda: True) if asks_host else (lambda: False)


inline_for(goes_on)(_goes_on)
inline_for(has_host)(_has_host)
