"""Writing certificates of what is proven: the checker's own walk, led through the pieces of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from plyground.errors import PlygroundError
from plyground.files import explain_errors, save_file
from plyground.infinite.first_reply import FIRST
from plyground.infinite.memory import CELLS
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.infinite.proof_piece import ProofPiece
from plyground.infinite.prover import Point, cell_number, cell_point
from plyground.verify.endless_certificate import pack_endless
from plyground.verify.endless_field import ATTACKER, DEFENDER, cell_at, coordinates
from plyground.verify.endless_proof import EndlessWalk

ROW = 5


class PieceGuide:
    """A node of a piece, for the walk that writes it down."""

    __slots__ = ("node", "piece", "starts")

    def __init__(self, piece: ProofPiece, node: int, starts: list[int]) -> None:
        self.piece, self.node, self.starts = piece, node, starts

    @property
    def move(self) -> int:
        """The attacker's move."""
        cell = self.node if self.node < CELLS else int(self.piece.move[self.node - CELLS])
        return cell_at(*cell_point(cell))

    def elsewhere(self) -> PieceGuide:
        """What follows if the defender plays elsewhere."""
        return PieceGuide(self.piece, int(self.piece.elsewhere[self.node - CELLS]), self.starts)

    def after(self, reply: int) -> PieceGuide:
        """What follows after a reply."""
        number = self.node - CELLS
        wanted = cell_number(coordinates(reply))
        start = self.starts[number]
        cells = self.piece.reply_cell
        for place in range(start, start + int(self.piece.count[number])):
            if cells[place] == wanted:
                return PieceGuide(self.piece, int(self.piece.reply_node[place]), self.starts)
        raise PlygroundError("the proof has no answer to {},{}".format(*coordinates(reply)))


def piece_guide(piece: ProofPiece) -> PieceGuide:
    """The first node of a piece."""
    counts = piece.count.astype(np.int64)
    return PieceGuide(piece, piece.root, (np.cumsum(counts) - counts).tolist())


class PlanGuide:
    """The attacker's second move, with the pieces of a folder below it."""

    def __init__(self, folder: ReplyFolder, plan: Plan) -> None:
        self.folder = folder
        self.move = cell_at(*plan.second)

    def elsewhere(self) -> PieceGuide:
        """What follows if the defender plays elsewhere."""
        return piece_guide(self.folder.load(None))

    def after(self, reply: int) -> PieceGuide:
        """What follows after a second reply."""
        return piece_guide(self.folder.load(coordinates(reply)))


def write_part(folder: ReplyFolder, on_progress: Callable[[int], None] | None = None) -> bytes:
    """The bytes of the proof of a first reply, checked as they are written."""
    plan = folder.plan()
    if plan is None or not folder.is_complete():
        raise PlygroundError("the reply {},{} is not proven".format(*folder.reply))
    data = bytearray()
    walk = EndlessWalk(ROW, write=data.extend, on_progress=on_progress)
    walk.prove({cell_at(*FIRST): ATTACKER, cell_at(*folder.reply): DEFENDER}, PlanGuide(folder, plan))
    return bytes(data)


def write_certificate(
    folders: Iterable[ReplyFolder],
    path: Path,
    *,
    far: Point,
    is_win: bool,
    show: Callable[[str], None] = lambda text: None,
) -> None:
    """Write a certificate of the first replies of these folders, one of which may be the far one."""
    parts = []
    for folder in folders:
        name = "{},{}".format(*folder.reply)

        def progress(positions: int, name: str = name) -> None:
            show(f"{name}: {positions} positions written and checked")

        parts.append((folder.reply, write_part(folder, progress), folder.reply == far))
    with explain_errors(f"cannot write {path}"):
        save_file(path, pack_endless(ROW, "win" if is_win else "replies", parts))
