"""Writing certificates of what is proven: the pieces of a folder as a guide for the walk that writes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from plyground.errors import PlygroundError
from plyground.files import explain_errors, save_file
from plyground.infinite.cover import proof_cells
from plyground.infinite.first_reply import FIRST
from plyground.infinite.memory import CELLS
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.infinite.proof_piece import ProofPiece
from plyground.infinite.prover import Point, cell_number, cell_point
from plyground.infinite.writer import EndlessWriter
from plyground.verify.endless_certificate import pack_endless
from plyground.verify.endless_field import (
    ATTACKER,
    DEFENDER,
    Cell,
    CellSet,
    cell_at,
    coordinates,
)
from plyground.verify.walk import Refused

ROW: Final = 5
PART: Final = "part-4.bin"
"""What a proof is in a certificate, after a byte that says with which move it ends at the latest."""


class PieceGuide:
    """A node of a piece, for the walk that writes it down."""

    def __init__(self, piece: ProofPiece, node: int, starts: list[int]) -> None:
        self.piece, self.node, self.starts = piece, node, starts

    @property
    def move(self) -> Cell:
        """The attacker's move."""
        cell = self.node if self.node < CELLS else int(self.piece.move[self.node - CELLS])
        return cell_at(*cell_point(cell))

    @cached_property
    def replies(self) -> CellSet:
        """The replies that it answers."""
        if self.node < CELLS:
            return 0
        start, end = self._places()
        return sum(1 << cell_at(*cell_point(cell)) for cell in self.piece.reply_cell[start:end].tolist())

    def elsewhere(self) -> PieceGuide:
        """What follows if the defender plays elsewhere."""
        if self.node < CELLS:
            raise Refused("the proof ends here")
        return PieceGuide(self.piece, int(self.piece.elsewhere[self.node - CELLS]), self.starts)

    def after(self, reply: Cell) -> PieceGuide:
        """What follows after a reply."""
        wanted = cell_number(coordinates(reply))
        for place in range(*self._places()):
            if self.piece.reply_cell[place] == wanted:
                return PieceGuide(self.piece, int(self.piece.reply_node[place]), self.starts)
        raise Refused("the proof has no answer to {},{}".format(*coordinates(reply)))

    def _places(self) -> tuple[int, int]:
        """Where its replies are."""
        if self.node < CELLS:
            return 0, 0
        start = self.starts[self.node - CELLS]
        return start, start + int(self.piece.count[self.node - CELLS])


def piece_guide(piece: ProofPiece) -> PieceGuide:
    """The first node of a piece."""
    counts = piece.count.astype(np.int64)
    return PieceGuide(piece, piece.root, (np.cumsum(counts) - counts).tolist())


class PlanGuide:
    """The attacker's second move, with the pieces of a folder below it."""

    def __init__(self, folder: ReplyFolder, plan: Plan) -> None:
        self.folder = folder
        self.move = cell_at(*plan.second)
        self.replies: CellSet = sum(1 << cell_at(*point) for point in plan.needed)

    def elsewhere(self) -> PieceGuide:
        """What follows if the defender plays elsewhere."""
        return piece_guide(self.folder.load(None))

    def after(self, reply: Cell) -> PieceGuide:
        """What follows after a second reply."""
        return piece_guide(self.folder.load(coordinates(reply)))


def write_part(
    folder: ReplyFolder, is_far: bool, show: Callable[[str], None] = lambda text: None
) -> tuple[int, bytes]:
    """The most moves and the bytes of the proof of a first reply, checked as they are written.

    Both are kept beside the pieces of the proof. Lemmas bring no further cell into the far one: the fewer it
    has, the more replies it covers.
    """
    plan = folder.plan()
    if plan is None or not folder.is_complete():
        raise PlygroundError("the reply {},{} is not proven".format(*folder.reply))
    path = folder.path / PART
    if not _is_newest(path):
        stones = {cell_at(*FIRST): ATTACKER, cell_at(*folder.reply): DEFENDER}
        within = sum(1 << cell_at(*point) for point in proof_cells(folder)) if is_far else -1
        name = "{},{}".format(*folder.reply)
        walk = EndlessWriter(ROW, on_progress=lambda positions: show(f"{name}: {positions} positions"))
        with explain_errors(f"cannot write {path}"):
            written = walk.write(stones, PlanGuide(folder, plan), within)
            save_file(path, bytes([walk.moves]) + written)
    with explain_errors(f"cannot read {path}"):
        moves, *data = path.read_bytes()
        return moves, bytes(data)


def _is_newest(path: Path) -> bool:
    """Whether a file is there, and was written after all others in its folder."""
    times = [each.stat().st_mtime_ns for each in path.parent.iterdir() if each != path]
    return path.is_file() and path.stat().st_mtime_ns > max(times)


def write_certificate(
    folders: Sequence[ReplyFolder],
    path: Path,
    *,
    far: Point,
    is_win: bool,
    processes: int = 1,
    show: Callable[[str], None] = lambda text: None,
) -> None:
    """Write a certificate of the first replies of these folders, one of which may be the far one.

    Parts stand by themselves: several processes can write them, and those of an earlier time are used again.
    """
    if processes == 1:
        written = [write_part(folder, folder.reply == far, show) for folder in folders]
    else:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            jobs = [pool.submit(write_part, folder, folder.reply == far) for folder in folders]
            for done, _ in enumerate(as_completed(jobs), 1):
                show(f"{done} of {len(jobs)} first replies written and checked")
            written = [job.result() for job in jobs]
    parts = [
        (folder.reply, data, folder.reply == far) for folder, (_, data) in zip(folders, written, strict=True)
    ]
    most = max(moves for moves, _ in written)
    with explain_errors(f"cannot write {path}"):
        save_file(path, pack_endless(ROW, "win" if is_win else "replies", parts, most))
