"""Batches of games, followed game by game on boards."""

from __future__ import annotations

import numpy as np
import pytest

from plyground import Board
from plyground.adapters.batch import Batch
from plyground.adapters.encoding import GameEncoding
from plyground.errors import NotPortable, PlygroundError


@pytest.mark.parametrize("name", ["noughts", "squeeze:3x3"])
def test_a_batch_plays_what_boards_play(name: str) -> None:
    batch = Batch(name, 5, seed=3)
    encoding = GameEncoding(name)
    boards = [Board(name) for _ in range(5)]
    ended = 0
    for _ in range(120):
        for row, board in enumerate(boards):
            legal = {batch.text(int(action)) for action in np.flatnonzero(batch.masks[row])}
            assert legal == set(board.legal_moves)
            assert batch.turns[row] == board.turn
            planes = encoding.planes(board, 0)[:, :, :-1].transpose(2, 0, 1)
            assert np.array_equal(batch.observations[row], planes.reshape(len(planes), -1))
        actions = batch.sample()
        batch.step(actions)
        for row, board in enumerate(boards):
            side = board.turn
            board.push(batch.text(int(actions[row])))
            assert batch.ended[row] == board.is_over
            assert batch.rewards[row] == encoding.returns(board)[side]
            if board.is_over:
                boards[row] = Board(name)
                ended += 1
    assert ended > 0


def test_what_a_batch_cannot_play_is_refused_in_one_line() -> None:
    with pytest.raises(NotPortable, match=r"cannot be played in batches: write @marks"):
        Batch("tests/data/games/stones.py", 2)
    with pytest.raises(PlygroundError, match="repetition ends its games"):
        Batch("squeeze:3x3,limit=0", 2)
    batch = Batch("noughts", 2)
    with pytest.raises(PlygroundError, match="2 actions"):
        batch.step([1])
    with pytest.raises(PlygroundError, match="from 0 to 8"):
        batch.step([1, 9])
