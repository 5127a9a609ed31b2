"""The engine on gomoku: proven values against brute force, every level to the end of a game, long games."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.games.gomoku.game import cell_of, move_of
from plyground.players import LEVELS
from plyground.seats import seat
from tests.bruteforce import Known, solve
from tests.games.gomoku.naive import five_cells
from tests.games.gomoku.positions import leaning_board, stones_on
from tests.reference import model

SECONDS = 0.02
"""Enough thought for `perfect` in a test."""


@pytest.mark.parametrize(("name", "empty", "count"), [("gomoku:5x5", 7, 10), ("gomoku:6x5", 7, 10)])
@pytest.mark.parametrize("threads", [1, 2])
def test_late_positions_have_their_true_values(name: str, empty: int, count: int, threads: int) -> None:
    chance = random.Random(name)
    engine = Engine(find(name), threads=threads, memory=4)
    game = find(name)
    proven = set()
    known: Known = {}
    for number in range(count):
        board = leaning_board(
            name,
            game.columns * game.rows - empty,
            chance,
            ((2, 2),),
            0.3 + 0.4 * (number % 2),
            may_end=False,
        )
        slow = model(name)
        for move in board.history:
            slow.play(move)
        truth = solve(slow, known)
        info = engine.search(board)
        assert (info.score.value, info.score.distance) == (truth.value, truth.distance), board
        assert info.best in truth.best
        proven.add(truth.value)
    assert len(proven) >= 2


def test_what_is_proven_early_is_true() -> None:
    chance = random.Random(5)
    name = "gomoku:6x5"
    engine = Engine(find(name), memory=4)
    for _ in range(12):
        board = leaning_board(name, 22, chance, ((2, 2),), 0.6, may_end=False)
        slow = model(name)
        for move in board.history:
            slow.play(move)
        engine.clear()
        info = engine.search(board, depth=chance.randint(1, 4))
        if info.score.value is not None and len(board.legal_moves) <= 9:
            truth = solve(slow)
            assert info.score.value == truth.value, board
            if info.score.exact:
                assert info.score.distance == truth.distance


@pytest.mark.parametrize("name", ["gomoku", "gomoku:15x15"])
@pytest.mark.parametrize("who", LEVELS)
def test_every_level_beats_random_moves(who: str, name: str) -> None:
    game, chance = find(name), random.Random(who)
    player = seat(who, game, seed=1, seconds=SECONDS)
    assert player is not None
    board = Board(game)
    while not board.is_over and len(board.history) < 100:
        if board.turn == 0:
            choice = player.choose(board)
            assert choice.line[0] == choice.move
            board.push(choice.move)
        elif len(board.history) == 1:  # the part of the proof that is read soonest
            column, row = cell_of(board.numbers[0])
            board.push_number(move_of((column + 3, row + 3)))
        else:
            board.push(chance.choice(board.legal_moves))
    assert board.outcome is not None
    assert board.outcome.winner == "X"


def test_wins_that_the_engine_proves_on_the_endless_field_hold() -> None:
    """Against every answer near the stones the winner still has a proven win, one ply shorter or less."""
    chance = random.Random(11)
    engine = Engine(find("gomoku"), memory=1)
    shown = 0
    while shown < 4:
        board = leaning_board("gomoku", chance.randint(8, 16), chance, ((0, 0),), 0.6, may_end=False)
        engine.clear()
        info = engine.search(board, depth=5)
        if info.score.value != "win" or info.score.distance is None or info.score.distance > 5:
            continue
        shown += 1
        wins_against_everything(engine, board, info.score.distance)


def wins_against_everything(engine: Engine, board: Board, plies: int) -> None:
    """Follow the engine's moves for the winner and every answer of the loser."""
    best = engine.search(board, depth=plies).best
    assert best is not None
    board.push(best)
    if plies == 1:
        assert board.outcome is not None
    else:
        assert not board.is_over
        stones = stones_on(board)
        near = {(column + right, row + up) for column, row in stones for right, up in CLOSE}
        other = 1 - board.turn
        threats = five_cells(stones, near, other)
        assert not five_cells(stones, near, board.turn)
        for move in board.legal_moves:
            if threats and plies > 3 and move not in {f"{column},{row}" for column, row in threats}:
                continue
            board.push(move)
            left = engine.search(board, depth=plies - 2).score
            assert left.value == "win", board
            assert left.distance is not None
            assert left.distance <= plies - 2
            board.pop()
    board.pop()


CLOSE = [(right, up) for right in range(-4, 5) for up in range(-4, 5)]


def long_game(stones: int) -> Board:
    """A game that nobody wins for long, around one place."""
    return leaning_board("gomoku", stones, random.Random(stones), ((0, 0),), 0.25, may_end=False)


def test_a_long_game_takes_little_memory() -> None:
    engine = Engine(find("gomoku"), memory=1)
    engine.search(Board("gomoku"), nodes=2000)
    board = long_game(400)
    assert len(board.history) == 400
    tracemalloc.start()
    assert engine.search(board, nodes=2000).best in board.legal_moves
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 50 << 20
    empty = Board("gomoku").game.view(Board("gomoku").position)
    full = board.game.view(board.position)
    assert [array.nbytes for array in full.pos] == [array.nbytes for array in empty.pos]
    assert full.rules.inside.nbytes == empty.rules.inside.nbytes


def test_a_forced_win_is_played_out_to_its_end() -> None:
    board = Board("gomoku", "0,0 9,9 1,1 -9,9 1,0 9,-9")
    info = Engine(board.game, memory=1).search(board, nodes=60_000)
    assert info.score.value == "win"
    assert info.score.distance == len(info.line)
    for move in info.line:
        board.push(move)
    assert board.outcome is not None
    assert board.outcome.winner == "X"
