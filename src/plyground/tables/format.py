"""The format of a table: a header with checksums, and a byte for each position (docs/tables.md).

    16 bytes  "plyground table" and a line feed
     4 bytes  the version of the format, 1
     4 bytes  the length of the header
              the header, an object in JSON
              a CRC-32 of each chunk of the data, 4 bytes each
    32 bytes  the SHA-256 of everything before
              zeros up to a multiple of 4096
              the data

Numbers are written with the lowest byte first.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import sys
import zlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.errors import PlygroundError
from plyground.files import error_text, explain_errors, open_atomically

Codes: TypeAlias = npt.NDArray[np.uint8]

MAGIC: Final = b"plyground table\n"
VERSION: Final = 1
FRONT: Final = struct.Struct("<16sII")
CHUNK: Final = 1 << 20
PAGE: Final = 4096
LONGEST_HEADER: Final = 1 << 20


class DamagedTable(PlygroundError):
    """A table that cannot be used; the message names the file and says what is wrong with it."""


@dataclass(frozen=True)
class TableHeader:
    """What a table says of itself."""

    game: str
    """The full name of the game that its results hold for."""
    kind: str
    """`results` for a whole game without limit, `endgames` for few pieces, `layers` for a game with limit;
    `checkpoint` for a part of one of these."""
    rules: str
    """A digest of how the game plays and numbers its positions."""
    positions: int
    """How many numbers there are."""
    layers: int = 1
    """How many bytes each number has."""
    repeat: int = 0
    """How many of the last layers repeat for ever; 0 if none do."""
    most: int | None = None
    """The most pieces in all, where not all positions are there."""
    longest: int = 0
    """The longest way to a result, in plies."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    """How many positions up to symmetry have which result; in layers those with the most plies left."""
    state: tuple[int, ...] = ()
    """How far a checkpoint has come."""

    @property
    def size(self) -> int:
        """How many bytes of data follow."""
        return self.positions * self.layers


@dataclass(frozen=True)
class ResultTable:
    """A table in use: its results lie on the disk, and the system loads what is read."""

    path: Path
    header: TableHeader
    codes: Codes
    """A code for each position (`plyground.tables.retrograde`), layer after layer."""


# Writing


def write_table(path: Path, header: TableHeader, data: Codes) -> None:
    """Put a table into a file, so that there is a whole one or none, whatever happens."""
    assert len(data) == header.size
    text = json.dumps(asdict(header), separators=(",", ":")).encode()
    checksums = np.array([zlib.crc32(chunk) for chunk in chunks(data)], "<u4").tobytes()
    front = FRONT.pack(MAGIC, VERSION, len(text)) + text + checksums
    front += hashlib.sha256(front).digest()
    with explain_errors(f"cannot write {path}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        with open_atomically(path, path.with_suffix(".tmp")) as file:
            file.write(front.ljust(data_offset(len(front)), b"\0"))
            for chunk in chunks(data):
                file.write(chunk)


def chunks(data: Codes) -> list[memoryview]:
    """The pieces of the data that have a checksum each."""
    return [data[at : at + CHUNK].data for at in range(0, len(data), CHUNK)]


def data_offset(length: int) -> int:
    """Where the data begins behind a front of this length."""
    return -(-length // PAGE) * PAGE


# Reading


def read_header(path: Path) -> TableHeader:
    """What a table says of itself; `DamagedTable` if it cannot be right."""
    with _open(path) as file:
        return _read_front(path, file)[0]


def open_table(path: Path) -> ResultTable:
    """A table whose every byte has been checked; `DamagedTable` if one is wrong."""
    with _open(path) as file:
        header, checksums, offset = _read_front(path, file)
        if header.size == 0:
            return ResultTable(path, header, np.zeros(0, np.uint8))
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    codes = np.frombuffer(mapped, np.uint8, header.size, offset)
    for number, (chunk, wanted) in enumerate(zip(chunks(codes), checksums, strict=True)):
        if zlib.crc32(chunk) != wanted:
            raise _damage_error(path, f"chunk {number + 1} of {len(checksums)} has another checksum")
    return ResultTable(path, header, codes)


def _open(path: Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error_text(error)}") from error


def _read_front(path: Path, file: BinaryIO) -> tuple[TableHeader, list[int], int]:
    """The header, the checksums, and where the data begins."""
    try:
        front = file.read(FRONT.size)
        if len(front) < FRONT.size or not front.startswith(MAGIC):
            raise _damage_error(path, "it does not begin like a table")
        _, version, length = FRONT.unpack(front)
        if version != VERSION:
            raise _damage_error(path, f"it has format {version}, this Plyground reads format {VERSION}")
        if length > LONGEST_HEADER:
            raise _damage_error(path, "its header is too long")
        text = file.read(length)
        header = _parse_header(path, text)
        wanted = 4 * -(-header.size // CHUNK)
        if wanted > os.fstat(file.fileno()).st_size:
            raise _damage_error(path, "it is cut off")
        checksums = file.read(wanted)
        digest = file.read(32)
        total = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error_text(error)}") from error
    if hashlib.sha256(front + text + checksums).digest() != digest:
        raise _damage_error(path, "its header has another checksum")
    offset = data_offset(len(front) + len(text) + len(checksums) + len(digest))
    if total != offset + header.size:
        raise _damage_error(path, f"it has {total} bytes instead of {offset + header.size}")
    return header, np.frombuffer(checksums, "<u4").tolist(), offset


def _parse_header(path: Path, text: bytes) -> TableHeader:
    try:
        given: Any = json.loads(text)
        known = {field.name: given[field.name] for field in fields(TableHeader)}
        header = TableHeader(**known | {"state": tuple(known["state"])})
        if header.positions < 0 or header.layers < 1 or header.size > sys.maxsize:
            raise ValueError
    except (ValueError, TypeError, KeyError) as error:
        raise _damage_error(path, "its header cannot be read") from error
    return header


def _damage_error(path: Path, why: str) -> DamagedTable:
    return DamagedTable(f"the table {path} is damaged and not used: {why}; drop it and build it again")
