"""Certificates for the endless field. docs/certificates.md tells the format.

Their second line lists the proofs in them:

    {"row": 5, "claim": "replies", "parts": [{"reply": [4, 4], "bytes": 81234}], "moves": 20, "length": 3333}
"""

from __future__ import annotations

import lzma
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from plyground.verify.certificate_file import pack_file, read_head, unpack_pieces
from plyground.verify.endless_cover import FarProof, Point, open_replies, representative, split_far_proof
from plyground.verify.endless_field import ATTACKER, DEFENDER, cell_at, cells_of, coordinates
from plyground.verify.endless_lemmas import Walked
from plyground.verify.endless_proof import OFFSET, WRITTEN_OUT, EndlessReader, ProofNode, write_out
from plyground.verify.model import short
from plyground.verify.walk import Refused

FIRST_LINE: Final = b"plyground endless certificate 3\n"
LONGEST_LINE: Final = 100_000
CLAIMS: Final = ("win", "replies")
SMALLEST_ROW: Final = 3
LARGEST_ROW: Final = 5
MOST_BYTES: Final = 1 << 28
"""No honest certificate has more moves than this."""

OnBytes: TypeAlias = Callable[[int, int], None]
"""Called now and then with the numbers of bytes checked and announced."""


@dataclass(frozen=True)
class Part:
    """One proof: after the first stone on 0,0 and this reply, or without a reply from the empty field."""

    reply: Point | None
    bytes: int
    is_far: bool = False


@dataclass(frozen=True)
class EndlessClaim:
    """What a certificate says: the first player wins from the empty field, or after some first replies."""

    row: int
    claim: str
    parts: tuple[Part, ...]
    moves: int | None = None
    """With which move of the first player the row is complete at the latest in any part, counted after the
    reply; None where nothing is said of that."""


@dataclass(frozen=True)
class CheckedPart:
    """What a part has turned out to prove."""

    part: Part
    positions: int
    """In how many positions the defender was to move, without those of lemmas."""
    moves: int
    """With which move of the first player the row is complete at the latest, counted after the reply."""


@dataclass(frozen=True)
class CheckedEndless:
    """What has turned out to be true."""

    claim: EndlessClaim
    parts: tuple[CheckedPart, ...]
    uncovered: tuple[Point, ...]
    """First replies, one of each class, that are not proven. Without a far proof these are not all."""
    seconds: float

    @property
    def is_theorem(self) -> bool:
        """Whether the first player wins from the empty field."""
        return self.claim.claim == "win"

    @property
    def positions(self) -> int:
        """In how many positions the defender was to move, without those of lemmas."""
        return sum(part.positions for part in self.parts)

    def __str__(self) -> str:
        words = f"{self.claim.row} in a row on the infinite board"
        if self.is_theorem:
            result = "the first player wins from the empty board"
        else:
            replies = " ".join("{},{}".format(*each.part.reply) for each in self.parts if each.part.reply)
            result = (
                f"the first player wins after these first replies, and nothing is said of others: {replies}"
            )
        return f"{words}: {result}; {self.positions} positions checked in {self.seconds:.1f} s"


def pack_endless(
    row: int, claim: str, parts: Sequence[tuple[Point | None, bytes, bool]], moves: int | None = None
) -> bytes:
    """A certificate as it stands in its file, from the bytes of its parts and the most moves of any."""
    body = lzma.compress(b"".join(data for _, data, _ in parts), preset=9 | lzma.PRESET_EXTREME)
    listed = [
        {"reply": reply, "bytes": len(data)} | ({"far": True} if far else {}) for reply, data, far in parts
    ]
    values = {"row": row, "claim": claim, "parts": listed} | ({} if moves is None else {"moves": moves})
    return pack_file(FIRST_LINE, values, body)


def check_endless(path: Path, on_progress: OnBytes | None = None, *, processes: int = 1) -> CheckedEndless:
    """Check a certificate; `Refused` says what is wrong with it.

    Parts stand by themselves, so that several processes can check them. What follows from all of them
    together is worked out here.
    """
    began = time.perf_counter()
    report = on_progress or (lambda done, announced: None)
    claim, parts = read_parts(path)
    walk = _check_parts if processes == 1 else _check_in_processes
    results = walk(claim, parts, report, processes)
    far = None
    for part, (_, used) in zip(claim.parts, results, strict=True):
        if part.is_far and part.reply is not None:
            far = split_far_proof(used, part.reply, claim.row)
    uncovered = _check_claim(claim, far)
    checked = tuple(result for result, _ in results)
    _check_moves(claim, checked)
    return CheckedEndless(claim, checked, uncovered, time.perf_counter() - began)


Result: TypeAlias = tuple[CheckedPart, Sequence[Point]]
"""What a part proves, and for the far one all cells on which it puts a stone."""


def _check_parts(
    claim: EndlessClaim, parts: Sequence[bytes], report: OnBytes, processes: int
) -> list[Result]:
    total = sum(map(len, parts))
    results: list[Result] = []
    done = 0

    def report_read(count: int) -> None:
        report(done + count, total)

    for part, data in zip(claim.parts, parts, strict=True):
        results.append(check_part(claim.row, part, data, report_read))
        done += len(data)
    return results


def _check_in_processes(
    claim: EndlessClaim, parts: Sequence[bytes], report: OnBytes, processes: int
) -> list[Result]:
    total = sum(map(len, parts))
    done = 0
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(parts)), context) as pool:
        jobs = [
            pool.submit(check_part, claim.row, part, data)
            for part, data in zip(claim.parts, parts, strict=True)
        ]
        try:
            for job in as_completed(jobs):
                done += job.result()[0].part.bytes
                report(done, total)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [job.result() for job in jobs]


def check_part(
    row: int, part: Part, data: bytes, report: Callable[[int], None] | None = None
) -> tuple[CheckedPart, Sequence[Point]]:
    """Check one part by itself."""
    walk, walked = _walk_part(row, part, data, report=report)
    used = [coordinates(cell) for cell in cells_of(walk.used)] if part.is_far else ()
    return CheckedPart(part, walk.positions, walked.moves), used


def read_tree(path: Path, reply: Point | None) -> tuple[int, dict[int, int], ProofNode]:
    """The whole tree of one part, checked: the length of a row, the stones before it, and its first node."""
    strategy = read_strategy(path, reply)
    stones = _stones(strategy.part)
    return strategy.row, stones, write_out(strategy.row, stones, strategy.tree)


@dataclass(frozen=True)
class EndlessStrategy:
    """How to win by one part of a certificate: its first node, and what it covers if it is the far one."""

    row: int
    part: Part
    tree: ProofNode
    far: FarProof | None


def read_strategy(path: Path, reply: Point | None, on_progress: OnBytes | None = None) -> EndlessStrategy:
    """The tree of the part about a reply, checked. What lemmas prove stands in it once, as it was proven."""
    claim, parts = read_parts(path, reply)
    return strategy_of(claim.row, claim.parts[len(parts) - 1], parts[-1], on_progress)


def strategy_of(row: int, part: Part, data: bytes, on_progress: OnBytes | None = None) -> EndlessStrategy:
    """The tree of a part from its bytes, checked."""

    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(done, len(data))

    walk, walked = _walk_part(row, part, data, keeps_tree=True, report=report)
    used = map(coordinates, cells_of(walk.used))
    far = split_far_proof(used, part.reply, row) if part.is_far and part.reply else None
    return EndlessStrategy(row, part, walked.node, far)


def read_claim(path: Path) -> EndlessClaim:
    """What a certificate says, unchecked."""
    with path.open("rb") as file:
        return _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))


def read_first_move(path: Path, reply: Point) -> Point:
    """The attacker's first move in the part about a reply, unchecked."""
    _, parts = read_parts(path, reply)
    if len(parts[-1]) < 3 or parts[-1][0] != WRITTEN_OUT:
        raise Refused("a part does not begin with a move")
    return parts[-1][1] - OFFSET, parts[-1][2] - OFFSET


EVERY_PART: Final = (0, 0)
"""No reply: it is where the first stone is."""


def read_parts(path: Path, last: Point | None = EVERY_PART) -> tuple[EndlessClaim, list[bytes]]:
    """What a certificate says, and the bytes of its parts, all of them or up to the one about a reply."""
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
        wanted = claim.parts if last == EVERY_PART else claim.parts[: _find_part(claim, last) + 1]
        sizes = [part.bytes for part in wanted]
        total = sum(part.bytes for part in claim.parts)
        body = bytearray()
        for piece in unpack_pieces(file, total):
            body += piece
            if len(body) >= sum(sizes) and last != EVERY_PART:
                break
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return claim, [bytes(body[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _find_part(claim: EndlessClaim, reply: Point | None) -> int:
    """Which part is about a reply."""
    for number, part in enumerate(claim.parts):
        if part.reply == reply:
            return number
    listed = " ".join("{},{}".format(*part.reply) for part in claim.parts if part.reply)
    wanted = "the empty board" if reply is None else "{},{}".format(*reply)
    raise Refused(f"there is no proof of {wanted} in it, only of {listed or 'the empty board'}")


def _stones(part: Part) -> dict[int, int]:
    if part.reply is None:
        return {}
    return {cell_at(0, 0): ATTACKER, cell_at(*part.reply): DEFENDER}


def _walk_part(
    row: int,
    part: Part,
    data: bytes,
    *,
    keeps_tree: bool = False,
    report: Callable[[int], None] | None = None,
) -> tuple[EndlessReader, Walked]:
    """Follow the proof of a part, which must need exactly its bytes."""
    walk = EndlessReader(row, data, keeps_tree=keeps_tree, on_progress=report)
    walked = walk.prove(_stones(part))
    if walk.place < len(data):
        raise Refused("a part has more moves than its proof needs")
    return walk, walked


def _check_claim(claim: EndlessClaim, far: FarProof | None) -> tuple[Point, ...]:
    """The replies that are not covered; there may be none where the claim is a win."""
    if any(part.reply is None for part in claim.parts):
        if claim.claim != "win" or len(claim.parts) != 1:
            raise Refused("a proof from the empty board is the only part, and claims a win")
        return ()
    proven = [part.reply for part in claim.parts if part.reply is not None]
    uncovered = tuple(open_replies(proven, far))
    if claim.claim == "win":
        if far is None:
            raise Refused("a win is claimed, but no far reply is proven")
        if uncovered:
            raise Refused("a win is claimed, but the reply {},{} is not covered".format(*uncovered[0]))
    return uncovered


def _check_moves(claim: EndlessClaim, parts: Sequence[CheckedPart]) -> None:
    """Refuse a certificate one of whose parts takes more moves than it says."""
    most = max(part.moves for part in parts)
    if claim.moves is not None and most > claim.moves:
        raise Refused(f"a part takes {most} moves, where at most {claim.moves} are announced")


def _parse_claim(values: dict[str, Any]) -> EndlessClaim:
    row, claim, parts, moves = (values.get(name) for name in ("row", "claim", "parts", "moves"))
    if type(row) is not int or not SMALLEST_ROW <= row <= LARGEST_ROW:
        raise Refused(f"{short(str(row))} in a row cannot be checked")
    if claim not in CLAIMS:
        raise Refused(f"it claims {short(str(claim))}, and not {' or '.join(CLAIMS)}")
    if not isinstance(parts, list) or not parts:
        raise Refused("the second line does not list the parts of the proof")
    if moves is not None and (type(moves) is not int or moves < 1):
        raise Refused(f"{short(str(moves))} is no number of moves")
    found = tuple(_parse_part(part) for part in parts)
    replies = [part.reply and representative(part.reply) for part in found]
    if len(set(replies)) < len(replies):
        raise Refused("two parts are about the same reply")
    if sum(part.is_far for part in found) > 1:
        raise Refused("there is more than one far reply")
    if sum(part.bytes for part in found) > MOST_BYTES:
        raise Refused(f"more than {MOST_BYTES} bytes of moves are announced")
    return EndlessClaim(row, claim, found, moves)


def _parse_part(part: object) -> Part:
    if not isinstance(part, dict):
        raise Refused("a part is not a JSON object")
    reply, count, is_far = part.get("reply"), part.get("bytes"), part.get("far", False)
    if type(count) is not int or count < 0 or type(is_far) is not bool:
        raise Refused("a part does not say how many bytes it has")
    if reply is None:
        if is_far:
            raise Refused("a far part has no reply")
        return Part(None, count)
    if not isinstance(reply, list) or len(reply) != 2 or any(type(value) is not int for value in reply):
        raise Refused(f"{short(str(reply))} is no reply")
    if reply == [0, 0]:
        raise Refused("the reply is on the first stone")
    return Part((reply[0], reply[1]), count, is_far)
