"""The same tournament on a real Dask cluster of two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.cluster import ClusterExecutor
from plyground.arena.executors import LocalExecutor
from plyground.arena.folder import INDEX, GameResult, TournamentFolder
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.arena.tournament import Tournament, TournamentState
from plyground.commands.main import run
from plyground.errors import PlygroundError
from tests.arena.fakes import SEAT_FUNCTION

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.filterwarnings("default"),  # what the cluster warns of is not ours to mend
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
]

SETTINGS = TournamentSettings(
    "noughts", ("dice", "plain"), games=60, openings="2", seed=5, limits=GameLimits(nodes=500)
)
BOOK = [("b2", "a1"), ("a1", "b2")]


@pytest.fixture(scope="module")
def cluster() -> Any:
    """One for all tests; a worker that is killed is started anew."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def held(path: Path, executor: Any, watch: Any) -> TournamentState:
    folder = TournamentFolder.begin(path, SETTINGS, BOOK)
    try:
        return Tournament(folder, executor, watch, SEAT_FUNCTION).run()
    finally:
        folder.release()
        executor.close()


def test_no_game_is_lost_or_counted_twice_when_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    executor = ClusterExecutor(cluster.scheduler_address)
    processes = {address: worker.pid for address, worker in cluster.workers.items()}
    assert len(set(processes.values())) == 2
    victim = next(iter(processes.values()))
    seen: list[int] = []

    def kill_one(state: TournamentState, news: GameResult | None) -> None:
        if news is not None:
            seen.append(news.number)
        if len(seen) == 10 and news is not None:
            os.kill(victim, signal.SIGKILL)

    state = held(tmp_path / "cluster", executor, kill_one)
    assert state.is_complete
    assert [game.number for game in state.results] == list(range(60))
    assert sorted(seen) == list(range(60))
    lines = [json.loads(line)["number"] for line in (tmp_path / "cluster" / INDEX).read_text().splitlines()]
    assert sorted(lines) == list(range(60))
    assert len(list((tmp_path / "cluster" / "games").iterdir())) == 60
    assert not any(game.fault for game in state.results)
    here = held(tmp_path / "here", LocalExecutor(2), lambda state, news: None)
    assert [game.digest for game in state.results] == [game.digest for game in here.results]


def test_the_command_plays_on_a_cluster(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("plyground.arena.plan.check_answers", lambda settings, openings: "")
    arguments = [
        "noughts",
        "1",
        "2",
        "--games",
        "4",
        "--openings",
        "0",
        "--cluster",
        cluster.scheduler_address,
    ]
    assert run(["arena", *arguments]) == 0
    assert "4 of 4 games" in capsys.readouterr().out
    assert run(["arena", "noughts", "1", "hal", "--out", "other", *arguments[3:]]) == 2
    assert "there is no player 'hal'" in capsys.readouterr().err
    study = ["study", "noughts", "--games", "8", "--nodes", "5", "--json", "--cluster"]
    assert run([*study, cluster.scheduler_address]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["games"] for each in found["by_strength"]] == [8, 8, 8, 8]


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.arena.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(PlygroundError, match=r"there is no Dask scheduler at tcp://127.0.0.1:9"):
        ClusterExecutor("tcp://127.0.0.1:9")
    with pytest.raises(PlygroundError, match="there is no Dask scheduler at nonsense://"):
        ClusterExecutor("nonsense://")


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[cluster\]'"):
        ClusterExecutor("tcp://127.0.0.1:8786")
