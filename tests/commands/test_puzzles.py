"""`plyground puzzles` and `plyground explain`, as a user calls them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.commands.program import Plyground

STONES = str(Path(__file__).parents[1] / "data" / "games" / "stones.py")


def test_making_is_the_same_from_the_same_seed(plyground: Plyground) -> None:
    first, second = (
        plyground("puzzles", "make", "noughts", "--count", "5", "--seed", "3", "--json") for _ in range(2)
    )
    assert first.out == second.out
    puzzles = json.loads(first.out)
    assert len(puzzles) == 5
    assert {"game", "position", "kind", "plies", "solution", "accepted"} <= set(puzzles[0])


def test_puzzles_are_solved_on_a_pipe(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    mine = tmp_path / "mine.csv"
    mine.write_text(
        "game,position,kind,plies,solution,accepted\nnoughts:3x3,X1O/2O/1X1 X,win,3,c1 a1 b2,c1 | b2\n"
    )
    assert plyground("puzzles", "import", str(mine)).code == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("zz\nproof\nquit\n"))
    played = plyground("puzzles", "noughts", "--kind", "win", "--seed", "1")
    assert "is no cell" in played.out
    assert "wins in" in played.out
    progress = json.loads(plyground("puzzles", "progress", "--json").out)
    assert (progress["attempts"], progress["solved"]) == (1, 0)


def test_puzzles_of_a_game_in_a_file(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    game = f"{STONES}:3x3"
    made = plyground("puzzles", "make", game, "--count", "3", "--save", "--json")
    assert {puzzle["game"] for puzzle in json.loads(made.out)} == {game}
    assert "3 puzzles, 0 wrong" in plyground("puzzles", "check", game).out
    monkeypatch.setattr("sys.stdin", io.StringIO("proof\nquit\n"))
    assert "to move" in plyground("puzzles", game).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["puzzles", "noughts", "--kind", "mate"], "there is no kind of puzzle 'mate', only win, hold"),
        (["puzzles", "nosuch"], "nosuch"),
        (["puzzles", "make", "noughts:1x3", "--count", "2"], "no puzzle was found"),
        (["puzzles", "import", "README.md"], "README.md has no column game"),
        (["puzzles", "progress", "--import", "README.md"], "is no file of attempts"),
        (["explain", "noughts", "--moves", "a1", "a1"], "a1 is taken"),
    ],
)
def test_bad_requests_get_one_clear_line(plyground: Plyground, arguments: list[str], words: str) -> None:
    answer = plyground(*arguments)
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_explaining_for_programs(plyground: Plyground) -> None:
    answer = json.loads(plyground("explain", "noughts", "--moves", "a1 b2 c3", "a3", "--json").out)
    assert answer["claims"][0]["kind"] == "double threat"
    assert answer["after"]["value"] == "loss"
