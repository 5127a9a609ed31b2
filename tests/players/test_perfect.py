"""`perfect` never does worse than the solver says, whoever sits opposite."""

from __future__ import annotations

import random

import pytest

from plyground.board import Board
from plyground.players import Player
from plyground.score import Score
from plyground.seats import seat
from plyground.solver.solver import Solver
from tests.samples import open_board

GAMES = (
    ("noughts", range(7), 30),
    ("noughts:misere", range(7), 20),
    ("noughts:4x4,row=4", range(5, 12), 15),
    ("squava", range(8, 18), 20),
    ("numerical:3x3", range(2, 7), 20),
    ("numerical", range(8, 13), 20),
    ("squeeze:3x3,limit=0", range(8), 10),
    ("squeeze:4x4,limit=0", range(12), 6),
    ("squeeze:4x4", range(30, 90), 6),
)
"""Game, moves made before, how many games against each opponent."""
LONG_ENOUGH = 100
"""Drawn games without a limit go on until chance repeats a position; so many plies show enough."""
WORTH = {"win": 1, "draw": 0, "loss": -1}


@pytest.mark.parametrize(("name", "plies", "count"), GAMES)
def test_perfect_never_gives_a_result_away(name: str, plies: range, count: int) -> None:
    """Chance and level 3 meet the same player: some games are solved by a table, which is built once."""
    chance = random.Random(f"perfect {name}")
    solver = Solver(Board(name).game, memory=64)
    perfect = seat("perfect", solver.game, seed=1, seconds=60, memory=64)
    level = seat("3", solver.game, seed=1)
    assert perfect is not None
    seen = set()
    for number in range(2 * count):
        other = level if number % 2 else None
        board = open_board(name, chance.choice(plies), chance)
        promised = solver.solve(board).score
        seen.add(promised.value)
        mine, begun = board.turn, len(board.history)
        play_on(board, mine, perfect, other, chance)
        got = result_for(board, mine, solver)
        assert got >= WORTH[promised.value or ""], board.history
        assert promised.distance is not None or promised.value == "draw"
        assert_as_fast(promised, got, len(board.history) - begun)
    assert len(seen) > 1


def play_on(board: Board, mine: int, perfect: Player, other: Player | None, chance: random.Random) -> None:
    """Go on, `perfect` for one side and somebody or chance for the other, to the end or long enough."""
    enough = len(board.history) + LONG_ENOUGH
    while not board.is_over and len(board.history) < enough:
        player = perfect if board.turn == mine else other
        board.push(player.choose(board).move if player is not None else chance.choice(board.legal_moves))


def result_for(board: Board, side: int, solver: Solver) -> int:
    """1 for a win, 0 for a draw, -1 for a loss; of a game that goes on and on what it still is."""
    outcome = board.outcome
    if outcome is None:
        worth = WORTH[solver.solve(board).value or ""]
        return worth if board.turn == side else -worth
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner == board.game.players[side] else -1


def assert_as_fast(promised: Score, got: int, plies: int) -> None:
    """A promised win comes in time; a promised loss is put off as long as possible."""
    assert promised.distance is not None or promised.value == "draw"
    if promised.value == "win":
        assert plies <= (promised.distance or 0)
    if promised.value == "loss" and got < 0:
        assert plies >= (promised.distance or 0)


@pytest.mark.parametrize("name", ["noughts", "squava"])
def test_its_choice_varies_among_moves_of_equal_worth(name: str) -> None:
    board = open_board(name, 1 if name == "noughts" else 12, random.Random(3))
    moves = {choice_of(board, seed) for seed in range(12)}
    verdict = Solver(board.game, memory=16).solve(board, every=True)
    best = {each.move for each in verdict.moves if each.score == verdict.score}
    assert moves <= best
    assert len(moves) > 1 or len(best) == 1


def choice_of(board: Board, seed: int) -> str:
    player = seat("perfect", board.game, seed=seed, seconds=30, memory=16)
    assert player is not None
    return player.choose(board).move


def test_a_limit_of_nodes_leaves_the_proof_to_the_engine() -> None:
    board = Board("squava", "c3")
    player = seat("perfect", board.game, seed=1, nodes=2000)
    assert player is not None
    assert player.choose(board).move in board.legal_moves
