"""PettingZoo: a table of values learns noughts and crosses by playing against itself."""

from __future__ import annotations

import random
from collections import defaultdict

import numpy as np

from docs.research.against_level import score_against
from plyground import Board
from plyground.adapters import pettingzoo

RATE = 0.5


def train(games: int = 12_000, seed: int = 1) -> dict[tuple[bytes, int], float]:
    """What each action was worth on average in each position, from games of self-play."""
    chance = random.Random(seed)
    values: dict[tuple[bytes, int], float] = defaultdict(float)
    env = pettingzoo.env("noughts")
    for number in range(games):
        env.reset()
        explores = 0.4 * (1 - number / games)
        path: list[tuple[bytes, list[int], int]] = []
        for _ in env.agent_iter():
            observation, _, is_over, is_cut_off, _ = env.last()
            if is_over or is_cut_off:
                break
            state = observation["observation"].tobytes()
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            if chance.random() < explores:
                action = chance.choice(legal)
            else:
                action = max(legal, key=lambda action: (values[state, action], chance.random()))
            path.append((state, legal, action))
            env.step(action)
        target = env.rewards[env.possible_agents[(len(path) - 1) % 2]]
        for state, legal, action in reversed(path):  # a move is worth what it leaves to the other side
            values[state, action] += RATE * (target - values[state, action])
            target = -max(values[state, each] for each in legal)
    return values


def play(values: dict[tuple[bytes, int], float], board: Board) -> str:
    """The best move by the table."""
    encoding = ENCODING
    state = encoding.planes(board, board.turn).tobytes()
    legal = np.flatnonzero(encoding.mask(board)).tolist()
    return encoding.text(max(legal, key=lambda action: values.get((state, action), 0.0)))


ENCODING = pettingzoo.raw_env("noughts").encoding

if __name__ == "__main__":
    learned = train()
    print(f"against level 1: {score_against(lambda board: play(learned, board), 'noughts'):.0%}")
