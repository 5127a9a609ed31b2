"""What Squava's rules see at a glance, against trying every move with rules written anew."""

from __future__ import annotations

import random
from itertools import product

import pytest

from plyground import contract
from plyground.board import Board

Cells = frozenset[tuple[int, int]]

DEEP = 3
"""So many plies are tried."""


def longest_run(cells: Cells, cell: tuple[int, int]) -> int:
    """The longest row of cells through one of them."""
    best = 0
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            column, row = cell[0] + sign * across, cell[1] + sign * up
            while (column, row) in cells:
                length += 1
                column, row = column + sign * across, row + sign * up
        best = max(best, length)
    return best


def forced_end(own: Cells, other: Cells, empty: Cells, plies: int) -> int:
    """n if the side to move wins in n plies, -n if it loses, 0 if nothing is forced within `plies`."""
    if plies == 0 or not empty:
        return 0
    answers = []
    for cell in empty:
        run = longest_run(own | {cell}, cell)
        if run >= 4:
            return 1
        after = -1 if run == 3 else -forced_end(other, own | {cell}, empty - {cell}, plies - 1)
        answers.append(after if run == 3 or after == 0 else after + (1 if after > 0 else -1))
    wins = [answer for answer in answers if answer > 0]
    if wins:
        return min(wins)
    return 0 if 0 in answers else min(answers)


def random_board(game: str, marks: int, chance: random.Random) -> Board | None:
    """A board with this many marks on which the game goes on, or None."""
    board = Board(game)
    while len(board.history) < marks and not board.is_over:
        board.push(chance.choice(board.legal_moves))
    return None if board.is_over else board


def boards(game: str, marks: range, count: int) -> list[Board]:
    chance = random.Random(game)
    found: list[Board] = []
    while len(found) < count:
        board = random_board(game, chance.choice(marks), chance)
        if board is not None:
            found.append(board)
    return found


@pytest.mark.parametrize(
    ("game", "marks"), [("squava", range(8, 19)), ("squava:4x4", range(4, 13)), ("squava:8x4", range(14, 23))]
)
def test_proofs_see_every_end_within_three_plies(game: str, marks: range) -> None:
    seen = set()
    for board in boards(game, marks, 50):
        columns, rows = board.game.columns, board.game.rows
        sets: list[Cells] = [
            frozenset(
                (cell % columns, cell // columns) for cell in range(columns * rows) if int(bits) >> cell & 1
            )
            for bits in (board.position.own, board.position.other)
        ]
        empty = frozenset(product(range(columns), range(rows))) - sets[0] - sets[1]
        truth = forced_end(sets[0], sets[1], empty, DEEP)
        view = board.game.view(board.position)
        answer = int(contract.proof(view.rules, view.pos))
        seen.add(answer)
        if answer:
            assert answer == truth, board.text()
        elif truth > 0:
            assert truth >= contract.soonest_win(view.rules, view.pos), board.text()
        elif truth < 0:
            assert -truth >= contract.soonest_loss(view.rules, view.pos), board.text()
    assert {0, 1, 3, -2} <= seen


def test_one_mark_between_two_gaps_in_a_row_wins() -> None:
    board = Board("squava:6x6", "a1 a6 d1 c6 f1 e5")
    view = board.game.view(board.position)
    assert contract.proof(view.rules, view.pos) == 3  # c1 leaves X_XX_X
