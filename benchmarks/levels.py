"""Each level against the one below it, in every game.

python -m benchmarks.levels [GAME ...] [--games 100] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from itertools import pairwise

from plyground.board import Board
from plyground.catalogue import find, names
from plyground.engine import Engine
from plyground.game import Game
from plyground.players import LEVELS, Player
from plyground.seats import seat

OPENING_PLIES = 2
JUDGE_NODES = 20_000
PERFECT = LEVELS[-1]
PERFECT_SECONDS = 0.2
"""Far less than it has in a real game, so that the whole table takes minutes."""
PERFECT_SHARE = 5
"""It plays one game where the others play five."""
HEADING = (
    "| game | levels | wins | draws | losses | score | seconds |",
    "|---|---|---:|---:|---:|---:|---:|",
)


@dataclass
class Match:
    """How the stronger level fared."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def score(self) -> float:
        """Points out of a hundred, a draw being half a point."""
        return 100 * (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)


def opening(judge: Engine, chance: random.Random) -> Board:
    """A board after a few random moves with which, as far as the judge sees, nothing is decided."""
    while True:
        board = Board(judge.game)
        for _ in range(OPENING_PLIES):
            if not board.is_over:
                board.push(chance.choice(board.legal_moves))
        if not board.is_over and judge.search(board, nodes=JUDGE_NODES).score.value in (None, "draw"):
            return board


def play(board: Board, players: tuple[Player, Player]) -> int | None:
    """Play on to the end; which of the two players won, in order of their turns, or None for a draw."""
    while not board.is_over:
        board.push(players[board.turn].choose(board).move)
    outcome = board.outcome
    assert outcome is not None
    return None if outcome.winner is None else board.game.players.index(outcome.winner)


def seated(who: str, game: Game, seed: int) -> Player:
    """A player with a seed of its own; time decides only for `perfect`."""
    player = seat(who, game, seed=seed, seconds=PERFECT_SECONDS if who == PERFECT else None)
    assert player is not None
    return player


def match(game: Game, upper: str, lower: str, games: int, seed: int) -> Match:
    """So many games; each opening is played twice, with the sides changed."""
    result = Match()
    judge = Engine(game, memory=4)
    for number in range(games):
        board = opening(judge, random.Random(f"{seed} {number // 2}"))
        own = 2 * (1000 * seed + number)
        strong, weak = seated(upper, game, own), seated(lower, game, own + 1)
        begins = number % 2 == 0
        winner = play(board, (strong, weak) if begins else (weak, strong))
        if winner is None:
            result.draws += 1
        elif (winner == 0) == begins:
            result.wins += 1
        else:
            result.losses += 1
    return result


def main() -> None:
    """Print a row for each game and each pair of neighbouring levels as soon as it is known."""
    parser = argparse.ArgumentParser(description="Each level against the one below it.")
    parser.add_argument("names", nargs="*", metavar="GAME", default=names(), help="all of them by default")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("\n".join(HEADING), flush=True)
    for name in given.names:
        for lower, upper in pairwise(LEVELS):
            began = time.perf_counter()
            games = given.games if upper != PERFECT else max(2, given.games // PERFECT_SHARE)
            found = match(find(name), upper, lower, games, given.seed)
            took = time.perf_counter() - began
            print(
                f"| {name} | {upper} against {lower} | {found.wins} | {found.draws} | {found.losses} "
                f"| {found.score:.1f} | {took:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
