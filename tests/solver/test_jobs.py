"""Solving by jobs: on threads, on processes and on a Dask cluster, with workers and managers that die."""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from plyground.board import Board
from plyground.commands.main import run
from plyground.errors import PlygroundError
from plyground.solver.jobs.manager import JOURNAL, JobManager, JobProgress
from plyground.solver.jobs.tree import JobTree
from plyground.solver.jobs.work import prove_position
from plyground.solver.solver import solve
from plyground.verify.certificate import check

GAME = "numerical:3x3"


def manage(board: Board, folder: Path, pool: ThreadPoolExecutor, **options: Any) -> JobManager:
    options.setdefault("submit", lambda arguments: pool.submit(prove_position, **arguments))
    return JobManager(board, folder, size=lambda: 4, memory=16, **options)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / JOURNAL).read_text().splitlines()[1:]]


def test_a_tree_finds_the_value_of_noughts_from_single_answers() -> None:
    """A worker that knows only positions with one or two empty cells: the tree does the rest."""
    tree = JobTree(Board("noughts", "b2 a1 c3"))
    jobs = 0
    while tree.value is None:
        node = tree.pick()
        assert node is not None
        jobs += 1
        if len(node.board.legal_moves) > 2:
            tree.expand(node)
        else:
            tree.settle(node, solve(node.board).value or "")
    assert tree.value == solve(Board("noughts", "b2 a1 c3")).value == "draw"
    assert jobs > 5


def test_jobs_on_threads_prove_and_every_answer_has_its_certificate(tmp_path: Path) -> None:
    board = Board(GAME, "b2=1")
    with ThreadPoolExecutor(2) as pool:
        manager = manage(board, tmp_path, pool)
        assert manager.run() == solve(board).value
    proven = [line for line in lines_of(tmp_path) if line["value"]]
    assert proven
    for line in proven:
        checked = check(tmp_path / line["certificate"], game=GAME)
        assert (checked.claim.position, checked.claim.value) == (line["position"], line["value"])
    verdict = manager.verdict()
    assert (verdict.value, verdict.how) == (solve(board).value, "jobs")


def test_a_manager_that_was_killed_goes_on(tmp_path: Path) -> None:
    board = Board(GAME, "b2=1")
    reports: list[JobProgress] = []

    def stop_early(progress: JobProgress) -> None:
        reports.append(progress)
        if progress.jobs >= 2:
            manager.stop()

    with ThreadPoolExecutor(2) as pool:
        manager = manage(board, tmp_path, pool, report=stop_early)
        manager.run()
        before = lines_of(tmp_path)
        with (tmp_path / JOURNAL).open("a") as file:
            file.write('{"position": "cut o')
        again = manage(board, tmp_path, pool)
        assert again.run() == solve(board).value
    assert lines_of(tmp_path)[: len(before)] == before
    assert again.jobs >= manager.jobs
    with pytest.raises(PlygroundError, match="another position"):
        manage(Board(GAME, "a1=1"), tmp_path, pool).run()


def test_answers_that_prove_something_else_do_not_count(tmp_path: Path) -> None:
    board = Board(GAME, "b2=1 a1=8")

    def lie(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        answer = prove_position(**arguments)
        other = {"win": "loss", "loss": "win", "draw": "win"}
        answer["value"] = answer["value"] and other[answer["value"]]
        job: Future[dict[str, Any]] = Future()
        job.set_result(answer)
        return job

    with ThreadPoolExecutor(1) as pool, pytest.raises(PlygroundError, match="which was not asked"):
        manage(board, tmp_path / "lies", pool, submit=lie).run()

    def garble(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        answer = prove_position(**arguments)
        data = bytearray(base64.b64decode(answer["certificate"] or ""))
        data[-1] ^= 1
        job: Future[dict[str, Any]] = Future()
        job.set_result(answer | {"certificate": base64.b64encode(data).decode()})
        return job

    with ThreadPoolExecutor(1) as pool, pytest.raises(PlygroundError, match="altered"):
        manage(board, tmp_path / "garbled", pool, submit=garble).run()
    assert not any(line["value"] for line in lines_of(tmp_path / "garbled"))


def test_the_command_solves_by_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "solve",
        GAME,
        "--moves",
        "b2=1",
        "--json",
        "--memory",
        "16",
        "--out",
        str(tmp_path / "jobs"),
    ]
    assert run([*arguments, "--jobs", "2"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == solve(Board(GAME, "b2=1")).value
    assert run([*arguments, "--jobs", "2", "--all"]) == 2
    assert "leave out --all" in capsys.readouterr().err


@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_cluster_survives_the_death_of_a_worker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        from plyground.arena.cluster import ClusterExecutor

        executor = ClusterExecutor(cluster.scheduler_address)
        victim = next(iter(cluster.workers.values())).pid
        killed: list[int] = []

        def kill_one(progress: JobProgress) -> None:
            if progress.running and not killed:
                killed.append(victim)
                os.kill(victim, signal.SIGKILL)

        board = Board(GAME, "b2=1")
        manager = JobManager(
            board,
            tmp_path / "jobs",
            lambda arguments: executor.pool.submit(prove_position, **arguments),
            lambda: executor.size,
            memory=16,
            report=kill_one,
        )
        assert manager.run() == solve(board).value
        assert killed
        executor.close()
        address = cluster.scheduler_address
        arguments = ["solve", GAME, "--moves", "b2=1 a1=8", "--json", "--memory", "16"]
        assert run([*arguments, "--out", str(tmp_path / "other"), "--cluster", address]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == "win"
