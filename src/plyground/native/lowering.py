"""How a kernel becomes instructions of LLVM: with as few of them as say the same.

Most of the time in which a game is compiled goes with the number of instructions: they are made, written
as text, read by LLVM and optimised away again. So what kernels do all the time is written here in the
shortest form. An element of an array is read from its address, not from a copy of the array. A call hands on
tuples as they are, and errors where its caller expects them. Everything else Numba lowers, the end of
variables too: without it the tables of retrograde analysis took twice as long.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils, funcdesc, imputils
from numba.core import ir as numba_ir
from numba.core.callconv import RETCODE_OK
from numba.core.lowering import Lower
from numba.core.unsafe import eh
from numba.np import arrayobj

DATA: Final = 4
SHAPE: Final = 5
"""Where Numba keeps the address and the shape in what it knows of an array."""
ELEMENTS: Final = (types.Integer, types.Boolean, types.Float)
NUMBERS: Final = (types.Integer, types.Boolean, types.Float)
NOT_DIRECT: Final = frozenset({operator.pow, operator.ipow})
"""Operators that Numba lowers in another way if an operand is a constant."""

MAY_FAIL: Final = "may_fail"
"""What is noted of a kernel: whether it can return an error."""


def short_name(name: str, arguments: Any, *, abi_tags: Any = (), uid: int | None = None) -> str:
    """A name for a kernel that stands for the types of its arguments, but does not spell them out."""
    types_text = repr((abi_tags, tuple(map(str, arguments))))
    digest = hashlib.sha256(types_text.encode()).hexdigest()[:20]
    return str(funcdesc.default_mangler(name, (), abi_tags=(digest,), uid=uid))


# Calls


def declare_part(context: Any, module: Any, descriptor: Any) -> Any:
    """A part as a function of LLVM: as Numba has it, but with one argument for a whole tuple."""
    function = module.globals.get(descriptor.mangled_name)
    if function is not None:
        return function
    convention = context.call_conv
    head = convention.get_function_type(descriptor.restype, ()).args
    arguments = [context.get_value_type(kind) for kind in _handed_down(descriptor.argtypes)]
    kind = ir.FunctionType(ir.IntType(32), [*head, *arguments])
    function = ir.Function(module, kind, descriptor.mangled_name)
    convention.decorate_function(SimpleNamespace(args=function.args[: len(head)]), (), ())
    if descriptor.inline:
        function.attributes.add("alwaysinline")
    return function


def _handed_down(kinds: Any) -> list[Any]:
    """The types of the arguments that a function is given: not those that a call leaves out."""
    return [kind for kind in kinds if not isinstance(kind, types.Omitted)]


def _call_part(context: Any, builder: Any, descriptor: Any, arguments: Any, *, may_fail: bool) -> Any:
    """Call a part; errors go on to whoever called this function."""
    function = declare_part(context, builder.module, descriptor)
    convention = context.call_conv
    kind = descriptor.restype
    with builder.goto_entry_block():
        place = builder.alloca(convention.get_return_type(kind).pointee)
    given = [
        _regrouped(builder, value, context.get_value_type(kind))
        for value, kind in zip(arguments, descriptor.argtypes, strict=True)
        if not isinstance(kind, types.Omitted)
    ]
    is_simple = getattr(builder, "hands_errors_on", False) and not isinstance(kind, types.Optional)
    if is_simple:
        code = builder.call(function, [place, builder.function.args[1], *given])
        if may_fail:
            with builder.if_then(builder.icmp_signed("!=", code, RETCODE_OK), likely=False):
                builder.ret(code)
        return context.get_returned_value(builder, kind, builder.load(place))
    error = cgutils.alloca_once(builder, function.args[1].type.pointee, name="excinfo")
    code = builder.call(function, [place, error, *given])
    status = convention._get_return_status(builder, code, builder.load(error))
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    value = context.get_returned_value(builder, kind, builder.load(place))
    return imputils.fix_returning_optional(context, builder, SimpleNamespace(return_type=kind), status, value)


def _regrouped(builder: Any, value: Any, kind: Any) -> Any:
    """A tuple as a function takes it: of the arguments behind a star Numba makes a struct, not an array."""
    if value.type == kind:
        return value
    parts = [builder.extract_value(value, at) for at in range(len(value.type.elements))]
    regrouped = ir.Constant(kind, ir.Undefined)
    for at, part in enumerate(parts):
        regrouped = builder.insert_value(regrouped, part, at)
    return regrouped


def part_call(descriptor: Any, library: Any, *, may_fail: bool) -> Callable[..., Any]:
    """How Numba is to lower a call of a part."""

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call_part(context, builder, descriptor, arguments, may_fail=may_fail)

    call.libs = (library,)  # type: ignore[attr-defined]
    return call


# Kernels


def lower_part(context: Any, library: Any, descriptor: Any, code: Any, **more: Any) -> Lower:
    """What lowers a kernel; generators are left to Numba."""
    kind = Lower if code.func_id.is_generator else PartLower
    return kind(context, library, descriptor, code, **more)


class PartLower(Lower):  # type: ignore[misc]
    """Lowers a kernel that only other kernels call."""

    def lower_normal_function(self, fndesc: Any) -> None:
        """Lower it, and find out whether it can fail."""
        super().lower_normal_function(fndesc)
        returns = (block.terminator for block in self.function.blocks)
        self.metadata[MAY_FAIL] = any(
            each.opname == "ret" and getattr(each.operands[0], "constant", None) != RETCODE_OK.constant
            for each in returns
        )

    def setup_function(self, fndesc: Any) -> None:
        """Begin the function."""
        self.function = declare_part(self.context, self.module, fndesc)
        self.entry_block = self.function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.entry_block)
        self.builder.hands_errors_on = not self._catches_errors()
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def _catches_errors(self) -> bool:
        """Whether there is a `try` in it, which Numba marks by calls of functions of its own."""
        marks = (eh.exception_check, eh.mark_try_block, eh.end_try_block)
        return any(
            isinstance(each.value, numba_ir.Global) and any(each.value.value is mark for mark in marks)
            for block in self.blocks.values()
            for each in block.find_insts(numba_ir.Assign)
        )

    def extract_function_arguments(self) -> Any:
        """Its arguments, each as one value."""
        given = iter(self.function.args[2:])
        self.fnargs = [
            None if isinstance(kind, types.Omitted) else next(given) for kind in self.fndesc.argtypes
        ]
        return self.fnargs

    def _lower_call_RecursiveCall(self, fnty: Any, expr: Any, signature: Any) -> Any:
        overload = fnty.get_overloads(signature.args)
        if overload.uid != self.fndesc.uid:
            return super()._lower_call_RecursiveCall(fnty, expr, signature)
        arguments = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        return _call_part(self.context, self.builder, self.fndesc, arguments, may_fail=True)

    # Variables

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        """Store a value in a variable, without looking at what was there."""
        if name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
        else:
            self.builder.store(value, self.getvar(name))

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """Make room for a variable."""
        return cgutils.alloca_once(self.builder, lltype, name=name)

    # Operators

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """An operator between two numbers, or what Numba makes of it."""
        signature = self.fndesc.calltypes[expr]
        if op in NOT_DIRECT or not all(isinstance(kind, NUMBERS) for kind in signature.args):
            return super().lower_binop(resty, expr, op)
        function = self.context.typing_context.resolve_value_type(op)
        try:
            implementation = self.context.get_function(function, signature)
        except KeyError:
            return super().lower_binop(resty, expr, op)
        given = [
            self._cast_var(var, kind) for var, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)
        ]
        result = implementation(self.builder, given)
        return self.context.cast(self.builder, result, signature.return_type, resty)

    # Arrays

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """An expression; an element of an array whose index is a constant is one like any other."""
        if expr.op == "static_getitem" and expr.index_var is not None:
            signature = self.fndesc.calltypes[expr]
            if signature is not None and self._is_element(signature.args):
                return self.lower_getitem(resty, expr, expr.value, expr.index_var, signature)
        return super().lower_expr(resty, expr)

    def lower_inst(self, inst: Any) -> Any:
        """A statement."""
        if isinstance(inst, numba_ir.StaticSetItem) and inst.index_var is not None:
            signature = self.fndesc.calltypes[inst]
            if signature is not None and self._is_element(signature.args):
                return self.lower_setitem(inst.target, inst.index_var, inst.value, signature)
        return super().lower_inst(inst)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """An element of an array, read from its address, or what Numba makes of it."""
        if not self._is_element(signature.args):
            return super().lower_getitem(resty, expr, value, index, signature)
        array, _ = signature.args
        element = arrayobj.load_item(
            self.context, self.builder, array, self._element(value, index, signature.args)
        )
        return self.context.cast(self.builder, element, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an element of an array at its address, or what Numba makes of it."""
        if not self._is_element(signature.args):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        array = signature.args[0]
        value = self.context.cast(
            self.builder, self._cast_var(value_var, signature.args[2]), signature.args[2], array.dtype
        )
        place = self._element(target_var, index_var, signature.args[:2])
        arrayobj.store_item(self.context, self.builder, array, value, place)
        return None

    def _is_element(self, kinds: Any) -> bool:
        """Whether these are an array, numbers without gaps, and an index of one of them."""
        array, index, *_ = kinds
        if not isinstance(array, types.Array) or self.context.enable_boundscheck:
            return False
        if array.layout != "C" or not isinstance(array.dtype, ELEMENTS):
            return False
        places = index.types if isinstance(index, types.BaseTuple) else (index,)
        return len(places) == array.ndim and all(isinstance(place, types.Integer) for place in places)

    def _element(self, array_var: Any, index_var: Any, kinds: Any) -> Any:
        """The address of an element."""
        builder = self.builder
        array, index = (
            self._cast_var(var, kind) for var, kind in zip((array_var, index_var), kinds, strict=True)
        )
        if isinstance(kinds[1], types.BaseTuple):
            places = [(builder.extract_value(index, at), kind) for at, kind in enumerate(kinds[1].types)]
        else:
            places = [(index, kinds[1])]
        offset = None
        for dimension, (place, kind) in enumerate(places):
            size = builder.extract_value(array, [SHAPE, dimension]) if kind.signed or dimension else None
            if kind.signed:
                place = self._wrapped(self.context.cast(builder, place, kind, types.intp), size)
            else:
                place = self.context.cast(builder, place, kind, types.uintp)
            offset = place if offset is None else builder.add(builder.mul(offset, size), place)
        return builder.gep(builder.extract_value(array, DATA), [offset])

    def _wrapped(self, index: Any, size: Any) -> Any:
        """A signed index, which counts from the end if it is negative."""
        if isinstance(index, ir.Constant) and index.constant >= 0:
            return index
        zero = ir.Constant(size.type, 0)
        is_negative = self.builder.icmp_signed("<", index, zero)
        return self.builder.select(is_negative, self.builder.add(index, size), index)
