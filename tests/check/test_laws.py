"""Each law is kept by a small game, and each way to break one is found, named and shown by a short game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground.catalogue import find_unchecked
from plyground.check import Report, check_game
from plyground.commands.main import run
from tests.check.broken import line_of, write_game

THREE = "three = pos.marks & pos.marks >> np.uint64(1) & pos.marks >> np.uint64(2)"


def check(file: Path, **options: Any) -> Report:
    return check_game(find_unchecked(str(file)), games=20, seconds=1.0, **options)


def test_a_good_game_keeps_every_law(tmp_path: Path) -> None:
    report = check(write_game(tmp_path))
    assert report.violations == ()
    assert (report.games, report.plain_games) == (20, 20)
    assert report.solved > 20


PLAY = "Position(pos.marks | bit(move), pos.made + 1)"
WRITE_ALL = "    return moves(rules, pos, out, at)"
OTHER_TEXTS = """\
    def position_text(self, pos):
        return str(int(pos.marks) % 4)

    def read_position(self, text):
        return Position(np.uint64(int(text)), 0)

    def ending("""
SOON = """\
import plyground.contract


@plyground.contract.soonest_win.of(Rules)
def _(rules, pos):
    return 2


@candidates.of(Rules)"""
BREAKS = {
    "an answer that is none": (
        "outcome", "    return LOST if three", "    return 7 if pos.made == 2 else LOST if three",
        "@outcome.of", 2, "outcome returned int 7",
    ),
    "no moves": (
        "moves", "if is_free(pos, cell):", "if is_free(pos, cell) and pos.made < 2:",
        "@moves.of", 2, "moves wrote none",
    ),
    "a move twice": (
        "moves", "    return at\n\n\n@play", "    out[at] = out[at - 1]\n    return at + 1\n\n\n@play",
        "@moves.of", 0, "twice",
    ),
    "a move that does nothing": ("play", PLAY, f"pos if move == 5 else {PLAY}", "@play.of", 1, "as it was"),
    "a circle": (
        "end", PLAY, "Position(pos.marks ^ bit(0), 1 - pos.made)", "@play.of", 2, "has been there before"
    ),
    "a candidate that is no move": (
        "candidates", WRITE_ALL, "    out[at] = 3\n    return at + 1",
        "@candidates.of", 1, "candidates wrote 3, which moves did not",
    ),
    "a candidate too few": (
        "narrowed", WRITE_ALL, "    return moves(rules, pos, out, at) - (1 if pos.made == 2 else 0)",
        "@candidates.of", 2, "leaves out the best move",
    ),
    "a false proof": ("proof", "return 0", "return int(pos.made == 2)", "@proof.of", 2, "proof returned 1"),
    "a win that comes sooner": (
        "soonest_win", "@candidates.of(Rules)", SOON,
        "@plyground.contract.soonest_win.of", 2, "soonest_win returned 2",
    ),
    "games that last longer": (
        "remaining", "rules.cells - pos.made", "1", "@remaining.of", 0, "plies are possible"
    ),
    "equal keys": ("key", "return pos.marks\n", "return np.uint64(7)\n", "@key.of", None, "key gives 7"),
    "equal texts": (
        "texts", "self.cell_text(move)", "self.cell_text(move // 2)",
        "    def move_text", 0, "for two moves, 0 and 1",
    ),
    "the wrong side": (
        "turns", "pos.made % 2", "pos.made % 3 % 2", "    def side_to_move", 3, "side_to_move returned 0"
    ),
    "a mark beside the board": (
        "pictures", '{cell: "X" for', '{cell + (cell == 5): "X" for', "    def picture", 1, "stand on its"
    ),
    "no reason": ("endings", '"three in a row")', '"")', "    def ending", 3, "it must be one line"),
    "texts of positions": (
        "positions", "    def ending(", OTHER_TEXTS, "    def read_position", 1, "a position with another"
    ),
    "an error": ("turns", "pos.made % 2", "1 // (2 - pos.made)", "        return 1 //", 2, "ZeroDiv"),
}  # fmt: skip


@pytest.mark.parametrize(("law", "old", "new", "line", "moves", "words"), BREAKS.values(), ids=BREAKS)
def test_a_broken_law_is_named_with_a_short_game(
    tmp_path: Path, law: str, old: str, new: str, line: str, moves: int | None, words: str
) -> None:
    file = write_game(tmp_path, old, new)
    report = check(file)
    found = next(each for each in report.violations if each.law == law)
    assert (Path(found.file).name, found.line) == ("strip.py", line_of(file, line))
    assert words in found.words
    if moves is not None:
        assert len(found.moves) == moves
    again = check_game(find_unchecked(str(file)), moves=numbers(file, found.moves), seconds=1.0)
    assert law in {each.law for each in again.violations}


def numbers(file: Path, texts: tuple[str, ...]) -> list[int]:
    from plyground.check.moments import read_moves

    return read_moves(find_unchecked(str(file)), texts)


LOOPS = {
    "moves": (
        "    for cell in",
        "    while pos.made == 2:\n        at += 0\n    for cell in",
        "    while pos",
    ),
    "move_text": (
        "        return self.cell_text",
        "        while move == 3:\n            pass\n        return self.cell_text",
        "        while move",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line"), LOOPS.values(), ids=LOOPS)
def test_an_endless_loop_is_ended_and_named(tmp_path: Path, old: str, new: str, line: str) -> None:
    file = write_game(tmp_path, old, new)
    (found,) = (each for each in check(file).violations if each.law == "returns")
    assert found.line in (line_of(file, line), line_of(file, line) + 1)
    assert "has not come back after 1 s" in found.words


def test_machine_code_that_answers_differently_is_found(tmp_path: Path) -> None:
    """Numbers of plain Python have no end, those of machine code 64 bits."""
    overflow = "return rules.cells + (pos.made + 3) ** 45 % 1000"
    file = write_game(tmp_path, "return rules.cells - pos.made", overflow)
    found = [each for each in check(file).violations if each.law == "compiled"]
    assert [each.words for each in found] == ["remaining answers differently as machine code"]
    assert found[0].line == line_of(file, "@remaining.of")


def test_a_game_that_cannot_be_compiled_is_told_where(tmp_path: Path) -> None:
    file = write_game(tmp_path, "    return rules.cells - pos.made", "    return len(str(pos.made)) + 9")
    (found,) = check(file).violations
    assert (found.law, Path(found.file).name) == ("compiled", "strip.py")
    assert "remaining cannot be compiled" in found.words


MODEL = """
class Model:
    def __init__(self, variant):
        self.cells = int((variant or "6x1").split("x")[0])
        self.marked = []

    def legal_moves(self):
        return [f"{'abcdefghijkl'[cell]}1" for cell in range(self.cells) if cell not in self.marked]

    def play(self, move):
        self.marked.append("abcdefghijkl".index(move[0]))

    def marks(self):
        return {f"{'abcdefghijkl'[cell]}1": "X" for cell in self.marked}

    def result(self):
        for cell in range(self.cells):
            if {cell, cell + 1, cell + 2} <= set(self.marked):
                return ("first", "second")[(len(self.marked) - 1) % 2]
        return None
"""


def test_a_slow_model_is_compared(tmp_path: Path) -> None:
    model = tmp_path / "model.py"
    model.write_text(MODEL)
    assert check(write_game(tmp_path), slow_model=str(model)).violations == ()
    (found,) = check(
        write_game(tmp_path, THREE, THREE.replace(">> np.uint64(2)", ">> np.uint64(1)")),
        slow_model=str(model),
    ).violations
    assert (found.law, len(found.moves)) == ("slow-model", 2)
    assert found.words == "the result is second, the model says None"


def plyground(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", *words], cwd=cwd, env=os.environ, capture_output=True, text=True
    )


def test_the_command_tells_programs_and_people(tmp_path: Path) -> None:
    file = write_game(tmp_path, "    return 0\n", "    return int(pos.made == 2)\n")
    done = plyground("check", "strip.py", "--games", "20", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert list(answer) == ["game", "games", "laws", "violations"]
    assert (answer["game"], answer["games"]) == ("strip.py", 20)
    (violation,) = answer["violations"]
    assert list(violation) == ["law", "file", "line", "moves", "words"]
    assert (violation["law"], violation["file"]) == ("proof", "strip.py")
    assert violation["line"] == line_of(file, "@proof.of")
    again = plyground("check", "strip.py", "--moves", " ".join(violation["moves"]), cwd=tmp_path)
    assert again.returncode == 1
    assert f"strip.py:{violation['line']}: {violation['words']}" in again.stdout
    assert f"again: plyground check strip.py --moves '{' '.join(violation['moves'])}'" in again.stdout


def test_bad_input_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text("def (:\n")
    write_game(tmp_path)
    for words, why in (
        (("check", "bad.py"), "bad.py:1: invalid syntax"),
        (("check", "nowhere.py"), "there is no game file"),
        (("check", "strip.py", "--slow-model", "bad.py"), "bad.py:1: invalid syntax"),
        (("check", "strip.py", "--slow-model", "strip.py"), "strip.py has no class Model"),
        (("check", "strip.py", "--moves", "a1 a1"), "a1 is no legal move there"),
    ):
        code = run(words)
        printed = capsys.readouterr()
        assert (code, printed.out) == (2, "")
        assert why in printed.err
        assert len(printed.err.splitlines()) == 1
