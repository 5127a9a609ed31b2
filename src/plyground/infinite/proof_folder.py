"""Proofs on the disk: a folder for each first reply, a file for each piece as soon as it is found.

So a prover that is killed goes on where it was, and what is found by one process serves another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from plyground.errors import PlygroundError
from plyground.files import explain_errors, save_file
from plyground.infinite.proof_piece import ProofPiece, read_piece
from plyground.infinite.prover import Point

PLAN: Final = "plan.json"
NUMBERS: Final = "open.json"
ELSEWHERE: Final = "elsewhere.npz"


@dataclass(frozen=True)
class Plan:
    """What is to be proven after a first reply: the attacker's second move, and which answers matter then."""

    reply: Point
    second: Point
    needed: tuple[Point, ...]


class ReplyFolder:
    """What is proven after one first reply."""

    def __init__(self, root: Path, reply: Point) -> None:
        self.reply = reply
        self.path = root / "first_{}_{}".format(*reply)

    def plan(self) -> Plan | None:
        """The plan, or None before there is one."""
        values = self._read_json(PLAN)
        if values is None:
            return None
        needed = tuple((x, y) for x, y in values["needed"])
        return Plan(self.reply, tuple(values["second"]), needed)

    def start(self, plan: Plan, elsewhere: ProofPiece) -> None:
        """Keep a plan with its first piece; the plan last, so that there is none without it."""
        self.path.mkdir(parents=True, exist_ok=True)
        self._save(ELSEWHERE, elsewhere.to_bytes())
        values = {"second": plan.second, "needed": plan.needed}
        self._save(PLAN, json.dumps(values).encode())

    def save(self, answer: Point, piece: ProofPiece) -> None:
        """Keep the proof after a second reply."""
        self._save(_file_name(answer), piece.to_bytes())

    def load(self, answer: Point | None) -> ProofPiece:
        """The proof after a second reply, or with None after none."""
        name = ELSEWHERE if answer is None else _file_name(answer)
        with explain_errors(f"cannot read {self.path / name}"):
            return read_piece((self.path / name).read_bytes())

    def is_answered(self, answer: Point) -> bool:
        """Whether a second reply is proven."""
        return (self.path / _file_name(answer)).is_file()

    def open_answers(self) -> list[Point]:
        """The second replies that are not proven yet."""
        plan = self.plan()
        return [answer for answer in plan.needed if not self.is_answered(answer)] if plan else []

    def is_complete(self) -> bool:
        """Whether the first reply is proven."""
        return self.plan() is not None and not self.open_answers()

    def save_numbers(self, numbers: dict[Point, tuple[int, int]]) -> None:
        """Keep how far the proof numbers of open second replies have come."""
        values = {f"{x},{y}": pair for (x, y), pair in numbers.items()}
        self._save(NUMBERS, json.dumps(values).encode())

    def numbers(self) -> dict[Point, tuple[int, int]]:
        """Proof and disproof number of second replies that were searched in vain."""
        values = self._read_json(NUMBERS) or {}
        return {read_point(name): (pair[0], pair[1]) for name, pair in values.items()}

    def _save(self, name: str, data: bytes) -> None:
        with explain_errors(f"cannot write {self.path / name}"):
            save_file(self.path / name, data)

    def _read_json(self, name: str) -> dict[str, Any] | None:
        with explain_errors(f"cannot read {self.path / name}"):
            try:
                values: dict[str, Any] = json.loads((self.path / name).read_bytes())
            except FileNotFoundError:
                return None
        return values


def reply_folders(root: Path) -> Iterator[ReplyFolder]:
    """The folders of all first replies that were begun."""
    for path in sorted(root.glob("first_*_*")):
        _, x, y = path.name.split("_")
        yield ReplyFolder(root, (int(x), int(y)))


def read_point(text: str) -> Point:
    """A point as people write it.

    >>> read_point("3,-2")
    (3, -2)
    """
    try:
        x, y = map(int, text.split(","))
    except ValueError:
        raise PlygroundError(f"{text!r} is no cell; write it like 3,-2") from None
    return x, y


def _file_name(answer: Point) -> str:
    return "second_{}_{}.npz".format(*answer)
