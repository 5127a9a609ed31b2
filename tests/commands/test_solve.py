"""`plyground solve` as it is called from a shell."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import psutil
import pytest

from plyground.commands.main import run
from tests.processes import hear_interrupts


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run(["solve", *arguments])
    return code, capsys.readouterr().out


def test_it_says_who_wins_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(capsys, "noughts", "--moves", "b2 b1", "--all")
    assert code == 0
    assert "Proven: X wins in 5 plies." in out
    assert "win in 5 plies" in out
    assert "positions in" in out


def test_json_has_every_promised_field(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(capsys, "noughts", "--position", "3/1X1/1O1 X", "--json", "--all")
    answer = json.loads(out)
    assert code == 0
    assert answer["value"] == "win"
    assert answer["distance"] == 5
    assert answer["exact_distance"] is True
    assert len(answer["line"]) == 5
    assert len(answer["moves"]) == 7
    assert answer["nodes"] > 0
    assert answer["seconds"] >= 0
    assert answer["position"] == "3/1X1/1O1 X"


def test_what_is_not_proven_is_said_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(capsys, "noughts:8x8,row=5", "--seconds", "0.05")
    assert code == 1
    assert "Not proven" in out


def test_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(capsys, "noughts", "--moves", "a1 b1 a2 b2 a3")
    assert code == 0
    assert "X wins" in out


def test_the_picture_marks_every_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "noughts.svg"
    code, _ = solved(capsys, "noughts:4x4", "--all", "--picture", str(path))
    assert code == 0
    tree = ElementTree.parse(path)
    space = {"s": "http://www.w3.org/2000/svg"}
    labels = [text.text or "" for text in tree.iterfind(".//s:text[@class='distance']", space)]
    assert sorted(labels) == sorted(["5"] * 4 + ["7"] * 8 + ["11"] * 4)


def test_a_picture_needs_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "noughts", "--picture", "x.svg"]) == 2
    assert "add --all" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "noughts", "--all", "--picture", "/nowhere/x.svg"]) == 2
    assert "cannot write /nowhere/x.svg: No such file or directory" in capsys.readouterr().err


def test_interrupted_it_says_what_it_believes() -> None:
    command = [sys.executable, "-m", "plyground", "solve", "noughts:8x8,row=5", "--memory", "16"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    ) as process:
        while psutil.Process(process.pid).cpu_times().user < 2:  # it searches by then
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Not proven" in out
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of a process as Linux tells it")
def test_a_small_game_takes_little_memory() -> None:
    code = (
        "import re; from plyground.commands.main import run; run(['solve', 'numerical:3x3']); "
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) < 1_000_000, "the table of a gigabyte was made"
