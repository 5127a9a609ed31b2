"""Numba for WebAssembly: the CPU target of this process is replaced by LLVM's wasm32 code generator.

Numba has no such target. Everything that depends on its private parts stands in this file, and
`tests/wasm/test_numba_target.py` names the part that has changed when Numba changes. Code is generated for
wasm32 from the start: its data layout decides where fields lie, only `intp` keeps its 64 bits. Nothing of it
runs in this process. Kernels are compiled into one library, optimised as a whole, and written as one object.

`install` comes before anything is compiled, in a process of its own: see `plyground.wasm.build_process`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils, codegen, compiler, cpu
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser of the last years has. Bulk memory spares a memcpy of our own."""
OPTIMISATION: Final = 3

PYTHON_OBJECT: Final = "python.object."
"""How symbols begin that stand for objects of Python, of which a module has none."""
ARRAY_FIELDS: Final = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
"""What Numba keeps of an array, in this order. The first two are for reference counts, which nobody does."""


class Entry(NamedTuple):
    """A function that a module exports. It takes addresses and whole numbers, and returns a whole number."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    """The Numba types of its arguments."""
    returns: Any = types.int64
    """The Numba type of its result; None if Numba is to find out."""


class WasmCodegen(codegen.CPUCodegen):  # type: ignore[misc]
    """Makes wasm32 objects, and runs nothing."""

    _library_class = codegen.AOTCodeLibrary

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._tm_features = FEATURES
        self._tm = llvm.Target.from_triple(TRIPLE).create_target_machine(
            cpu="generic", features=FEATURES, opt=OPTIMISATION, reloc="static"
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: Any) -> None:
        """Nothing runs here, so no JIT takes the module."""

    def magic_tuple(self) -> tuple[str, ...]:
        return TRIPLE, "generic", FEATURES

    def emit_object(self, module: Any) -> bytes:
        """A module of LLVM as an object file."""
        return bytes(self._tm.emit_object(module))


class WasmContext(cpu.CPUContext):  # type: ignore[misc]
    """Lowers kernels for wasm32: without reference counts, without wrappers for Python."""

    allow_dynamic_globals = False

    def init(self) -> None:
        self.is32bit = False  # wasm32 divides 64-bit numbers by itself
        self._internal_codegen = WasmCodegen("plyground.wasm")

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:
        """The address of a Python object, as a symbol that nobody defines.

        A kernel that names another leaves one behind. It is gone after optimising, or the linker refuses it.
        """
        name = PYTHON_OBJECT + info
        variable = builder.module.globals.get(name)
        if variable is None:
            variable = ir.GlobalVariable(builder.module, ir.IntType(8), name=name)
            variable.linkage = "external"
        return builder.bitcast(variable, ir.IntType(8).as_pointer())

    def post_lowering(self, mod: Any, library: Any) -> None:
        """No runtime library is linked: kernels count no references."""

    def create_cpython_wrapper(self, *arguments: Any, **options: Any) -> None:
        """Python calls nothing here."""

    def create_cfunc_wrapper(self, *arguments: Any, **options: Any) -> None:
        """Nor does C."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """What stands for a compiled kernel. Nobody calls it, but Numba tells kernels apart by it."""
        return [].append


def install() -> WasmTarget:
    """Put wasm32 in the place of the CPU, for the rest of this process."""
    context = WasmContext(cpu_target.typing_context, "cpu")
    cpu_target.__dict__["_toplevel_target_context"] = context
    return WasmTarget(context)


@cache
def new_target() -> WasmTarget:
    """A target that knows how values lie in memory, in a process that goes on to compile for the CPU."""
    return WasmTarget(WasmContext(cpu_target.typing_context, "cpu"))


class WasmTarget:
    """Compiles kernels to an object file, and knows how their values lie in memory."""

    def __init__(self, context: WasmContext) -> None:
        self._context = context
        self._data = context.codegen().target_data

    # Memory

    def size_of(self, kind: Any) -> int:
        """The bytes of a value of a Numba type."""
        return int(self._context.get_data_type(kind).get_abi_size(self._data))

    def tuple_offsets(self, kind: Any) -> list[int]:
        """Where the parts of a tuple begin."""
        return self._offsets(self._context.get_data_type(kind), len(kind.types))

    def array_offsets(self, kind: Any) -> dict[str, int]:
        """Where the fields begin that Numba keeps of an array."""
        offsets = self._offsets(self._context.get_data_type(kind), len(ARRAY_FIELDS))
        return dict(zip(ARRAY_FIELDS, offsets, strict=True))

    def _offsets(self, data_type: Any, count: int) -> list[int]:
        if isinstance(data_type, ir.ArrayType):
            size = int(data_type.element.get_abi_size(self._data))
            return [size * index for index in range(count)]
        return [int(data_type.get_element_offset(self._data, index)) for index in range(count)]

    # Code

    def compile_object(
        self,
        entries: Iterable[Entry],
        options: dict[str, Any],
        on_entry: Callable[[str], None] = lambda name: None,
    ) -> bytes:
        """An object file that defines these entries, with everything that they call.

        `options` are those of `numba.njit`; `on_entry` is told what is compiled next.
        """
        with global_compiler_lock:
            entries = list(entries)
            library = self._context.codegen().create_library("module")
            for entry in entries:
                on_entry(entry.name)
                self._add_entry(library, entry, options)
            on_entry("")
            return self._optimised_object(library, {entry.name for entry in entries})

    def _add_entry(self, library: Any, entry: Entry, options: dict[str, Any]) -> None:
        flags = compiler.Flags()
        cpu_target.options.parse_as_flags(flags, options | {"nopython": True})
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        made = compiler.compile_extra(
            cpu_target.typing_context,
            self._context,
            entry.function,
            entry.arguments,
            entry.returns,
            flags,
            locals={},
            library=library,
        )
        library.add_ir_module(self._wrapper(made.fndesc, entry.name))

    def _wrapper(self, fndesc: Any, name: str) -> Any:
        """A plain function around Numba's: it returns the result itself, and traps where a kernel raises."""
        context = self._context
        module = context.create_module(f"entry_{name}")
        callee_type = context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes)
        callee = ir.Function(module, callee_type, fndesc.llvm_func_name)
        arguments = [context.get_value_type(kind) for kind in fndesc.argtypes]
        function = ir.Function(
            module, ir.FunctionType(context.get_value_type(fndesc.restype), arguments), name
        )
        builder = ir.IRBuilder(function.append_basic_block("entry"))
        status, result = context.call_conv.call_function(
            builder, callee, fndesc.restype, fndesc.argtypes, function.args
        )
        with builder.if_then(status.is_error, likely=False):
            trap = ir.Function(module, ir.FunctionType(ir.VoidType(), []), "llvm.trap")
            builder.call(trap, [])
            builder.unreachable()
        builder.ret(result)
        return module

    def _optimised_object(self, library: Any, exported: set[str]) -> bytes:
        module = library._final_module
        for linked in dict.fromkeys(library._linking_libraries):
            module.link_in(linked._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in exported:
                function.linkage = "internal"
        for variable in module.global_variables:
            # Numba's environments, which nothing uses. LLVM's wasm writer ends the process at common linkage.
            if variable.linkage == llvm.Linkage.common:
                variable.linkage = "internal"
        library._optimize_final_module()
        module = library._final_module
        module.verify()
        module.link_in(self._runtime())  # after optimising, which might see a product of 128 bits in it
        for function in module.functions:
            if function.name in exported:
                function.visibility = "default"
        return bytes(self._context.codegen().emit_object(module))

    def _runtime(self) -> Any:
        """What LLVM calls by itself: the product of two 128-bit numbers, which it needs for sums of powers.

        It is built with `llvmlite.ir`, since llvmlite 0.44 cannot parse the pointers of newer IR texts.
        """
        module = self._context.create_module("runtime")
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.VoidType(), [word.as_pointer(), word, word, word, word])
        function = ir.Function(module, kind, "__multi3")
        b = ir.IRBuilder(function.append_basic_block("entry"))
        out, one, one_high, other, other_high = function.args
        half, low = ir.Constant(word, 32), ir.Constant(word, 0xFFFFFFFF)
        one_0, one_1 = b.and_(one, low), b.lshr(one, half)
        other_0, other_1 = b.and_(other, low), b.lshr(other, half)
        cross, cross_back = b.mul(one_0, other_1), b.mul(one_1, other_0)
        middle = b.add(b.lshr(b.mul(one_0, other_0), half), b.and_(cross, low))
        middle = b.add(middle, b.and_(cross_back, low))
        high = b.add(b.mul(one_1, other_1), b.lshr(middle, half))
        high = b.add(high, b.add(b.lshr(cross, half), b.lshr(cross_back, half)))
        high = b.add(high, b.add(b.mul(one_high, other), b.mul(one, other_high)))
        b.store(b.mul(one, other), out)
        b.store(high, b.gep(out, [ir.Constant(ir.IntType(32), 1)]))
        b.ret_void()
        return llvm.parse_assembly(str(module))
