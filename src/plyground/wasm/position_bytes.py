"""A position as it lies in the memory of a module, so that Python can hand one to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.wasm.memory_image import MemoryImage
from plyground.wasm.numba_target import new_target

if TYPE_CHECKING:
    from plyground.wasm.layout import Layout


def position_bytes(pos: Any, layout: Layout) -> bytes:
    """What the module with this layout keeps of a position, which is one of its compiled half."""
    address, size = layout["position"]
    image = MemoryImage(new_target(), address)
    image.place(pos, "position")
    made = bytearray(size)
    for place, data in image.pieces:
        made[place - address : place - address + len(data)] = data
    return bytes(made)
