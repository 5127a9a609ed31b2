"""`plyground play` and `plyground watch`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.commands.program import COMMAND, Plyground


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


def test_on_a_fresh_machine_the_computer_answers_before_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    done = subprocess.run(
        [*COMMAND, "play", "squava", "-C"], input="quit\n", capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "by plain Python until the engine is compiled" in done.stdout
    assert not list(tmp_path.rglob("*.nbc"))


def test_play_survives_input_that_is_no_text() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--seconds", "0.1"], input=b"\xff\xfe\nquit\n", capture_output=True, timeout=120
    )
    assert done.returncode == 0
    assert b"is no cell" in done.stdout


def test_watch_from_a_position(plyground: Plyground) -> None:
    answer = plyground(
        "watch", "noughts", "--position", "XX1/OO1/3 X", "--first", "4", "--second", "4", "--quick"
    )
    assert answer.code == 0
    assert "X plays c3" in answer.out
    assert "X wins" in answer.out
