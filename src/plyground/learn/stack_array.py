"""An array in compiled code that needs no memory of its own: it lives on the stack of its maker."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable
from numba.np.arrayobj import make_array, populate_array

WORD_BYTES = 8


def array_of(numbers: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """An array with these numbers that can be written to, good until the function that asked for it returns.

    >>> array_of((0, 0, 7)).tolist()
    [0, 0, 7]
    """
    return np.array(numbers, np.int64)


@type_callable(array_of)  # type: ignore[untyped-decorator]
def _(context: Any) -> Any:
    def typer(numbers: Any) -> Any:
        if isinstance(numbers, types.UniTuple) and isinstance(numbers.dtype, types.Integer):
            return types.Array(types.int64, 1, "C")
        return None

    return typer


@lower_builtin(array_of, types.UniTuple)  # type: ignore[untyped-decorator]
def _(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    (kind,) = signature.args
    array = make_array(signature.return_type)(context, builder)
    whole = types.UniTuple(types.int64, kind.count)
    place = cgutils.alloca_once_value(builder, context.cast(builder, arguments[0], kind, whole))
    populate_array(
        array,
        data=builder.bitcast(place, ir.IntType(64).as_pointer()),
        shape=[context.get_constant(types.intp, kind.count)],
        strides=[context.get_constant(types.intp, WORD_BYTES)],
        itemsize=context.get_constant(types.intp, WORD_BYTES),
        meminfo=None,
    )
    return array._getvalue()
