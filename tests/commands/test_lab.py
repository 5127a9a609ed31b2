"""`plyground lab`."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from plyground.lab import ALGORITHMS
from plyground.lab.switches import CHOICES
from tests.commands.program import OWN_GAME, Plyground

END = ("--moves", "a1 b2 c3 a3 c1")


def test_the_tree_as_text(plyground: Plyground) -> None:
    answer = plyground("lab", "noughts", *END, "--depth", "3", "--algorithm", "alphabeta")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[:4] == [
        "Alpha-beta, depth 3; values for O",
        "O to move (-∞, +∞): X wins, best b1",
        "  b1 (-∞, +∞): X wins, best c2",
        "    a2 (-∞, +∞): O wins, best b3",
    ]
    assert lines[-2:] == ["Proven: X wins. Best move: b1.", "14 positions, 7 leaves, 4 cut-offs"]
    assert "      cut: c2 (O already has a reply worth 0 here (a2), so X will never come here:" in answer.out


def test_lines_that_are_not_shown_are_counted(plyground: Plyground) -> None:
    answer = plyground("lab", "noughts", "--lines", "5")
    assert len(answer.out.splitlines()) == 9
    assert "more lines of the tree)" in answer.out


def test_json(plyground: Plyground) -> None:
    answer = plyground("lab", "noughts", "--depth", "3", "--algorithm", "minimax", "--json").json
    wanted = {"algorithm": "minimax", "nodes": 586, "leaves": 504, "cutoffs": 0, "best": "b2", "value": 32}
    assert wanted.items() <= answer.items()
    assert (answer["viewpoint"], answer["proven"]) == ("X", False)


def test_json_with_every_step(plyground: Plyground) -> None:
    answer = plyground("lab", "noughts", *END, "--json", "--trace").json
    assert {"algorithm", "value", "best", "nodes", "leaves", "cutoffs"} <= answer.keys()
    kinds = {event["event"] for event in answer["events"]}
    assert kinds == {"enter", "move", "best", "window", "cutoff", "value"}
    assert len(answer["tree"]) == answer["nodes"] == 14


def test_help_names_every_algorithm_and_every_choice(plyground: Plyground) -> None:
    words = " ".join(plyground("lab", "--help").out.split())
    assert f"One of {', '.join(ALGORITHMS)}." in words
    for choices in CHOICES.values():
        assert f": {', '.join(choices)}." in words


def test_switches(plyground: Plyground) -> None:
    def count(*switches: str) -> int:
        nodes: int = plyground("lab", "noughts", "--depth", "4", "--json", *switches).json["nodes"]
        return nodes

    plain = count()
    assert count("--cut", "above") > plain
    assert count("--order", "worst") > count("--order", "guess")
    assert count("--no-evaluation") < plain


def test_the_picture(plyground: Plyground, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    nodes = plyground("lab", OWN_GAME, "--depth", "2", "--svg", str(file), "--json").json["nodes"]
    root = ElementTree.parse(file).getroot()
    assert root.tag.endswith("svg")
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == nodes


def test_the_comparison(plyground: Plyground) -> None:
    rows = plyground("lab", "noughts", "--depth", "3", "--compare", "--json").json["rows"]
    assert [row["algorithm"] for row in rows] == ["minimax", "alphabeta", "ordering", "table", "deepening"]
    assert all(row["same"] for row in rows)
    assert rows[0]["nodes"] > rows[1]["nodes"] > rows[2]["nodes"] > rows[3]["nodes"]
    text = plyground("lab", "noughts", "--depth", "3", "--compare", "--nodes", "300").out
    assert text.splitlines()[1].split() == ["Minimax", "too", "many"]
    assert text.splitlines()[-1].startswith("this tree has more than 300 positions; ")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--algorithm", "alfa"], "algorithm 'alfa' does not exist; there are minimax, negamax, "),
        (["--order", "up"], "order 'up' does not exist; there are rules, reverse, "),
        (["--depth", "0"], "'0' is not a whole number from 1 to 64"),
        (["--trace"], "--trace writes every step as JSON; add --json"),
        (["--screen"], "the full screen needs a terminal; leave --screen out"),
        (["--depth", "5", "--nodes", "100"], "this tree has more than 100 positions; choose a smaller depth"),
        (["--moves", "a1 a2 b1 b2 c1"], "the game is over, X wins: three in a row a1 b1 c1"),
        (["--moves", "a1 a1"], "move 2 of --moves: a1 is taken"),
        (["--svg", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg"),
    ],
)
def test_mistakes_get_one_line(plyground: Plyground, arguments: list[str], problem: str) -> None:
    answer = plyground("lab", "noughts", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert problem in answer.err
    assert answer.err.count("\n") == 1


def test_an_endless_board_proves_nothing(plyground: Plyground) -> None:
    assert "give it a size" in plyground("lab", "gomoku", "--algorithm", "pns").err
    answer = plyground("lab", "gomoku", "--depth", "1", "--moves", "0,0", "--json").json
    assert (answer["nodes"], answer["proven"]) == (25, False)
