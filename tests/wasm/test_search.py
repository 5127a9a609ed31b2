"""Search, threat search and prover give the same answers in a module as natively, node by node."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import OPEN, fingerprint
from plyground.engine import Engine, Info
from plyground.engine.compiled import CompiledSearch
from plyground.engine.tasks import FIND_WIN
from plyground.engine.workspace import THREAT_MOVE, THREAT_NODES
from plyground.game import Game
from plyground.players.engine_player import SMALL_MEMORY, EnginePlayer
from plyground.players.levels import ALL_LEVELS
from plyground.score import read_score
from plyground.solver.dfpn.prover import DfpnProver
from tests.wasm.node import ask

SEARCHES: list[tuple[str, str, dict[str, int]]] = [
    ("noughts", "", {}),
    ("squava", "c3 b2", {"depth": 8, "lines": 3}),
    ("numerical:3x3", "b2=1", {"depth": 9}),
    ("squeeze:4x4,limit=0", "a1-a2 a4-a3 a2-a1 a3-a4", {"depth": 9}),
    ("gomoku:15x15", "g7 h7 h8 f6 g8", {"depth": 8}),
    ("gomoku:15x15", "g7 h8 g8 h7 g9", {"nodes": 20_000}),
    ("gomoku:15x15", "i9 h8 i8 h9 i7", {"nodes": 20_000}),
    ("gomoku", "0,0 1,1 1,0 -1,0 2,0 900,-7", {"depth": 7}),
    ("gomoku", "2000000000,3 0,0 2000000001,3 5,5 2000000002,4", {"depth": 6, "lines": 2}),
]
THREATS = ("g7 a1 h7 a15 g8 o1 h8 o15", "g7 h8 g8 g9 f7 f9", "g7 h7 h8 f6 g8")
MEMORY = 1


def numbers_of(board: Board) -> list[str]:
    """The moves of a board as a module takes them."""
    return [*map(str, board.numbers)]


def facts_of(info: Info) -> tuple[Any, ...]:
    """Everything in an answer but times."""
    return info.depth, info.nodes, info.fill, [(line.score, list(line.moves)) for line in info.lines]


def facts_told(told: dict[str, Any], game: Game) -> tuple[Any, ...]:
    """The same from what a module tells."""
    lines = [
        (
            read_score(line["number"], settled=line["settled"], exact=line["exact"]),
            [game.move_text(int(move)) for move in line["line"]],
        )
        for line in told["lines"]
    ]
    return told["depth"], told["nodes"], told["fill"], lines


@pytest.mark.parametrize(("name", "moves", "limits"), SEARCHES)
def test_a_search_tells_the_same_in_as_many_nodes(
    name: str, moves: str, limits: dict[str, int], tmp_path: Path
) -> None:
    board = Board(name, moves)
    expected: list[Info] = []
    Engine(board.game, memory=MEMORY).search(board, progress=expected.append, **limits)
    marks = [str(int(fingerprint(pos))) for pos in board.earlier_positions()]
    question = {"ask": "search", "before": numbers_of(board), "limits": limits, "earlier": marks}
    (told,) = ask(tmp_path, board.game, [question], MEMORY)
    assert [facts_told(each, board.game) for each in told] == [facts_of(each) for each in expected]


def test_the_threat_search_finds_the_same_in_as_many_nodes(tmp_path: Path) -> None:
    name = "gomoku:15x15"
    questions, expected = [], []
    for moves in THREATS:
        board = Board(name, moves)
        view = board.game.view(board.position)
        compiled = CompiledSearch(board.game, threads=1, memory=MEMORY)
        work = compiled.workspaces[0]
        plies = compiled.do_task(FIND_WIN, view, work, 2000)
        move = str(view.outward(int(work.counts[THREAT_MOVE]))) if plies > 0 else None
        expected.append({"plies": plies, "move": move, "nodes": int(work.counts[THREAT_NODES])})
        questions.append({"ask": "threats", "before": numbers_of(board), "nodes": 2000})
    assert any(answer["plies"] for answer in expected)
    assert any(answer["plies"] == 0 for answer in expected)
    assert ask(tmp_path, find(name), questions, MEMORY) == expected


@pytest.mark.parametrize("name", ["squeeze:4x4,limit=0", "gomoku:15x15", "gomoku"])
def test_levels_make_the_same_moves_from_the_same_seed(name: str, tmp_path: Path) -> None:
    game = find(name)
    questions, expected = [], []
    for level in ALL_LEVELS[:5]:
        player = EnginePlayer(level, game, seed=5, memory=SMALL_MEMORY)
        board = Board(game)
        for _ in range(6):
            marks = [str(int(fingerprint(pos))) for pos in board.earlier_positions()]
            played = numbers_of(board)
            choice = {"level": asdict(level), "seed": 5, "played": played, "earlier": marks}
            questions.append({"ask": "choose", "before": played, "choice": choice})
            expected.append(player.choose(board).move)
            board.push(expected[-1])
    found = [game.move_text(int(move)) for move in ask(tmp_path, game, questions, 4 * SMALL_MEMORY)]
    assert found == expected


@pytest.mark.parametrize(
    ("name", "moves"), [("squava", "c3 b2 d3"), ("squeeze:4x4", "a1-a2"), ("gomoku", "0,0 1,1 1,0 -1,0 2,0")]
)
def test_the_threat_of_the_other_side_is_the_same(name: str, moves: str, tmp_path: Path) -> None:
    board = Board(name, moves)
    passed = board.passed()
    assert passed is not None
    info = Engine(board.game, memory=MEMORY).search(passed, depth=4)
    question = {"ask": "passed", "before": numbers_of(board), "limits": {"depth": 4}}
    (told,) = ask(tmp_path, board.game, [question], MEMORY)
    assert told["outcome"] == OPEN
    found = [[board.game.move_text(int(move)) for move in line["line"]] for line in told["lines"]]
    assert found == [list(line.moves) for line in info.lines]


@pytest.mark.parametrize("exact", [False, True])
def test_the_prover_gives_the_same_proofs(exact: bool, tmp_path: Path) -> None:
    name = "numerical:3x3"
    boards = [
        Board(name, moves) for moves in ("", "b2=1", "b2=1 a1=8", "a1=5 b2=2 c3=7", "b2=5 a1=2 a3=7 c1=8")
    ]
    expected = []
    for board in boards:
        proven = DfpnProver(board.game, memory=MEMORY, book=False).prove(board, exact=exact)
        assert proven is not None
        score = proven.score
        expected.append((score.value, score.distance, score.exact, list(proven.line), proven.nodes))
    questions = [{"ask": "prove", "before": numbers_of(board), "exact": exact} for board in boards]
    game = find(name)
    found = [
        (
            each["value"],
            each["distance"],
            each["exact"],
            [game.move_text(move) for move in each["line"]],
            each["nodes"],
        )
        for each in ask(tmp_path, find(name), questions, MEMORY)
    ]
    assert found == expected
