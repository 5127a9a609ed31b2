"""Search, threat search and prover give the same answers in a module as natively, node by node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground import contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import MOST_MOVES
from plyground.engine.search import search_root_moves
from plyground.engine.threat_search import find_forced_win
from plyground.engine.workspace import (
    NODES,
    THREAT_MOVE,
    THREAT_NODES,
    SearchWorkspace,
    new_workspaces,
)
from plyground.game import copy_position
from plyground.native.compiler import compile_kernel
from plyground.score import INFINITE
from plyground.solver.dfpn.prover import DfpnProver
from tests.wasm.node import ask

SEARCHES = [
    ("noughts", "", 9),
    ("squava", "c3 b2", 8),
    ("numerical:3x3", "b2=1", 7),
    ("squeeze:4x4,limit=0", "", 8),
    ("gomoku:15x15", "h8 i9 h9 h10 g8", 5),
]
THREATS = ("h8 a1 i8 a15 h9 o1 i9 o15", "h8 i9 h9 h10 g8 g10", "h8 i8 h9 i9 g7 f6 i7 j6")
MEMORY = 1


def search_entry(
    rules: Any, pos: Any, work: SearchWorkspace, depth: int, alpha: int, beta: int, first: int, last: int
) -> int:
    """The compiled entry of one search."""
    return search_root_moves(rules, pos, work, depth, alpha, beta, first, last)


def threats_entry(rules: Any, pos: Any, work: SearchWorkspace, nodes: int) -> int:
    """The compiled entry of the search for threats."""
    return find_forced_win(rules, pos, work, nodes)


def numbers_of(name: str, moves: str) -> list[int]:
    """Moves in notation as the search counts them, from the start of the game on."""
    board = Board(name)
    inward = board.game.view(board.position).inward
    numbers = []
    for text in moves.split():
        number = inward(board.game.parse(board.position, text))
        assert number is not None
        numbers.append(number)
        board.push(text)
    return numbers


def position_after(name: str, moves: list[int]) -> tuple[Any, Any]:
    """Rules and position after moves, by plain Python."""
    game = find(name)
    rules, pos, _, _ = game.view(game.start)
    for move in moves:
        pos = contract.play(rules, pos, move)
    return rules, pos


def new_workspace() -> SearchWorkspace:
    return new_workspaces(1, MEMORY, np.zeros(1, np.int64))[0]


@pytest.mark.parametrize(("name", "moves", "depth"), SEARCHES)
def test_the_search_finds_the_same_in_as_many_nodes(
    name: str, moves: str, depth: int, tmp_path: Path
) -> None:
    before = numbers_of(name, moves)
    rules, pos = position_after(name, before)
    out = np.zeros(MOST_MOVES, np.int64)
    roots = [int(move) for move in out[: contract.candidates(rules, pos, out, 0)]]
    work = new_workspace()
    work.roots[: len(roots)] = roots
    kernel = compile_kernel(search_entry, find(name))
    found = []
    for plies in range(1, depth + 1):
        score = kernel(rules, copy_position(pos), work, plies, -INFINITE, INFINITE, 0, len(roots))
        found.append(
            {
                "score": score,
                "line": work.pv[: work.pv_lengths[0]].tolist(),
                "nodes": int(work.counts[NODES]),
                "settled": bool(work.settled[0]),
            }
        )
    question = {"ask": "kernel", "before": before, "roots": roots, "depth": depth}
    assert ask(tmp_path, find(name), [question], MEMORY) == [found]


def test_the_threat_search_finds_the_same_in_as_many_nodes(tmp_path: Path) -> None:
    name = "gomoku:15x15"
    kernel = compile_kernel(threats_entry, find(name))
    questions, expected = [], []
    for moves in THREATS:
        before = numbers_of(name, moves)
        rules, pos = position_after(name, before)
        work = new_workspace()
        plies = kernel(rules, pos, work, 2000)
        move = int(work.counts[THREAT_MOVE]) if plies > 0 else None
        expected.append({"plies": plies, "move": move, "nodes": int(work.counts[THREAT_NODES])})
        questions.append({"ask": "threats", "before": before, "nodes": 2000})
    assert any(answer["plies"] for answer in expected)
    assert any(answer["plies"] == 0 for answer in expected)
    assert ask(tmp_path, find(name), questions, MEMORY) == expected


@pytest.mark.parametrize("exact", [False, True])
def test_the_prover_gives_the_same_proofs(exact: bool, tmp_path: Path) -> None:
    name = "numerical:3x3"
    positions = ("", "b2=1", "b2=1 a1=8", "a1=5 b2=2 c3=7", "b2=5 a1=2 a3=7 c1=8")
    expected = []
    for moves in positions:
        board = Board(name, moves)
        proven = DfpnProver(board.game, memory=MEMORY, book=False).prove(board, exact=exact)
        assert proven is not None
        score = proven.score
        expected.append((score.value, score.distance, score.exact, list(proven.line), proven.nodes))
    questions = [{"ask": "prove", "before": numbers_of(name, moves), "exact": exact} for moves in positions]
    answers = ask(tmp_path, find(name), questions, MEMORY)
    text = find(name).move_text
    found = [
        (each["value"], each["distance"], each["exact"], [*map(text, each["line"])], each["nodes"])
        for each in answers
    ]
    assert found == expected
