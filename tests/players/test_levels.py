"""What each level promises: legal moves, wins taken, threats met, variety, and repeatable seeds."""

from __future__ import annotations

import random
import threading
from functools import cache
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.catalogue import find, names
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.players import LEVELS, Choice, Player
from plyground.seats import seat
from plyground.solver.certificate_prover import CertificateProver
from tests.games.gomoku.positions import cell_from, leaning_board
from tests.samples import open_board

OWN_GAME = str(Path(__file__).parent.parent / "data" / "games" / "stones.py")
GAMES = (*names(), OWN_GAME)
STRONG = LEVELS[2:]
SECONDS = 0.05
"""Enough thought for `perfect` in a test."""


def player(who: str, game: str, seed: int | None = None) -> Player:
    found = seat(who, find(game), seed=seed, seconds=SECONDS if who == "perfect" else None)
    assert found is not None
    return found


def finish(board: Board, first: Player, second: Player) -> str | None:
    """The winner's name after the rest of a game, or None."""
    while not board.is_over:
        board.push((first, second)[board.turn].choose(board).move)
    assert board.outcome is not None
    return board.outcome.winner


def after(board: Board, move: str) -> Board:
    child = board.copy()
    child.push(move)
    return child


def wins_at_once(board: Board) -> set[str]:
    """The moves that win now, found without an engine."""
    found = set()
    for move in board.legal_moves:
        outcome = after(board, move).outcome
        if outcome is not None and outcome.winner == board.player:
            found.add(move)
    return found


def boards_with_a_win(game: str, count: int) -> list[Board]:
    chance = random.Random(game.rpartition("/")[2])
    found: list[Board] = []
    if find(game).name == "squeeze":  # wins at once are rare there
        return [Board("squeeze:3x3", line) for line in squeeze_wins(count)]
    if find(game).name == "gomoku":
        return [Board("gomoku", line) for line in gomoku_wins(count)]
    while len(found) < count:
        board = open_board(game, chance.randrange(4, 9), chance)
        if wins_at_once(board):
            found.append(board)
    return found


@cache
def squeeze_wins(count: int) -> list[tuple[str, ...]]:
    chance = random.Random(5)
    found: list[tuple[str, ...]] = []
    while len(found) < count:
        board = open_board("squeeze:3x3", chance.randrange(3, 20), chance)
        if wins_at_once(board):
            found.append(board.history)
    return found


@cache
def gomoku_wins(count: int) -> list[tuple[str, ...]]:
    chance = random.Random(6)
    found: list[tuple[str, ...]] = []
    while len(found) < count:
        board = leaning_board("gomoku", chance.randrange(8, 14), chance, lean=0.8, may_end=False)
        if wins_at_once(board) and not reads_a_proof(board):
            found.append(board.history)
    return found


def reads_a_proof(board: Board) -> bool:
    """Whether `perfect` reads a part of the proof of gomoku here: there is one for each reply."""
    prover = CertificateProver(board.game)
    return prover.strategy.part_for([cell_from(move) for move in board.history]) is not None


def some_board(game: str, plies: int, chance: random.Random) -> Board:
    """A random position; of those in which a proof has to be read only one, whose part is the shortest."""
    if game == "gomoku" and plies == 2:
        return Board("gomoku", "0,0 3,3")
    while True:
        board = open_board(game, plies, chance)
        if game != "gomoku" or not reads_a_proof(board):
            return board


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", LEVELS)
def test_every_choice_is_legal_and_leaves_the_board_alone(who: str, game: str) -> None:
    chance = random.Random(f"{who} {find(game).name}")
    computer = player(who, game, seed=1)
    computer.prepare()
    for plies in (0, 1, 2, 4, 6, 7):
        board = some_board(game, plies, chance)
        before = board.copy()
        choice = computer.choose(board)
        assert choice.move in board.legal_moves
        assert board == before
        assert board.history == before.history
        line = board.copy()
        for move in choice.line:
            line.push(move)
        assert choice.line[0] == choice.move
        assert choice.score is not None
        assert choice.depth >= 0
        assert choice.seconds >= 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", LEVELS)
def test_a_win_in_one_is_always_taken(who: str, game: str) -> None:
    for number, board in enumerate(boards_with_a_win(game, 5)):
        found = seat(who, board.game, seed=number)
        assert found is not None
        assert found.choose(board).move in wins_at_once(board)


@pytest.mark.parametrize("who", STRONG)
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("noughts", "b2 a1 b1"),
        ("noughts", "a1 b2 c1"),
        ("noughts:4x4,row=4", "a1 a2 b1 a3 c1"),
        ("squava", "a1 a2 b1 c3 d1"),
        (f"{OWN_GAME}:3x3", "b2 a1 b1"),
        ("gomoku", "0,0 1,1 1,0 2,1 2,0 -1,0 3,0"),
        ("gomoku:15x15", "a1 b2 a2 c3 a3 d4 a4"),
    ],
)
def test_an_immediate_threat_is_met(who: str, game: str, moves: str) -> None:
    board = Board(game, moves)
    for number in range(3):
        found = seat(who, board.game, seed=number)
        assert found is not None
        assert not wins_at_once(after(board, found.choose(board).move))


@pytest.mark.parametrize("who", STRONG)
@pytest.mark.parametrize("game", ["noughts", "squava", "numerical"])
def test_no_strong_level_hands_over_a_win_in_one(who: str, game: str) -> None:
    chance = random.Random(f"{who} {game} threats")
    computer = player(who, game, seed=3)
    for _ in range(6):
        board = open_board(game, chance.randrange(4, 8), chance)
        if any(not wins_at_once(after(board, move)) for move in board.legal_moves):
            assert not wins_at_once(after(board, computer.choose(board).move))


@pytest.mark.parametrize("who", LEVELS[:5])
@pytest.mark.parametrize("game", names())
def test_a_seed_repeats_a_game(who: str, game: str) -> None:
    lines = []
    for _ in range(2):
        board = Board(game)
        pair = player(who, game, seed=7), player(who, game, seed=8)
        while not board.is_over and len(board.history) < 10:
            board.push(pair[board.turn].choose(board).move)
        lines.append(board.history)
    assert lines[0] == lines[1]


def test_a_seeded_choice_depends_on_the_moves_alone() -> None:
    board = Board("squava", "c3 b2")
    for who in LEVELS[:5]:
        fresh, used = player(who, "squava", seed=11), player(who, "squava", seed=11)
        for plies in (0, 1, 5):
            used.choose(open_board("squava", plies, random.Random(plies)))
        assert told(fresh.choose(board)) == told(used.choose(board))


def told(choice: Choice) -> tuple[object, ...]:
    """Everything but the time."""
    return choice.move, choice.score, choice.line, choice.depth


@pytest.mark.parametrize("who", LEVELS)
@pytest.mark.parametrize("game", ["noughts", "squava"])
def test_without_a_seed_games_vary(who: str, game: str) -> None:
    computer = player(who, game)
    first = opening_of(computer, game)
    assert any(opening_of(computer, game) != first for _ in range(40))


def opening_of(computer: Player, game: str) -> tuple[str, ...]:
    """The first moves of a player against itself."""
    board = Board(game)
    for _ in range(3):
        board.push(computer.choose(board).move)
    return board.history


def test_perfect_never_loses_noughts() -> None:
    computer = player("perfect", "noughts")
    chance = random.Random(2)
    for number in range(40):
        board = Board("noughts")
        while not board.is_over:
            own = board.turn == number % 2
            board.push(computer.choose(board).move if own else chance.choice(board.legal_moves))
        assert board.outcome is not None
        assert board.outcome.winner in (None, board.game.players[number % 2])


@pytest.mark.parametrize("game", ["noughts", "noughts:4x4", "squava:4x4", "numerical:3x3", "squeeze:3x3"])
def test_perfect_never_gives_away_a_proven_result(game: str) -> None:
    chance = random.Random(game)
    judge = Engine(find(game), memory=16)
    for number in range(5):
        computer = seat("perfect", find(game), seed=number)
        assert computer is not None
        board = open_board(game, chance.randrange(0, 5), chance)
        truth = judge.search(board, nodes=200_000).score
        choice = computer.choose(board)
        if truth.is_proven and truth.exact:
            left = judge.search(after(board, choice.move)).score
            assert {"win": "loss", "loss": "win", "draw": "draw"}[str(left.value)] == truth.value
            if truth.value != "draw":
                assert left.distance is not None
                assert left.distance + 1 == truth.distance


def test_an_only_move_is_not_pondered() -> None:
    board = Board("noughts", "a1 b2 c1 b1 b3 a2 c2 a3")
    assert len(board.legal_moves) == 1
    for who in LEVELS:
        assert player(who, "noughts").choose(board).move in board.legal_moves


def test_stop_from_another_thread_is_obeyed() -> None:
    board = Board("squeeze")
    computer = seat("perfect", board.game, seconds=500)
    assert computer is not None
    computer.prepare()
    choices: list[Choice] = []
    thinking = threading.Thread(target=lambda: choices.append(computer.choose(board)))
    thinking.start()
    while thinking.is_alive():
        computer.stop()
        thinking.join(0.05)
    assert choices[0].move in board.legal_moves


def test_a_stop_while_nobody_thinks_does_no_harm() -> None:
    board = Board("noughts", "a1 a2 b1 b2")
    computer = player("5", "noughts", seed=1)
    computer.stop()
    assert computer.choose(board).move == "c1"


def test_limits_bound_a_level() -> None:
    board = Board("squava", "c3 b2")
    for who in LEVELS:
        shallow = seat(who, board.game, depth=1, seed=1)
        hasty = seat(who, board.game, seconds=0, seed=1)
        assert shallow is not None
        assert hasty is not None
        assert shallow.choose(board).depth <= 1
        narrow = seat(who, board.game, nodes=1, seed=1)
        assert narrow is not None
        assert narrow.choose(board).depth <= 1
        assert hasty.choose(board).move in board.legal_moves


def test_a_finished_game_leaves_nothing_to_choose() -> None:
    board = Board("noughts", "a1 a2 b1 b2 c1")
    with pytest.raises(PlygroundError, match="the game is over, X wins"):
        player("1", "noughts").choose(board)


def test_a_board_of_another_game_is_refused() -> None:
    with pytest.raises(PlygroundError, match="plays noughts, not squava"):
        player("1", "noughts").choose(Board("squava"))


def test_level_3_beats_level_1_in_squava() -> None:
    won = 0
    for number in range(10):
        strong, weak = player("3", "squava", seed=number), player("1", "squava", seed=100 + number)
        board = Board("squava")
        first = number % 2 == 0
        winner = finish(board, *((strong, weak) if first else (weak, strong)))
        won += winner == board.game.players[0 if first else 1]
    assert won >= 7


def test_a_limit_of_nodes_makes_the_strongest_repeatable() -> None:
    board = Board("squeeze", "a1-a4 h8-h5")
    choices = []
    for _ in range(2):
        found = seat("perfect", board.game, nodes=3000, seed=5)
        assert found is not None
        choices.append(told(found.choose(board)))
    assert choices[0] == choices[1]
