"""Batches: Q-learning of noughts and crosses, hundreds of games at once, with NumPy alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from docs.research.against_level import score_against
from plyground import Board
from plyground.adapters.batch import Batch
from plyground.adapters.encoding import GameEncoding

Table = npt.NDArray[np.float64]

POWERS = 3 ** np.arange(9)
RATE = 0.5


def states(observations: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """A number for each board: a digit of base 3 for each cell."""
    digits: npt.NDArray[np.int64] = (observations[:, 0] + 2 * observations[:, 1]).astype(np.int64)
    return digits @ POWERS


def train(games: int = 256, steps: int = 4_000, seed: int = 1) -> Table:
    """What each action is worth in each position: what it leaves to the other side, with the sign turned."""
    batch = Batch("noughts", games, seed=seed)
    chance = np.random.default_rng(seed)
    values = np.zeros((3**9, batch.actions))
    for step in range(steps):
        before = states(batch.observations)
        known = np.where(batch.masks, values[before], -np.inf)
        explores = chance.random(games) < 0.5 * (1 - step / steps)
        actions = np.where(explores, batch.sample(), known.argmax(axis=1))
        batch.step(actions)
        answers = np.where(batch.masks, values[states(batch.observations)], -np.inf).max(axis=1)
        targets = np.where(batch.ended, batch.rewards, -answers)
        values[before, actions] += RATE * (targets - values[before, actions])
    return values


def play(values: Table, board: Board) -> str:
    """The best action by the table."""
    planes = ENCODING.planes(board, board.turn)[:, :, :2].transpose(2, 0, 1).reshape(1, 2, -1)
    known = np.where(ENCODING.mask(board) == 1, values[states(planes)[0]], -np.inf)
    return ENCODING.text(int(known.argmax()))


ENCODING = GameEncoding("noughts")

if __name__ == "__main__":
    learned = train()
    print(f"against level 1: {score_against(lambda board: play(learned, board), 'noughts'):.0%}")
