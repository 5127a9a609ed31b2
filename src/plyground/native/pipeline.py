"""How Numba compiles kernels that only other kernels call: as parts of a whole.

Numba takes every function that it compiles for one that Python may call. It writes two wrappers for it,
optimises it together with all that it calls, and makes machine code; then it does the same for its caller.
Here a kernel is optimised by itself only if it is small, and machine code is made of the whole entry. Numba
also looks up the types of a call, of a field, and of every function that a kernel names, each time that it
goes through a kernel; here the answer is remembered. Some passes do nothing for kernels and are left out.
Nor is there any use in looking for garbage while a kernel is compiled, which makes millions of objects and
lets go of few. Together with short instructions (`plyground.native.lowering`) that takes most of the
time off.
"""

from __future__ import annotations

import ctypes
import gc
import operator
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import llvmlite.binding as llvm
from numba import _dynfunc, types
from numba.core import base, config, errors, ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.typed_passes import (
    DumpParforDiagnostics,
    NativeLowering,
    NopythonRewrites,
    NopythonTypeInference,
)
from numba.core.typing import Context
from numba.core.untyped_passes import InlineClosureLikes

from plyground.native.intrinsics import TupleReference
from plyground.native.lowering import MAY_FAIL, NOT_DIRECT, lower_part, part_call, short_name

SMALL: Final = 25_000
"""A kernel is small if it and all that it calls has fewer bytes of bitcode.

Functions of games are small, and lose up to a tenth of their speed if they are not optimised before they are
inlined; the search is not small, and gains nothing by it.
"""


SOUND_VECTORS: Final = 20
"""The version of LLVM from which on several numbers are computed at once."""


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel that is linked into entries. No machine code is made of it."""

    _final_module: Any
    _shared_module: Any
    is_whole = False
    """Whether what the kernel calls is linked in, and all is optimised."""

    def add_linking_library(self, library: Any) -> None:
        """Note what the kernel calls."""
        if library not in self._linking_libraries:
            library._ensure_finalized()
            self._linking_libraries.append(library)

    def add_llvm_module(self, module: Any) -> None:
        """Take the code of the kernel as it is; it is optimised with what it calls, or with its callers."""
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """End it: as a whole if it is small, or with its own code alone."""
        parts = self._linking_libraries
        if all(_is_whole(part) for part in parts):
            modules = [self._final_module, *(_module(part) for part in parts)]
            if sum(len(module.as_bitcode()) for module in modules) < SMALL:
                self._link(self._final_module, parts)
                with _with_vectors():
                    self._optimize_final_module()
                self.is_whole = True
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"  # as Numba has it for what is linked into several libraries
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The code of the kernel and of all that it calls, directly or not."""
        self._ensure_finalized()
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            self._link(self._shared_module, self._missing_parts())
        return self._shared_module

    def _link(self, module: Any, parts: list[Any]) -> None:
        for part in parts:
            if hasattr(part, "_reload_init"):  # older versions of Numba keep no such list
                self._reload_init.update(part._reload_init)
            module.link_in(_module(part), preserve=True)

    def _missing_parts(self) -> list[Any]:
        """What the kernel calls, directly or not, and is not linked in; callers before what they call."""
        found: dict[Any, None] = {self: None}
        waiting = [self]
        while waiting:
            library = waiting.pop(0)
            if not _is_whole(library):
                new = [part for part in library._linking_libraries if part not in found]
                found |= dict.fromkeys(new)
                waiting += new
        return list(found)[1:]


@contextmanager
def _with_vectors() -> Iterator[None]:
    """Let LLVM do equal things to several numbers at once, as functions of games do for each direction.

    Numba leaves that out since LLVM 14 did it wrong at times, and so does this where LLVM is that old.
    """
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = int(llvm.llvm_version_info[0] >= SOUND_VECTORS)
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before


def _is_whole(library: Any) -> bool:
    return not isinstance(library, _PartLibrary) or library.is_whole


def _module(library: Any) -> Any:
    """The code of a library as it is linked into others."""
    return library._final_module if isinstance(library, _PartLibrary) else library._get_module_for_linking()


_REFUSAL: Final = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
"""What runs if Python calls a kernel that is only a part: a function of Python that raises a TypeError."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a kernel into a `_PartLibrary`, without wrappers."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the kernel, and let others call it."""
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = state.flags.no_compile = True
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        with _remember_signatures(state.typingctx), _replaced(state.targetctx, "mangler", short_name):
            super().run_pass(state)
        result = state["cr"]
        function = _dynfunc.make_function(
            result.fndesc.lookup_module(),
            state.func_id.func_name,
            "a part of other kernels",
            _REFUSAL,
            result.env,
            (state.library,),
        )
        if MAY_FAIL in state.metadata:
            call = part_call(result.fndesc, state.library, may_fail=state.metadata[MAY_FAIL])
            state.targetctx._defns[function].append(call, result.fndesc.argtypes)
        else:
            state.targetctx.insert_user_function(function, result.fndesc, [state.library])
        state["cr"] = result._replace(cfunc=function)
        return True

    @property
    def lowering_class(self) -> Callable[..., Any]:
        """What lowers a kernel."""
        return lower_part


_signatures: Final[dict[Any, dict[tuple[int, ...], tuple[Any, ...]]]] = {}
"""For the flags of a compilation: what calls return, and which function does it, by the types of the call.

Types are known by their identity. Numba has each of them once, and here they are kept.
"""

_value_types: Final[dict[int, tuple[Any, Any]]] = {}
"""The types of functions and modules that kernels name, by identity, and what they name, which is kept."""

_field_types: Final[dict[tuple[int, str], tuple[Any, Any]]] = {}
"""The types of the fields of tuples, by identity and name, and the types of the tuples, which are kept."""

_NAMED: Final = (FunctionType, BuiltinFunctionType, ModuleType, type)
_NUMBERS: Final = (types.Integer, types.Boolean, types.Float, types.IntegerLiteral, types.BooleanLiteral)
_OPERATORS: Final = frozenset(getattr(operator, name) for name in operator.__all__) - NOT_DIRECT
"""Operators on numbers for which it does not matter whether a number is a constant."""


@contextmanager
def _remember_signatures(context: Any) -> Iterator[None]:
    """Look up each signature and each named value once, for the kernel that Numba compiles now."""
    flags = ConfigStack.top_or_none()
    known = _signatures.setdefault(flags.copy(), {})
    resolve_call = types.BaseFunction.get_call_type
    resolve_value = type(context).resolve_value_type
    resolve_field = type(context).resolve_getattr

    def resolve_call_once(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        if named or ConfigStack.top_or_none() is not flags:
            return resolve_call(function, context, arguments, named)
        if function.typing_key in _OPERATORS and all(isinstance(each, _NUMBERS) for each in arguments):
            arguments = tuple(map(types.unliteral, arguments))
        place = (id(function), *map(id, arguments))
        if place not in known:
            signature = resolve_call(function, context, arguments, named)
            if signature is None:
                return None
            known[place] = signature, function.get_impl_key(signature), function, arguments
        signature, implementation, *_ = known[place]
        function._impl_keys[signature.args] = implementation
        return signature

    def resolve_value_once(value: Any) -> Any:
        if not isinstance(value, _NAMED):
            return resolve_value(context, value)
        if id(value) not in _value_types:
            _value_types[id(value)] = resolve_value(context, value), value
        return _value_types[id(value)][0]

    def resolve_field_once(kind: Any, name: str) -> Any:
        if not isinstance(kind, types.BaseTuple | TupleReference):
            return resolve_field(context, kind, name)
        place = id(kind), name
        if place not in _field_types:
            _field_types[place] = resolve_field(context, kind, name), kind
        return _field_types[place][0]

    with (
        _replaced(types.BaseFunction, "get_call_type", resolve_call_once),
        _replaced(context, "resolve_getattr", resolve_field_once),
        _replaced(context, "resolve_value_type", resolve_value_once),
    ):
        yield


@contextmanager
def _replaced(thing: Any, name: str, function: Any) -> Iterator[None]:
    """Give an object a method of its own for as long as the block lasts."""
    before = vars(thing).get(name)
    setattr(thing, name, function)
    try:
        yield
    finally:
        if before is None:
            delattr(thing, name)
        else:
            setattr(thing, name, before)


@cache
def _default_flags(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _flag_values(flags: Any) -> dict[str, Any]:
    kind: Any = type(flags)
    return _default_flags(kind) | flags._values


# Numba compares the flags of a compilation whenever it looks for an overload, through fifty properties.
TargetConfig.values = _flag_values


# At every call of a function that lowers something Numba asks `inspect` for its parameters.
base._has_loc = cache(base._has_loc)


_WITHOUT_VARIABLES: Final = frozenset({str, int, bool, type(None), ir.Loc, BuiltinFunctionType})
_variables_below = ir.Inst._rec_list_vars


def _variables_in(inst: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction."""
    if type(value) is not dict:
        return list(_variables_below(inst, value))
    found = []
    for each in value.values():
        if type(each) is ir.Var:
            found.append(each)
        elif type(each) not in _WITHOUT_VARIABLES:
            found += _variables_below(inst, each)
    return found


# Numba lists the variables of every instruction a dozen times.
ir.Inst._rec_list_vars = _variables_in


def _once_for_each(method: Any) -> Any:
    """A method of contexts that does something only when it is first called."""
    done: weakref.WeakSet[Any] = weakref.WeakSet()

    def call_once(context: Any) -> None:
        if context not in done:
            method(context)
            done.add(context)

    return call_once


# Before every kernel and overload Numba imports the fifty modules with its own functions once more. What
# others have registered since then it finds without that.
CPUContext.load_additional_registries = _once_for_each(CPUContext.load_additional_registries)
Context.load_additional_registries = _once_for_each(Context.load_additional_registries)


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartTypeInference(NopythonTypeInference):  # type: ignore[misc]
    """Numba's type inference with a memory."""

    _name = "part_type_inference"

    def run_pass(self, state: Any) -> bool:
        """Infer the types of a kernel."""
        with _remember_signatures(state.typingctx):
            return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartClosures(InlineClosureLikes):  # type: ignore[misc]
    """Numba's inlining of functions within a kernel, where there are any."""

    _name = "part_closures"

    def run_pass(self, state: Any) -> bool:
        """Inline what is there."""
        constants = state.func_id.code.co_consts
        return any(isinstance(each, CodeType) for each in constants) and bool(super().run_pass(state))


class _PlainErrors:
    """In the place of Numba's colours: it paints thousands of errors that it catches itself."""

    def __getattr__(self, name: str) -> Callable[[str], str]:
        return lambda message: message


_depth = 0
"""How many kernels are being compiled, each for the sake of the one before it."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Compile without what takes time and serves nobody, for as long as the block lasts.

    That is a search for garbage, colours in errors, and the events of every call of LLVM.
    """
    global _depth
    if _depth:
        yield
        return
    collects, listeners = gc.isenabled(), llvm.ffi.lib._lock._cblist
    gc.disable()
    llvm.ffi.lib._lock._cblist = []
    _depth = 1
    try:
        with _replaced(errors, "_termcolor_inst", _PlainErrors()):
            yield
    finally:
        _depth = 0
        llvm.ffi.lib._lock._cblist = listeners
        if collects:
            gc.enable()


class _Passes(PassManager):  # type: ignore[misc]
    """Passes that nobody listens to and nobody times."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:
        pss.analysis = self._analysis
        with errors.new_error_context("Pass {name}", name=pss.name()):  # type: ignore[attr-defined]
            pss.run_initialization(internal_state)
            pss.run_pass(internal_state)
            pss.run_finalizer(internal_state)


_LEFT_OUT: Final = (NopythonRewrites, DumpParforDiagnostics)
"""Passes for arrays that are computed as a whole, which kernels do not do."""


_pipelines: Final[dict[tuple[bool, ...], PassManager]] = {}
"""The passes for each kind of compilation, once."""


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a kernel that only other kernels call."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a kernel and all that it calls; Numba lets one thread at a time do that."""
        with _undisturbed():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        """Numba's passes, some of them replaced or left out."""
        flags = self.state.flags
        kind = self.state.func_ir is None, flags.no_rewrites, flags.enable_ssa, flags.auto_parallel.enabled
        if kind not in _pipelines:
            _pipelines[kind] = self._new_pipeline()
        return [_pipelines[kind]]

    def _new_pipeline(self) -> PassManager:
        ours = {
            InlineClosureLikes: _PartClosures,
            NopythonTypeInference: _PartTypeInference,
            NativeLowering: _PartLowering,
        }
        passes = _Passes("part")
        for each, words in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            if each not in _LEFT_OUT:
                passes.add_pass(ours.get(each, each), words)
        passes.finalize()
        return passes
