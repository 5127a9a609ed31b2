"""The gallery: each game against a slow model of its own, OpenSpiel, and what is published about it."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import EXAMPLES
from plyground.solver.solver import Solver

VARIANTS = {
    "connect-four": ("", "4x4", "5x7"),
    "reversi": ("", "4x4", "6x8"),
    "hex": ("", "2x3", "5x4"),
    "breakthrough": ("", "3x5", "5x6"),
    "hexapawn": ("", "4x4", "3x6"),
    "dodgem": ("", "4x4"),
    "domineering": ("", "2x3", "8x8"),
    "nim": ("", "a=2,b=2,c=0,d=9,misere"),
    "isolation": ("", "3x3", "5x4"),
    "gobblers": ("",),
}
CASES = [(name, variant) for name in EXAMPLES for variant in VARIANTS[name]]


def full_name(name: str, variant: str) -> str:
    return f"{name}:{variant}" if variant else name


def slow_model(name: str, variant: str) -> Any:
    return importlib.import_module(f"tests.examples.models.{name.replace('-', '_')}").Model(variant)


def winner_of(board: Board) -> str | None:
    """The result in the words of the models."""
    outcome = board.outcome
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else ("first", "second")[board.game.players.index(outcome.winner)]


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_random_games_agree_with_the_slow_model(name: str, variant: str) -> None:
    chance = random.Random(f"{name}:{variant}")
    for _ in range(6):
        board, model = Board(full_name(name, variant)), slow_model(name, variant)
        while not board.is_over:
            moves = board.legal_moves
            assert sorted(moves) == sorted(model.legal_moves())
            move = chance.choice(moves)
            board.push(move)
            model.play(move)
            assert board.game.picture(board.position).marks == model.marks()
            assert winner_of(board) == model.result()
            assert Board(board.game, position=board.position_text) == board


def values_by_model(model_of: Callable[[], Any]) -> Callable[[tuple[str, ...]], int]:
    """What a line of play is worth to the side to move, by trying everything on the slow model.

    What stands on the board and whose turn it is decide that in these games, so each position is tried once.
    """
    known: dict[tuple[int, frozenset[tuple[str, str]]], int] = {}

    def value(line: tuple[str, ...]) -> int:
        model = model_of()
        for move in line:
            model.play(move)
        turn = len(line) % 2
        result = model.result()
        if result is not None:
            return 0 if result == "draw" else 1 if result == ("first", "second")[turn] else -1
        position = turn, frozenset(model.marks().items())
        if position not in known:
            known[position] = max(-value((*line, move)) for move in model.legal_moves())
        return known[position]

    return value


WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize(
    "name", ["hexapawn", "hex:2x3", "domineering:3x3", "isolation:3x3", "nim:a=2,b=1,c=1,d=1"]
)
def test_the_solver_agrees_with_trying_everything(name: str) -> None:
    plain, _, variant = name.partition(":")
    value = values_by_model(lambda: slow_model(plain, variant))
    board = Board(name)
    solver = Solver(board.game, memory=1)
    assert solver.solve(board).value == WORDS[value(())]
    for move in board.legal_moves:
        board.push(move)
        if not board.is_over:
            assert solver.solve(board).value == WORDS[value((move,))], move
        board.pop()
