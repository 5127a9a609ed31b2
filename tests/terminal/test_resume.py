"""Games that are taken up again at the prompt: nothing that their record holds is lost."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from plyground.commands.main import run
from plyground.records import load_record
from tests.terminal.samples import COMPUTER_BEGAN, UNDER_WAY, put_under_way

Plyground = Callable[..., str]


@pytest.fixture
def plyground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Plyground:
    """The command, in a folder of its own: give it arguments and the lines that a person types."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, typed: list[str]) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert run(arguments) == 0
        return capsys.readouterr().out

    return call


def test_resume_and_leave_changes_no_byte(plyground: Plyground, tmp_path: Path) -> None:
    file = put_under_way(tmp_path / "data", UNDER_WAY)
    out = plyground("resume", typed=["quit"])
    assert "X: Ada\nO: hal 9000\n" in out
    assert "X to move: quit\n" in out
    assert file.read_text(encoding="utf-8") == UNDER_WAY


def test_resume_and_play_on_keeps_what_there_was(plyground: Plyground, tmp_path: Path) -> None:
    file = put_under_way(tmp_path / "data", UNDER_WAY)
    plyground("resume", typed=["c1", "undo", "redo", "b1", "quit"])
    text = file.read_text(encoding="utf-8")
    assert text.startswith(UNDER_WAY)
    added = load_record(file).moves[3:]
    assert [played.move for played in added] == ["c1", "b1"]
    assert all(played.seconds is not None for played in added)


def test_an_undo_that_is_refused_changes_no_byte(plyground: Plyground, tmp_path: Path) -> None:
    file = put_under_way(tmp_path / "data", COMPUTER_BEGAN)
    out = plyground("resume", typed=["undo", "quit"])
    assert "there is no move of yours to take back" in out
    assert file.read_text(encoding="utf-8") == COMPUTER_BEGAN


@pytest.mark.parametrize("text", [UNDER_WAY, COMPUTER_BEGAN])
def test_what_is_loaded_is_saved_byte_for_byte(plyground: Plyground, tmp_path: Path, text: str) -> None:
    Path("in.ply").write_text(text, encoding="utf-8")
    plyground("play", "noughts", "--level", "1", typed=["load in.ply", "save out.ply"])
    assert Path("out.ply").read_text(encoding="utf-8") == text
    (file,) = (tmp_path / "data" / "under-way").glob("*.ply")
    assert file.read_text(encoding="utf-8") == text


def test_a_record_from_a_file_starts_no_program(plyground: Plyground, tmp_path: Path) -> None:
    text = UNDER_WAY.replace("Ada", "ugi:touch started")
    Path("in.ply").write_text(text, encoding="utf-8")
    out = plyground("play", "noughts", "--second", "human", typed=["load in.ply", "save out.ply"])
    assert "X to move: save out.ply" in out
    assert Path("out.ply").read_text(encoding="utf-8") == text
    assert not Path("started").exists()


def test_a_game_without_a_move_is_not_kept(plyground: Plyground, tmp_path: Path) -> None:
    out = plyground("play", "noughts", "--second", "human", typed=["b2", "undo", "quit"])
    assert out.endswith("Goodbye.\n")
    assert list((tmp_path / "data" / "under-way").iterdir()) == []


def test_save_overwrites_another_file_only_after_a_question(plyground: Plyground) -> None:
    file = Path("out.ply")
    file.write_text("letters", encoding="utf-8")
    play = ("play", "noughts", "--second", "human")
    out = plyground(*play, typed=["b2", "save out.ply", "no"])
    assert "There is a file out.ply; overwrite it (yes or no)? no\nnot saved\n" in out
    assert file.read_text(encoding="utf-8") == "letters"
    out = plyground(*play, typed=["b2", "save out.ply", "yes", "a1", "save out.ply"])
    assert out.count("overwrite it") == 1
    assert len(load_record(file).moves) == 2


def test_resume_takes_a_file(plyground: Plyground, tmp_path: Path) -> None:
    file = put_under_way(tmp_path / "data", UNDER_WAY)
    plyground("resume", str(file), typed=["c1", "quit"])
    assert len(load_record(file).moves) == 4  # the file itself goes on
    Path("mine.ply").write_text(UNDER_WAY, encoding="utf-8")
    out = plyground("resume", "mine.ply", typed=["b1", "quit"])
    assert "X: Ada\nO: hal 9000\n" in out
    assert Path("mine.ply").read_text(encoding="utf-8") == UNDER_WAY  # a file of the user's stays as it is
    assert len(list((tmp_path / "data" / "under-way").glob("*.ply"))) == 2


def test_games_under_way_are_listed_with_their_dates(plyground: Plyground, tmp_path: Path) -> None:
    file = put_under_way(tmp_path / "data", UNDER_WAY)
    os.utime(file, (0, datetime(2026, 2, 3, 4, 5).timestamp()))
    out = plyground("resume", "--list", typed=[])
    assert out == f"noughts: Ada against hal 9000, 3 moves, 2026-02-03 04:05, {file}\n"
