"""Steps a second of games played at random: batches next to OpenSpiel and to PettingZoo's classic games.

Every step makes a random legal move and reads the observation and the legal moves after it; on one core:

    python -m benchmarks.batches
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from plyground.adapters.batch import Batch

SECONDS = 2.0
ROUNDS = 3
GAMES = 4_096


def batch_steps(game: str) -> Callable[[], int]:
    """Steps of a batch."""
    batch = Batch(game, GAMES)

    def work() -> int:
        batch.step(batch.sample())
        return GAMES

    return work


def openspiel_steps(name: str) -> Callable[[], int]:
    """Steps of one OpenSpiel game after the other, in its C++ state, with its observation tensor."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def work() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            np.asarray(state.observation_tensor(0))
            steps += 1
        return steps

    return work


def pettingzoo_steps() -> Callable[[], int]:
    """Steps of PettingZoo's own noughts and crosses."""
    from pettingzoo.classic import tictactoe_v3

    env, chance = tictactoe_v3.env(), random.Random(1)

    def work() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, is_over, is_cut_off, _ = env.last()
            if is_over or is_cut_off:
                env.step(None)
                continue
            env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps

    return work


def speed(work: Callable[[], int]) -> float:
    """Steps in a second of processor time, the best of some rounds."""
    work()
    best = 0.0
    for _ in range(ROUNDS):
        steps, began = 0, time.process_time()
        while time.process_time() - began < SECONDS / ROUNDS:
            steps += work()
        best = max(best, steps / (time.process_time() - began))
    return best


def main() -> None:
    """Print every ratio."""
    pairs = [
        ("noughts", "OpenSpiel tic_tac_toe", openspiel_steps("tic_tac_toe")),
        ("noughts", "PettingZoo tictactoe_v3", pettingzoo_steps()),
        ("noughts:5x5,row=4", "OpenSpiel mnk(m=5,n=5,k=4)", openspiel_steps("mnk(m=5,n=5,k=4)")),
    ]
    for game, name, other in pairs:
        ours, theirs = speed(batch_steps(game)), speed(other)
        print(
            f"{game} in batches {ours / 1e6:.1f} million steps/s, {name} {theirs / 1e6:.3f}: "
            f"{ours / theirs:.0f} times"
        )


if __name__ == "__main__":
    main()
