"""Certificates of what a folder proves: written part by part, each kept, by one process or several."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import PlygroundError
from plyground.infinite import certificate
from plyground.infinite.certificate import write_certificate
from plyground.infinite.cover import FAR
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.verify.endless_certificate import check_endless
from tests.infinite.test_proofs import begin, five
from tests.verify.small_prover import Point
from tests.verify.test_endless import three_tree


def three_folder(root: Path, reply: Point) -> ReplyFolder:
    """A folder as the prover leaves it, but for three in a row: two in a row, and whichever end is free."""
    tree = three_tree(reply)
    assert tree.elsewhere_tree is not None
    folder = ReplyFolder(root, reply)
    folder.start(Plan(reply, tree.point, tuple(tree.replies)), five(tree.elsewhere_tree.point))
    for answer, below in tree.replies.items():
        folder.save(answer, five(below.point))
    return folder


def test_a_reply_that_is_not_proven_is_not_written(tmp_path: Path) -> None:
    folder = begin(tmp_path, (0, 2), ((3, 3),))
    with pytest.raises(PlygroundError, match="the reply 0,2 is not proven"):
        write_certificate([folder], tmp_path / "a.cert", far=FAR, is_win=False)
    assert not (tmp_path / "a.cert").exists()


def test_parts_are_kept_and_written_anew_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "ROW", 3)
    folders = [three_folder(tmp_path, reply) for reply in ((0, 2), (1, 3))]
    alone, together = tmp_path / "alone.cert", tmp_path / "together.cert"
    write_certificate(folders, alone, far=FAR, is_win=False)
    checked = check_endless(alone)
    assert [each.part.reply for each in checked.parts] == [(0, 2), (1, 3)]
    write_certificate(folders, together, far=FAR, is_win=False, processes=2)
    assert together.read_bytes() == alone.read_bytes(), "processes find what is kept"
    plan = folders[0].plan()
    assert plan is not None
    kept = [folder.path / certificate.PART for folder in folders]
    before = [path.stat().st_mtime_ns for path in kept]
    folders[0].save(plan.needed[0], folders[0].load(plan.needed[0]))
    write_certificate(folders, together, far=FAR, is_win=False)
    assert [path.stat().st_mtime_ns > then for path, then in zip(kept, before, strict=True)] == [True, False]
    for answer in plan.needed:
        (folders[0].path / "second_{}_{}.npz".format(*answer)).unlink()
    with pytest.raises(PlygroundError, match="the reply 0,2 is not proven"):
        write_certificate(folders, together, far=FAR, is_win=False)
