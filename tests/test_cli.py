"""The command line: what it answers, and what it says when it is called wrongly."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground import __version__
from plyground.commands.main import run
from tests.processes import hear_interrupts

OWN_GAME = str(Path(__file__).parent / "data" / "lastone.py")
SCORE = ["value", "distance", "exact_distance", "estimate"]
COMMAND = [sys.executable, "-m", "plyground"]


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Plyground = Callable[..., Answer]


@pytest.fixture
def plyground(capsys: pytest.CaptureFixture[str]) -> Plyground:
    def call(*arguments: str) -> Answer:
        code = run(arguments)
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return call


# Help


def test_help_lists_the_commands(plyground: Plyground) -> None:
    for option in ("--help", "-h"):
        answer = plyground(option)
        assert answer.code == 0
        assert all(
            name in answer.out for name in ("play", "watch", "resume", "games", "perft", "analyse", "bench")
        )


def test_version(plyground: Plyground) -> None:
    assert plyground("--version") == Answer(0, f"plyground {__version__}\n", "")


# Games


def test_games(plyground: Plyground) -> None:
    answer = plyground("games")
    lines = answer.out.splitlines()
    assert [line.split()[0] for line in lines][:4] == ["noughts", "squava", "numerical", "squeeze"]
    assert "misere" in lines[0]


def test_games_as_json(plyground: Plyground) -> None:
    noughts = plyground("games", "--json").json[0]
    assert list(noughts) == ["name", "title", "summary", "players", "options", "origin"]
    assert noughts["players"] == ["X", "O"]
    assert noughts["options"][1] == {"name": "row", "default": 3, "takes": "row=N from 2 to 64"}


def test_a_broken_installed_game_does_not_hide_the_others(
    plyground: Plyground, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plyground import catalogue

    monkeypatch.setattr(catalogue, "names", lambda: ["noughts", "nosuchgame"])
    answer = plyground("games")
    assert answer.code == 0
    assert answer.out.startswith("noughts")
    assert "nosuchgame" in answer.err


# Players


def test_players_of_a_game(plyground: Plyground) -> None:
    lines = plyground("players", "squava").out.splitlines()
    assert [line.split()[0] for line in lines][-3:] == ["perfect", "squava-classic", "FILE.py"]
    assert "looks 4 plies ahead" in lines[-2]


def test_all_players(plyground: Plyground) -> None:
    assert "hoxo              plays noughts with three in a row" in plyground("players").out


def test_players_as_json(plyground: Plyground) -> None:
    first = plyground("players", "noughts", "--json").json[0]
    assert first == {"who": "human", "title": "a person", "meaning": "is asked for each move"}


def test_help_names_the_classics(plyground: Plyground) -> None:
    for command in ("play", "watch"):
        told = plyground(command, "--help").out
        assert "hoxo, squava-classic, numerical-classic, squeeze-classic, piskworky.\n" in told


def test_a_classic_is_watched_and_tells_what_its_move_is_worth(plyground: Plyground) -> None:
    answer = plyground("watch", "numerical", "--level", "numerical-classic", "--quick", "--depth", "1")
    assert answer.code == 0
    assert "odd plays " in answer.out
    assert "(estimate +" in answer.out


def test_a_classic_of_another_game_is_refused(plyground: Plyground) -> None:
    answer = plyground("play", "squava", "--first", "hoxo")
    assert answer.code == 2
    assert answer.err.startswith(
        "plyground: hoxo plays noughts with three in a row on at most twelve cells, not"
    )
    assert answer.err.count("\n") == 1


# Perft


def test_perft(plyground: Plyground) -> None:
    assert plyground("perft", "noughts", "4") == Answer(0, "1 9\n2 72\n3 504\n4 3024\n", "")


def test_perft_as_json(plyground: Plyground) -> None:
    answer = plyground("perft", "noughts", "2", "--moves", "b2 a1", "--json").json
    assert answer.pop("seconds") >= 0
    assert answer == {"game": "noughts", "moves": ["b2", "a1"], "leaves": [7, 42]}


def test_perft_of_a_finished_game(plyground: Plyground) -> None:
    answer = plyground("perft", "noughts", "2", "--moves", "a1 a2 b1 b2 c1")
    assert answer.out == "1 0\n2 0\n"


def test_perft_of_a_file(plyground: Plyground) -> None:
    assert plyground("perft", OWN_GAME, "3").out == "1 3\n2 9\n3 27\n"


# Analyse


def test_analyse(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--moves", "a1 a2 b1 b2")
    assert answer.code == 0
    assert "X to move, last move b2\n" in answer.out
    assert "best move: c1 (proven: X wins in 1 ply)\nline: c1\n" in answer.out
    assert "nodes" in answer.out
    assert answer.err == ""


def test_analyse_gives_an_estimate_as_json(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts:5x5,row=4", "--depth", "3", "--json").json
    assert list(answer) == ["game", "moves", "best", *SCORE, "line", "depth", "nodes", "seconds"]
    assert isinstance(answer["estimate"], int)
    assert answer["value"] is None
    assert answer["depth"] == 3
    assert answer["line"][0] == answer["best"]


def test_analyse_gives_a_proven_value_as_json(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--moves", "a1 a2 b1", "--nodes", "10000", "--json").json
    assert answer["game"] == "noughts"
    assert answer["moves"] == ["a1", "a2", "b1"]
    assert answer["best"] == "c1"
    assert answer["estimate"] is None
    assert "lines" not in answer
    assert answer["value"] in ("win", "loss", "draw")


def test_analyse_several_lines_as_json(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--moves", "a1 a2 b1 b2", "--lines", "2", "--json").json
    first, second = answer["lines"]
    score = {"value": "win", "distance": 1, "exact_distance": True, "estimate": None}
    assert first == {"move": "c1", **score, "line": ["c1"]}
    assert second["move"] == "c2"


def test_analyse_several_lines_as_text(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--moves", "a1 a2 b1 b2", "--lines", "2")
    assert "line: win in 1 ply: c1\n" in answer.out


def test_analyse_a_finished_game(plyground: Plyground) -> None:
    moves = ["--moves", "a1 a2 b1 b2 c1"]
    assert "X wins: three in a row a1 b1 c1" in plyground("analyse", "noughts", *moves).out
    answer = plyground("analyse", "noughts", *moves, "--json").json
    assert (answer["best"], answer["line"], answer["nodes"]) == (None, [], 0)
    assert (answer["value"], answer["distance"]) == ("loss", 0)


def test_limits_can_be_combined(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts:5x5,row=4", "--depth", "2", "--seconds", "60", "--json").json
    assert answer["depth"] == 2


# Bench


def test_bench(plyground: Plyground) -> None:
    heading, row = plyground("bench", "noughts", "--seconds", "0.1").out.splitlines()
    assert heading.startswith("game")
    assert row.startswith("noughts ")


def test_bench_as_json(plyground: Plyground) -> None:
    (answer,) = plyground("bench", "noughts", "--seconds", "0.1", "--json").json
    assert answer["game"] == "noughts"
    assert answer["depth"] > 0
    assert answer["games_per_second"] > 0


# Wrong arguments


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
        ("", "has no subclass of Game"),
        ("def broken(:", "line 1"),
        ("1 / 0", "ZeroDivisionError"),
        ("from plyground.game import Game\nclass Empty(Game):\n    name = 'empty'", "has no setup"),
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


def test_a_table_that_does_not_fit_is_refused(plyground: Plyground, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("plyground.terminal.waiting.ProvingEngine", too_large)
    answer = plyground("analyse", "noughts", "--memory", "4000")
    assert answer.code == 2
    assert "4000 MB" in answer.err


# As a program of its own


def test_play_ends_politely_with_its_input() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--seconds", "0.1"], input="b2\n", capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "O plays " in done.stdout
    assert done.stdout.endswith(
        "X to move: \nGoodbye. The game is kept: plyground resume takes it up again.\n"
    )


def test_without_a_command_a_pipe_gets_a_plain_game() -> None:
    done = subprocess.run(COMMAND, input="", capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Noughts and crosses: ")
    assert done.stdout.endswith("X to move: \nGoodbye.\n")


def test_play_lets_the_computer_begin() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "-C", "--seconds", "0.1"],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    assert "X plays " in done.stdout
    assert done.stdout.endswith(
        "O to move: quit\nGoodbye. The game is kept: plyground resume takes it up again.\n"
    )


def test_play_survives_input_that_is_no_text() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--seconds", "0.1"], input=b"\xff\xfe\nquit\n", capture_output=True, timeout=120
    )
    assert done.returncode == 0
    assert b"is no cell" in done.stdout


def test_boards_on_a_plain_terminal_are_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    moves = ["--moves", "a1 a2 b1 b2 c1"]
    done = subprocess.run([*COMMAND, "analyse", "noughts", *moves], env=environment, capture_output=True)
    assert done.returncode == 0
    assert b"+---+---+---+" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*COMMAND, "games"], stdout=closed, stderr=subprocess.PIPE, text=True)
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_interrupted_analysis_prints_what_it_has() -> None:
    terminal, end = os.openpty()
    command = [*COMMAND, "analyse", "noughts:8x8,row=5", "--seconds", "100", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, preexec_fn=hear_interrupts) as process:
        os.close(end)
        seen = b""
        while b"depth 3: " not in seen:
            seen += os.read(terminal, 1024)
        process.send_signal(signal.SIGINT)
        answer, _ = process.communicate(timeout=20)
    os.close(terminal)
    assert process.returncode == 130
    assert json.loads(answer)["depth"] >= 3
    assert b"Traceback" not in seen


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_interrupted_count_ends_at_once() -> None:
    command = [*COMMAND, "perft", "noughts:8x8,row=5", "30"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, preexec_fn=hear_interrupts) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"3 "):
            pass
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
