"""A whole tournament: the same games whatever the number of cores, and nobody ends it but its end."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.executors import LocalExecutor
from plyground.arena.folder import INDEX, GameResult, TournamentFolder
from plyground.arena.referee import FinishedGame, GameTask, play_game
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.arena.standings import Standings, whole_pairs
from plyground.arena.tournament import Tournament, TournamentState
from plyground.errors import PlygroundError
from plyground.records import load_record
from tests.arena.fakes import NOTES, SEAT_FUNCTION
from tests.arena.processes import gone

BOOK = [("b2", "a1"), ("a1", "b2"), ("a1", "c3")]


def settings(*players: str, games: int = 6, **more: Any) -> TournamentSettings:
    return TournamentSettings("noughts", players, games=games, openings="3", seed=5, **more)


def silence(state: TournamentState, news: GameResult | None) -> None:
    """Observer without a word."""


def held(path: Path, asked: TournamentSettings, jobs: int = 2) -> TournamentState:
    executor = LocalExecutor(jobs)
    folder = TournamentFolder.begin(path, asked, BOOK)
    try:
        return Tournament(folder, executor, silence, SEAT_FUNCTION).run()
    finally:
        folder.release()
        executor.close()


def outcome(state: TournamentState) -> list[tuple[object, ...]]:
    return [(game.number, game.first, game.second, game.result, game.digest) for game in state.results]


@pytest.mark.parametrize("gauntlet", [False, True])
def test_everybody_meets_everybody_on_both_sides(gauntlet: bool, tmp_path: Path) -> None:
    state = held(tmp_path, settings("dice", "plain", "1", gauntlet=gauntlet))
    assert state.is_complete
    assert not state.is_interrupted
    assert len(state.results) == state.total == (12 if gauntlet else 18)
    for row in state.standings.rows:
        assert row.as_first.games == row.as_second.games
    for one, other in zip(state.results[::2], state.results[1::2], strict=True):
        assert (one.first, one.second, one.opening) == (other.second, other.first, other.opening)
        for game in (one, other):
            record = load_record(tmp_path / "games" / f"{game.number + 1:06}.ply")
            assert record.players == (game.first, game.second)
            assert record.result == game.result
            assert tuple(move.move for move in record.moves[:2]) == BOOK[game.opening]


def test_the_games_do_not_depend_on_the_number_of_cores(tmp_path: Path) -> None:
    asked = settings("dice", "1", limits=GameLimits(nodes=200))
    one, three = (held(tmp_path / str(jobs), asked, jobs) for jobs in (1, 3))
    assert outcome(one) == outcome(three)
    other = held(tmp_path / "other", replace(asked, seed=6))
    assert outcome(one) != outcome(other)


def test_nothing_a_player_does_ends_the_tournament(tmp_path: Path) -> None:
    limits = GameLimits(seconds=3.0, patience=60.0)
    bad = ("crash", "die", "wrong", "hang", "leave", "nothing", "unseatable")
    state = held(tmp_path, settings("plain", *bad, games=2, gauntlet=True, limits=limits), jobs=3)
    assert state.is_complete
    rows = {row.name: row for row in state.standings.rows}
    for who, fault in zip(
        bad, ("crash", "crash", "illegal move", "time", "crash", "illegal move", "crash"), strict=True
    ):
        assert rows[who].faults == {fault: 2}
        assert (rows[who].total.wins, rows[who].total.losses) == (0, 2)
    assert rows["plain"].total.wins == 14
    assert not rows["plain"].faults


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    asked = settings("dice", "plain", games=30)
    folder = TournamentFolder.begin(tmp_path / "cut", asked, BOOK)
    executor = LocalExecutor(2)

    def interrupt(state: TournamentState, news: GameResult | None) -> None:
        if len(state.results) == 7:
            raise KeyboardInterrupt

    state = Tournament(folder, executor, interrupt, SEAT_FUNCTION).run()
    folder.release()
    assert state.is_interrupted
    assert not state.is_complete
    assert len(state.results) == 7
    again = TournamentFolder.resume(tmp_path / "cut")
    assert len(again.results) == 7
    done = Tournament(again, executor, silence, SEAT_FUNCTION).run()
    again.release()
    executor.close()
    assert outcome(done) == outcome(held(tmp_path / "whole", asked))
    assert len((tmp_path / "cut" / INDEX).read_text().splitlines()) == 30


def test_an_interruption_does_not_wait_for_players(tmp_path: Path) -> None:
    folder = TournamentFolder.begin(tmp_path, settings("hang", "plain"), BOOK)
    executor = LocalExecutor(2)
    beats = []

    def interrupt(state: TournamentState, news: GameResult | None) -> None:
        beats.append(state)
        if len(beats) > 8:
            raise KeyboardInterrupt

    state = Tournament(folder, executor, interrupt, SEAT_FUNCTION).run()
    executor.close()
    folder.release()
    assert state.is_interrupted
    assert state.results == ()


PROGRAM = """
import sys
from pathlib import Path
from plyground.arena.executors import LocalExecutor
from plyground.arena.folder import TournamentFolder
from plyground.arena.tournament import Tournament
from tests.arena.fakes import SEAT_FUNCTION
from tests.arena.test_tournament import BOOK, settings, silence
folder = TournamentFolder.begin(Path(sys.argv[1]), settings("hang", "plain"), BOOK)
Tournament(folder, LocalExecutor(2), silence, SEAT_FUNCTION).run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_kill_leaves_no_process_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    monkeypatch.setenv(NOTES, str(notes))
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path / "out")]) as process:
        while len(list(notes.iterdir())) < 4:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    assert gone([int(note.name) for note in notes.iterdir()])
    TournamentFolder.resume(tmp_path / "out").release()


# Sequential tests


def test_a_sequential_test_stops_when_decided(tmp_path: Path) -> None:
    asked = settings("plain", "wrong", games=200, sprt=(0.0, 300.0))
    one, three = (held(tmp_path / str(jobs), asked, jobs) for jobs in (1, 3))
    assert one.sprt is not None
    assert one.sprt.is_decided
    assert one.sprt.llr >= one.sprt.upper
    assert one.is_complete
    assert len(one.results) == 2 * one.sprt.pairs < 200
    assert one.sprt == three.sprt
    assert outcome(one) == outcome(three)
    again = TournamentFolder.resume(tmp_path / "3")
    executor = LocalExecutor(1)
    kept = len(again.results)
    assert outcome(Tournament(again, executor, silence, SEAT_FUNCTION).run()) == outcome(one)
    assert len(again.results) == kept
    again.release()
    executor.close()


def test_a_sequential_test_may_end_undecided(tmp_path: Path) -> None:
    state = held(tmp_path, settings("dice", "plain", games=6, sprt=(0.0, 5.0)))
    assert state.sprt is not None
    assert not state.sprt.is_decided
    assert state.sprt.pairs == 3
    assert state.is_complete


def test_pairs_are_looked_at_in_their_order() -> None:
    def result(number: int, first: str, points: float) -> GameResult:
        result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[points]
        return GameResult(number, 0, first, "ab".replace(first, ""), result, "", "", 9, str(number))

    games = [result(0, "a", 1), result(1, "b", 0.5), result(2, "a", 0), result(5, "b", 0), result(4, "a", 1)]
    results = {game.number: game for game in games}
    assert whole_pairs("ab", results) == [1.5]
    results[3] = result(3, "b", 1)
    assert whole_pairs("ab", results) == [1.5, 0.0, 2.0]
    standings = Standings("ab", results.values())
    assert [str(row.total) for row in standings.rows] == ["3-1-2", "2-1-3"]
    assert [str(row.as_first) for row in standings.rows] == ["2-0-1", "1-1-1"]
    assert standings.repeated == 0


# Executors that fail


class Unreliable:
    """Loses every second game that it is given, and answers some twice."""

    def __init__(self, *, always: bool = False) -> None:
        self.pool: Executor = self  # type: ignore[assignment]
        self.size = 3
        self.threads = ThreadPoolExecutor(2)
        self.always = always
        self.lock = threading.Lock()
        self.given: list[int] = []

    def submit(self, play: Any, task: GameTask) -> Future[FinishedGame]:
        with self.lock:
            self.given.append(task.number)
            lost = self.always or (len(self.given) % 2 == 1)
        return self.threads.submit(self.fail if lost else play_game, task)

    def fail(self, task: GameTask) -> FinishedGame:
        raise RuntimeError("the worker is gone")

    def abandon(self, games: Collection[Future[Any]]) -> None:
        for game in games:
            game.cancel()

    def close(self) -> None:
        self.threads.shutdown()


def test_games_that_an_executor_loses_are_handed_out_again(tmp_path: Path) -> None:
    executor = Unreliable()
    folder = TournamentFolder.begin(tmp_path / "lossy", settings("dice", "plain"), BOOK)
    state = Tournament(folder, executor, silence, SEAT_FUNCTION).run()
    folder.release()
    executor.close()
    assert len(executor.given) > 6
    assert outcome(state) == outcome(held(tmp_path / "sound", settings("dice", "plain")))


def test_an_executor_that_plays_nothing_is_given_up(tmp_path: Path) -> None:
    executor = Unreliable(always=True)
    folder = TournamentFolder.begin(tmp_path, settings("dice", "plain"), BOOK)
    with pytest.raises(PlygroundError, match="could not be played: RuntimeError: the worker is gone"):
        Tournament(folder, executor, silence, SEAT_FUNCTION).run()
    folder.release()
    executor.close()
