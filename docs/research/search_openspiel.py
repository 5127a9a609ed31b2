"""OpenSpiel: its own Monte Carlo tree search plays one of our games, and meets level 1."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import plyground.adapters.openspiel  # noqa: F401  (registers the games)
from docs.research.against_level import score_against
from plyground import Board

GAME = pyspiel.load_game("plyground_noughts")


def search_bot(simulations: int = 60, seed: int = 1) -> mcts.MCTSBot:
    """OpenSpiel's search with random games to the end."""
    chance = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    return mcts.MCTSBot(GAME, 1.4, simulations, evaluator, random_state=chance)


def play(bot: mcts.MCTSBot, board: Board) -> str:
    """The bot's move."""
    state = GAME.new_initial_state()
    for move in board.history:
        state.apply_action(state.string_to_action(move))
    return str(state.action_to_string(bot.step(state)))


if __name__ == "__main__":
    searcher = search_bot()
    print(f"against level 1: {score_against(lambda board: play(searcher, board), 'noughts', games=20):.0%}")
