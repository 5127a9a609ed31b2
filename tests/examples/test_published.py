"""What is published about the games of the gallery, and what the solver says."""

from __future__ import annotations

import functools
import operator

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.solver.solver import Solver

PUBLISHED = {
    "connect-four": {"4x4": "draw", "5x4": "draw", "4x5": "draw", "5x5": "draw"},  # Tromp
    "hex": {"3x3": "win", "4x4": "win", "5x5": "win"},  # Nash
    "dodgem": {"": "win"},  # Berlekamp, Conway and Guy, Winning Ways
    "hexapawn": {"": "loss"},  # Gardner
    "domineering": {"2x2": "win", "3x3": "win", "4x4": "win", "5x5": "loss", "6x6": "win"},  # Breuker et al.
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_solver_confirms_what_is_published(name: str) -> None:
    for variant, value in PUBLISHED[name].items():
        game = find(f"{name}:{variant}" if variant else name)
        assert Solver(game, memory=256).solve(Board(game)).value == value, variant


def test_nim_is_won_by_whom_bouton_says() -> None:
    for heaps in (
        (1, 2, 3, 0),
        (1, 3, 5, 7),
        (2, 2, 2, 0),
        (1, 1, 1, 1),
        (1, 1, 1, 0),
        (4, 3, 2, 1),
        (0, 5, 6, 3),
    ):
        words = ",".join(f"{name}={size}" for name, size in zip("abcd", heaps, strict=True))
        is_won = functools.reduce(operator.xor, heaps) != 0
        for variant, wins in ((words, is_won), (f"{words},misere", is_won if max(heaps) > 1 else not is_won)):
            game = find(f"nim:{variant}")
            assert Solver(game, memory=1).solve(Board(game)).value == ("win" if wins else "loss"), variant
