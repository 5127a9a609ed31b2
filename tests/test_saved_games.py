"""Games under way: saved after every move, through kills, full disks and several copies at once."""

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
    list_damaged_games,
    list_saved_games,
    resume_saved_game,
)
from tests.homes import no_home
from tests.samples import random_board, record_of

OPEN = record_of(Board("squava", "c3 a1"), ("human", "level 3"))
OVER = record_of(Board("noughts", "a1 a2 b1 b2 c1"), ("human", "human"))


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def save_and_release(record: Record = OPEN) -> Path:
    """Keep a game and let go of it."""
    autosave = Autosave()
    autosave.save(record)
    path = autosave.path
    autosave.release()
    assert path is not None
    return path


# One copy


def test_nothing_is_written_before_the_first_save(root: Path) -> None:
    autosave = Autosave()
    autosave.release()
    autosave.discard()
    assert list_saved_games() == []
    assert list_damaged_games() == []
    assert not root.exists()


def test_a_game_that_is_held_is_not_offered() -> None:
    autosave = Autosave()
    autosave.save(OPEN)
    assert autosave.trouble is None
    assert list_saved_games() == []
    autosave.release()
    assert [saved.record for saved in list_saved_games()] == [OPEN]


def test_saving_again_replaces(root: Path) -> None:
    board = Board("squava")
    autosave = Autosave()
    for move in ("c3", "a1", "e5"):
        board.push(move)
        autosave.save(record_of(board, ("human", "human")))
        assert autosave.path is not None
        assert load_record(autosave.path).board() == board
    assert len(files(root / "under-way")) == 2
    autosave.release()
    assert len(files(root / "under-way")) == 1


def test_taking_up_and_finishing(root: Path) -> None:
    save_and_release()
    (saved,) = list_saved_games()
    autosave = resume_saved_game(saved)
    assert list_saved_games() == []
    autosave.save(replace(OPEN, comment="taken up"))
    autosave.release()
    (saved,) = list_saved_games()
    assert saved.record.comment == "taken up"
    autosave = resume_saved_game(saved)
    autosave.finish(OVER)
    assert list_saved_games() == []
    assert files(root / "under-way") == []
    (name,) = files(root / "finished")
    assert load_record(root / "finished" / name) == OVER


def test_discarding_deletes(root: Path) -> None:
    autosave = Autosave()
    autosave.save(OPEN)
    autosave.discard()
    assert autosave.trouble is None
    assert files(root / "under-way") == []
    assert not (root / "finished").exists()


def test_an_autosave_that_has_let_go_begins_a_new_file() -> None:
    autosave = Autosave()
    autosave.save(OPEN)
    autosave.release()
    other = resume_saved_game(list_saved_games()[0])
    autosave.save(replace(OPEN, comment="mine"))
    assert autosave.path != other.path
    other.release()
    autosave.release()
    assert sorted(saved.record.comment for saved in list_saved_games()) == ["", "mine"]


def test_the_newest_comes_first() -> None:
    paths = [save_and_release(replace(OPEN, comment=str(number))) for number in range(4)]
    for path, age in zip(paths, (30, 10, 40, 20), strict=True):
        os.utime(path, (10**9 - age, 10**9 - age))
    assert [saved.record.comment for saved in list_saved_games()] == ["1", "3", "0", "2"]
    assert list_saved_games()[0].changed == 10**9 - 10


def test_a_name_says_which_game() -> None:
    assert "-squava-" in save_and_release().name


def test_a_game_in_a_file_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parent / "data" / "games" / "stones.py", tmp_path / "My stones.py")
    monkeypatch.chdir(tmp_path)
    board = random_board("./My stones.py", 2, random.Random(1))
    path = save_and_release(record_of(board, ("human", "human")))
    assert "-my-stones-" in path.name
    monkeypatch.chdir("/")
    (saved,) = list_saved_games()
    assert saved.record.board().history == board.history


# Trouble


def raising(number: int) -> Callable[..., None]:
    def fail(*arguments: object, **more: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("where", ["os.replace", "os.fsync"])
def test_a_full_disk_stops_no_game(root: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    autosave = Autosave()
    autosave.save(OPEN)
    with monkeypatch.context() as full:
        full.setattr(where, raising(errno.ENOSPC))
        autosave.save(replace(OPEN, comment="lost"))
        assert autosave.trouble == f"cannot write {autosave.path}: No space left on device"
        autosave.finish(OVER)
        assert autosave.trouble is not None
    (saved,) = list_saved_games()
    assert saved.record == OPEN
    assert files(root / "under-way") == [saved.path.name]
    autosave.save(OPEN)
    assert autosave.trouble is None


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "file"))
    autosave = Autosave()
    autosave.save(OPEN)
    assert autosave.trouble is not None
    assert autosave.trouble.startswith(f"cannot write {tmp_path / 'file' / 'under-way'}: ")
    autosave.finish(OVER)
    assert autosave.trouble is not None
    assert list_saved_games() == []


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(root: Path) -> None:
    path = save_and_release()
    path.parent.chmod(0o500)
    try:
        autosave = Autosave()
        autosave.save(OPEN)
        assert autosave.trouble is not None
        assert "Permission denied" in autosave.trouble
        (saved,) = list_saved_games()
        with pytest.raises(PlygroundError, match=r"cannot take up .*: Permission denied"):
            resume_saved_game(saved)
    finally:
        path.parent.chmod(0o700)


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    no_home(monkeypatch)
    autosave = Autosave()
    autosave.save(OPEN)
    assert autosave.trouble == "there is no home folder to keep games in; set PLYGROUND_DATA"
    assert list_saved_games() == []


def test_a_finished_game_waits_if_it_cannot_be_moved(root: Path) -> None:
    root.mkdir()
    (root / "finished").write_text("in the way", encoding="utf-8")
    autosave = Autosave()
    autosave.finish(OVER)
    assert autosave.trouble is not None
    assert list_saved_games() == []
    (root / "finished").unlink()
    assert list_saved_games() == []
    assert len(files(root / "finished")) == 1
    assert files(root / "under-way") == []


def test_a_data_folder_that_is_deleted_during_a_game(root: Path) -> None:
    autosave = Autosave()
    autosave.save(OPEN)
    shutil.rmtree(root)
    autosave.save(replace(OPEN, comment="again"))
    assert autosave.trouble is None
    assert list_saved_games() == []
    autosave.release()
    assert [saved.record.comment for saved in list_saved_games()] == ["again"]


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
    good, bad = save_and_release(), save_and_release()
    bad.write_bytes(data)
    assert [saved.path for saved in list_saved_games()] == [good]
    ((path, text),) = list_damaged_games()
    assert path == bad
    assert text.startswith(f"{bad.name}: ")
    assert why in text
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


def test_two_autosaves_have_two_files() -> None:
    autosaves = [Autosave() for _ in range(20)]
    for number, autosave in enumerate(autosaves):
        autosave.save(replace(OPEN, comment=str(number)))
    for autosave in autosaves:
        autosave.release()
    assert {saved.record.comment for saved in list_saved_games()} == {str(number) for number in range(20)}


def test_a_game_that_is_held_cannot_be_taken_up() -> None:
    save_and_release()
    (saved,) = list_saved_games()
    autosave = resume_saved_game(saved)
    with pytest.raises(PlygroundError, match="has just been taken up by another copy"):
        resume_saved_game(saved)
    autosave.save(replace(OPEN, comment="still mine"))
    assert autosave.trouble is None


def test_a_game_that_went_on_elsewhere_cannot_be_taken_up_as_it_was() -> None:
    save_and_release()
    (saved,) = list_saved_games()
    autosave = resume_saved_game(saved)
    autosave.save(replace(OPEN, comment="newer"))
    autosave.release()
    with pytest.raises(PlygroundError, match="has gone on in another copy"):
        resume_saved_game(saved)
    assert [saved.record.comment for saved in list_saved_games()] == ["newer"]


def test_a_game_that_ended_elsewhere_cannot_be_taken_up(root: Path) -> None:
    save_and_release()
    (saved,) = list_saved_games()
    resume_saved_game(saved).finish(OVER)
    with pytest.raises(PlygroundError, match="no longer there"):
        resume_saved_game(saved)
    assert files(root / "under-way") == []


def test_a_game_that_was_copied_in_can_be_taken_up(root: Path) -> None:
    save_and_release()
    path = root / "under-way" / "from a friend.ply"
    save_record(OPEN, path)
    assert len(list_saved_games()) == 2
    resume_saved_game(SavedGame(path, OPEN, 0.0)).release()


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
from itertools import count
from plyground import Board
from plyground.match import Match
from plyground.saved_games import Autosave, list_saved_games, resume_saved_game

waiting = list_saved_games()
board = waiting[0].record.board() if waiting else Board("noughts:8x8,row=8")
autosave = resume_saved_game(waiting[0]) if waiting else Autosave()
for number in count(int(waiting[0].record.comment) + 1 if waiting else 1):
    board.push(board.legal_moves[0])
    if len(board.history) > 50:
        board = Board(board.game)
    autosave.save(Match(board, comment=str(number)).record)
    print(number, autosave.trouble, flush=True)
"""


def test_a_kill_at_any_time_loses_no_move_that_was_saved(root: Path) -> None:
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
        (saved,) = list_saved_games()
        assert int(saved.record.comment) in (reported, reported + 1)  # a report may be cut off by the kill
        reported = int(saved.record.comment)
    assert len([name for name in files(root / "under-way") if name.endswith(".ply")]) == 1


TAKES_ALL = """
from plyground.errors import PlygroundError
from plyground.saved_games import list_saved_games, resume_saved_game

waiting = list_saved_games()
print(len(waiting), flush=True)
input()
taken = []
for saved in waiting:
    try:
        taken.append((resume_saved_game(saved), saved.record.comment))
    except PlygroundError:
        pass
print(*(comment for _, comment in taken), flush=True)
input()
"""


@pytest.mark.timeout(60)
def test_copies_that_race_never_take_up_the_same_game() -> None:
    games = [str(number) for number in range(12)]
    for comment in games:
        save_and_release(replace(OPEN, comment=comment))
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
