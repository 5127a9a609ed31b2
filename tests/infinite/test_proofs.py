"""What the prover keeps on the disk, what it still has to prove, and the command `plyground prove`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from plyground.commands.main import run
from plyground.infinite.cover import FAR, ReplyState, find_cover
from plyground.infinite.first_reply import position_symmetries
from plyground.infinite.memory import CELLS
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.infinite.proof_piece import ProofPiece
from plyground.infinite.prover import cell_number

Point = tuple[int, int]


def five(point: Point) -> ProofPiece:
    """A proof that is one move."""
    none = np.zeros(0, np.int32)
    return ProofPiece(cell_number(point), none, none, none, none, none)


def begin(root: Path, reply: Point, needed: tuple[Point, ...] = ()) -> ReplyFolder:
    """A folder as it is when elsewhere is proven, and these second replies are not."""
    folder = ReplyFolder(root, reply)
    folder.start(Plan(reply, (1, -1), needed), five((2, -2)))
    return folder


def test_kernels_agree_with_both_checkers() -> None:
    """Proofs of random positions, by the kernels as plain Python."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.infinite.plain_kernels"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) >= 2


def test_a_reply_is_proven_when_every_second_reply_is(tmp_path: Path) -> None:
    folder = ReplyFolder(tmp_path, (0, 2))
    assert folder.plan() is None
    assert not folder.is_complete()
    begin(tmp_path, (0, 2), ((3, 3), (4, 4)))
    folder.save((3, 3), five((0, 5)))
    folder.save_numbers({(4, 4): (17, 3)})
    again = ReplyFolder(tmp_path, (0, 2))
    assert again.open_answers() == [(4, 4)]
    assert again.numbers() == {(4, 4): (17, 3)}
    assert again.load((3, 3)).root == cell_number((0, 5)) < CELLS
    again.save((4, 4), five((0, 5)))
    assert folder.is_complete()


def test_without_a_far_proof_that_comes_first(tmp_path: Path) -> None:
    begin(tmp_path, (0, 2))
    cover = find_cover(tmp_path)
    assert cover.to_prove == (FAR,)
    assert cover.state_of((0, -2)) is ReplyState.PROVEN
    assert cover.state_of((1, 2)) is ReplyState.OPEN


def test_a_far_proof_covers_what_is_apart_from_it(tmp_path: Path) -> None:
    begin(tmp_path, FAR)
    begin(tmp_path, (0, 2))
    begin(tmp_path, (1, 1), ((3, 3),))
    cover = find_cover(tmp_path)
    assert cover.state_of((1, -1)) is ReplyState.UNDER_WAY
    assert cover.state_of((0, 8)) is ReplyState.COVERED
    assert (0, 1) in cover.to_prove
    assert (0, 2) not in cover.to_prove
    assert all(0 <= x <= y for x, y in cover.to_prove)


def test_symmetries_leave_the_first_three_stones() -> None:
    for plan in (Plan((0, 1), (1, 0), ()), Plan((1, 1), (1, -1), ()), Plan((3, 0), (6, 0), ())):
        for image in position_symmetries(plan):
            assert image(plan.reply) == plan.reply
            assert {image((0, 0)), image(plan.second)} == {(0, 0), plan.second}
    (mirrored,) = position_symmetries(Plan((1, 1), (2, 2), ()))[:1]
    assert mirrored((1, 2)) in {(2, 1), (0, 1), (1, 0)}


def test_status_shows_the_plane(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin(tmp_path, FAR)
    begin(tmp_path, (0, 1))
    begin(tmp_path, (1, 1), ((3, 3), (4, 4))).save_numbers({(4, 4): (17, 3)})
    picture = tmp_path / "cover.svg"
    assert run(["prove", "gomoku", "--status", "--out", str(tmp_path), "--picture", str(picture)]) == 1
    text = capsys.readouterr().out
    rows = [line[5:].split(" ") for line in text.splitlines()[:17]]
    assert rows[8][8] == "X"
    assert [rows[8][7], rows[8][9], rows[7][8], rows[9][8]] == ["#"] * 4
    assert rows[7][9] == rows[9][7] == "+"
    assert rows[0][0] == "~"
    assert "1,1: 2 of 2 second replies open: 3,3, 4,4 (proof number 17)" in text
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["squava"], "there is no prover for squava"),
        (["gomoku", "--replies", "2,1"], "2,1 is not"),
        (["gomoku", "--replies", "x"], "'x' is no cell"),
        (["gomoku", "--picture", "a.svg"], "add --status"),
        (["gomoku", "--certificate", "a.cert"], "nothing is proven"),
    ],
)
def test_wrong_arguments_get_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert run(["prove", *arguments, "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1
