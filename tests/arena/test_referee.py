"""One game: it is played by the rules, and whoever breaks those of the arena has lost it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.process_pool import POOL, ProcessEnded
from plyground.arena.referee import (
    CRASH,
    ILLEGAL,
    TIME,
    FinishedGame,
    Forfeit,
    GameTask,
    ProcessKilled,
    Referee,
    check_players,
    play_game,
)
from plyground.arena.settings import GameLimits
from plyground.records import read_record, write_record
from tests.arena.fakes import NOTES, SEAT_FUNCTION
from tests.arena.processes import gone

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


def played(first: str, second: str, game: str = "noughts", opening: str = "", **limits: Any) -> FinishedGame:
    task = GameTask(
        number=0,
        game=game,
        players=(first, second),
        opening=tuple(opening.split()),
        seeds=(1, 2),
        limits=GameLimits(**limits),
        seat_function=SEAT_FUNCTION,
    )
    finished = play_game(task)
    assert read_record(write_record(finished.record)) == finished.record
    return finished


def test_a_game_is_played_from_its_opening_to_its_end() -> None:
    finished = played("1", "2", opening="b2 a1")
    record = finished.record
    assert (finished.number, finished.fault) == (0, "")
    assert record.players == ("1", "2")
    assert [move.move for move in record.moves[:2]] == ["b2", "a1"]
    assert [move.comment for move in record.moves] == ["opening"] * 2 + [""] * (len(record.moves) - 2)
    assert [move.seconds is None for move in record.moves[:3]] == [True, True, False]
    assert record.board().is_over
    assert record.result in ("1-0", "0-1", "1/2-1/2")


def test_limits_and_seeds_reach_the_players() -> None:
    games = [played("dice", "dice", game="squava", nodes=10) for _ in range(2)]
    moves = [[move.move for move in game.record.moves] for game in games]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("who", "fault", "reason"),
    [
        ("crash", CRASH, "X crashed: ZeroDivisionError: integer division or modulo by zero (fakes.py, line "),
        ("leave", CRASH, "X crashed: SystemExit: enough (fakes.py, line "),
        ("die", CRASH, "X crashed: its process ended with code 3"),
        ("unseatable", CRASH, "X crashed: ValueError: no such chair (fakes.py, line "),
        ("refuses", CRASH, "X could not play: I do not play this"),
        ("hal", CRASH, "X could not play: there is no player 'hal'"),
        ("wrong", ILLEGAL, "X made an illegal move: "),
        ("taken", ILLEGAL, "X made an illegal move: a1 is taken"),
        ("nothing", ILLEGAL, "X made no move but said None"),
        pytest.param("fault", CRASH, "X crashed: its process was ended by SIGSEGV", marks=posix),
        pytest.param("killed", CRASH, "X crashed: its process was killed", marks=posix),
    ],
)
def test_who_misbehaves_has_lost(who: str, fault: str, reason: str) -> None:
    finished = played(who, "plain")
    assert finished.fault == fault
    assert finished.record.reason.startswith(reason)
    assert "\n" not in finished.record.reason
    assert finished.record.result == "0-1"


def test_the_second_player_can_misbehave_too() -> None:
    finished = played("plain", "crash", opening="b2")
    assert (finished.record.result, finished.record.reason[:9]) == ("1-0", "O crashed")


@posix
def test_a_game_that_somebody_else_killed_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    POOL.stop()  # the next process sees the new environment
    monkeypatch.setenv(NOTES, str(tmp_path))
    finished = played("killed once", "plain")
    assert (tmp_path / "killed").exists()
    assert finished.fault == ""
    POOL.stop()


def test_who_oversteps_his_time_has_lost() -> None:
    finished = played("slow", "plain", seconds=1.0, grace=0.5)
    assert (finished.fault, finished.record.result) == (TIME, "0-1")
    assert finished.record.reason == "X overstepped its time of 1 s"


def test_a_little_more_is_forgiven() -> None:
    assert played("slow", "plain", seconds=0.1, grace=60.0).fault == ""


def test_without_a_time_limit_nobody_is_too_slow() -> None:
    assert played("slow", "plain").fault == ""


@posix
@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"seconds": 2.0}, "X overstepped its time of 2 s"),
        ({"patience": 8.0}, "X took more than 8 s"),
    ],
)
def test_who_hangs_is_cut_off_with_all_that_he_has_started(
    limits: dict[str, Any], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    POOL.stop()
    monkeypatch.setenv(NOTES, str(tmp_path))
    finished = played("hang", "plain", **limits)
    assert (finished.fault, finished.record.reason) == (TIME, reason)
    started = [int(note.name) for note in tmp_path.iterdir()]
    assert len(started) == 2
    assert gone(started)
    assert played("plain", "plain").fault == ""
    POOL.stop()


def test_who_is_never_ready_has_lost() -> None:
    finished = played("unready", "plain", patience=1.0)
    assert (finished.fault, finished.record.reason) == (TIME, "X was not ready within 1 s")


def test_what_players_print_read_and_change_disturbs_nobody() -> None:
    assert played("talker", "talker").fault == ""


def test_a_player_who_does_not_leave_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.arena.process_pool.CLOSE_SECONDS", 0.2)
    assert played("sticky", "plain").fault == ""
    assert played("plain", "plain").fault == ""


def test_a_game_without_end_is_a_draw() -> None:
    finished = played("plain", "plain", longest=3)
    assert (finished.record.result, finished.record.reason) == ("1/2-1/2", "stopped after 3 moves")


def test_a_game_in_a_file_is_recorded_with_its_whole_path() -> None:
    file = Path(__file__).parent.parent / "data" / "lastone.py"
    finished = played("plain", "plain", game=str(file))
    assert finished.record.game == str(file)


def test_one_process_plays_game_after_game() -> None:
    POOL.stop()
    for _ in range(3):
        played("plain", "plain")
    assert len(POOL._all) == 1


@posix
def test_a_process_that_ended_between_two_games_is_put_away() -> None:
    POOL.stop()
    played("plain", "plain")
    (process,) = POOL._all
    os.kill(process.pid, signal.SIGKILL)
    while process.is_alive:
        time.sleep(0.01)
    played("plain", "plain")
    assert process not in POOL._all
    assert process._process.stdin is not None
    assert process._process.stdin.closed


def test_players_are_checked_before_the_first_game() -> None:
    assert check_players("noughts", ("1", "perfect", "crash", "die"), GameLimits(), SEAT_FUNCTION) == []
    wrong = check_players("noughts", ("1", "hal", "human", "refuses"), GameLimits(), SEAT_FUNCTION)
    assert [each[:30] for each in wrong] == [
        "there is no player 'hal'; noughts has"[:30],
        "human cannot play here: a tournament"[:30],
        "I do not play this",
    ]


def test_only_kills_count_as_disturbances() -> None:
    referee = Referee(GameTask(0, "noughts", ("a", "b"), (), (0, 0)))
    assert isinstance(referee.reason_for(0, ProcessEnded(-signal.SIGTERM)), ProcessKilled)
    assert isinstance(referee.reason_for(0, ProcessEnded(1)), Forfeit)
    assert isinstance(referee.reason_for(0, ProcessEnded(-200)), Forfeit)
