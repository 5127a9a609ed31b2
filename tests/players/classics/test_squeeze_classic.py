"""The Squeeze-It program: the positions of its document, and where it stops."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.games.squeeze import Position
from plyground.native.compiler import compile_kernel
from plyground.players.classics.alpha_beta import INFINITE, move_value, new_workspace
from plyground.players.classics.squeeze_classic import LOOK_AHEAD, SqueezeClassic, squeeze_points

GAME = find("squeeze:4x4")


def black_to_move(picture: str) -> Position:
    """A drawn board, top row first, with black, the document's "we", to move."""
    pieces = {"w": 0, "b": 0}
    for row, line in enumerate(reversed(picture.split("/"))):
        for column, piece in enumerate(line):
            if piece != ".":
                pieces[piece] |= 1 << 8 * row + column
    return Position(np.uint64(pieces["b"]), np.uint64(pieces["w"]), 1)


@pytest.mark.parametrize(
    ("picture", "total"),
    [
        ("w.ww/.b.w/..../bbb.", 10),
        ("ww../.bww/..../bbb.", -10),
        ("w.w./.bww/..../bb.b", -10),  # the second again, as one capture of ours and two of theirs
        ("ww.b/.bw./...w/b.b.", -10),
    ],
)
def test_the_positions_of_the_document(picture: str, total: int) -> None:
    assert squeeze_points(GAME.rules, black_to_move(picture)) == total


def test_it_does_not_matter_to_the_heuristic_who_is_to_move() -> None:
    pos = black_to_move("ww.b/.bw./...w/b.b.")
    assert squeeze_points(GAME.rules, Position(pos.other, pos.own, 0)) == 10


def test_a_squeeze_scores_a_thousand_and_what_is_at_hand() -> None:
    pos = black_to_move("ww.b/.bw./...w/b.b.")
    move = GAME.parse(pos, "d4-d3")  # from (0,3) to (1,3)
    after = black_to_move("ww../.b.b/...w/b.b.")
    kernel = compile_kernel(move_value, GAME)
    heuristic = SqueezeClassic(GAME).make_heuristic(GAME.rules)
    for depth in (1, 2, 5):  # and nothing is searched below it
        found = kernel(heuristic, pos, move, depth, -INFINITE, new_workspace())
        assert found == 1000 + squeeze_points(GAME.rules, after)


def test_its_depth_is_a_parameter() -> None:
    board = Board(GAME)
    assert SqueezeClassic(GAME).choose(board).depth == LOOK_AHEAD
    assert SqueezeClassic(GAME, depth=2).choose(board).depth == 2
    assert SqueezeClassic(GAME, depth=LOOK_AHEAD + 1).choose(board).depth == LOOK_AHEAD + 1
