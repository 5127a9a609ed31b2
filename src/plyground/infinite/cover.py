"""Which first replies have to be proven, and how far each has come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import numpy as np

from plyground.infinite.first_reply import FIRST
from plyground.infinite.memory import CELLS
from plyground.infinite.proof_folder import ReplyFolder, reply_folders
from plyground.infinite.prover import Point, cell_point
from plyground.verify.endless_cover import FarProof, open_replies, representative, split_far_proof

FAR: Final[Point] = (0, 28)
"""The reply whose proof is moved to all far ones."""
ROW: Final = 5


class ReplyState(Enum):
    """How far a first reply has come."""

    PROVEN = "proven"
    COVERED = "covered by the far reply"
    UNDER_WAY = "under way"
    OPEN = "open"


@dataclass(frozen=True)
class Cover:
    """What the proofs of a folder cover."""

    states: dict[Point, ReplyState]
    """For one reply of each class, as far as the picture goes."""
    to_prove: tuple[Point, ...]
    """The replies that are needed and not proven, far ones first; if no far reply is proven, that one."""
    radius: int

    def state_of(self, reply: Point) -> ReplyState:
        """How far a reply, or the image of it that is looked at, has come."""
        return self.states.get(representative(reply), ReplyState.COVERED)


def proof_cells(folder: ReplyFolder) -> set[Point]:
    """All cells on which the proof of a first reply ever has a stone."""
    plan = folder.plan()
    assert plan is not None
    cells: set[Any] = set()
    for answer in (None, *plan.needed):
        piece = folder.load(answer)
        fives = np.append(piece.elsewhere, piece.reply_node)
        for values in (piece.move, piece.reply_cell, fives[fives < CELLS]):
            cells.update(np.unique(values).tolist())
        if piece.root < CELLS:
            cells.add(piece.root)
    return {cell_point(cell) for cell in cells} | {FIRST, plan.reply, plan.second, *plan.needed}


def far_proof(root: Path) -> FarProof | None:
    """The proof of the far reply, if there is one."""
    folder = ReplyFolder(root, FAR)
    return split_far_proof(proof_cells(folder), FAR, ROW) if folder.is_complete() else None


def find_cover(root: Path, smallest_radius: int = 8) -> Cover:
    """What the proofs in a folder cover."""
    folders = {representative(folder.reply): folder for folder in reply_folders(root)}
    far = far_proof(root)
    needed = list(open_replies([], far)) if far else []
    shown = [reply for reply in folders if reply != FAR] + needed
    radius = max([smallest_radius, *(max(reply) for reply in shown)])
    near = [(x, y) for y in range(1, radius + 1) for x in range(y + 1)]
    states = {}
    for reply in near:
        if reply in folders and folders[reply].is_complete():
            states[reply] = ReplyState.PROVEN
        elif far is not None and reply not in needed:
            states[reply] = ReplyState.COVERED
        else:
            states[reply] = ReplyState.UNDER_WAY if reply in folders else ReplyState.OPEN
    left = [reply for reply in needed if states[reply] is not ReplyState.PROVEN]
    to_prove = sorted(left, key=_in_rows) if far else [FAR]
    return Cover(states, tuple(to_prove), radius)


def _in_rows(reply: Point) -> tuple[int, int]:
    """Row after row from the furthest, to and fro, so that each reply is next to the one before."""
    x, y = reply
    return -y, x if y % 2 == 0 else -x
