"""Every position of noughts and crosses against its successors."""

from __future__ import annotations

from plyground import contract
from plyground.board import Board
from plyground.engine.info import final_info
from plyground.score import Score
from plyground.solver.solver import Solver

POSITIONS = 765
"""Positions of noughts that differ, mirror images counted once, games that are over included."""


def key_of(board: Board) -> int:
    """The same for mirror images."""
    return int(contract.key(board.game.rules, board.position))


def every_position() -> dict[int, Board]:
    """One board for each position that can come about."""
    found = {key_of(Board("noughts")): Board("noughts")}
    waiting = list(found.values())
    while waiting:
        board = waiting.pop()
        for move in () if board.is_over else board.legal_moves:
            child = board.copy()
            child.push(move)
            if key_of(child) not in found:
                found[key_of(child)] = child
                waiting.append(child)
    return found


def test_every_position_is_worth_what_its_best_successor_leaves() -> None:
    solver = Solver(Board("noughts").game, memory=1)
    boards = every_position()
    assert len(boards) == POSITIONS
    scores = {
        key: final_info(board).score if board.is_over else solver.solve(board).score
        for key, board in boards.items()
    }
    for key, board in boards.items():
        if not board.is_over:
            assert scores[key] == best_of(board, scores)


def best_of(board: Board, scores: dict[int, Score]) -> Score:
    """What the best move leads to."""
    after = []
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        after.append(scores[key_of(child)].for_parent)
    best = max(after, key=lambda score: score.rank)
    return best if best.value != "draw" else Score(value="draw")
