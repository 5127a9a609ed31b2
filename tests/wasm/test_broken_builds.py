"""A game that cannot be compiled for browsers is refused in one line that names a function and its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from plyground.catalogue import find
from plyground.errors import BrokenGame
from plyground.export.one_file import check_size
from plyground.wasm.linker import LinkError, UndefinedSymbols, WasmObject, link
from plyground.wasm.memory_image import MemoryImage
from plyground.wasm.module import game_module
from plyground.wasm.numba_target import new_target
from tests.wasm.small_build import leave_the_search_out

STRIP = Path(__file__).parents[1] / "data" / "games" / "slopes.py"


def changed_game(folder: Path, old: str, new: str) -> str:
    """The file of a game with a change in it."""
    text = STRIP.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = folder / "changed.py"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return str(file)


def line_of(file: str, text: str) -> int:
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def refusal(file: str) -> str:
    with pytest.raises(BrokenGame) as caught:
        game_module(find(file), memory=1)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_function_that_browsers_do_not_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_the_search_out(monkeypatch)
    file = changed_game(tmp_path, "math.tanh(more / 8)", "math.erf(more / 8)")
    line = line_of(file, "@evaluate.of")
    assert refusal(file) == (
        f"{file}:{line}: evaluate cannot be compiled for browsers: it needs erf, which they do not have"
    )


def test_a_function_that_does_not_compile(tmp_path: Path) -> None:
    file = changed_game(tmp_path, "math.tanh(more / 8)", "float(format(more))")
    message = refusal(file)
    assert message.startswith(f"{file}:{line_of(file, 'float(format(more))')}: evaluate cannot be compiled")


def test_a_type_that_has_no_place_in_memory(tmp_path: Path) -> None:
    file = changed_game(tmp_path, "    scale: float\n", "    scale: float\n    label: str = 'hills'\n")
    line = line_of(file, "def setup")
    assert refusal(file) == (
        f"{file}:{line}: setup cannot be used in browsers: rules.label is of type unicode_type; "
        "a module holds numbers, tuples of them and arrays"
    )


def test_tables_that_are_too_large(tmp_path: Path) -> None:
    file = changed_game(tmp_path, "corners[::1]", "np.ones(20 << 20, np.int8)")
    line = line_of(file, "def setup")
    assert refusal(file) == (
        f"{file}:{line}: setup cannot be used in browsers: rules and start hold 21 MB; "
        "a module holds at most 16 MB"
    )


def test_a_page_that_is_too_large(tmp_path: Path) -> None:
    file = changed_game(tmp_path, "200.0)", "201.0)")
    with pytest.raises(BrokenGame) as caught:
        check_size(find(file), "x" * 400_001)
    assert str(caught.value) == (
        f"{file}:{line_of(file, 'def setup')}: setup makes a page of 400,001 bytes, "
        "and a page may have 400,000; make the tables of the rules smaller"
    )


def test_what_is_no_object_is_not_linked() -> None:
    with pytest.raises(LinkError, match="no WebAssembly object"):
        WasmObject(b"\x7fELF")


def test_undefined_symbols_are_named() -> None:
    function_type = b"\x01\x04\x01\x60\x00\x00"
    imported = b"\x02\x0b\x01\x03env\x03sun\x00\x00"
    with pytest.raises(UndefinedSymbols, match="nobody defines sun"):
        link(b"\0asm\1\0\0\0" + function_type + imported, exports=[], stack=0, image=lambda at: ([], at))


def test_an_array_that_two_values_share_lies_in_memory_once() -> None:
    image = MemoryImage(new_target(), 64)
    array = np.arange(5)
    image.place((array,), "one")
    end = image.end
    image.place((1, array), "other")
    assert image.end - end < array.nbytes + 64
    assert sum(piece == array.tobytes() for _, piece in image.pieces) == 1


def test_arrays_that_are_not_contiguous_are_laid_down_in_order() -> None:
    image = MemoryImage(new_target(), 64)
    image.place((np.arange(10)[::2],), "sliced")
    assert (np.arange(0, 10, 2)).tobytes() in [piece for _, piece in image.pieces]
