"""`plyground`: help, wrong arguments, and games that are broken."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from plyground import __version__
from plyground.commands.main import commands
from tests.commands.program import COMMAND, OWN_GAME, Answer, Plyground


def test_help_lists_the_commands(plyground: Plyground) -> None:
    for option in ("--help", "-h"):
        answer = plyground(option)
        assert answer.code == 0
        assert all(
            name in answer.out for name in ("play", "watch", "resume", "games", "perft", "analyse", "bench")
        )


def test_version(plyground: Plyground) -> None:
    assert plyground("--version") == Answer(0, f"plyground {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            "frobnicate",
            "there is no command 'frobnicate', only play, watch, resume, games, players, perft, analyse",
        ),
        ("--frobnicate", "there is no option --frobnicate; plyground takes --version, --help"),
        ("perft", "missing argument 'GAME'; write plyground perft [OPTIONS] GAME DEPTH"),
        ("perft noughts", "missing argument 'DEPTH'; write plyground perft [OPTIONS] GAME DEPTH"),
        (
            "perft noughts 3 4",
            "got unexpected extra argument (4); write plyground perft [OPTIONS] GAME DEPTH",
        ),
        ("perft noughts x", "'x' is not a whole number from 1 to"),
        ("perft noughts 0", "'0' is not a whole number from 1 to"),
        (
            "perft noughts 1 --fast",
            "there is no option --fast; plyground perft takes --moves, --position, --json",
        ),
        ("perft noughts 1 --moves", "option '--moves' requires an argument"),
        ("perft noughts 1 --moves a1,a2", "move 1 of --moves: 'a1,a2' is no cell; cells go from a1 to c3"),
        ("perft noughts 1 --moves 'a1 a1'", "move 2 of --moves: a1 is taken"),
        ("perft chess 1", "there is no game 'chess'; there are noughts, squava"),
        (
            "perft noughts:9x9 1",
            "noughts has no variant '9x9'; it takes a size COLSxROWS of at most 64 cells",
        ),
        ("perft nowhere.py 1", "there is no game file 'nowhere.py'"),
        ("analyse noughts --depth 0", "'0' is not a whole number"),
        ("analyse noughts --nodes 1.5", "'1.5' is not a whole number"),
        ("analyse noughts --seconds nan", "'nan' is not a number of seconds above 0"),
        ("analyse noughts --seconds -1", "'-1' is not a number of seconds above 0"),
        ("analyse noughts --seconds soon", "'soon' is not a number of seconds above 0"),
        ("analyse noughts --threads 0", "'0' is not a whole number from 1 to 256"),
        ("analyse noughts --lines 0", "'0' is not a whole number"),
        ("play chess", "there is no game 'chess'"),
        ("bench noughts chess", "there is no game 'chess'"),
        ("games noughts", "got unexpected extra argument (noughts); write plyground games [OPTIONS]"),
    ],
)
def test_wrong_arguments_are_explained_on_one_line(plyground: Plyground, arguments: str, words: str) -> None:
    answer = plyground(*shlex.split(arguments))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("plyground: ")
    assert answer.err.count("\n") == 1
    assert words in answer.err


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "there is no subclass of Game"),
        ("def broken(:", "broken.py:1: "),
        ("1 / 0", "ZeroDivisionError"),
        (
            "from plyground.game import Game\nclass Empty(Game):\n    name = 'empty'",
            "broken.py:2: Empty has ",
        ),
    ],
)
def test_broken_game_files_are_explained_on_one_line(
    plyground: Plyground, tmp_path: Path, source: str, words: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source, encoding="utf-8")
    answer = plyground("analyse", str(file))
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_a_game_without_a_function_is_told_which(plyground: Plyground, tmp_path: Path) -> None:
    source = Path(OWN_GAME).read_text(encoding="utf-8").replace("@outcome.of(Rules)\n", "")
    file = tmp_path / "half.py"
    file.write_text(source, encoding="utf-8")
    answer = plyground("perft", str(file), "1")
    assert answer.code == 2
    assert "there is no outcome" in answer.err


def test_without_a_command_a_pipe_gets_a_plain_game() -> None:
    done = subprocess.run(COMMAND, input="", capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Noughts and crosses: ")
    assert done.stdout.endswith("X to move: \nGoodbye.\n")


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*COMMAND, "games"], stdout=closed, stderr=subprocess.PIPE, text=True)
    assert done.stderr == ""


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_each_command_is_in_a_file_with_its_name(name: str, plyground: Plyground) -> None:
    callback = commands.commands[name].callback
    assert callback is not None
    assert callback.__module__ == f"plyground.commands.{name}"
    answer = plyground(name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: plyground {name} ")
