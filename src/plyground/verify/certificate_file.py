"""The file of a certificate: three lines of text, the third a checksum, and a compressed body.

plyground certificate 1
{"game": "squava", …, "length": 33333}
sha256 of all the rest
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from plyground.verify.model import short
from plyground.verify.walk import Refused

READ_AT_ONCE: Final = 1 << 16
MOST_MEMORY: Final = 1 << 27
"""No honest body needs more than this to be unpacked."""


def pack_file(first_line: bytes, values: dict[str, Any], body: bytes) -> bytes:
    """A certificate as it stands in its file; `body` is compressed already."""
    head = first_line + json.dumps(values | {"length": len(body)}).encode() + b"\n"
    return head + _sum_line(hashlib.sha256(head + body)) + body


def read_head(file: BinaryIO, first_line: bytes, longest_line: int) -> dict[str, Any]:
    """The values of a certificate whose bytes are all as they were written; the body follows."""
    if file.readline(len(first_line)) != first_line:
        raise Refused(f"this is no certificate: its first line is not '{first_line.decode().strip()}'")
    line = _read_line(file, longest_line)
    sum_line = _read_line(file, longest_line)
    body = file.tell()
    total = hashlib.sha256(first_line + line)
    while piece := file.read(READ_AT_ONCE):
        total.update(piece)
    length = file.tell() - body
    values = _read_values(line)
    announced = values.get("length")
    if length != announced:
        raise Refused(f"the body has {length} bytes; {short(str(announced))} are announced")
    if sum_line != _sum_line(total):
        raise Refused("the certificate has been altered: its checksum is another")
    file.seek(body)
    return values


def unpack_body(
    file: BinaryIO,
    total: int,
    on_progress: Callable[[int], None] = lambda done: None,
    *,
    more: str = "more",
    less: str = "less",
) -> Iterator[int]:
    """The bytes of a body, unpacked as they are needed, and exactly as many as announced.

    `more` and `less` name what it holds too much or too little of, if another number is there.
    """
    for piece in unpack_pieces(file, total, on_progress, more=more, less=less):
        yield from piece


def unpack_pieces(
    file: BinaryIO,
    total: int,
    on_progress: Callable[[int], None] = lambda done: None,
    *,
    more: str = "more",
    less: str = "less",
) -> Iterator[bytes]:
    """The same piece by piece."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
    done, packed = 0, b""
    while not unpacker.eof:
        if unpacker.needs_input:
            packed = file.read(READ_AT_ONCE)
            if not packed:
                raise Refused("the body ends too early")
        try:
            piece = unpacker.decompress(packed, READ_AT_ONCE)
        except lzma.LZMAError as error:
            raise Refused("the body cannot be unpacked") from error
        packed = b""
        done += len(piece)
        if done > total:
            raise Refused(f"the body holds {more} than announced")
        on_progress(done)
        yield piece
    if done < total:
        raise Refused(f"the body holds {less} than announced")
    if unpacker.unused_data or file.read(1):
        raise Refused("something follows the body")


def _read_line(file: BinaryIO, longest: int) -> bytes:
    line = file.readline(longest)
    if not line.endswith(b"\n"):
        raise Refused("this is no whole certificate: it ends, or goes on, where a line should end")
    return line


def _sum_line(total: hashlib._Hash) -> bytes:
    return f"sha256 {total.hexdigest()}\n".encode()


def _read_values(line: bytes) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise Refused("the second line is not one JSON object")
    return values
