"""How Numba compiles kernels that only other kernels call: as parts of a whole.

Numba takes every function that it compiles for one that Python may call. It writes two wrappers for it,
optimises it together with all that it calls, and makes machine code; then it does the same for its caller.
Here a kernel is optimised by itself only if it is small, and machine code is made of the whole entry. Numba
also looks up the types of a call, and of every function that a kernel names, each time that it goes through a
kernel; here the answer is remembered.
Nor is there any use in looking for garbage while a kernel is compiled, which makes millions of objects and
lets go of few. Together that takes more than half off the time in which a game is compiled.
"""

from __future__ import annotations

import ctypes
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final

from llvmlite.binding import llvm_version_info
from numba import _dynfunc
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.cpu import CPUContext
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing import Context
from numba.core.untyped_passes import InlineClosureLikes

SMALL: Final = 120_000
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
    config.SLP_VECTORIZE = int(llvm_version_info[0] >= SOUND_VECTORS)
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
        state.targetctx.insert_user_function(function, result.fndesc, [state.library])
        state["cr"] = result._replace(cfunc=function)
        return True


_signatures: Final[dict[Any, dict[tuple[int, ...], tuple[Any, ...]]]] = {}
"""For the flags of a compilation: what calls return, and which function does it, by the types of the call.

Types are known by their identity. Numba has each of them once, and here they are kept.
"""


_function_types: Final[dict[int, tuple[Any, FunctionType]]] = {}
"""The types of Python functions that kernels name, by identity, and the functions, which are kept."""


@contextmanager
def _remember_signatures(context: Any, flags: Any) -> Iterator[None]:
    """Look up each signature and each function once, in a typing context that Numba has locked."""
    known = _signatures.setdefault(flags.copy(), {})
    resolve = type(context).resolve_function_type

    def resolve_once(function: Any, arguments: Any, named: Any) -> Any:
        if named or not issubclass(type(function), types.BaseFunction):
            return resolve(context, function, arguments, named)
        place = (id(function), *map(id, arguments))
        if place not in known:
            signature = resolve(context, function, arguments, named)
            if signature is None:
                return None
            known[place] = signature, function.get_impl_key(signature), function, arguments
        signature, implementation, *_ = known[place]
        function._impl_keys[signature.args] = implementation
        return signature

    resolve_value = type(context).resolve_value_type

    def resolve_value_once(value: Any) -> Any:
        if not isinstance(value, FunctionType):
            return resolve_value(context, value)
        if id(value) not in _function_types:
            _function_types[id(value)] = resolve_value(context, value), value
        return _function_types[id(value)][0]

    with (
        _replaced(context, "resolve_function_type", resolve_once),
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
        delattr(thing, name)
        if before is not None:
            setattr(thing, name, before)


@cache
def _default_flags(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _flag_values(flags: Any) -> dict[str, Any]:
    kind: Any = type(flags)
    return _default_flags(kind) | flags._values


# Numba compares the flags of a compilation whenever it looks for an overload, through fifty properties.
TargetConfig.values = _flag_values


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
        with _remember_signatures(state.typingctx, state.flags):
            return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartClosures(InlineClosureLikes):  # type: ignore[misc]
    """Numba's inlining of functions within a kernel, where there are any."""

    _name = "part_closures"

    def run_pass(self, state: Any) -> bool:
        """Inline what is there."""
        constants = state.func_id.code.co_consts
        return any(isinstance(each, CodeType) for each in constants) and bool(super().run_pass(state))


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Leave objects that keep each other alive where they are, for as long as the block lasts."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a kernel that only other kernels call."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a kernel and all that it calls; Numba lets one thread at a time do that."""
        with _without_garbage_collection():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        """Numba's passes, three of them replaced."""
        ours = {
            InlineClosureLikes: _PartClosures,
            NopythonTypeInference: _PartTypeInference,
            NativeLowering: _PartLowering,
        }
        passes = PassManager("part")
        for each, words in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            passes.add_pass(ours.get(each, each), words)
        passes.finalize()
        return [passes]
