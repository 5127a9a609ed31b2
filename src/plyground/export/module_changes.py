"""A module told by its differences from another one: variants of a game share nearly all of their code.

`js/local/pack.js` puts such a module together again.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

BLOCK: Final = 32
"""Bytes that have to be the same before they are worth a reference."""

Change = list[int] | str
"""Where in the other module some bytes stand and how many, or bytes in base 64."""


def module_changes(base: bytes, code: bytes) -> list[Change]:
    """The code as pieces of `base` and bytes that are not in it.

    >>> base = bytes(range(100))
    >>> module_changes(base, base[:50] + b"new" + base[50:])
    [[0, 50], 'bmV3', [50, 50]]
    """
    return [
        base64.b64encode(piece).decode() if isinstance(piece, bytes) else [*piece]
        for piece in _pieces(base, code)
    ]


def _pieces(base: bytes, code: bytes) -> Iterator[bytes | tuple[int, int]]:
    places: dict[bytes, int] = {}
    for place in range(len(base) - BLOCK + 1):
        places.setdefault(base[place : place + BLOCK], place)
    at = new = shift = 0
    while at < len(code):
        block = code[at : at + BLOCK]
        aligned = at + shift
        is_aligned = len(block) == BLOCK and aligned >= 0 and base[aligned : aligned + BLOCK] == block
        found = aligned if is_aligned else places.get(block)
        if found is None:
            at += 1
            continue
        if new < at:
            yield code[new:at]
        length = _same_length(base, found, code, at)
        yield found, length
        shift = found - at
        at = new = at + length
    if new < at:
        yield code[new:at]


def _same_length(base: bytes, there: int, code: bytes, here: int) -> int:
    """How many bytes are the same from two places on."""
    most = min(len(base) - there, len(code) - here)
    length = BLOCK
    while length < most and base[there + length] == code[here + length]:
        length += 1
    return length
