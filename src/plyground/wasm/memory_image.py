"""Python values as they lie in the memory of a module: numbers, tuples of them, and arrays."""

from __future__ import annotations

import struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from plyground.wasm.linker import Pieces, round_up
from plyground.wasm.numba_target import WasmTarget

CACHE_LINE: Final = 64
TUPLE_ALIGNMENT: Final = 16


class ImageError(Exception):
    """A value that cannot be laid into memory; the message says which."""


class MemoryImage:
    """Memory being filled from some address on."""

    def __init__(self, target: WasmTarget, start: int) -> None:
        self.end = start
        """The address behind everything."""
        self.pieces: Pieces = []
        """What is not 0."""
        self._target = target
        self._addresses: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        self._kept: list[npt.NDArray[Any]] = []
        """The arrays by whose place in Python's memory `_addresses` knows them."""

    def reserve(self, size: int, alignment: int = CACHE_LINE) -> int:
        """The address of `size` bytes that nothing else takes."""
        address = round_up(self.end, alignment)
        self.end = address + size
        return address

    def place(self, value: Any, name: str) -> int:
        """Lay a value into memory, with the arrays that it holds behind it, and return its address.

        `name` is what an error calls it.
        """
        try:
            kind = typeof(value)
        except ValueError as error:
            raise ImageError(f"{name} holds what compiled code does not know: {value!r:.60}") from error
        _check_kind(kind, name)
        address = self.reserve(self._target.size_of(kind), TUPLE_ALIGNMENT)
        self.pieces.append((address, self._bytes_of(value, kind)))
        return address

    def offset_of(self, value: Any, field: str) -> int:
        """How far behind the address of a NamedTuple one of its fields lies."""
        offsets = self._target.tuple_offsets(typeof(value))
        return int(offsets[value._fields.index(field)])

    def array_address(self, array: npt.NDArray[Any]) -> int:
        """The address of an array's numbers; they are laid into memory once."""
        place = array.__array_interface__["data"][0], array.shape, array.strides
        if place not in self._addresses:
            self._kept.append(array)
            self._addresses[place] = address = self.reserve(array.nbytes)
            if array.any():
                self.pieces.append((address, array.tobytes("A" if array.flags.f_contiguous else "C")))
        return self._addresses[place]

    def _bytes_of(self, value: Any, kind: Any) -> bytes:
        if isinstance(kind, types.Array):
            return self._array_bytes(value, kind)
        if isinstance(kind, types.BaseTuple):
            return self._tuple_bytes(value, kind)
        if isinstance(kind, types.Boolean):
            return bytes([bool(value)])
        if isinstance(kind, types.Integer):
            bits = int(kind.bitwidth)
            return (int(value) & (1 << bits) - 1).to_bytes(bits // 8, "little")
        return struct.pack("<d" if kind.bitwidth == 64 else "<f", value)

    def _tuple_bytes(self, value: Any, kind: Any) -> bytes:
        made = bytearray(self._target.size_of(kind))
        for part, part_kind, offset in zip(value, kind.types, self._target.tuple_offsets(kind), strict=True):
            data = self._bytes_of(part, part_kind)
            made[offset : offset + len(data)] = data
        return bytes(made)

    def _array_bytes(self, array: npt.NDArray[Any], kind: Any) -> bytes:
        """What Numba keeps of an array. Nobody counts references to it, so it has no owner."""
        if not (array.flags.c_contiguous or array.flags.f_contiguous):
            array = np.ascontiguousarray(array)
        fields = {
            "nitems": struct.pack("<q", array.size),
            "itemsize": struct.pack("<q", array.itemsize),
            "data": struct.pack("<I", self.array_address(array)),
            "shape": struct.pack(f"<{array.ndim}q", *array.shape),
            "strides": struct.pack(f"<{array.ndim}q", *array.strides),
        }
        made = bytearray(self._target.size_of(kind))
        offsets = self._target.array_offsets(kind)
        for name, data in fields.items():
            made[offsets[name] : offsets[name] + len(data)] = data
        return bytes(made)


def _check_kind(kind: Any, name: str) -> None:
    """Refuse types for which there is no place in memory."""
    if isinstance(kind, types.BaseTuple):
        for field, part in zip(getattr(kind, "fields", range(len(kind.types))), kind.types, strict=True):
            _check_kind(part, f"{name}.{field}")
    elif isinstance(kind, types.Array):
        _check_kind(kind.dtype, f"an element of {name}")
    elif not isinstance(kind, types.Boolean | types.Integer | types.Float):
        raise ImageError(f"{name} is of type {kind}; a module holds numbers, tuples of them and arrays")
