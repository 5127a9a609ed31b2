"""Certificates for the endless field. docs/certificates.md tells the format.

Their second line lists the proofs in them:

    {"row": 5, "claim": "replies", "parts": [{"reply": [4, 4], "bytes": 812345}], "length": 33333}
"""

from __future__ import annotations

import lzma
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from plyground.verify.certificate_file import pack_file, read_head, unpack_body
from plyground.verify.endless_cover import FarProof, Point, open_replies, representative, split_far_proof
from plyground.verify.endless_field import ATTACKER, DEFENDER, cell_at, cells_of, coordinates
from plyground.verify.endless_lemmas import Walked
from plyground.verify.endless_proof import EndlessReader, ProofNode, write_out
from plyground.verify.model import short
from plyground.verify.walk import Refused

FIRST_LINE: Final = b"plyground endless certificate 2\n"
LONGEST_LINE: Final = 100_000
CLAIMS: Final = ("win", "replies")
SMALLEST_ROW: Final = 3
LARGEST_ROW: Final = 5


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


def pack_endless(row: int, claim: str, parts: Sequence[tuple[Point | None, bytes, bool]]) -> bytes:
    """A certificate as it stands in its file, from the bytes of its parts."""
    body = lzma.compress(b"".join(data for _, data, _ in parts), preset=9 | lzma.PRESET_EXTREME)
    listed = [
        {"reply": reply, "bytes": len(data)} | ({"far": True} if far else {}) for reply, data, far in parts
    ]
    return pack_file(FIRST_LINE, {"row": row, "claim": claim, "parts": listed}, body)


def check_endless(path: Path, on_progress: Callable[[int, int], None] | None = None) -> CheckedEndless:
    """Check a certificate; `Refused` says what is wrong with it.

    `on_progress` is called now and then with the numbers of bytes read and announced.
    """
    began = time.perf_counter()
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
        body = _Body(file, sum(part.bytes for part in claim.parts), on_progress)
        checked: list[CheckedPart] = []
        far: FarProof | None = None
        walk = EndlessReader(claim.row, body.next)
        for part in claim.parts:
            before = walk.positions
            walked = _walk_part(walk, part, body)
            checked.append(CheckedPart(part, walk.positions - before, walked.moves))
            far = _far_proof(walk, part) or far
        body.finish()
    uncovered = _check_claim(claim, far)
    return CheckedEndless(claim, tuple(checked), uncovered, time.perf_counter() - began)


def read_tree(path: Path, reply: Point | None) -> tuple[int, dict[int, int], ProofNode]:
    """The whole tree of one part, checked: the length of a row, the stones before it, and its first node.

    All parts before it are checked as well, because it may use their lemmas.
    """
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
        body = _Body(file, sum(part.bytes for part in claim.parts), None)
        walk = EndlessReader(claim.row, body.next, keeps_tree=True)
        if any(part.reply == reply for part in claim.parts):
            for part in claim.parts:
                walked = _walk_part(walk, part, body)
                if part.reply == reply:
                    return claim.row, _stones(part), write_out(claim.row, _stones(part), walked.node)
    listed = " ".join("{},{}".format(*part.reply) for part in claim.parts if part.reply)
    wanted = "the empty board" if reply is None else "{},{}".format(*reply)
    raise Refused(f"there is no proof of {wanted} in it, only of {listed or 'the empty board'}")


@dataclass(frozen=True)
class EndlessStrategy:
    """How to win by a certificate: the first node of each part, and what the far one covers."""

    row: int
    trees: tuple[tuple[Part, ProofNode], ...]
    far: FarProof | None


def read_strategy(path: Path, on_progress: Callable[[int, int], None] | None = None) -> EndlessStrategy:
    """The trees of all parts, checked. What lemmas prove stands in them once, as it was proven first."""
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
        body = _Body(file, sum(part.bytes for part in claim.parts), on_progress)
        walk = EndlessReader(claim.row, body.next, keeps_tree=True)
        trees: list[tuple[Part, ProofNode]] = []
        far: FarProof | None = None
        for part in claim.parts:
            trees.append((part, _walk_part(walk, part, body).node))
            far = _far_proof(walk, part) or far
        body.finish()
    return EndlessStrategy(claim.row, tuple(trees), far)


def listed_replies(path: Path) -> list[Point]:
    """The first replies that a certificate is about, unchecked."""
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
    return [part.reply for part in claim.parts if part.reply is not None]


def _far_proof(walk: EndlessReader, part: Part) -> FarProof | None:
    """What a part covers that was just walked through, if it is the far one."""
    if not part.is_far or part.reply is None:
        return None
    return split_far_proof(map(coordinates, cells_of(walk.used)), part.reply, walk.field.row)


def _stones(part: Part) -> dict[int, int]:
    if part.reply is None:
        return {}
    return {cell_at(0, 0): ATTACKER, cell_at(*part.reply): DEFENDER}


def _walk_part(walk: EndlessReader, part: Part, body: _Body) -> Walked:
    body.begin_part(part.bytes)
    walked = walk.prove(_stones(part))
    body.end_part()
    return walked


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


class _Body:
    """The bytes of the parts, unpacked as they are needed and never more than announced."""

    def __init__(self, file: BinaryIO, total: int, on_progress: Callable[[int, int], None] | None) -> None:
        def progress(done: int) -> None:
            if on_progress is not None:
                on_progress(done, total)

        self.unpacked = unpack_body(file, total, progress)
        self.left = 0
        """How many bytes the part under way still has."""

    def begin_part(self, count: int) -> None:
        """Go on with a part of so many bytes."""
        self.left = count

    def next(self) -> int:
        """The next byte of the part under way."""
        if self.left == 0:
            raise Refused("a part of the proof ends before every reply is answered")
        self.left -= 1
        return next(self.unpacked)

    def end_part(self) -> None:
        """Make sure that nothing of the part is left."""
        if self.left:
            raise Refused("a part has more moves than its proof needs")

    def finish(self) -> None:
        """Make sure that nothing is left."""
        if next(self.unpacked, None) is not None:
            raise Refused("something follows the parts")


def _parse_claim(values: dict[str, Any]) -> EndlessClaim:
    row, claim, parts = values.get("row"), values.get("claim"), values.get("parts")
    if type(row) is not int or not SMALLEST_ROW <= row <= LARGEST_ROW:
        raise Refused(f"{short(str(row))} in a row cannot be checked")
    if claim not in CLAIMS:
        raise Refused(f"it claims {short(str(claim))}, and not {' or '.join(CLAIMS)}")
    if not isinstance(parts, list) or not parts:
        raise Refused("the second line does not list the parts of the proof")
    found = tuple(_parse_part(part) for part in parts)
    replies = [part.reply and representative(part.reply) for part in found]
    if len(set(replies)) < len(replies):
        raise Refused("two parts are about the same reply")
    if sum(part.is_far for part in found) > 1:
        raise Refused("there is more than one far reply")
    return EndlessClaim(row, claim, found)


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
