"""Search, threat search and prover give the same answers in a module as natively, node by node."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import fingerprint, play
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
]
THREATS = ("g7 a1 h7 a15 g8 o1 h8 o15", "g7 h8 g8 g9 f7 f9", "g7 h7 h8 f6 g8")
MEMORY = 1


def numbers_of(board: Board) -> list[int]:
    """The moves of a board as the search counts them from the start of the game on."""
    game = board.game
    _, _, _, inward = game.view(game.start)
    walked = Board(game)
    numbers = []
    for text in board.history:
        number = inward(game.parse(walked.position, text))
        assert number is not None
        numbers.append(number)
        walked.push(text)
    return numbers


def upright(name: str, moves: str) -> Board:
    """The board after these moves, turned such that the search sees it as it is."""
    board = Board(name, moves)
    rules, pos, _, _ = board.game.view(board.game.start)
    for number in numbers_of(board):
        pos = play(rules, pos, number)
    assert fingerprint(pos) == fingerprint(board.game.view(board.position).pos), "choose another image"
    return board


def facts_of(info: Info) -> tuple[Any, ...]:
    """Everything in an answer but times."""
    return info.depth, info.nodes, info.fill, [(line.score, list(line.moves)) for line in info.lines]


def facts_told(told: dict[str, Any], game: Game) -> tuple[Any, ...]:
    """The same from what a module tells."""
    outward = game.view(game.start).outward
    lines = [
        (
            read_score(line["number"], settled=line["settled"], exact=line["exact"]),
            [game.move_text(outward(move)) for move in line["line"]],
        )
        for line in told["lines"]
    ]
    return told["depth"], told["nodes"], told["fill"], lines


@pytest.mark.parametrize(("name", "moves", "limits"), SEARCHES)
def test_a_search_tells_the_same_in_as_many_nodes(
    name: str, moves: str, limits: dict[str, int], tmp_path: Path
) -> None:
    board = upright(name, moves)
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
        board = upright(name, moves)
        compiled = CompiledSearch(board.game, threads=1, memory=MEMORY)
        work = compiled.workspaces[0]
        plies = compiled.do_task(FIND_WIN, board.game.view(board.position), work, 2000)
        move = int(work.counts[THREAT_MOVE]) if plies > 0 else None
        expected.append({"plies": plies, "move": move, "nodes": int(work.counts[THREAT_NODES])})
        questions.append({"ask": "threats", "before": numbers_of(board), "nodes": 2000})
    assert any(answer["plies"] for answer in expected)
    assert any(answer["plies"] == 0 for answer in expected)
    assert ask(tmp_path, find(name), questions, MEMORY) == expected


def test_levels_make_the_same_moves_from_the_same_seed(tmp_path: Path) -> None:
    game = find("squeeze:4x4,limit=0")
    questions, expected = [], []
    for level in ALL_LEVELS[:5]:
        player = EnginePlayer(level, game, seed=5, memory=SMALL_MEMORY)
        board = Board(game)
        for _ in range(6):
            marks = [str(int(fingerprint(pos))) for pos in board.earlier_positions()]
            played = [*board.numbers]
            choice = {"level": asdict(level), "seed": 5, "played": played, "earlier": marks}
            questions.append({"ask": "choose", "before": played, "choice": choice})
            expected.append(player.choose(board).move)
            board.push(expected[-1])
    found = [game.move_text(move) for move in ask(tmp_path, game, questions, SMALL_MEMORY)]
    assert found == expected


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
    text = find(name).move_text
    found = [
        (each["value"], each["distance"], each["exact"], [*map(text, each["line"])], each["nodes"])
        for each in ask(tmp_path, find(name), questions, MEMORY)
    ]
    assert found == expected
