"""`plyground analyse`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.commands.program import COMMAND, Plyground
from tests.processes import PATIENCE, hear_interrupts

SCORE = ["value", "distance", "exact_distance", "estimate"]


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


def test_a_table_that_does_not_fit_is_refused(plyground: Plyground, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("plyground.solver.proving_engine.ProvingEngine", too_large)
    answer = plyground("analyse", "noughts", "--memory", "4000")
    assert answer.code == 2
    assert "4000 MB" in answer.err


def test_boards_on_a_plain_terminal_are_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    moves = ["--moves", "a1 a2 b1 b2 c1"]
    done = subprocess.run([*COMMAND, "analyse", "noughts", *moves], env=environment, capture_output=True)
    assert done.returncode == 0
    assert b"+---+---+---+" in done.stdout


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
        answer, _ = process.communicate(timeout=PATIENCE)
    os.close(terminal)
    assert process.returncode == 130
    assert json.loads(answer)["depth"] >= 3
    assert b"Traceback" not in seen


def test_analyse_from_a_position(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--position", "XX1/OO1/3 X", "--moves", "c1", "--json").json
    assert answer["position"] == "XX1/OO1/3 X"
    assert (answer["moves"], answer["best"], answer["value"]) == (["c1"], "c2", "win")


def test_a_wrong_position_on_the_command_line(plyground: Plyground) -> None:
    answer = plyground("analyse", "noughts", "--position", "3/3/3 O")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "plyground: --position: with these marks it is X to move, not O\n"
