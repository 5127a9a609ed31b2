"""Single instructions and addresses, which Python does one way and machine code another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model
from numba.extending import intrinsic as numba_intrinsic
from numba.np.arrayobj import make_array

intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = numba_intrinsic


def _load(context: Any, builder: Any, kind: Any, place: Any) -> Any:
    """The value at an address; a tuple is read as a whole if it lies there as it is used."""
    model = context.data_model_manager[kind]
    if _is_same_in_memory(model):
        return builder.load(place)
    return model.load_from_data_pointer(builder, place)


def _put_on_stack(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The address of a copy of a value in the frame of this kernel."""
    model = context.data_model_manager[kind]
    data = value if _is_same_in_memory(model) else model.as_data(builder, value)
    with builder.goto_entry_block():
        place = builder.alloca(data.type)
    builder.store(data, place)
    return place


@cache
def _is_same_in_memory(model: Any) -> bool:
    """Whether values of a model lie in memory as they are used; a boolean is a bit, and a byte there."""
    return bool(model.get_value_type() == model.get_data_type())


@intrinsic
def _native_address_of(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _put_on_stack(context, builder, value, arguments[0])

    return types.CPointer(value)(value), generate


@intrinsic
def _native_value_at(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = _load(context, builder, address.dtype, arguments[0])
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


class TupleReference(types.Type):  # type: ignore[misc]
    """The address of a tuple with names, whose fields are read where they are used."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(name=f"TupleReference({kind})")

    def field_kind(self, name: str) -> Any:
        """The type of a field; None if there is no such field."""
        return self.kind[self.field_index(name)] if name in self.kind.fields else None

    def field_index(self, name: str) -> int:
        """Which of the fields it is."""
        index: int = self.kind.fields.index(name)
        return index


@register_model(TupleReference)
class _TupleReferenceModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager.lookup(kind.kind).get_data_type().as_pointer())


@infer_getattr
class _TupleReferenceFields(AttributeTemplate):  # type: ignore[misc]
    """Types of the fields."""

    key = TupleReference

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """The type of a field."""
        return kind.field_kind(name)


@lower_getattr_generic(TupleReference)  # type: ignore[untyped-decorator]
def _read_field(context: Any, builder: Any, kind: Any, address: Any, name: str) -> Any:
    place = cgutils.gep_inbounds(builder, address, 0, kind.field_index(name))
    field = kind.field_kind(name)
    value = _load(context, builder, field, place)
    return impl_ret_borrowed(context, builder, field, value)


@intrinsic
def _native_reference_to(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _put_on_stack(context, builder, value, arguments[0])

    return TupleReference(value)(value), generate


# `reference_to` gives what reads like the tuple, but is one word when it is handed down. A tuple of twenty
# arrays is a hundred words, and a call with them takes the compiler as long as fifty lines.
reference_to: Callable[[Any], Any] = _itself if numba.config.DISABLE_JIT else _native_reference_to


@intrinsic
def _native_prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        place = builder.bitcast(builder.gep(data, [arguments[1]]), byte)
        to_read, to_all_caches, of_data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [place, to_read, to_all_caches, of_data])
        return context.get_dummy_value()

    return types.void(array, index), generate


def _no_prefetch(array: Any, index: Any) -> None:
    pass


# `prefetch` has the processor load what stands at an index of an array, while other code goes on.
prefetch: Callable[[Any, Any], None] = _no_prefetch if numba.config.DISABLE_JIT else _native_prefetch


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


def _of_four(operation: str) -> Callable[..., Any]:
    """An intrinsic that puts four numbers side by side and makes one of them.

    LLVM looks for code that does the same to numbers that end up side by side.
    """

    @intrinsic
    def reduce_four(typing: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            vector = ir.VectorType(ir.IntType(64), 4)
            row = ir.Constant(vector, ir.Undefined)
            for index, number in enumerate(arguments):
                row = builder.insert_element(row, number, ir.Constant(ir.IntType(32), index))
            kind = ir.FunctionType(ir.IntType(64), [vector])
            name = f"llvm.vector.reduce.{operation}.v4i64"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [row])

        return first(first, first, first, first), generate

    return reduce_four


union_of_four = _of_four("or")
sum_of_four = _of_four("add")
