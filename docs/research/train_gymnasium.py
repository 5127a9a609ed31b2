"""Gymnasium: a table learns noughts and crosses against random moves, then meets level 1."""

from __future__ import annotations

import random
from collections import defaultdict

import numpy as np

from docs.research.against_level import score_against
from plyground import Board
from plyground.adapters.encoding import GameEncoding, Mask, Planes
from plyground.adapters.gymnasium import GameEnv

Values = dict[tuple[bytes, int], float]

RATE = 0.3


def train(games: int = 8_000, seed: int = 1) -> Values:
    """Q-learning: what each action is worth, the opponent's answer included."""
    chance = random.Random(seed)
    values: Values = defaultdict(float)
    env = GameEnv("noughts", opponent=None, side=None)
    for number in range(games):
        observation, _ = env.reset(seed=seed + number)
        explores = 0.5 * (1 - number / games)
        is_over = False
        while not is_over:
            state, legal = read(observation["observation"], observation["action_mask"])
            action = max(legal, key=lambda action: values[state, action])
            if chance.random() < explores:
                action = chance.choice(legal)
            observation, reward, is_over, _, _ = env.step(action)
            after, answers = read(observation["observation"], observation["action_mask"])
            best = 0.0 if is_over else max(values[after, answer] for answer in answers)
            values[state, action] += RATE * (reward + best - values[state, action])
    return values


def read(planes: Planes, mask: Mask) -> tuple[bytes, list[int]]:
    """A position that can be looked up, and the legal actions."""
    return planes.tobytes(), np.flatnonzero(mask).tolist()


def play(values: Values, board: Board) -> str:
    """The best move by the table."""
    state, legal = read(ENCODING.planes(board, board.turn), ENCODING.mask(board))
    return ENCODING.text(max(legal, key=lambda action: values.get((state, action), 0.0)))


ENCODING = GameEncoding("noughts")

if __name__ == "__main__":
    learned = train()
    print(f"against level 1: {score_against(lambda board: play(learned, board), 'noughts'):.0%}")
