"""A user's own evaluation as a player: it decides, it does not mix, and a broken one is explained."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.players import Player
from plyground.seats import seat

OWN_GAME = Path(__file__).parents[1] / "data" / "games" / "stones.py"
LIKES = """
import numpy as np

def evaluate(rules, pos):
    return -5 if pos.other & np.uint64({}) else 5
"""
"""Likes to have a mark on a cell; by the time that it is asked, the other side is to move."""


def mark_on(cell: int) -> str:
    return LIKES.format(1 << cell)


def written(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def sitting(who: str, game: str, depth: int = 1) -> Player:
    player = seat(who, find(game), depth=depth, seed=1)
    assert player is not None
    return player


def test_it_decides(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.py", mark_on(1))
    player = sitting(file, "noughts:5x5,row=4")
    choice = player.choose(Board("noughts:5x5,row=4"))
    assert (player.name, choice.move) == (file, "b1")
    assert choice.score is not None
    assert choice.score.estimate == 5


def test_two_files_and_the_game_itself_do_not_mix(tmp_path: Path) -> None:
    game = find("noughts:5x5,row=4")
    own = Engine(game, memory=1)
    before = own.search(Board(game), depth=1)
    one = sitting(written(tmp_path, "one.py", mark_on(1)), game.full_name)
    two = sitting(written(tmp_path, "two.py", mark_on(2)), game.full_name)
    board = Board(game)
    for _ in range(2):
        assert one.choose(board).move == "b1"
        assert two.choose(board).move == "c1"
        own.clear()
        assert own.search(board, depth=1).lines == before.lines


def test_one_file_can_judge_two_games(tmp_path: Path) -> None:
    file = written(tmp_path, "any.py", mark_on(1))
    assert sitting(file, "noughts:5x5,row=4").choose(Board("noughts:5x5,row=4")).move == "b1"
    assert sitting(file, "squava").choose(Board("squava")).move == "b1"


def test_it_still_takes_a_win_whatever_it_likes(tmp_path: Path) -> None:
    board = Board("noughts:5x5,row=4", "a5 a2 b5 b2 c5 c2")
    player = sitting(written(tmp_path, "far.py", mark_on(2)), board.game.full_name, depth=3)
    assert player.choose(board).move == "d5"


def test_it_judges_games_in_files_and_games_with_a_view_of_their_own(tmp_path: Path) -> None:
    text = "def evaluate(rules, pos):\n    return 7\n"
    for game in (f"{OWN_GAME}", "gomoku:7x7"):
        choice = sitting(written(tmp_path, "seven.py", text), game, depth=2).choose(Board(game))
        assert choice.score is not None
        assert choice.score.estimate == 7


def test_a_helper_is_a_kernel_and_a_large_estimate_no_proof(tmp_path: Path) -> None:
    text = (
        "from plyground.contract import kernel\n"
        "@kernel\ndef doubled(number):\n    return 2 * number\n"
        "def evaluate(rules, pos):\n    return doubled(-20000)\n"
    )
    game = "noughts:5x5,row=4"
    choice = sitting(written(tmp_path, "sure.py", text), game).choose(Board(game))
    assert choice.score is not None
    assert choice.score.estimate == 20_000


ASK = """
import sys
from plyground.board import Board
from plyground.seats import seat
board = Board("noughts:5x5,row=4")
print(seat(sys.argv[1], board.game, depth=1, seed=1).choose(board).move)
"""


def asked(file: str, cache: Path) -> str:
    """The first move of the evaluation in a process of its own."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", ASK, file], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_changed_file_is_noticed_and_an_unchanged_one_is_loaded_from_disk(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    file = written(tmp_path, "mine.py", mark_on(1))
    assert asked(file, cache) == "b1"
    compiled = {each: each.stat().st_mtime_ns for each in cache.rglob("*.nbc")}
    assert compiled
    assert asked(file, cache) == "b1"
    assert {each: each.stat().st_mtime_ns for each in cache.rglob("*.nbc")} == compiled
    written(tmp_path, "mine.py", mark_on(2))
    assert asked(file, cache) == "c1"


ASK_BOTH = """
import sys
from plyground.board import Board
from plyground.seats import seat
board = Board("noughts:5x5,row=4")
for file in sys.argv[1:]:
    print(seat(file, board.game, depth=1, seed=1).choose(board).move)
"""


def asked_together(files: list[str], cache: Path) -> list[str]:
    """The first moves of several evaluations in one process."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", ASK_BOTH, *files], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_two_files_that_other_processes_compiled_do_not_mix(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    files = [written(tmp_path, f"mine{cell}.py", mark_on(cell)) for cell in (1, 2)]
    assert [asked(file, cache) for file in files] == ["b1", "c1"]
    assert asked_together(files, cache) == ["b1", "c1"]
    assert asked_together(files[::-1], cache) == ["c1", "b1"]


READS_A_FILE = """
from pathlib import Path

import numpy as np

MARKS = np.uint64(1 << int(Path(__file__).with_name("cell.txt").read_text()))

def evaluate(rules, pos):
    return -5 if pos.other & MARKS else 5
"""


def test_a_file_beside_it_that_changed_is_noticed(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    file = written(tmp_path, "mine.py", READS_A_FILE)
    written(tmp_path, "cell.txt", "1")
    assert asked(file, cache) == "b1"
    written(tmp_path, "cell.txt", "2")
    assert asked(file, cache) == "c1"


def test_equal_files_beside_different_files_do_not_mix(tmp_path: Path) -> None:
    files = []
    for cell in (1, 2):
        folder = tmp_path / f"{cell}"
        folder.mkdir()
        written(folder, "cell.txt", f"{cell}")
        files.append(written(folder, "mine.py", READS_A_FILE))
    cache = tmp_path / "cache"
    assert [asked(file, cache) for file in files] == ["b1", "c1"]
    assert asked_together(files, cache) == ["b1", "c1"]


MADE_BY_A_FUNCTION = """
import os

import numpy as np

def made(marks):
    def evaluate(rules, pos):
        return -5 if pos.other & marks else 5
    return evaluate

evaluate = made(np.uint64(1 << int(os.environ["CELL"])))
"""


def test_a_function_that_encloses_another_value_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "mine.py", MADE_BY_A_FUNCTION)
    for cell, move in (("1", "b1"), ("2", "c1")):
        monkeypatch.setenv("CELL", cell)
        assert asked(file, tmp_path / "cache") == move


def test_a_file_that_changes_while_the_program_runs_is_noticed_by_the_next_player(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.py", mark_on(1))
    game = "noughts:5x5,row=4"
    first = sitting(file, game)
    written(tmp_path, "mine.py", mark_on(2))
    second = sitting(file, game)
    assert (first.choose(Board(game)).move, second.choose(Board(game)).move) == ("b1", "c1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no function evaluate: write def evaluate(rules, pos)"),
        ("evaluate = 3", "there is no function evaluate"),
        ("from plyground.contract import evaluate", "there is no function evaluate"),
        ("def evaluate(pos):\n    return 0", "evaluate takes (pos); it must take (rules, pos)"),
        ("def evaluate(rules, pos)\n    return 0", ":1: expected ':'"),
        ("import nosuchmodule", "ModuleNotFoundError: No module named 'nosuchmodule'"),
        (
            "def evaluate(rules, pos):\n    return pos.marks",
            "has no attribute 'marks' (at the start of squava)",
        ),
        (
            "def evaluate(rules, pos):\n    return 0.5",
            "evaluate returned float 0.5, it must return a whole number",
        ),
        (
            "def evaluate(rules, pos):\n    return pos.own",
            "it must return a whole number with a sign",
        ),
        ("def evaluate(rules, pos):\n    return None", "evaluate returned NoneType"),
        ("def evaluate(rules, pos):\n    return len('abc' + str(pos.own))", "evaluate cannot be compiled: "),
    ],
)
def test_a_broken_file_is_explained_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    file = written(tmp_path, "broken.py", text)
    with pytest.raises(PlygroundError) as error:
        sitting(file, "squava").prepare()
    told = str(error.value)
    assert told.startswith(file)
    assert words in told
    assert "\n" not in told


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(PlygroundError, match=r"there is no evaluation file 'nowhere\.py': No such file"):
        seat("nowhere.py", find("noughts"))
