"""What holds for every classic: its judgement, its minimax, its manners."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from plyground.board import Board
from plyground.catalogue import find, names
from plyground.contract import MOST_MOVES
from plyground.errors import PlygroundError
from plyground.native.compiler import compile_kernel
from plyground.players import Player
from plyground.players.classics import CLASSICS, read_classic
from plyground.players.classics.alpha_beta import INFINITE, considered_moves, move_value, new_workspace
from plyground.players.classics.classic import Classic
from plyground.players.classics.hoxo import read_triplet
from plyground.seats import seat
from tests.players.classics import slow
from tests.samples import open_board

ALL = tuple(classic.name for classic in CLASSICS)
QUICK = 0.05
"""Seconds that are enough for a test."""


class Slow(NamedTuple):
    """How to work a classic's answers out slowly."""

    judge: slow.Judge
    depths: tuple[int, ...]
    plies: range
    """After how many random moves the positions are."""
    game: str
    stops: Callable[[Board], bool] = lambda board: board.is_over
    moves: Callable[[Board], tuple[str, ...]] = lambda board: board.legal_moves


SLOW = {
    "hoxo": Slow(slow.triplet, (1, 2, 3), range(7), "noughts"),
    "squava-classic": Slow(slow.squava, (1, 2, 3), range(9, 19), "squava"),
    "numerical-classic": Slow(slow.numerical, (1, 2, 3), range(10, 15), "numerical"),
    "squeeze-classic": Slow(slow.squeeze, (1, 2), range(4, 30), "squeeze:4x4", slow.squeeze_stops),
    "piskworky": Slow(slow.piskworky, (1, 2), range(1, 4), "gomoku", moves=slow.cells_around),
}


def made(name: str, game: str | None = None, **limits: Any) -> Classic:
    entry = read_classic(name)
    assert entry is not None
    player = entry.seat(find(game or entry.game), **limits)
    assert isinstance(player, Classic)
    return player


def told(name: str, worth: int) -> Any:
    return read_triplet(worth) if name == "hoxo" else worth


def worth_of_moves(player: Classic, board: Board, depth: int) -> dict[str, Any]:
    """What the compiled alpha-beta says of each move."""
    view = board.game.view(board.position)
    heuristic = player.make_heuristic(view.rules)
    out = np.zeros(MOST_MOVES, np.int64)
    end = considered_moves(heuristic, view.pos, out, 0)
    kernel = compile_kernel(move_value, board.game)
    return {
        board.game.move_text(view.outward(int(move))): told(
            player.name, int(kernel(heuristic, view.pos, int(move), depth, -INFINITE, new_workspace()))
        )
        for move in out[:end]
    }


def slow_worths(name: str, board: Board, depth: int) -> dict[str, Any]:
    """What plain minimax over the slow judgement says of each move."""
    judge, _, _, _, stops, moves = SLOW[name]
    found = {}
    for move in moves(board):
        board.push(move)
        found[move] = slow.minus(slow.minimax(board, depth - 1, judge, ply=1, stops=stops, moves=moves))
        board.pop()
    return found


@pytest.mark.parametrize("name", ALL)
def test_alpha_beta_finds_what_plain_minimax_finds_with_the_slow_judgement(name: str) -> None:
    chance = random.Random(name)
    plan = SLOW[name]
    player = made(name, plan.game)
    for depth in plan.depths:
        for _ in range(12 if depth == 1 else 2):
            board = open_board(plan.game, chance.choice(plan.plies), chance)
            assert worth_of_moves(player, board, depth) == slow_worths(name, board, depth)


@pytest.mark.parametrize("name", ALL)
def test_it_chooses_one_of_the_best_and_says_what_it_is_worth(name: str) -> None:
    chance = random.Random(f"{name} best")
    plan = SLOW[name]
    depth = plan.depths[-1]
    player = made(name, plan.game, depth=depth, seconds=60.0)
    for _ in range(3):
        board = open_board(plan.game, chance.choice(plan.plies), chance)
        worths = slow_worths(name, board, min(depth, player.search_depth(board)))
        choice = player.choose(board)
        best = max(worths.values())
        assert worths[choice.move] == best
        if choice.score is not None:
            assert choice.score.estimate == best
        else:
            shown = best if board.turn == 0 else slow.minus(best)
            assert choice.words == f"triplet {shown}"


@pytest.mark.parametrize("name", ALL)
def test_equal_moves_take_turns_and_a_seed_repeats_them(name: str) -> None:
    plan = SLOW[name]
    depth = None if name == "hoxo" else 1
    player = made(name, plan.game, depth=depth, seconds=60.0)
    board = Board(plan.game, "0,0" if name == "piskworky" else "")
    assert len({player.choose(board).move for _ in range(30)}) > 1
    chosen = [made(name, plan.game, depth=depth, seed=seed).choose(board).move for seed in range(8)]
    assert chosen == [made(name, plan.game, depth=depth, seed=seed).choose(board).move for seed in range(8)]
    assert len(set(chosen)) > 1


@pytest.mark.parametrize("level", ["1", "3"])
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("side", [0, 1])
def test_whole_games_come_to_an_end(name: str, level: str, side: int) -> None:
    game = find("squeeze:4x4") if name == "squeeze-classic" else find(SLOW[name].game)
    classic = made(name, game.full_name, seed=1, seconds=QUICK)
    other = seat(level, game, seed=2)
    assert other is not None
    players: list[Player] = [classic, other] if side == 0 else [other, classic]
    board = Board(game)
    while not board.is_over:
        choice = players[board.turn].choose(board)
        assert choice.line == (choice.move,) or players[board.turn] is other
        board.push(choice.move)  # raises for an illegal move
    assert board.outcome is not None


@pytest.mark.parametrize("name", ALL)
def test_the_board_stays_as_it_is_and_a_finished_game_is_refused(name: str) -> None:
    chance = random.Random(name)
    plan = SLOW[name]
    player = made(name, plan.game, seconds=QUICK)
    board = open_board(plan.game, 3, chance)
    before = board.copy()
    player.choose(board)
    assert board == before
    assert board.history == before.history
    while not board.is_over:
        board.push(chance.choice(board.legal_moves))
        if len(board.history) > 60:
            return
    with pytest.raises(PlygroundError, match="the game is over"):
        player.choose(board)


@pytest.mark.parametrize("name", ["numerical-classic", "squeeze-classic"])
def test_it_can_be_stopped(name: str) -> None:
    player = made(name, depth=16, seconds=600.0)
    player.prepare()
    board = Board(player.game)
    found: list[str] = []
    thinking = threading.Thread(target=lambda: found.append(player.choose(board).move))
    thinking.start()
    while thinking.is_alive():
        player.stop()
        thinking.join(0.01)
    assert found[0] in board.legal_moves


@pytest.mark.parametrize("name", ALL)
def test_without_any_time_the_move_is_legal_and_nothing_is_claimed(name: str) -> None:
    player = made(name, seconds=0.0)
    player.workspace.stop[0] = 1
    board = Board(player.game)
    root = player._root(board.position)
    assert player._search_moves(root, root.moves[:1], 1) is None
    assert player.choose(board).move in board.legal_moves


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("wrong", [{"seconds": -1.0}, {"seconds": float("nan")}, {"depth": 0}])
def test_impossible_limits_are_refused(name: str, wrong: dict[str, Any]) -> None:
    entry = read_classic(name)
    assert entry is not None
    with pytest.raises(PlygroundError, match=next(iter(wrong))):
        seat(name, find(entry.game), **wrong)


@pytest.mark.parametrize("name", ALL)
def test_it_sits_only_where_its_document_makes_sense(name: str) -> None:
    entry = read_classic(name)
    assert entry is not None
    for game in names():
        if game == entry.game:
            player = seat(name.upper(), find(game))
            assert player is not None
            assert player.name == name
            continue
        with pytest.raises(PlygroundError) as error:
            seat(name, find(game))
        assert str(error.value).startswith(f"{name} plays {entry.plays}, not {game}, which has human, 1 (no")
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "game", "fits"),
    [
        ("hoxo", "noughts:4x3", True),
        ("hoxo", "noughts:4x4", False),
        ("hoxo", "noughts:misere", False),
        ("hoxo", "noughts:4x3,row=4", False),
        ("squava-classic", "squava:6x6", False),
        ("numerical-classic", "numerical:3x3", False),
        ("squeeze-classic", "squeeze:5x6,limit=0", True),
        ("piskworky", "gomoku:15x15", False),
    ],
)
def test_variants(name: str, game: str, fits: bool) -> None:
    entry = read_classic(name)
    assert entry is not None
    assert entry.fits(find(game)) == fits
