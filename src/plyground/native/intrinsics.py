"""Single instructions and addresses, which Python does one way and machine code another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic as numba_intrinsic

intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = numba_intrinsic


@intrinsic
def _native_address_of(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        model = context.data_model_manager[value]
        return cgutils.alloca_once_value(builder, model.as_data(builder, arguments[0]))

    return types.CPointer(value)(value), generate


@intrinsic
def _native_value_at(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        model = context.data_model_manager[address.dtype]
        value = model.from_data(builder, builder.load(arguments[0]))
        return impl_ret_borrowed(context, builder, address.dtype, value)

    return address.dtype(address), generate


@intrinsic
def store_at(typing: Any, address: Any, value: Any) -> Any:
    """Put a value at an address; only compiled code has addresses to store at."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        model = context.data_model_manager[value]
        builder.store(model.as_data(builder, arguments[1]), arguments[0])
        return context.get_dummy_value()

    return types.void(address, value), generate


def _itself(value: Any) -> Any:
    return value


# `address_of` gives the address of a value, good until the kernel that holds it returns, and `value_at` the
# value there, so that a kernel hands many tables down by one word. They are intrinsics and not overloads
# because the address has to lie in the frame of the kernel itself.
address_of: Callable[[Any], Any] = _itself if numba.config.DISABLE_JIT else _native_address_of
value_at: Callable[[Any], Any] = _itself if numba.config.DISABLE_JIT else _native_value_at


@intrinsic
def count_bits(typing: Any, value: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def count_trailing_zeros(typing: Any, value: Any) -> Any:
    """The index of the lowest set bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate
