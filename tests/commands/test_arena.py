"""`plyground arena`: what it says, what it leaves behind, and how it is stopped and taken up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground.arena.folder import INDEX, PLOT, SETTINGS, TABLE, TournamentFolder
from plyground.commands.main import run
from plyground.records import load_record
from tests.processes import PATIENCE, hear_interrupts

COMMAND = [sys.executable, "-m", "plyground", "arena"]


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Arena = Callable[..., Answer]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """The command in this process, on one core. The programs below ask whether answers are mixed up."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("plyground.arena.plan.check_answers", lambda settings, openings: "")
    monkeypatch.setattr("plyground.commands.arena.count_cores", lambda: 1)

    def call(*arguments: str) -> Answer:
        code = run(["arena", *arguments])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return call


def index(folder: Path) -> list[dict[str, Any]]:
    """The finished games, without the half line that may be there."""
    try:
        lines = (folder / INDEX).read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines]


def moves_of(folder: Path) -> dict[int, str]:
    return {game["number"]: game["digest"] for game in index(folder)}


def test_a_tournament(arena: Arena, tmp_path: Path) -> None:
    answer = arena("noughts", "1", "2", "3", "--games", "4", "--seed", "1", "--jobs", "2")
    assert answer.code == 0
    assert answer.out.startswith("noughts, 12 of 12 games, seed 1\n")
    assert "Points of each row against each column" in answer.out
    assert len(answer.err.splitlines()) == 12
    folder = tmp_path / "arena-noughts"
    assert (folder / TABLE).read_text() == answer.out
    assert (folder / PLOT).read_text().startswith("<svg")
    assert not (folder / "lock").exists()
    assert len(index(folder)) == 12
    for game in index(folder):
        record = load_record(folder / "games" / f"{game['number'] + 1:06}.ply")
        assert (record.players, record.result) == ((game["first"], game["second"]), game["result"])
        assert record.moves[1].comment == "opening"
    again = arena("noughts", "1", "2", "3", "--games", "4", "--seed", "1", "--jobs", "1", "--resume")
    assert (again.code, again.out, again.err) == (0, answer.out, "")
    without_seed = arena("noughts", "1", "2", "3", "--games", "4", "--resume")
    assert (without_seed.code, without_seed.out) == (0, answer.out)


def test_a_file_of_openings(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("b2 a1\na1 b2\n")
    answer = arena("noughts", "1", "2", "--openings", "book.txt", "--json")
    told = json.loads(answer.out)
    assert (told["games"], told["of"], told["out"]) == (4, 4, "arena-noughts")
    assert (tmp_path / "arena-noughts" / "openings.txt").read_text() == "b2 a1\na1 b2\n"
    (tmp_path / "book.txt").write_text("b2 a1\na1 b1\n")
    refused = arena("noughts", "1", "2", "--openings", "book.txt", "--resume")
    assert refused.code == 2
    assert "was begun with other openings" in refused.err


def test_without_openings_every_game_begins_at_the_beginning(arena: Arena, tmp_path: Path) -> None:
    answer = arena("noughts", "1", "2", "--openings", "0", "--games", "2", "--out", "here")
    assert answer.code == 0
    assert (tmp_path / "here" / "openings.txt").read_text() == "start\n"
    assert load_record(tmp_path / "here" / "games" / "000001.ply").moves[0].comment == ""


def test_too_few_openings_are_told(arena: Arena) -> None:
    answer = arena("noughts:3x2", "1", "2", "--openings", "400", "--games", "2")
    assert answer.code == 0
    assert " different even openings, not 400" in answer.err


def test_openings_where_everything_is_decided(arena: Arena) -> None:
    file = str(Path(__file__).parent.parent / "data" / "lastone.py")
    answer = arena(file, "1", "2", "--openings", "2")
    assert answer.code == 0
    assert answer.err.startswith("every short opening is decided")


def test_a_sequential_test(arena: Arena) -> None:
    answer = arena("noughts", "3", "1", "--sprt", "0", "200", "--openings", "10", "--seed", "1")
    assert answer.code == 0
    assert "SPRT: 3 against 1: +200 Elo accepted, +0 Elo rejected (LLR " in answer.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["noughts", "1"], "a tournament needs at least two players"),
        (["noughts", "1", "1"], "'1' is there twice; name each player once"),
        (["noughts", "1", "hal"], "there is no player 'hal'; noughts has human, 1 (novice)"),
        (["noughts", "1", "human"], "human cannot play here: a tournament is for computers"),
        (["chess", "1", "2"], "there is no game 'chess'"),
        (["noughts", "1", "2", "--games", "3"], "--games must be even"),
        (["noughts", "1", "2", "--games", "0"], "'0' is not a whole number from 2 to"),
        (["noughts", "1", "2", "--seconds", "nan"], "'nan' is not a number of seconds above 0"),
        (["noughts", "1", "2", "3", "--sprt", "0", "5"], "--sprt compares two players, not 3"),
        (["noughts", "1", "2", "--sprt", "5", "0"], "the smaller one first"),
        (["noughts", "1", "2", "--sprt", "0", "inf"], "the smaller one first"),
        (["noughts", "1", "2", "--openings", "nowhere"], "cannot read nowhere: No such file"),
        (["noughts", "1", "2", "--resume"], "there is no tournament in arena-noughts to go on with"),
        (["noughts", "1", "2", "--cluster", "tcp://x:1", "--jobs", "2"], "leave out --jobs"),
        (["noughts", "1", "2", "--out", "/dev/null"], "cannot write to /dev/null"),
        (["noughts"], "missing argument 'PLAYER PLAYER...'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    arena: Arena, arguments: list[str], why: str, tmp_path: Path
) -> None:
    answer = arena(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("plyground: ")
    assert why in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "arena-noughts").exists()


def test_an_old_folder_is_left_alone(arena: Arena, tmp_path: Path) -> None:
    arguments = ("noughts", "1", "2", "--games", "2", "--openings", "0")
    assert arena(*arguments).code == 0
    before = (tmp_path / "arena-noughts" / SETTINGS).read_text()
    again = arena(*arguments)
    assert again.code == 2
    assert "arena-noughts already holds a tournament; add --resume" in again.err
    other = arena("noughts", "1", "2", "--games", "4", "--openings", "0", "--resume")
    assert other.code == 2
    assert "arena-noughts was begun with games 2, not 4" in other.err
    assert (tmp_path / "arena-noughts" / SETTINGS).read_text() == before


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from plyground.commands.main import run; run(['arena', '--help']); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'rich', 'distributed')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0
    assert "--sprt ELO0 ELO1" in done.stdout


# As a program of its own

MANY = ["noughts", "1", "2", "--games", "120", "--openings", "6", "--seed", "4", "--jobs", "2"]


def started(*more: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*COMMAND, *MANY, *more], preexec_fn=hear_interrupts, **options)


def wait_for_games(process: subprocess.Popen[bytes], folder: Path, count: int) -> None:
    while len(index(folder)) < count:
        assert process.poll() is None
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_killed_interrupted_and_taken_up_the_games_are_the_same(arena: Arena, tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    out = ["--out", str(folder)]
    with started(*out, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        wait_for_games(process, folder, 5)
        process.send_signal(signal.SIGSTOP)
        second = arena(*MANY, *out, "--resume")
        process.send_signal(signal.SIGKILL)
    assert second.code == 2
    assert "another tournament is running in" in second.err
    killed = len(index(folder))
    assert 5 <= killed < 120
    with started(*out, "--resume", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for_games(process, folder, killed + 5)
        process.send_signal(signal.SIGINT)
        table, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    stopped = len(index(folder))
    assert table.decode().startswith(f"noughts, {stopped} of 120 games")
    assert f"stopped; {stopped} of 120 games are kept in {folder}" in said.decode()
    assert "the same command with --resume goes on" in said.decode()
    assert b"Traceback" not in said
    done = arena(*MANY, *out, "--resume", "--jobs", "1")
    assert (done.code, len(index(folder))) == (0, 120)
    whole = tmp_path / "whole"
    straight = arena(*MANY, "--out", str(whole), "--jobs", "1")
    assert moves_of(folder) == moves_of(whole)
    assert straight.out == done.out
    taken_up = TournamentFolder.resume(folder)
    assert len(taken_up.results) == 120
    taken_up.release()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_there_is_a_table_with_a_bar(tmp_path: Path) -> None:
    terminal, end = os.openpty()
    folder = tmp_path / "shown"
    with started("--out", str(folder), stderr=end, stdout=subprocess.DEVNULL) as process:
        os.close(end)
        seen = b""
        while b"as second" not in seen or b"Ctrl-C stops" not in seen:
            seen += os.read(terminal, 4096)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(terminal, 4096)
            except OSError:
                break
            if not more:
                break
            seen += more
        process.wait(timeout=PATIENCE)
    os.close(terminal)
    assert process.returncode == 130
    assert b"Traceback" not in seen
    assert b"drawing 6 openings" in seen
