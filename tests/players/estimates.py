"""What evaluation files say, by a kernel that calls nothing else, so that it is soon compiled."""

from __future__ import annotations

import sys
from typing import Any

from plyground.board import Board
from plyground.contract import evaluate
from plyground.native.compiler import compile_kernel
from plyground.players.evaluation import with_evaluation


def run_evaluate(rules: Any, pos: Any) -> int:
    """The estimate for the side to move."""
    return evaluate(rules, pos)


def estimate(file: str, board: Board) -> int:
    """What an evaluation says of a position, by machine code."""
    game = with_evaluation(board.game, file)
    view = game.view(board.position)
    return int(compile_kernel(run_evaluate, game)(view.rules, view.pos))


def best_move(file: str, variant: str) -> str:
    """The first move that an evaluation likes best, by machine code."""
    return min(Board(variant).legal_moves, key=lambda move: estimate(file, Board(variant, move)))


def main() -> None:
    """Print the best move of each file that is named behind the variant."""
    variant, *files = sys.argv[1:]
    for file in files:
        print(best_move(file, variant))
