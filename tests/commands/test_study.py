"""`plyground study`: what it says, what it leaves behind, how it is stopped, and what it refuses."""

from __future__ import annotations

import json
import math
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.commands.program import COMMAND, OWN_GAME, Plyground
from tests.processes import hear_interrupts

FIGURES = ("first_player", "draws", "length", "branching", "lead_changes", "rungs")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder, and on one core, but for the programs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("plyground.commands.arena.count_cores", lambda: 1)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """The finished games of the first game of a study, without the half line that may be there."""
    try:
        lines = (folder / "01" / "games.jsonl").read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines]


def self_play(folder: Path) -> dict[tuple[int, int], str]:
    """The games between equals, by strength and number."""
    return {
        (line["nodes"][0], line["number"]): line["moves"]
        for line in lines_of(folder)
        if line["nodes"][0] == line["nodes"][1]
    }


def test_a_study_of_a_solved_game(plyground: Plyground, tmp_path: Path) -> None:
    answer = plyground("study", "noughts", "--games", "8", "--seed", "3", "-o", "n.html", "--json")
    assert answer.code == 0
    found = answer.json
    for name in FIGURES:
        figure = found[name]
        assert figure["low"] <= figure["value"] <= figure["high"], name
    assert (found["first_player"]["exact"], found["draws"]["exact"]) == (0.5, 1.0)
    assert found["state_space"]["value"] == pytest.approx(math.log10(5478), abs=1e-6)
    assert found["game_tree"]["exact"] == pytest.approx(math.log10(255168), abs=1e-6)
    assert {each["figure"] for each in found["left_out"]} >= {"decisiveness", "drama"}
    assert [each["nodes"] for each in found["by_strength"]] == [0, 1000, 4000, 16000]
    assert all(each["games"] == 8 >= each["distinct"] for each in found["by_strength"])
    assert {each["move"]: each["value"] for each in found["truth"]["moves"]} == dict.fromkeys(
        ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), "draw"
    )
    assert found["fairest_first_moves"]["how"] == "proven: a draw"
    page = (tmp_path / "n.html").read_text()
    assert page.startswith("<!doctype html>")
    assert not re.search(r"(src|href)\s*=|https?://(?!www\.w3\.org)|@import|url\(", page)
    again = plyground("study", "noughts", "--games", "8", "-o", "n.html")
    assert (again.code, again.err) == (
        2,
        "plyground: n.study already holds a study; add --resume to go on with it, or choose another -o\n",
    )
    more = plyground("study", "noughts", "--games", "9", "-o", "n.html", "--resume", "--json")
    assert more.code == 0
    assert len(self_play(tmp_path / "n.study")) == 4 * 9
    assert all(each["games"] == 9 for each in more.json["by_strength"])


def test_two_games_side_by_side(plyground: Plyground, tmp_path: Path) -> None:
    arguments = ("--games", "8", "--nodes", "20", "-o", "two.html", "--jobs", "1")
    answer = plyground("study", "noughts", OWN_GAME, *arguments, "--json")
    assert answer.code == 0
    assert "Side by side" in (tmp_path / "two.html").read_text()
    one, two = answer.json["studies"]
    assert (one["game"], two["game"]) == ("noughts", "lastone")
    assert two["first_player"]["exact"] == 0.0  # twelve counters, one to three at a time
    assert two["truth"]["value"] == "loss"
    assert two["state_space"]["value"] == pytest.approx(math.log10(len(counters_left())), abs=1e-6)
    other = plyground("study", "noughts", *arguments, "--resume")
    assert other.code == 2
    assert "was begun with noughts," in other.err


def counters_left(left: int = 12, turn: int = 0) -> set[tuple[int, int]]:
    """Every position of the game of counters: how many are left, and whose turn it is."""
    after = [counters_left(left - taken, 1 - turn) for taken in (1, 2, 3) if taken <= left]
    return {(left, turn)}.union(*after)


def test_variants(plyground: Plyground, tmp_path: Path) -> None:
    answer = plyground(
        "study", "noughts", "--vary", "row=3..4,misere", "--games", "8", "--nodes", "20", "--json"
    )
    assert answer.code == 0
    found = answer.json
    names = [each["game"] for each in found["studies"]] + [each["game"] for each in found["refused"]]
    assert sorted(names) == ["noughts", "noughts:misere"]
    assert "not possible: noughts:row=4, noughts:row=4,misere" in answer.err
    assert all("drawn" in each["why"] or "end" in each["why"] for each in found["refused"])
    assert set(found["pareto_front"]) <= {each["game"] for each in found["studies"]}


def test_killed_and_resumed(tmp_path: Path) -> None:
    arguments = ["--games", "10", "--nodes", "30", "--seed", "5", "-o", "killed.html"]
    program = [*COMMAND, "study", "noughts", *arguments]
    running = subprocess.Popen(program, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    folder = tmp_path / "killed.study"
    while len(lines_of(folder)) < 12 and running.poll() is None:
        time.sleep(0.02)
    running.kill()
    running.wait()
    before = self_play(folder)
    assert before
    with open(folder / "01" / "games.jsonl", "ab") as file:
        file.write(b'{"number": 99, "no')
    subprocess.run([*program, "--resume"], check=True, capture_output=True)
    after = self_play(folder)
    assert before.items() <= after.items()
    assert sorted(after) == [(nodes, number) for nodes in (0, 30, 120, 480) for number in range(10)]
    assert len(lines_of(folder)) == len({(*line["nodes"], line["number"]) for line in lines_of(folder)})


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_leaves_a_report(tmp_path: Path) -> None:
    program = [*COMMAND, "study", "noughts", "--minutes", "60", "--nodes", "30", "-o", "stopped.html"]
    running = subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_interrupts
    )
    while len(lines_of(tmp_path / "stopped.study")) < 60 and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130
    assert "Score of the first player" in out
    assert err.splitlines()[-1].endswith("the same command with --resume goes on")
    assert (tmp_path / "stopped.html").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no game 'chess'"),
        (["./nothing.py"], "there is no game file './nothing.py'"),
        (["noughts", "--minutes", "0"], "'0' is not a number of minutes above 0"),
        (["noughts", "--minutes", "1", "--games", "5"], "either --minutes or --games"),
        (["noughts", "--resume"], "there is no study in study-noughts.study to go on with"),
        (["noughts", "--vary", "height=3..4"], "noughts has no option 'height'; it takes a size"),
        (["noughts", "--vary", "row=5..3"], "row=5..3 is empty; write the smaller one first"),
        (["noughts", "--vary", "row=many"], "row=many is no range; write row=3..5"),
        (["noughts", "squava", "--vary", "row=3..4"], "variants of one game; name one"),
        (["noughts", "--vary", "row=9..12"], "noughts exists in none of these variants"),
    ],
)
def test_what_is_refused_in_one_line(plyground: Plyground, arguments: list[str], words: str) -> None:
    answer = plyground("study", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_game_that_does_not_end_is_refused(plyground: Plyground) -> None:
    """With four plies no game of noughts can end."""
    answer = plyground("study", "noughts", "--games", "8", "--longest", "4", "--nodes", "30")
    assert answer.code == 2
    last = answer.err.splitlines()[-1]
    assert re.match(r"plyground: noughts: none of \d+ games ended within 4 plies; ", last)


def test_a_budget_too_small_for_any_figure(plyground: Plyground) -> None:
    answer = plyground("study", "noughts", "--minutes", "0.00001")
    assert answer.code == 2
    assert "the budget was too small for any figure: 0 games were finished" in answer.err.splitlines()[-1]


def test_figures_that_the_budget_does_not_carry_are_named(plyground: Plyground) -> None:
    answer = plyground("study", "noughts", "--games", "3", "--nodes", "30")
    assert answer.code == 0
    assert answer.out.startswith("noughts: ")
    assert "left out: Length of a game: it needs 8 games, and there were 3" in answer.out
    assert "\nLength of a game " not in answer.out
