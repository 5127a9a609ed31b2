"""The commands of the prompt beside playing: looking back, values, variations, learning, setting up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "plyground", "play", "noughts", "--second", "human"]


def talk(data: Path, lines: str) -> str:
    """What the program says when these lines, separated by slashes, come on a pipe."""
    done = subprocess.run(
        COMMAND,
        input="\n".join([*lines.split("/"), "quit", ""]),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PLYGROUND_DATA": str(data), "LANG": "C.UTF-8"},
        check=True,
    )
    return done.stdout


def test_looking_back_and_trying_out_leave_the_game_alone(tmp_path: Path) -> None:
    out = talk(tmp_path, "b2/a1/start/look 1/end/look 3/look back/flip/try c3 a3 c1/try b2/c3")
    assert "position 0 of 2: X to move" in out
    assert "position 1 of 2: O to move, last move b2" in out
    assert "position 2 of 2: X to move, last move a1" in out
    assert "there is no position 3; positions go from 0, the start, to 2" in out
    assert "look N shows the position after N moves, such as look 3, not 'back'" in out
    flipped = out.partition("X to move: flip")[2]
    assert "c   b   a\n" in flipped
    assert "1 │   │   │[O]│ 1" in flipped
    assert "variation, not played: c3 a3 c1" in out
    assert "Proven: O wins in 1 ply." in out
    assert "b2 is taken" in out
    assert "O to move: quit" in out  # c3 was the next move of the game


def test_the_engines_move_and_the_value_of_every_move(tmp_path: Path) -> None:
    out = talk(tmp_path, "a1/a2/b1/b2/values/best")
    values = out.partition("X to move: values")[2]
    assert "│ W1 │ 1" in values
    assert "win in 1 ply" in values
    assert "X plays the engine's move c1" in out
    assert "X wins: three in a row a1 b1 c1." in out


def test_a_report_and_what_can_be_learned_from_it(tmp_path: Path) -> None:
    out = talk(tmp_path, "report/b2/b1/a1/c3/report/learn/a2/b1/zz/c3/learn/show")
    assert "a report needs a game with a move" in out
    assert "judging 5 positions, about 2 s ..." in out
    assert "███" in out
    assert "1… b1 by O (proven: X wins in 5 plies)" in out
    assert "X made no mistake, O made 1 mistake." in out
    assert "Mistake 1 of 1" in out
    assert "a2 does not hold (proven: X wins in" in out
    assert "b1 is the move that was made" in out
    assert "'zz' is no cell" in out
    assert "c3 holds too (proven: a draw)." in out or "c3 is the better move (proven: a draw)." in out
    assert "would have held the draw. Line: " in out


def test_a_position_is_set_up_in_words(tmp_path: Path) -> None:
    out = talk(tmp_path, "setup/b2 X/side O/done/undo/a1/setup/q9 X/a1 Z/side Z/clear/start/stop")
    assert "X to move; with these marks it is O to move, not X" in out
    assert "O to move; this can be played" in out
    assert "there is no move of yours to take back" in out
    assert "'q9' is no cell" in out
    assert "'Z' is no mark; there are X O" in out
    assert "is no side to move; there are X and O" in out
    assert out.rstrip().endswith("plyground resume takes it up again.")
    record = next((tmp_path / "under-way").glob("*.ply")).read_text()
    assert "position: 3/1X1/3 O" in record


def test_forced_moves_and_the_score(tmp_path: Path) -> None:
    out = talk(tmp_path, "score/forced/a1/b2/a2/undo/undo")
    assert "X against O: no finished game yet" in out
    assert "O plays a3, which is forced" in out
    assert "X plays c1, which is forced" in out
    assert "took back b1" in out  # what was forced is not played again at once
    assert json.loads((tmp_path / "preferences.json").read_text())["plays_forced"] is True
