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
from tests.players.estimates import best_move, estimate

OWN_GAME = Path(__file__).parents[1] / "data" / "games" / "stones.py"
BOARD = "noughts:5x5,row=4"
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


@pytest.fixture(scope="module")
def likers(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Two files: the first likes b1, the second c1. A search is compiled with the first alone."""
    folder = tmp_path_factory.mktemp("likers")
    one, two = (written(folder, f"mine{cell}.py", mark_on(cell)) for cell in (1, 2))
    return one, two


def test_it_decides(likers: tuple[str, str]) -> None:
    file, _ = likers
    player = sitting(file, BOARD)
    choice = player.choose(Board(BOARD))
    assert (player.name, choice.move) == (file, "b1")
    assert choice.score is not None
    assert choice.score.estimate == 5


def test_two_files_and_the_game_itself_do_not_mix(likers: tuple[str, str]) -> None:
    game = find(BOARD)
    own = Engine(game, memory=1)
    before = own.search(Board(game), depth=1)
    player = sitting(likers[0], BOARD)
    board = Board(game)
    for _ in range(2):
        assert player.choose(board).move == "b1"
        assert [best_move(file, BOARD) for file in likers] == ["b1", "c1"]
        own.clear()
        assert own.search(board, depth=1).lines == before.lines


def test_one_file_can_judge_two_games(likers: tuple[str, str]) -> None:
    file, _ = likers
    assert [best_move(file, game) for game in (BOARD, "squava", BOARD)] == ["b1"] * 3


def test_it_still_takes_a_win_whatever_it_likes(likers: tuple[str, str]) -> None:
    file, _ = likers
    board = Board(BOARD, "a5 a2 b5 b2 c5 c2")
    assert sitting(file, BOARD, depth=3).choose(board).move == "d5"


ESTIMATES = """
import sys
from plyground.board import Board
from plyground.seats import seat
for name, depth, file in zip(*[iter(sys.argv[1:])] * 3):
    board = Board(name)
    print(seat(file, board.game, depth=int(depth), seed=1).choose(board).score.estimate)
"""
"""What players with an evaluation think of the start of a game."""


def test_every_kind_of_game_can_be_judged_and_a_large_estimate_is_no_proof(tmp_path: Path) -> None:
    """A game in a file, with arrays, and one with a view of its own; the searches run as plain Python."""
    seven = written(tmp_path, "seven.py", "def evaluate(rules, pos):\n    return 7\n")
    sure = written(tmp_path, "sure.py", "def evaluate(rules, pos):\n    return -40_000\n")
    asked = [OWN_GAME, "2", seven, "gomoku:7x7", "2", seven, BOARD, "1", sure]
    done = subprocess.run(
        [sys.executable, "-c", ESTIMATES, *map(str, asked)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["7", "7", "20000"]
    assert [estimate(seven, Board(game)) for game in (str(OWN_GAME), "gomoku:7x7")] == [7, 7]


def test_a_helper_is_a_kernel(tmp_path: Path) -> None:
    text = (
        "from plyground.contract import kernel\n"
        "@kernel\ndef doubled(number):\n    return 2 * number\n"
        "def evaluate(rules, pos):\n    return doubled(-21)\n"
    )
    assert estimate(written(tmp_path, "twice.py", text), Board(BOARD)) == -42


JUDGE = "from tests.players.estimates import main; main()"
"""By the evaluation alone, where it is no matter what is compiled with it."""


def asked(*files: str, cache: Path | None = None) -> list[str]:
    """The first moves of evaluations in a process of their own, with our cache folder or another."""
    environment = os.environ if cache is None else os.environ | {"PLYGROUND_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", JUDGE, BOARD, *files],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_changed_file_is_noticed_and_an_unchanged_one_is_loaded_from_disk(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    file = written(tmp_path, "mine.py", mark_on(1))
    assert asked(file, cache=cache) == ["b1"]
    compiled = {each: each.stat().st_mtime_ns for each in cache.rglob("*.nbc")}
    assert compiled
    assert asked(file, cache=cache) == ["b1"]
    assert {each: each.stat().st_mtime_ns for each in cache.rglob("*.nbc")} == compiled
    written(tmp_path, "mine.py", mark_on(2))
    assert asked(file, cache=cache) == ["c1"]


def test_two_files_that_another_process_compiled_do_not_mix(likers: tuple[str, str]) -> None:
    one, two = likers
    assert [best_move(file, BOARD) for file in likers] == ["b1", "c1"]
    assert asked(two, one) == ["c1", "b1"]


READS_A_FILE = """
from pathlib import Path

import numpy as np

MARKS = np.uint64(1 << int(Path(__file__).with_name("cell.txt").read_text()))

def evaluate(rules, pos):
    return -5 if pos.other & MARKS else 5
"""


def test_equal_files_beside_different_files_do_not_mix_and_a_change_beside_one_is_noticed(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    files = []
    for cell, folder in enumerate(folders, 1):
        folder.mkdir()
        written(folder, "cell.txt", f"{cell}")
        files.append(written(folder, "mine.py", READS_A_FILE))
    assert [best_move(file, BOARD) for file in files] == ["b1", "c1"]
    assert asked(*files) == ["b1", "c1"]
    written(folders[0], "cell.txt", "2")
    assert asked(files[0]) == ["c1"]


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
        assert asked(file) == [move]


def test_a_file_that_changes_while_the_program_runs_is_noticed_by_the_next_player(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.py", mark_on(1))
    first = best_move(file, BOARD)
    written(tmp_path, "mine.py", mark_on(2))
    assert (first, best_move(file, BOARD)) == ("b1", "c1")


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
