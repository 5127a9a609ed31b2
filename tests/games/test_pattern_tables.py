"""Evaluations that were learned and ship with a variant: what the file says, added up in another way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from plyground import find
from plyground.board import Board
from plyground.contract import evaluate
from plyground.games.pattern_tables import DIVISOR, tables_file
from plyground.native.compiler import compile_kernel

SHIPPED = ("squava:6x6", "noughts:5x5,misere")


def ask(rules: Any, pos: Any) -> int:
    """The smallest kernel that evaluates."""
    return evaluate(rules, pos)


def slow_value(parts: Any, marks: list[int]) -> int:
    """What the file says of a board: 1 stands for a mark of the side to move, 2 for one of the other side."""
    total, at = 0, 0
    for length, start in zip(parts["lengths"].tolist(), parts["starts"].tolist(), strict=True):
        window = parts["cells"][at : at + length]
        total += int(
            parts["weights"][start + sum(marks[cell] * 3**place for place, cell in enumerate(window))]
        )
        at += length
    counts = marks.count(1) * (len(marks) + 1) + marks.count(2)
    return (total + int(parts["weights"][len(parts["weights"]) - (len(marks) + 1) ** 2 + counts])) // DIVISOR


def marks_of(board: Board) -> list[int]:
    """What stands on each cell, by the picture that people see, as the side to move sees it."""
    game, shown = board.game, board.game.picture(board.position).marks
    cells = [shown.get(game.cell_text(cell)) for cell in range(game.columns * game.rows)]
    own = game.mark_texts[board.turn]
    return [0 if mark is None else 1 if mark == own else 2 for mark in cells]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variant_is_evaluated_as_its_file_says(name: str) -> None:
    game = find(name)
    compiled = compile_kernel(ask, game)
    chance = random.Random(name)
    with np.load(tables_file(game.name, game.variant)) as parts:
        known = dict(parts)
    for _ in range(4):
        board = Board(game)
        while not board.is_over:
            view = game.view(board.position)
            expected = slow_value(known, marks_of(board))
            assert evaluate(view.rules, view.pos) == expected
            assert compiled(view.rules, view.pos) == expected
            assert game.estimate_parts(board.position) == ()
            board.push(chance.choice(board.legal_moves))


@pytest.mark.parametrize("name", SHIPPED)
def test_mirror_images_are_worth_the_same(name: str) -> None:
    game = find(name)
    board, mirrored = Board(game), Board(game)
    chance = random.Random(name)
    for _ in range(8):
        move = chance.choice(board.legal_moves)
        board.push(move)
        mirrored.push(game.cell_text(game.columns * game.rows - 1 - cell_number(game, move)))
        if board.is_over:
            break
        values = [
            evaluate(game.view(each.position).rules, game.view(each.position).pos)
            for each in (board, mirrored)
        ]
        assert values[0] == values[1]


def cell_number(game: Any, text: str) -> int:
    """The number of a cell."""
    return next(cell for cell in range(game.columns * game.rows) if game.cell_text(cell) == text)


@pytest.mark.parametrize("name", ["squava", "squava:7x7", "noughts", "noughts:misere", "noughts:5x5,row=4"])
def test_other_variants_keep_the_evaluation_that_was_written_by_hand(name: str) -> None:
    game = find(name)
    view = game.view(game.start)
    assert view.rules.patterns.words == 0
    assert evaluate(view.rules, view.pos) == 0
