"""Proving first replies by jobs: what workers answer is checked, and what is left is tried harder."""

from __future__ import annotations

import base64
import os
import signal
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.infinite import job_campaign
from plyground.infinite.certificate import piece_guide
from plyground.infinite.first_reply import EFFORTS
from plyground.infinite.job_campaign import JobCampaign, PieceJob, check_piece
from plyground.infinite.proof_folder import Plan, ReplyFolder
from tests.infinite.plain_kernels import EFFORT
from tests.infinite.plain_work import prove_plainly
from tests.infinite.test_proofs import Point, begin, five
from tests.make_four import TreeGuide
from tests.verify.small_prover import Tree


def answering(piece: bytes | None, seen: list[dict[str, Any]]) -> Any:
    """A worker that always answers this."""

    def submit(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        seen.append(arguments)
        packed = None if piece is None else base64.b64encode(piece).decode()
        done: Future[dict[str, Any]] = Future()
        done.set_result({"piece": packed, "numbers": [17, 3], "expansions": 10, "seconds": 1.0})
        return done

    return submit


def test_what_is_not_proven_is_tried_harder_and_its_numbers_are_kept(tmp_path: Path) -> None:
    begin(tmp_path, (0, 2), ((3, 3), (4, 4)))
    seen: list[dict[str, Any]] = []
    campaign = JobCampaign(tmp_path, answering(None, seen), lambda: 2, replies=[(0, 2)], efforts=EFFORTS[:3])
    campaign.run()
    efforts = [arguments["effort"][0] for arguments in seen]
    assert efforts == [effort.expansions for effort in EFFORTS[:3] for _ in range(2)]
    assert {tuple(arguments["stones"][3]) for arguments in seen} == {(3, 3), (4, 4)}
    folder = ReplyFolder(tmp_path, (0, 2))
    assert folder.numbers() == {(3, 3): (17, 3), (4, 4): (17, 3)}
    assert not folder.is_complete()


@pytest.mark.parametrize("begun", [False, True])
def test_a_piece_that_proves_nothing_is_not_kept(tmp_path: Path, begun: bool) -> None:
    if begun:
        begin(tmp_path, (0, 2), ((3, 3),))
    lie = five((2, -2)).to_bytes()
    with pytest.raises(PlygroundError, match="a job of 0,2 failed"):
        JobCampaign(tmp_path, answering(lie, []), lambda: 1, replies=[(0, 2)]).run()
    folder = ReplyFolder(tmp_path, (0, 2))
    assert (folder.plan() is not None) == begun
    assert not folder.is_complete()


def test_what_matters_is_worked_out_from_what_follows_elsewhere() -> None:
    """With three in a row of the attacker and a pass, the needed cells are those of the fours that follow."""

    class ThreeStones(PieceJob):
        @property
        def stones(self) -> list[Point]:
            return [(0, 0), (9, 9), (1, 0), (8, -9), (2, 0)]

    job = ThreeStones((9, 9), (1, 0), None, 0)
    four = Tree((3, 0), Tree((-1, 0)), {(-1, 0): Tree((4, 0))})
    assert set(check_piece(job, TreeGuide(four))) == {(3, 0), (-1, 0), (4, 0)}


class ThreeInARow(PieceJob):
    """A job that is won by a four: the attacker has three in a row, and the defender a reply more."""

    @property
    def stones(self) -> list[Point]:
        assert self.answer is not None
        return [(0, 0), self.reply, (1, 0), (8, -9), (2, 0), self.answer]


@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_cluster_survives_the_death_of_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real workers with the real prover, of which one is killed: every piece comes back, and is checked."""
    distributed = pytest.importorskip("distributed")
    from plyground.arena.cluster import ClusterExecutor

    monkeypatch.setattr(job_campaign, "PieceJob", ThreeInARow)
    folder = ReplyFolder(tmp_path, (9, 9))
    answers = ((-14, 3), (12, 12), (-9, -9), (3, 17))
    folder.start(Plan((9, 9), (1, 0), answers), five((2, -2)))
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        memory_limit=None,
        env={"NUMBA_DISABLE_JIT": "1"},
    ) as cluster:
        executor = ClusterExecutor(cluster.scheduler_address)
        victim = next(iter(cluster.workers.values())).pid
        handed_out: list[dict[str, Any]] = []

        def submit(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
            job: Future[dict[str, Any]] = executor.pool.submit(prove_plainly, arguments)
            handed_out.append(arguments)
            if len(handed_out) == 3:
                os.kill(victim, signal.SIGKILL)
            return job

        JobCampaign(tmp_path, submit, lambda: executor.size, replies=[(9, 9)], efforts=[EFFORT]).run()
        executor.close()
    assert len(handed_out) >= len(answers)
    assert folder.is_complete()
    for answer in answers:
        job = ThreeInARow((9, 9), (1, 0), answer, 0)
        check_piece(job, piece_guide(folder.load(answer)))
