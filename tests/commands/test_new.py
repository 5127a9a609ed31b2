"""`plyground new`."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.check import check_game
from plyground.new_game import KINDS
from tests.commands.program import Plyground


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_is_short_and_keeps_every_law(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = plyground("new", "stone-age", "--like", kind)
    assert answer.code == 0
    file = tmp_path / "stone_age.py"
    assert len(file.read_text().splitlines()) <= 80
    assert "test_stone_age.py" in answer.out
    board = Board("./stone_age.py")
    assert (board.game.name, board.game.title, type(board.game).__name__) == (
        "stone-age",
        "Stone age",
        "StoneAge",
    )
    tests = runpy.run_path(str(tmp_path / "test_stone_age.py"))
    tests["test_the_sides_take_turns"]()
    if kind == "take":
        tests["test_every_law_is_kept"]()  # the same for every kind, and soonest done for this one
    else:
        assert check_game(board.game, budget=0.1).violations == ()


def test_pytest_runs_its_test(plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick one of its two; the other compiles the game."""
    monkeypatch.chdir(tmp_path)
    plyground("new", "heaps", "--like", "take")
    command = [sys.executable, "-m", "pytest", "-q", "test_heaps.py", "-k", "turns"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "1 passed, 1 deselected" in run.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("new", "Bad Name"), "is no name for a game; write small letters"),
        (("new", "class"), "is no name"),
        (("new", "mine"), "mine.py is there already"),
        (("new", "other", "--like", "throw"), "'throw' is not one of"),
        (("new",), "missing argument"),
    ],
)
def test_what_cannot_be_written_gets_one_line(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    answer = plyground(*words)
    assert answer.code == 2
    assert why in answer.err
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".py") == ["mine.py"]
