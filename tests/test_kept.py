"""Games under way: kept after every move, through kills, full disks and several copies at once."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from plyground import Board, PlygroundError
from plyground.records import Record, load_record, save_record
from plyground.saved_games import (
    Autosave,
    SavedGame,
    data_root,
    list_damaged_games,
    list_saved_games,
    take_up,
)
from tests.samples import random_board

OPEN = Record.of(Board("squava", "c3 a1"), ("human", "level 3"))
OVER = Record.of(Board("noughts", "a1 a2 b1 b2 c1"), ("human", "human"))


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def kept_and_released(record: Record = OPEN) -> Path:
    """Keep a game and let go of it."""
    keeper = Autosave.new()
    keeper.keep(record)
    path = keeper.path
    keeper.release()
    assert path is not None
    return path


# One copy


def test_nothing_is_written_before_the_first_keep(root: Path) -> None:
    keeper = Autosave.new()
    keeper.release()
    keeper.drop()
    assert list_saved_games() == []
    assert list_damaged_games() == []
    assert not root.exists()


def test_a_game_that_is_held_is_not_offered() -> None:
    keeper = Autosave.new()
    keeper.keep(OPEN)
    assert keeper.trouble is None
    assert list_saved_games() == []
    keeper.release()
    assert [kept.record for kept in list_saved_games()] == [OPEN]


def test_keeping_again_replaces(root: Path) -> None:
    board = Board("squava")
    keeper = Autosave.new()
    for move in ("c3", "a1", "e5"):
        board.push(move)
        keeper.keep(Record.of(board, ("human", "human")))
        assert keeper.path is not None
        assert load_record(keeper.path).board() == board
    assert len(files(root / "under-way")) == 2
    keeper.release()
    assert len(files(root / "under-way")) == 1


def test_taking_up_and_finishing(root: Path) -> None:
    kept_and_released()
    (kept,) = list_saved_games()
    keeper = take_up(kept)
    assert list_saved_games() == []
    keeper.keep(replace(OPEN, comment="taken up"))
    keeper.release()
    (kept,) = list_saved_games()
    assert kept.record.comment == "taken up"
    keeper = take_up(kept)
    keeper.finish(OVER)
    assert list_saved_games() == []
    assert files(root / "under-way") == []
    (name,) = files(root / "finished")
    assert load_record(root / "finished" / name) == OVER


def test_dropping_forgets(root: Path) -> None:
    keeper = Autosave.new()
    keeper.keep(OPEN)
    keeper.drop()
    assert keeper.trouble is None
    assert files(root / "under-way") == []
    assert not (root / "finished").exists()


def test_a_keeper_that_has_let_go_begins_a_new_file() -> None:
    keeper = Autosave.new()
    keeper.keep(OPEN)
    keeper.release()
    other = take_up(list_saved_games()[0])
    keeper.keep(replace(OPEN, comment="mine"))
    assert keeper.path != other.path
    other.release()
    keeper.release()
    assert sorted(kept.record.comment for kept in list_saved_games()) == ["", "mine"]


def test_the_newest_comes_first() -> None:
    paths = [kept_and_released(replace(OPEN, comment=str(number))) for number in range(4)]
    for path, age in zip(paths, (30, 10, 40, 20), strict=True):
        os.utime(path, (10**9 - age, 10**9 - age))
    assert [kept.record.comment for kept in list_saved_games()] == ["1", "3", "0", "2"]
    assert list_saved_games()[0].changed == 10**9 - 10


def test_a_name_says_which_game() -> None:
    assert "-squava-" in kept_and_released().name


def test_a_game_in_a_file_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parent / "data" / "games" / "stones.py", tmp_path / "My stones.py")
    monkeypatch.chdir(tmp_path)
    board = random_board("./My stones.py", 2, random.Random(1))
    path = kept_and_released(Record.of(board, ("human", "human")))
    assert "-my-stones-" in path.name
    monkeypatch.chdir("/")
    (kept,) = list_saved_games()
    assert kept.record.board().history == board.history


# Trouble


def raising(number: int) -> Callable[..., None]:
    def fail(*arguments: object, **more: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("where", ["os.replace", "os.fsync"])
def test_a_full_disk_stops_no_game(root: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    keeper = Autosave.new()
    keeper.keep(OPEN)
    with monkeypatch.context() as full:
        full.setattr(where, raising(errno.ENOSPC))
        keeper.keep(replace(OPEN, comment="lost"))
        assert keeper.trouble == f"cannot write {keeper.path}: No space left on device"
        keeper.finish(OVER)
        assert keeper.trouble is not None
    (kept,) = list_saved_games()
    assert kept.record == OPEN
    assert files(root / "under-way") == [kept.path.name]
    keeper.keep(OPEN)
    assert keeper.trouble is None


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "file"))
    keeper = Autosave.new()
    keeper.keep(OPEN)
    assert keeper.trouble is not None
    assert keeper.trouble.startswith(f"cannot write {tmp_path / 'file' / 'under-way'}: ")
    keeper.finish(OVER)
    assert keeper.trouble is not None
    assert list_saved_games() == []


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(root: Path) -> None:
    path = kept_and_released()
    path.parent.chmod(0o500)
    try:
        keeper = Autosave.new()
        keeper.keep(OPEN)
        assert keeper.trouble is not None
        assert "Permission denied" in keeper.trouble
        (kept,) = list_saved_games()
        with pytest.raises(PlygroundError, match=r"cannot take up .*: Permission denied"):
            take_up(kept)
    finally:
        path.parent.chmod(0o700)


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("PLYGROUND_DATA")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    keeper = Autosave.new()
    keeper.keep(OPEN)
    assert keeper.trouble == "there is no home folder to keep games in; set PLYGROUND_DATA"
    assert list_saved_games() == []


def test_a_finished_game_waits_if_it_cannot_be_moved(root: Path) -> None:
    root.mkdir()
    (root / "finished").write_text("in the way", encoding="utf-8")
    keeper = Autosave.new()
    keeper.finish(OVER)
    assert keeper.trouble is not None
    assert list_saved_games() == []
    (root / "finished").unlink()
    assert list_saved_games() == []
    assert len(files(root / "finished")) == 1
    assert files(root / "under-way") == []


def test_a_data_folder_that_is_deleted_during_a_game(root: Path) -> None:
    keeper = Autosave.new()
    keeper.keep(OPEN)
    shutil.rmtree(root)
    keeper.keep(replace(OPEN, comment="again"))
    assert keeper.trouble is None
    assert list_saved_games() == []
    keeper.release()
    assert [kept.record.comment for kept in list_saved_games()] == ["again"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "line 1: a record begins with"),
        (b"\0" * 500, "line 1: a record begins with"),
        (b"\xff\xfe", "line 1: this is not UTF-8 text"),
        (
            b"plyground record 1\ngame: squava\nfirst: a\nsecond: b\nresult: *\n\n1. c3\n2. c3\n",
            "line 8: c3 is",
        ),
    ],
)
def test_damaged_files_are_listed_and_left_alone(data: bytes, why: str) -> None:
    good, bad = kept_and_released(), kept_and_released()
    bad.write_bytes(data)
    assert [kept.path for kept in list_saved_games()] == [good]
    ((path, told),) = list_damaged_games()
    assert path == bad
    assert told.startswith(f"{bad.name}: ")
    assert why in told
    assert bad.read_bytes() == data


def test_a_folder_among_the_games_is_damage(root: Path) -> None:
    (root / "under-way" / "odd.ply").mkdir(parents=True)
    assert list_saved_games() == []
    assert [path.name for path, _ in list_damaged_games()] == ["odd.ply"]


def test_strange_files_are_left_alone(root: Path) -> None:
    (root / "under-way").mkdir(parents=True)
    (root / "under-way" / "notes.txt").write_text("mine", encoding="utf-8")
    assert (list_saved_games(), list_damaged_games()) == ([], [])
    assert files(root / "under-way") == ["notes.txt"]


def test_what_a_killed_copy_left_before_its_first_move_is_cleared(root: Path) -> None:
    (root / "under-way").mkdir(parents=True)
    for suffix in ("lock", "tmp"):
        (root / "under-way" / f"game.{suffix}").write_text("plygr", encoding="utf-8")
    assert (list_saved_games(), list_damaged_games()) == ([], [])
    assert files(root / "under-way") == []


# Several copies


def test_two_keepers_have_two_files() -> None:
    keepers = [Autosave.new() for _ in range(20)]
    for number, keeper in enumerate(keepers):
        keeper.keep(replace(OPEN, comment=str(number)))
    for keeper in keepers:
        keeper.release()
    assert {kept.record.comment for kept in list_saved_games()} == {str(number) for number in range(20)}


def test_a_game_that_is_held_cannot_be_taken_up() -> None:
    kept_and_released()
    (kept,) = list_saved_games()
    keeper = take_up(kept)
    with pytest.raises(PlygroundError, match="has just been taken up by another copy"):
        take_up(kept)
    keeper.keep(replace(OPEN, comment="still mine"))
    assert keeper.trouble is None


def test_a_game_that_went_on_elsewhere_cannot_be_taken_up_as_it_was() -> None:
    kept_and_released()
    (kept,) = list_saved_games()
    keeper = take_up(kept)
    keeper.keep(replace(OPEN, comment="newer"))
    keeper.release()
    with pytest.raises(PlygroundError, match="has gone on in another copy"):
        take_up(kept)
    assert [kept.record.comment for kept in list_saved_games()] == ["newer"]


def test_a_game_that_ended_elsewhere_cannot_be_taken_up(root: Path) -> None:
    kept_and_released()
    (kept,) = list_saved_games()
    take_up(kept).finish(OVER)
    with pytest.raises(PlygroundError, match="no longer there"):
        take_up(kept)
    assert files(root / "under-way") == []


def test_a_game_that_was_copied_in_can_be_taken_up(root: Path) -> None:
    kept_and_released()
    path = root / "under-way" / "from a friend.ply"
    save_record(OPEN, path)
    assert len(list_saved_games()) == 2
    take_up(SavedGame(path, OPEN, 0.0)).release()


@contextmanager
def copy_running(program: str) -> Iterator[subprocess.Popen[str]]:
    """Another Python process, killed in the end."""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


KEEPS_ON = """
from dataclasses import replace
from itertools import count
from plyground import Board
from plyground.saved_games import Autosave, list_saved_games, take_up
from plyground.records import Record

waiting = list_saved_games()
board = waiting[0].record.board() if waiting else Board("noughts:8x8,row=8")
keeper = take_up(waiting[0]) if waiting else Autosave.new()
for number in count(int(waiting[0].record.comment) + 1 if waiting else 1):
    board.push(board.legal_moves[0])
    if len(board.history) > 50:
        board = Board(board.game)
    keeper.keep(replace(Record.of(board, ("human", "human")), comment=str(number)))
    print(number, keeper.trouble, flush=True)
"""


def test_a_kill_at_any_time_loses_no_move_that_was_kept(root: Path) -> None:
    chance = random.Random(3)
    reported = 0
    for _ in range(8):
        with copy_running(KEEPS_ON) as process:
            assert process.stdout is not None
            reports = [process.stdout.readline() for _ in range(chance.randrange(1, 40))]
            assert list_saved_games() == []
            time.sleep(chance.random() / 100)
            process.kill()
            reports += [line for line in process.stdout.readlines() if line.endswith("\n")]
        for report in reports:
            assert report == f"{reported + 1} None\n"
            reported += 1
        assert list_damaged_games() == []
        (kept,) = list_saved_games()
        assert int(kept.record.comment) in (reported, reported + 1)  # a report may be cut off by the kill
        reported = int(kept.record.comment)
    assert len([name for name in files(root / "under-way") if name.endswith(".ply")]) == 1


TAKES_ALL = """
from plyground.errors import PlygroundError
from plyground.saved_games import list_saved_games, take_up

waiting = list_saved_games()
print(len(waiting), flush=True)
input()
taken = []
for kept in waiting:
    try:
        taken.append((take_up(kept), kept.record.comment))
    except PlygroundError:
        pass
print(*(comment for _, comment in taken), flush=True)
input()
"""


@pytest.mark.timeout(60)
def test_copies_that_race_never_take_up_the_same_game() -> None:
    games = [str(number) for number in range(12)]
    for comment in games:
        kept_and_released(replace(OPEN, comment=comment))
    with ExitStack() as stack:
        copies = [stack.enter_context(copy_running(TAKES_ALL)) for _ in range(3)]
        assert [line_of(copy) for copy in copies] == ["12"] * 3
        for copy in copies:
            assert copy.stdin is not None
            print(file=copy.stdin, flush=True)
        taken = [game for copy in copies for game in line_of(copy).split()]
        assert sorted(taken, key=int) == games
        assert list_saved_games() == []
    assert len(list_saved_games()) == 12


# Where


@pytest.mark.parametrize(
    ("platform", "variable", "wanted"),
    [
        ("linux", "XDG_DATA_HOME", "somewhere/plyground"),
        ("linux", "", "home/.local/share/plyground"),
        ("darwin", "", "home/Library/Application Support/plyground"),
        ("win32", "LOCALAPPDATA", "somewhere/plyground"),
        ("win32", "", "home/AppData/Local/plyground"),
    ],
)
def test_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, wanted: str
) -> None:
    monkeypatch.delenv("PLYGROUND_DATA")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path / "somewhere"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(sys, "platform", platform)
    assert data_root() == tmp_path / wanted


def test_the_data_folder_that_was_chosen(root: Path) -> None:
    assert data_root() == root
