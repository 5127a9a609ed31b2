"""The private parts of Numba that the WebAssembly target rests on are still what it takes them for.

When Numba changes, a test here fails and names the part. `plyground/wasm/numba_target.py` is the only file to
mend.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np
import pytest
from numba import typeof
from numba.core import callconv, codegen, compiler, cpu, registry
from numba.core.datamodel import default_manager

from plyground.wasm.numba_target import ARRAY_FIELDS, TRIPLE, new_target

PARTS: list[tuple[Any, str, tuple[str, ...]]] = [
    (codegen.CPUCodegen, "__init__", ("self", "module_name")),
    (codegen.CPUCodegen, "_init", ("self", "llvm_module")),
    (codegen.CPUCodegen, "_create_empty_module", ("self", "name")),
    (codegen.CPUCodegen, "magic_tuple", ("self",)),
    (codegen.AOTCodeLibrary, "_get_module_for_linking", ("self",)),
    (codegen.AOTCodeLibrary, "_optimize_final_module", ("self",)),
    (codegen.AOTCodeLibrary, "add_ir_module", ("self", "ir_module")),
    (cpu.CPUContext, "init", ("self",)),
    (cpu.CPUContext, "add_dynamic_addr", ("self", "builder", "intaddr", "info")),
    (cpu.CPUContext, "post_lowering", ("self", "mod", "library")),
    (cpu.CPUContext, "get_executable", ("self", "library", "fndesc", "env")),
    (callconv.CPUCallConv, "get_function_type", ("self", "restype", "argtypes")),
    (callconv.CPUCallConv, "call_function", ("self", "builder", "callee", "resty", "argtys", "args")),
    (
        compiler,
        "compile_extra",
        ("typingctx", "targetctx", "func", "args", "return_type", "flags", "locals", "library"),
    ),
]
"""What is overridden or called, with its first parameters."""


@pytest.mark.parametrize(("owner", "name", "parameters"), PARTS)
def test_a_function_of_numba_takes_what_it_took(owner: Any, name: str, parameters: tuple[str, ...]) -> None:
    function = getattr(owner, name, None)
    where = f"{owner.__name__}.{name}"
    assert function is not None, f"Numba has no {where} any more"
    found = tuple(inspect.signature(function).parameters)
    assert found[: len(parameters)] == parameters, f"{where} of Numba takes {found}"


def test_the_context_of_the_cpu_can_be_replaced() -> None:
    held = inspect.getattr_static(type(registry.cpu_target), "_toplevel_target_context", None)
    assert isinstance(held, functools.cached_property), "Numba keeps the context of its CPU target elsewhere"


def test_a_library_holds_its_module_and_what_it_links() -> None:
    library = new_target()._context.codegen().create_library("empty")
    assert hasattr(library, "_final_module"), "a library of Numba keeps its LLVM module elsewhere"
    assert isinstance(getattr(library, "_linking_libraries", None), list | set), (
        "a library of Numba keeps the libraries that it links elsewhere"
    )


def test_flags_leave_the_wrappers_out() -> None:
    flags = compiler.Flags()
    for name in ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"):
        assert hasattr(flags, name), f"Numba has no flag {name} any more"


def test_arrays_lie_in_memory_as_the_image_writes_them() -> None:
    kind = typeof(np.zeros((2, 3)))
    assert tuple(default_manager.lookup(kind)._fields) == ARRAY_FIELDS, "Numba keeps other fields of an array"
    offsets = new_target().array_offsets(kind)
    assert [offsets[name] for name in ARRAY_FIELDS] == [0, 4, 8, 16, 24, 32, 48]


def test_llvm_has_a_wasm32_back_end() -> None:
    assert new_target()._context.codegen().magic_tuple()[0] == TRIPLE
    assert new_target().size_of(typeof((1, 2.0))) == 16


def test_the_cpu_still_compiles_for_the_cpu() -> None:
    new_target()
    assert type(registry.cpu_target.target_context) is cpu.CPUContext
