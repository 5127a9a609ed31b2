"""A game file with a mistake in it: one line that names file and line and says what would be right."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import Board, BrokenGame, PlygroundError, find
from plyground.drawing import draw_text
from plyground.engine.perft import perft

GAMES = Path(__file__).parent / "data" / "games"
STONES = (GAMES / "stones.py").read_text()
COLUMNS = (GAMES / "columns.py").read_text()
PICTURE = "        return self.grid(marks)\n"


def use(path: str) -> None:
    """What a person does with a game: play it to the end and draw it."""
    board = Board(path)
    chance = random.Random(1)
    while not board.is_over:
        board.push(chance.choice(board.legal_moves))
        board.picks()
        board.text()
        draw_text(board.game.picture(board.position))
    assert board.outcome is not None


def message_about(tmp_path: Path, text: str, use: Callable[[str], object] = use) -> str:
    """What is said of a game file when it is used."""
    file = tmp_path / "broken.py"
    file.write_text(text)
    with pytest.raises(BrokenGame) as refusal:
        use(str(file))
    message = str(refusal.value)
    assert "\n" not in message
    assert message.count("broken.py") == 1
    return message.removeprefix(f"{tmp_path}/")


def line_of(text: str, part: str) -> int:
    """The number of the line on which a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("LENGTH = 3", "LENGTH = 3 +", "LENGTH = 3 +", "invalid syntax"),
        ("LENGTH = 3", "LENGTH = missing", "LENGTH =", "NameError: name 'missing' is not defined"),
        (
            "@play.of(Rules)",
            "",
            "class Stones",
            "there is no play: write @play.of(Rules) def _(rules, pos, move)",
        ),
        ("@moves.of(Rules)", "", "class Stones", "there is no moves: write"),
        (
            "@undo.of(Rules)",
            "",
            "class Stones",
            "positions hold arrays and there is no undo: write @undo.of(Rules)",
        ),
        (
            "def _(rules: Rules, pos: Position, move: int) -> Position:",
            "def _(rules, pos):",
            "@play.of",
            "play of Rules takes (rules, pos); it must take (rules, pos, move)",
        ),
        ("    return pos\n", "    return 3\n", "@play.of", "play returned int 3, it must return Position"),
        (
            "    return at\n",
            "    return None\n",
            "@moves.of",
            "moves returned NoneType, it must return the index",
        ),
        ("    pos.made[0] -= 1\n", "    pass\n", "@undo.of", "undo does not restore made"),
        ("    return 0\n\n\nclass", "    return 0.5\n\n\nclass", "@proof.of", "proof returned float 0.5"),
        (
            "    count = pos.made[0]\n",
            "    count = pos.made[0]\n    if count == 3:\n        return 7\n",
            "@outcome.of",
            "outcome returned int 7, it must return LOST, DRAWN, WON or OPEN",
        ),
        (
            "    pos.made[0] += 1\n",
            "    pos.made[0] += 1\n    if pos.made[0] == 3:\n        pos.made[999] = 1\n",
            "        pos.made[999]",
            "play fails: IndexError: index 999 is out of bounds",
        ),
        ("class Stones(Game)", "class Stones", "", "there is no subclass of Game; there must be one"),
        (
            '    summary = "Three in a row wins."\n',
            "",
            "class Stones",
            "Stones has no summary: write summary = '...'",
        ),
        ('("X", "O")', '("X",)', "class Stones", "players is tuple ('X',), it must be two names"),
        ('Flag("near"))', '"near")', "class Stones", "it must be a tuple of Size, Number and Flag"),
        ("def setup", "def start_up", "", "Stones has no setup: write def setup(self)"),
        ("def move_text", "def move_name", "", "Stones has no move_text: write def move_text(self, move)"),
        ("def picture", "def painting", "", "Stones has no picture: write def picture(self, pos)"),
        (
            "        return rules, Position(",
            "        return Position(",
            "    def setup",
            "setup returned Position",
        ),
        (
            "        rules = Rules(self.columns, self.rows, bool",
            "        rules = Rules(self.columns, self.rows, 1 / 0, bool",
            "        rules = Rules(",
            "setup fails: ZeroDivisionError: division by zero",
        ),
        (
            "self.cell_text(move)",
            "move",
            "    def move_text",
            "move_text returned int 0, it must return a text",
        ),
        ("self.cell_text(move)", "'x'", "    def move_text", "move_text returned 'x' for two moves, 0 and 1"),
        (
            PICTURE,
            "        return marks\n",
            "    def picture",
            "picture returned dict {}, it must return a Picture",
        ),
        (
            PICTURE,
            "        return self.grid(marks)._replace(marks={'z9': 'X'})\n",
            "    def picture",
            "it must return a Picture whose marks stand on its cells",
        ),
        (
            PICTURE,
            "        return self.grid(marks) if len(marks) < 4 else None\n",
            "    def picture",
            "picture returned NoneType, it must return a Picture",
        ),
        (
            "            if stone:\n",
            "            if stone:\n                marks[move] = 'XO'[stone]\n",
            "                marks[move] = 'XO'[stone]",
            "picture fails: IndexError: string index out of range",
        ),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, old: str, new: str, line: str, why: str) -> None:
    assert old in STONES
    text = STONES.replace(old, new)
    message = message_about(tmp_path, text)
    place = f"broken.py:{line_of(text, line)}: " if line else "broken.py: "
    assert message.startswith(place)
    assert why in message


@pytest.mark.parametrize(
    ("method", "body", "why"),
    [
        ("ending(self, pos, last)", "return 'over'", "ending returned str 'over', it must return an Ending"),
        ("ending(self, pos, last)", "return Ending(3)", "it must return an Ending with a reason"),
        ("ending(self, pos, last)", "return Ending('over', ('z9',))", "a line of cells of the board"),
        (
            "ending(self, pos, last)",
            "return last.nothing",
            "ending fails: AttributeError: 'LastMove' object has no",
        ),
        (
            "ending(self, pos)",
            "return Ending('over')",
            "ending of Columns takes (self, pos); it must take (self, pos, last)",
        ),
        ("cells(self, pos, move)", "return 'a1'", "cells returned str 'a1', it must return a tuple of cells"),
        (
            "cells(self, pos, move)",
            "return ('z9',)",
            "cells returned tuple ('z9',), it must return a tuple of cells",
        ),
        ("cells(self, pos, move)", "return (1 / (move - 3),)", "cells returned"),
        (
            "cells(self, move)",
            "return ('a1',)",
            "cells of Columns takes (self, move); it must take (self, pos, move)",
        ),
        ("picks(self, pos, move)", "return [1]", "picks returned list [1], it must return a tuple of texts"),
        ("side_to_move(self, pos)", "return 'X'", "it must return 0, 1 or None"),
        ("parse(self, pos, text)", "return text", "it must return a move, which is a whole number"),
        ("parse(self, pos, text)", "return 99", "parse does not find the move"),
        ("legal(self, pos)", "return 'abc'", "it must return a list of moves"),
    ],
)
def test_a_mistake_in_a_method_is_named(tmp_path: Path, method: str, body: str, why: str) -> None:
    name = method.partition("(")[0]
    text = re.sub(rf"    def {name}\(.*?\n\n", "", COLUMNS + "\n\n", flags=re.DOTALL).rstrip()
    text = f"{text}\n\n    def {method}:\n        {body}\n"
    message = message_about(tmp_path, text)
    first, second = line_of(text, f"    def {method}"), line_of(text, f"        {body}\n")
    assert re.match(rf"broken\.py:({first}|{second}): ", message)
    assert why in message


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("helper(3)", "helper is a plain function: mark it @kernel"),
        ("pos.nothing", "Position has no nothing"),
        ("undefined", "undefined is not defined"),
        ("TABLE[1] == 2", "TABLE is a dict; compiled code can use only numbers, tuples"),
        ("np.zeros(3)[1] == 1.0", "it makes an array, a list or a text"),
        ("rows(3, 4)", "rows is called with other arguments than (one)"),
        ("inner(pos)", "Position has no missing"),
        ("bool(np.uint64(1) & 0.5)", "uint64 & float64 is not possible"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_the_words_of_the_game(
    tmp_path: Path, code: str, why: str
) -> None:
    """None of this is reached in Python, as the option `near` is off."""
    helpers = (
        "TABLE = {1: 2}\n\n\n"
        "def helper(one):\n    return one > 2\n\n\n"
        "@kernel\ndef rows(one):\n    return one > 2\n\n\n"
        "@kernel\ndef inner(pos):\n    return pos.missing\n\n\n"
    )
    wrong = f"    if rules.near and {code}:\n        return LOST\n"
    count = "    count = pos.made[0]\n"
    text = STONES.replace("class Rules(", f"{helpers}class Rules(", 1).replace(count, f"{count}{wrong}")
    message = message_about(tmp_path, text, lambda path: list(perft(Board(path), 1)))
    line = line_of(text, "    return pos.missing" if "inner" in code else wrong)
    assert message.startswith(f"broken.py:{line}: outcome cannot be compiled: {why}")


def test_an_error_in_a_file_that_the_game_imports_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "rule_helper.py").write_text("def texts(move):\n    return 'abc'[move]\n")
    (tmp_path / "broken.py").write_text(
        "import sys\nsys.path.insert(0, __file__.rpartition('/')[0])\nfrom rule_helper import texts\n"
        + STONES.replace("from __future__ import annotations\n", "").replace(
            "self.cell_text(move)", "texts(move)"
        )
    )
    with pytest.raises(BrokenGame, match=r"rule_helper\.py:2: move_text fails: IndexError: string index out"):
        find(str(tmp_path / "broken.py"))


def plyground(*arguments: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """The command, from outside."""
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        cwd=cwd,
        env=os.environ | more,
        input="c\n",
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("method", ["ending", "picture", "cells"])
def test_the_command_line_says_it_in_one_line(tmp_path: Path, method: str) -> None:
    text = COLUMNS.replace(
        f"    def {method}(", f"    def {method}(self, *rest):\n        return 7\n\n    def old_{method}("
    )
    (tmp_path / "broken.py").write_text(text)
    run = plyground("play", "./broken.py", cwd=tmp_path)
    assert run.returncode == 2
    line = line_of(text, f"    def {method}(")
    assert run.stderr.startswith(f"plyground: broken.py:{line}: {method} returned int 7, it must return ")
    assert run.stderr.count("\n") == 1


def test_a_broken_game_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "pebbles.py").write_text(STONES.replace("    return pos\n", "    return 3\n"))
    (tmp_path / "gravel.py").write_text(STONES.replace("    summary =", "    no_summary ="))
    about = tmp_path / "pebbles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[plyground.games]\npebbles = pebbles:Stones\ngravel = gravel:Stones\nsand = no_such_module:Sand\n"
    )
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    run = plyground("games", cwd=tmp_path, PYTHONPATH=paths)
    assert run.returncode == 0
    assert [line.split()[0] for line in run.stdout.splitlines()][:2] == ["noughts", "squava"]
    errors = run.stderr.splitlines()
    assert len(errors) == 3
    assert any("pebbles.py:" in error and "play returned int 3" in error for error in errors)
    assert any("gravel.py:" in error and "no summary" in error for error in errors)
    assert any("'sand' cannot be loaded" in error for error in errors)
    listed = subprocess.run(
        [sys.executable, "-c", "import plyground as pg; print(*pg.games())"],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pebbles" in listed.stdout
    assert "gravel" not in listed.stdout


def test_errors_of_the_player_stay_errors_of_the_player() -> None:
    with pytest.raises(PlygroundError) as refusal:
        Board("squava").push("z9")
    assert not isinstance(refusal.value, BrokenGame)
