"""A linker for one WebAssembly object: what LLVM writes becomes a module that a browser runs.

LLVM has linked everything before, so there is one object, and functions keep their numbers. What is left to
do: give the data its addresses, define the memory and the stack pointer, and export functions. In memory come
first the stack, then the data of the code, then what it works on (`plyground.wasm.memory_image`). A stack
that overflows leaves the memory and traps, and overwrites nothing.

The format of objects: github.com/WebAssembly/tool-conventions, Linking.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, TypeAlias

MAGIC: Final = b"\0asm\1\0\0\0"
PAGE: Final = 65536
"""Memory comes in pages of this many bytes."""
ALIGNMENT: Final = 64

# Sections of a module
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS = range(8)
ELEMENTS, CODE, DATA = range(9, 12)

# Kinds of imports
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)

# Kinds of symbols
FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL, SECTION_SYMBOL, _TAG_SYMBOL, TABLE_SYMBOL = range(6)
UNDEFINED: Final = 0x10
EXPLICIT_NAME: Final = 0x40

# Parts of the section "linking"
LINKING_VERSION: Final = 2
SEGMENT_INFO: Final = 5
SYMBOL_TABLE: Final = 8

# Kinds of relocations
FUNCTION_INDEX, TABLE_INDEX, TABLE_INDEX_I32 = range(3)
ADDRESS, SIGNED_ADDRESS, ADDRESS_I32, TYPE_INDEX, GLOBAL_INDEX = range(3, 8)
TABLE_NUMBER: Final = 20
WITH_ADDEND: Final = frozenset({3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23})

I32: Final = b"\x7f"
I32_CONST: Final = b"\x41"
END: Final = b"\x0b"
FUNCTION_REFERENCE: Final = b"\x70"

Pieces: TypeAlias = list[tuple[int, bytes]]
"""Parts of memory, each with its address; everything else is 0."""


class LinkError(Exception):
    """An object that cannot be linked; the message says why."""


class UndefinedSymbols(LinkError):
    """What an object uses and nobody defines."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(set(names))
        super().__init__(f"nobody defines {', '.join(self.names)}")


# Numbers


def unsigned(value: int) -> bytes:
    """A number as LEB128.

    >>> unsigned(300).hex()
    'ac02'
    """
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """A number as signed LEB128.

    >>> signed(-300).hex(), signed(64).hex()
    ('d47d', 'c000')
    """
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value & 127)
    return bytes(out)


def padded(value: int) -> bytes:
    """A number as LEB128 of five bytes, which is what relocations leave room for.

    >>> padded(300).hex()
    'ac82808000'
    """
    return bytes((value >> 7 * i) & 127 | (128 if i < 4 else 0) for i in range(5))


class Reader:
    """Reads the bytes of a section from left to right."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    @property
    def has_more(self) -> bool:
        """Whether there is anything left."""
        return self.at < len(self.data)

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self, size: int) -> bytes:
        """The next `size` bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def unsigned(self) -> int:
        """The next LEB128."""
        return self._leb()[0]

    def signed(self) -> int:
        """The next signed LEB128."""
        value, bits, is_negative = self._leb()
        return value - (1 << bits) if is_negative else value

    def _leb(self) -> tuple[int, int, bool]:
        value = bits = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << bits
            bits += 7
            if not byte & 128:
                return value, bits, bool(byte & 64)

    def name(self) -> str:
        """The next text."""
        return self.bytes(self.unsigned()).decode()


# The object


class Import(NamedTuple):
    """Something that an object takes from outside."""

    name: str
    kind: int
    description: bytes


class Symbol(NamedTuple):
    """A function, a piece of data or a global, by which relocations refer to it."""

    kind: int
    flags: int
    name: str
    number: int
    """The number of the function or global, or of the segment in which data lies."""
    offset: int = 0
    """Where in its segment data begins."""

    @property
    def is_undefined(self) -> bool:
        """Whether it is defined elsewhere."""
        return bool(self.flags & UNDEFINED)


class Relocation(NamedTuple):
    """A place in a section that holds a number which only the linker knows."""

    kind: int
    offset: int
    target: int
    """The number of a symbol, or of a type."""
    addend: int


class Segment(NamedTuple):
    """Data of the code, with its place in the data section."""

    data: bytes
    begin: int


class WasmObject:
    """An object file, taken apart."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise LinkError("LLVM wrote no WebAssembly object")
        self.sections: dict[int, bytes] = {}
        self.relocations: dict[int, list[Relocation]] = {}
        self.imports: list[Import] = []
        self.symbols: list[Symbol] = []
        self.segments: list[Segment] = []
        self.alignments: list[int] = []
        """The alignment of each segment."""
        numbers: list[int] = []
        customs: list[bytes] = []
        reader = Reader(data, len(MAGIC))
        while reader.has_more:
            number = reader.byte()
            body = reader.bytes(reader.unsigned())
            numbers.append(number)
            if number == CUSTOM:
                customs.append(body)
            else:
                self.sections[number] = body
        self._read_imports()
        self._read_segments()
        for body in customs:
            self._read_custom(Reader(body), numbers)

    @property
    def imported_functions(self) -> list[Import]:
        """The functions that the object takes from outside, by their numbers."""
        return [each for each in self.imports if each.kind == FUNCTION]

    def undefined(self, host: Collection[str]) -> list[str]:
        """What nobody defines, neither the object nor the host."""
        names = [each.name for each in self.symbols if each.kind == DATA_SYMBOL and each.is_undefined]
        return names + [each.name for each in self.imported_functions if each.name not in host]

    def _read_imports(self) -> None:
        reader = Reader(self.sections.get(IMPORTS, b"\0"))
        for _ in range(reader.unsigned()):
            reader.name()  # the module, which is always "env"
            name, kind = reader.name(), reader.byte()
            begin = reader.at
            if kind == FUNCTION:
                reader.unsigned()
            elif kind == GLOBAL:
                reader.bytes(2)
            else:
                if kind == TABLE:
                    reader.byte()
                has_maximum = reader.unsigned() & 1
                reader.unsigned()
                if has_maximum:
                    reader.unsigned()
            self.imports.append(Import(name, kind, reader.data[begin : reader.at]))

    def _read_segments(self) -> None:
        reader = Reader(self.sections.get(DATA, b"\0"))
        for _ in range(reader.unsigned()):
            if reader.unsigned() != 0 or reader.bytes(1) != I32_CONST:
                raise LinkError("the object has data of a kind that is not linked")
            reader.signed()
            reader.byte()  # the end of the expression
            size = reader.unsigned()
            self.segments.append(Segment(reader.bytes(size), reader.at - size))

    def _read_custom(self, reader: Reader, numbers: list[int]) -> None:
        name = reader.name()
        if name == "linking":
            self._read_linking(reader)
        elif name.startswith("reloc."):
            self._read_relocations(reader, numbers)

    def _read_linking(self, reader: Reader) -> None:
        version = reader.unsigned()
        if version != LINKING_VERSION:
            raise LinkError(f"the object is of version {version}; {LINKING_VERSION} is linked")
        while reader.has_more:
            kind = reader.byte()
            part = Reader(reader.bytes(reader.unsigned()))
            if kind == SYMBOL_TABLE:
                self.symbols = [self._read_symbol(part) for _ in range(part.unsigned())]
            elif kind == SEGMENT_INFO:
                for _ in range(part.unsigned()):
                    part.name()
                    self.alignments.append(1 << part.unsigned())
                    part.unsigned()

    def _read_symbol(self, part: Reader) -> Symbol:
        kind, flags = part.byte(), part.unsigned()
        is_undefined = bool(flags & UNDEFINED)
        if kind == DATA_SYMBOL:
            name = part.name()
            if is_undefined:
                return Symbol(kind, flags, name, -1)
            index, offset, _ = part.unsigned(), part.unsigned(), part.unsigned()
            return Symbol(kind, flags, name, index, offset)
        index = part.unsigned()
        if kind == SECTION_SYMBOL:
            return Symbol(kind, flags, "", index)
        if is_undefined and not flags & EXPLICIT_NAME:
            import_kind = {FUNCTION_SYMBOL: FUNCTION, GLOBAL_SYMBOL: GLOBAL, TABLE_SYMBOL: TABLE}[kind]
            return Symbol(
                kind, flags, [each.name for each in self.imports if each.kind == import_kind][index], index
            )
        return Symbol(kind, flags, part.name(), index)

    def _read_relocations(self, reader: Reader, numbers: list[int]) -> None:
        number = numbers[reader.unsigned()]
        found = self.relocations.setdefault(number, [])
        for _ in range(reader.unsigned()):
            kind, offset, index = reader.unsigned(), reader.unsigned(), reader.unsigned()
            found.append(Relocation(kind, offset, index, reader.signed() if kind in WITH_ADDEND else 0))


# The module


def round_up(value: int, step: int) -> int:
    """The next multiple of `step`."""
    return -(-value // step) * step


def link(
    data: bytes,
    *,
    exports: Iterable[str],
    stack: int,
    image: Callable[[int], tuple[Pieces, int]],
    host: Collection[str] = (),
) -> bytes:
    """A module made of an object, with a memory and these functions exported.

    `image` is given the address from which on it may use memory, and gives its pieces and the end of all
    memory. `host` are the functions that the module takes from JavaScript, in a module called `env`.
    """
    linked = WasmObject(data)
    if undefined := linked.undefined(host):
        raise UndefinedSymbols(undefined)
    return _Linker(linked, stack).module(list(exports), image)


class _Linker:
    """Makes a module of one object."""

    def __init__(self, linked: WasmObject, stack: int) -> None:
        self._object = linked
        self._stack = stack
        self._table: list[int] = []
        """The functions whose address is taken; the first has index 1."""
        self._places: list[int] = []
        at = stack
        for segment, alignment in zip(linked.segments, linked.alignments, strict=True):
            at = round_up(at, alignment)
            self._places.append(at)
            at += len(segment.data)
        self._data_end = round_up(at, ALIGNMENT)

    def module(self, exports: list[str], image: Callable[[int], tuple[Pieces, int]]) -> bytes:
        sections, functions = self._object.sections, self._object.imported_functions
        pieces, end = image(self._data_end)
        code = self._relocated(CODE)
        pieces = [piece for piece in [*self._data_pieces(), *pieces] if any(piece[1])]
        numbers = {
            symbol.name: symbol.number
            for symbol in self._object.symbols
            if symbol.kind == FUNCTION_SYMBOL and not symbol.is_undefined
        }
        parts = [
            MAGIC,
            _section(TYPES, sections[TYPES]),
            _vector(IMPORTS, [_function_import(each) for each in functions]),
            _section(FUNCTIONS, sections[FUNCTIONS]),
            _vector(TABLES, [FUNCTION_REFERENCE + b"\0" + unsigned(len(self._table) + 1)]),
            _vector(MEMORIES, [b"\0" + unsigned(-(-end // PAGE))]),
            _vector(GLOBALS, [I32 + b"\1" + I32_CONST + signed(self._stack) + END]),
            _vector(
                EXPORTS,
                [
                    _text("memory") + bytes([MEMORY, 0]),
                    *(_text(name) + bytes([FUNCTION]) + unsigned(numbers[name]) for name in exports),
                ],
            ),
            _vector(ELEMENTS, self._elements()),
            _section(CODE, code),
            _vector(
                DATA,
                [b"\0" + I32_CONST + signed(at) + END + unsigned(len(piece)) + piece for at, piece in pieces],
            ),
        ]
        return b"".join(parts)

    def _data_pieces(self) -> Pieces:
        if not self._object.segments:
            return []
        body = self._relocated(DATA)
        return [
            (place, body[segment.begin : segment.begin + len(segment.data)])
            for place, segment in zip(self._places, self._object.segments, strict=True)
        ]

    def _elements(self) -> list[bytes]:
        if not self._table:
            return []
        functions = b"".join(map(unsigned, self._table))
        return [b"\0" + I32_CONST + signed(1) + END + unsigned(len(self._table)) + functions]

    def _relocated(self, number: int) -> bytes:
        """A section with every relocation in its place."""
        body = bytearray(self._object.sections[number])
        for relocation in self._object.relocations.get(number, []):
            value = self._relocated_value(relocation)
            body[relocation.offset : relocation.offset + len(value)] = value
        return bytes(body)

    def _relocated_value(self, relocation: Relocation) -> bytes:
        kind = relocation.kind
        if kind == TYPE_INDEX:
            return padded(relocation.target)
        symbol = self._object.symbols[relocation.target]
        if kind in (FUNCTION_INDEX, GLOBAL_INDEX):
            return padded(symbol.number)
        if kind == TABLE_NUMBER:
            return padded(0)
        if kind == TABLE_INDEX:
            return padded(self._table_index(symbol.number))
        if kind == TABLE_INDEX_I32:
            return self._table_index(symbol.number).to_bytes(4, "little")
        if kind not in (ADDRESS, SIGNED_ADDRESS, ADDRESS_I32):
            raise LinkError(f"the object has a relocation of kind {kind}, which is not linked")
        address = self._places[symbol.number] + symbol.offset + relocation.addend
        return address.to_bytes(4, "little") if kind == ADDRESS_I32 else padded(address)

    def _table_index(self, function: int) -> int:
        if function not in self._table:
            self._table.append(function)
        return self._table.index(function) + 1


def _section(number: int, body: bytes) -> bytes:
    return bytes([number]) + unsigned(len(body)) + body


def _vector(number: int, items: list[bytes]) -> bytes:
    """A section that is a list; nothing if the list is empty."""
    return _section(number, unsigned(len(items)) + b"".join(items)) if items else b""


def _function_import(function: Import) -> bytes:
    return _text("env") + _text(function.name) + bytes([FUNCTION]) + function.description


def _text(name: str) -> bytes:
    return unsigned(len(name.encode())) + name.encode()
