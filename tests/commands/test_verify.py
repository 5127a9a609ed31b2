"""`plyground verify` from the shell."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from plyground.commands.main import run
from plyground.verify.certificate import Claim, pack_certificate

CLAIM = Claim("noughts", "2O/1X1/XO1 X", "win", distance=3, positions=(1,))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A certificate with a strategy of one move."""
    path = tmp_path / "small.cert"
    path.write_bytes(pack_certificate(CLAIM, lzma.compress(b"\x01")))
    return path


def test_a_proof_is_told_in_one_line(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(small)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("noughts from 2O/1X1/XO1 X: X wins in at most 3 plies; 1 position checked in ")
    assert len(told.out.splitlines()) == 1
    assert told.err == ""


def test_a_proof_is_told_in_json(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(small), "--json", "--game", "noughts"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer.pop("seconds") >= 0
    assert answer == {
        "valid": True,
        "game": "noughts",
        "position": "2O/1X1/XO1 X",
        "value": "win",
        "distance": 3,
        "positions": 1,
    }


def test_a_refusal_is_one_line_and_ends_with_1(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small.write_bytes(pack_certificate(CLAIM, lzma.compress(b"\x09")))
    assert run(["verify", str(small)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"plyground: {small} is refused: it says move 9 of 5, which is not legal\n"


def test_a_refusal_in_json(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(small), "--json", "--game", "squava"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"valid": False, "reason": "this is about 'noughts', not about 'squava'"}


@pytest.mark.parametrize("name", ["nothing", "."])
def test_what_cannot_be_read_is_an_error(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.startswith("plyground: cannot read ")
