"""What was learned as a file with a function `evaluate`: a player, or the evaluation of a game.

All loops over windows are written out, without those that lie within others (`folding`). The weights are in
the file, so that it needs nothing beside it. An entry of a table is a whole number of 16 bits, `SCALE` for
log-odds of 1.
"""

from __future__ import annotations

import base64
import textwrap
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from plyground.learn.folding import Values, fold_windows
from plyground.learn.kernels import Weights
from plyground.learn.lookup import FIELD_BITS, FIELDS, Chunk, words_of
from plyground.learn.network import MARKS_PARITY, Network, cells_mask
from plyground.players.evaluation import variant_name

SCALE: Final = 200.0
LARGEST: Final = 8_000
"""No entry is larger than this."""
LINE: Final = 100


def evaluation_text(network: Network, weights: Weights, note: str) -> str:
    """The text of the file; `note` says how it came about."""
    folded, values = fold_windows(network, weights)
    lines = [*_head(folded, note), *_tables(folded, values)]
    lines += _by_bits(folded) if folded.reading.planes else _by_marks(folded)
    return "\n".join(lines) + "\n"


def whole_values(network: Network, values: Values) -> npt.NDArray[np.int16]:
    """Every entry of the tables as a whole number; those of the second side only if they are others."""
    patterns = network.patterns
    rounded = np.rint(SCALE * (values if patterns.needs_side else values[: patterns.entries]))
    return np.clip(rounded, -LARGEST, LARGEST).astype(np.int16)


def _head(network: Network, note: str) -> Iterator[str]:
    name = network.game.full_name
    yield f'"""What `plyground learn {name}` learned: an evaluation of that game by patterns of cells.'
    yield ""
    yield from textwrap.wrap(note, LINE)
    yield ""
    yield f"    plyground play {name} --second ./THIS_FILE.py"
    yield '"""'
    yield ""
    yield "import base64"
    yield "import zlib"
    yield ""
    yield "import numpy as np"
    yield ""
    if network.reading.planes:
        yield "from plyground.bits import popcount"
        yield "from plyground.contract import kernel_call"
    else:
        yield "from plyground.contract import kernel_call, marks"
        yield "from plyground.learn.stack_array import array_of"
    yield ""
    yield f"GAME = {variant_name(network.game)!r}"
    yield f"SCALE = {SCALE!r}"
    yield '"""What log-odds of 1 come to."""'


def _tables(network: Network, values: Values) -> Iterator[str]:
    patterns = network.patterns
    yield ""
    yield ""
    yield "def _array(text, kind):"
    yield "    return np.frombuffer(zlib.decompress(base64.b85decode(text)), kind).copy()"
    yield ""
    yield ""
    yield from _array("WEIGHTS", whole_values(network, values), "np.int16")
    if network.reading.planes:
        yield from _array("SUMS", np.concatenate([*_compact_sums(network)]), "np.uint64")
    else:
        yield f"CELLS = {(0,) * patterns.grid.cells}"
    yield f"FIELD = np.uint64({(1 << FIELD_BITS) - 1})"
    for table, offset in enumerate(patterns.offsets[:-1]):
        yield f"T{table} = np.uint64({offset})"
    yield f"ENTRIES = np.uint64({patterns.entries})"


def _array(name: str, values: npt.NDArray[Any], kind: str) -> Iterator[str]:
    text = base64.b85encode(zlib.compress(np.ascontiguousarray(values).tobytes(), 9)).decode()
    yield f"{name} = _array("
    yield from (f"    {text[at : at + LINE]!r}" for at in range(0, len(text), LINE))
    yield f"    , {kind})"


def _used_words(chunk: Chunk) -> list[int]:
    """The words that the cells of a chunk add something to."""
    return [int(word) for word in np.flatnonzero(chunk.sums.any(axis=0))]


def _distinct_chunks(network: Network) -> tuple[list[Chunk], list[list[int]]]:
    """The chunks whose tables differ, and for each chunk of each bitboard its place among them."""
    distinct: list[Chunk] = []
    places: list[list[int]] = []
    known: dict[tuple[int, ...], list[int]] = {}
    for plane, chunks in zip(network.reading.planes, network.chunks, strict=True):
        if plane.bits not in known:
            known[plane.bits] = [len(distinct) + index for index in range(len(chunks))]
            distinct += chunks
        places.append(known[plane.bits])
    return distinct, places


def _compact_sums(network: Network) -> Iterator[npt.NDArray[np.uint64]]:
    """The tables of the chunks without the words to which nothing is added."""
    for chunk in _distinct_chunks(network)[0]:
        yield chunk.sums[:, _used_words(chunk)].ravel()


def _by_parity(network: Network) -> bool:
    return network.reading.side == MARKS_PARITY


def _side_text(network: Network) -> str:
    """How the side to move is written, where it matters and the number of marks does not tell."""
    return network.reading.side if network.patterns.needs_side and not _by_parity(network) else "0"


def _start(network: Network) -> str:
    return " + start" if network.patterns.needs_side else ""


def _total_line(network: Network) -> str:
    """The line that looks up what the number of marks is worth."""
    table = f"T{len(network.patterns.shapes)}"
    return f"    total = np.int64(WEIGHTS[np.uint64(count) + {table}{_start(network)}])"


def _by_bits(network: Network) -> Iterator[str]:
    """The function for positions that have bitboards."""
    planes = network.reading.planes
    distinct, places = _distinct_chunks(network)
    begins = np.cumsum([0, *(len(chunk.sums) * len(_used_words(chunk)) for chunk in distinct)])
    shifts = {chunk.shift for chunk in distinct} | {FIELD_BITS * field for field in range(FIELDS)}
    yield from (f"S{shift} = np.uint64({shift})" for shift in sorted(shifts))
    for number, chunk in enumerate(distinct):
        yield f"M{number} = np.uint64({chunk.mask})"
        yield f"N{number} = np.uint64({len(_used_words(chunk))})"
        yield f"B{number} = np.uint64({begins[number]})"
    longest = max(len(_used_words(chunk)) for chunk in distinct)
    yield from (f"J{place} = np.uint64({place})" for place in range(longest))
    for plane in planes:
        yield f"K{plane.kind} = np.uint64({plane.kind})"
        yield f"CELLS{plane.kind} = np.uint64({cells_mask(plane.bits)})"
    yield ""
    yield ""
    boards = [f"board{plane.kind}" for plane in planes]
    yield "@kernel_call"
    yield f"def worth({', '.join([*boards, 'side'])}):"
    for plane, numbers in zip(planes, places, strict=True):
        for number in numbers:
            chunk = distinct[number]
            bits = f"(board{plane.kind} >> S{chunk.shift}) & M{number}"
            yield f"    r{plane.kind}_{number} = ({bits}) * N{number} + B{number}"
    counts = [f"popcount(board{plane.kind} & CELLS{plane.kind})" for plane in planes]
    if network.patterns.needs_side:
        parity = f"({' + '.join(counts)}) & 1"
        yield f"    start = np.uint64({parity if _by_parity(network) else 'side'}) * ENTRIES"
    yield f"    count = {_count_text(network, counts)}"
    yield _total_line(network)
    for word in range(words_of(network.patterns)):
        terms = []
        for plane, numbers in zip(planes, places, strict=True):
            reads = [
                f"SUMS[r{plane.kind}_{number} + J{used.index(word)}]"
                for number in numbers
                if word in (used := _used_words(distinct[number]))
            ]
            terms.append(f"({' + '.join(reads)}) * K{plane.kind}" if plane.kind > 1 else " + ".join(reads))
        yield f"    w = {' + '.join(terms)}"
        for field, window in enumerate(network.patterns.windows[FIELDS * word : FIELDS * word + FIELDS]):
            index = f"((w >> S{FIELD_BITS * field}) & FIELD) + T{window.table}{_start(network)}"
            yield f"    total += np.int64(WEIGHTS[{index}])"
    yield "    return total"
    yield ""
    yield ""
    yield "def evaluate(rules, pos):"
    yield f"    return worth({', '.join([*(plane.path for plane in planes), _side_text(network)])})"


def _count_text(network: Network, counts: Sequence[str]) -> str:
    if network.patterns.grid.kinds > 2:
        return " + ".join(counts)
    most = network.patterns.grid.cells + 1
    return f"{counts[0]} * {most}" + (f" + {counts[1]}" if len(counts) == 2 else "")


def _by_marks(network: Network) -> Iterator[str]:
    """The function for any other position."""
    patterns = network.patterns
    kinds, most = patterns.grid.kinds, patterns.grid.cells + 1
    yield ""
    yield ""
    yield "@kernel_call"
    yield "def worth(cells, side):"
    yield "    filled = 0"
    yield "    count = 0"
    yield f"    for cell in range({patterns.grid.cells}):"
    yield "        mark = cells[cell]"
    yield "        filled += mark != 0"
    yield (
        "        count += mark != 0" if kinds > 2 else f"        count += (mark == 1) * {most} + (mark == 2)"
    )
    if patterns.needs_side:
        yield f"    start = np.uint64({'filled & 1' if _by_parity(network) else 'side'}) * ENTRIES"
    yield _total_line(network)
    used = sorted({cell for window in patterns.windows for cell in window.cells})
    yield from (f"    c{cell} = cells[{cell}]" for cell in used)
    for window in patterns.windows:
        *rest, last = window.cells
        index = f"c{last}"
        for cell in reversed(rest):
            index = f"({index}) * {patterns.base} + c{cell}"
        yield f"    total += np.int64(WEIGHTS[np.uint64({index}) + T{window.table}{_start(network)}])"
    yield "    return total"
    yield ""
    yield ""
    yield "def evaluate(rules, pos):"
    yield "    cells = array_of(CELLS)"
    yield "    marks(rules, pos, cells)"
    yield f"    return worth(cells, {_side_text(network)})"
