"""`plyground perft`."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.commands.program import COMMAND, OWN_GAME, Answer, Plyground
from tests.processes import PATIENCE, hear_interrupts


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


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_interrupted_count_ends_at_once() -> None:
    command = [*COMMAND, "perft", "noughts:8x8,row=5", "30"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, preexec_fn=hear_interrupts) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"3 "):
            pass
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in complaint


def test_perft_from_a_position(plyground: Plyground) -> None:
    assert plyground("perft", "noughts", "2", "--position", "3/1X1/3 O").out == "1 8\n2 56\n"
