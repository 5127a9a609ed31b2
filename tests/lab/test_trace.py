"""A trace is whole: it replays, its boards are those of the game, its windows and cuts are what they say."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from plyground import catalogue
from plyground.board import Board
from plyground.lab import ALGORITHMS, Limits, Switches, Trace, TreeTooLarge, run_algorithm
from plyground.lab.playback import Playback
from plyground.lab.small_boards import marks_at
from plyground.lab.tree_svg import tree_svg
from plyground.lab.tree_text import step_lines
from tests.commands.program import OWN_GAME
from tests.samples import open_board

SMALL = ("noughts", "squava", "numerical:3x3", "squeeze:4x4", "gomoku:5x5", "gomoku")
"""Every shipped game, in a variant that plain Python searches in a moment."""


def events_of(trace: Trace, *kinds: str) -> list[dict[str, Any]]:
    return [event for event in trace.events if event["event"] in kinds]


def run_small(board: Board, algorithm: str) -> Trace:
    """A run that is small enough for a test, at the largest depth of which that is true."""
    for depth in (2, 1):
        try:
            switches = Switches(depth=depth, rounds=12)
            return run_algorithm(board, algorithm, switches, limits=Limits(nodes=700, seconds=20))
        except TreeTooLarge:
            continue
    raise AssertionError(f"{board} is too large for {algorithm}")


@pytest.mark.parametrize("game", [*SMALL, *(f"{name}" for name in catalogue.EXAMPLES), OWN_GAME])
def test_the_lab_runs_on_every_game(game: str) -> None:
    chance = random.Random(2)
    board = open_board(game, 3, chance)
    for algorithm in ("alphabeta", "pns", "mcts") if game != "gomoku" else ("alphabeta", "minimax"):
        trace = run_small(board, algorithm)
        again = json.loads(json.dumps(trace.as_json()))
        assert again["nodes"] == len(again["tree"]) == trace.nodes
        for node in random.Random(1).sample(trace.tree, min(12, len(trace.tree))):
            twin = board.copy()
            for move in trace.explored()[node["id"]]:
                twin.push(move)
            assert (
                marks_at(trace.tree, trace.picture.marks, node["id"])
                == twin.game.picture(twin.position).marks
            )
            assert node["player"] == twin.player
        assert trace.best is None or trace.best in board.legal_moves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_node_is_entered_once_and_in_order(algorithm: str) -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3"), algorithm, Switches(depth=3, rounds=40))
    entered = [event["node"] for event in events_of(trace, "enter")]
    assert entered == list(range(trace.nodes))
    assert [node["id"] for node in trace.tree] == entered
    assert all(event["text"].endswith((".", "?")) for event in trace.events)


@pytest.mark.parametrize("algorithm", ["alphabeta", "ordering", "table", "pvs", "proofs", "deepening"])
@pytest.mark.parametrize("view", ["root", "mover"])
def test_windows_and_bounds_hold(algorithm: str, view: str) -> None:
    board = Board("noughts", "b2 a1")
    trace = run_algorithm(board, algorithm, Switches(depth=3, view=view))
    windows: dict[int, tuple[float, float]] = {}
    for event in trace.events:
        if "alpha" in event:
            low = float("-inf") if event["alpha"] is None else event["alpha"]
            high = float("inf") if event["beta"] is None else event["beta"]
            assert low < high
            if event["event"] == "window":
                before = windows[event["node"]]
                assert before[0] <= low
                assert high <= before[1]
            windows[event["node"]] = low, high
    assert len(events_of(trace, "cutoff")) == trace.cutoffs
    truth = {}
    for event in events_of(trace, "value", "table"):
        line = trace.explored()[event["node"]]
        twin = board.copy()
        for move in line:
            twin.push(move)
        left = (trace.tree[0]["ply"] if algorithm == "deepening" else 3) - len(line)
        if twin.is_over or left < 1 or algorithm in ("proofs", "deepening"):
            continue
        if line not in truth:
            truth[line] = run_algorithm(twin, "minimax", Switches(depth=left), record=False).value
        value = truth[line]
        assert value is not None
        sign = 1 if view == "mover" or len(line) % 2 == 0 else -1
        shown, exact = event["value"], value * sign
        assert {"exact": shown == exact, "at least": exact >= shown, "at most": exact <= shown}[
            event["bound"]
        ]


def test_what_is_cut_could_not_have_mattered() -> None:
    chance = random.Random(4)
    for _ in range(4):
        board = open_board("noughts", 3, chance)
        trace = run_algorithm(board, "alphabeta", Switches(depth=3))
        for line in trace.cut():
            assert line not in trace.explored()
            twin = board.copy()
            for move in line[:-1]:
                twin.push(move)
            assert line[-1] in twin.legal_moves
        plain = run_algorithm(board, "minimax", Switches(depth=3))
        assert trace.value == plain.value
        assert set(trace.explored()) < set(plain.explored())


def test_the_sentence_of_a_cut_says_why() -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3 a3 c1"), "alphabeta")
    first, second = (event["text"] for event in events_of(trace, "cutoff")[:2])
    assert first == "O already has a reply worth 0 here (a2), so X will never come here: X wins elsewhere."
    assert second == (
        "X already has a reply that wins here (b1), so O will never come here: "
        "it is no better than what O has elsewhere."
    )


def test_negamax_shows_each_value_to_the_side_to_move() -> None:
    board = Board("noughts", "b2 a1 c3")
    plain = run_algorithm(board, "minimax", Switches(depth=2))
    turned = run_algorithm(board, "negamax", Switches(depth=2))
    assert (plain.viewpoint, turned.viewpoint) == ("O", "side to move")
    for one, other in zip(events_of(plain, "value"), events_of(turned, "value"), strict=True):
        sign = 1 if trace_ply(plain, one) % 2 == 0 else -1
        assert one["value"] == sign * other["value"]
        assert (one["proven"], one["shown"] if one["proven"] else "") == (
            other["proven"],
            other["shown"] if other["proven"] else "",
        )


def trace_ply(trace: Trace, event: dict[str, Any]) -> int:
    ply: int = trace.tree[event["node"]]["ply"]
    return ply


def test_proof_numbers_follow_from_those_below() -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3 a3"), "pns", Switches(depth=5))
    numbers: dict[int, dict[str, Any]] = {}
    for event in events_of(trace, "numbers"):
        numbers[event["node"]] = event
    for node in trace.tree:
        below = [numbers[child["id"]] for child in trace.tree if child["parent"] == node["id"]]
        if not below:
            continue
        here = numbers[node["id"]]
        wants = here["attacker"] == node["player"]
        least, total = ("proof", "disproof") if wants else ("disproof", "proof")
        finite = [each[least] for each in below if each[least] is not None]
        assert here[least] == (min(finite) if finite else None)
        sums = [each[total] for each in below]
        assert here[total] == (None if None in sums else sum(sums))
    assert (trace.shown, trace.best) == ("X wins", "c1")


def test_visits_add_up() -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3"), "mcts", Switches(rounds=60))
    visits = {event["node"]: event["visits"] for event in events_of(trace, "visits")}
    assert visits[0] == 60 == len(events_of(trace, "playout"))
    children = [node["id"] for node in trace.tree if node["parent"] == 0]
    assert sum(visits[child] for child in children) == 60
    most = max(children, key=lambda child: visits[child])
    assert trace.tree[most]["move"] == trace.best


# Stepping


def test_stepping_forth_and_back() -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3 a3 c1"), "alphabeta")
    playback = Playback(trace)
    seen = []
    while playback.at < playback.last:
        seen.append([playback.state(node["id"]) for node in trace.tree])
        playback.step()
    assert playback.state(0).shown == "X wins"
    while playback.at:
        playback.back()
        assert [playback.state(node["id"]) for node in trace.tree] == seen[playback.at]
    playback.run_to_cutoff()
    assert playback.event is not None
    assert playback.event["event"] == "cutoff"
    assert playback.state(playback.node).skipped == ["c2"]
    playback.go_to(2)  # O tries b1
    playback.step_over()
    assert (playback.event["event"], playback.event["node"]) == ("best", 0)
    lines = step_lines(playback)
    assert [line.node for line in lines] == [0, 1]
    assert len(step_lines(playback, folds=False)) == 9


def test_a_large_tree_is_counted_whole_and_written_down_in_part() -> None:
    trace = run_algorithm(Board("noughts"), "alphabeta", Switches(depth=4), most_recorded=50)
    whole = run_algorithm(Board("noughts"), "alphabeta", Switches(depth=4))
    assert (trace.nodes, trace.value, trace.best) == (whole.nodes, whole.value, whole.best)
    assert trace.tree == whole.tree[:50]
    assert trace.events == [event for event in whole.events if event["node"] < 50]
    assert f"{trace.nodes - 50:,} of them not drawn" in tree_svg(trace)


def test_a_notebook_shows_tree_and_numbers() -> None:
    trace = run_algorithm(Board("noughts", "a1 b2 c3 a3 c1"), "alphabeta")
    assert trace._repr_svg_().count("<svg") == 1 + trace.nodes
    assert "14 positions, 7 leaves, 4 cut-offs" in trace._repr_html_()
