"""Every claim about some hundred random positions is tried out by brute force with the slow models."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.explain.explanation import explain_move
from plyground.explain.judge import Judge
from tests.bruteforce import Known
from tests.explain.claim_check import Truth, claim_fault, made_at
from tests.reference import model
from tests.samples import late_board, open_board

CASES = {
    "noughts": (300, 2, {"double threat", "allows a win", "missed win", "missed draw", "gives a draw"}),
    "noughts:3x3,misere": (100, 3, {"loses at once", "missed draw"}),
    "noughts:4x4,row=3": (100, 9, {"lost distance", "missed win"}),
    "squava": (200, 19, {"loses at once", "missed win", "zugzwang"}),
    "numerical:3x3": (200, 4, {"missed win", "holds"}),
    "squeeze:4x4,limit=4": (100, 5, {"gives a draw", "holds"}),
    "gomoku:5x5": (200, 20, {"allows a win", "missed win", "hot cell"}),
}
"""How many positions at most, after how many plies at least, and kinds of claims that must be among them."""

PART = 4
"""A part of the positions is enough once every kind was among them."""

LATE = 12
"""After more plies than this hardly any random game is still open."""


@pytest.mark.parametrize("name", CASES)
def test_every_claim_holds(name: str) -> None:
    count, plies, wanted = CASES[name]
    chance = random.Random(name)
    judge = Judge(Board(name).game)
    kinds: Counter[str] = Counter()
    known: Known = {}
    for number in range(count):
        if number >= count // PART and wanted <= set(kinds):
            break
        board = (late_board if plies > LATE else open_board)(name, plies + chance.randrange(3), chance)
        move = chance.choice(board.legal_moves)
        slow = model(name)
        for earlier in board.history:
            slow.play(earlier)
        truth = Truth.of(slow, move, known)
        found = explain_move(judge, board, move, seconds=20)
        assert found.claims
        for claim in found.claims:
            fault = claim_fault(claim, truth)
            assert not fault, f"{board!r} {move}: {claim} but {fault}"
            if claim.kind != "zugzwang":
                assert all(each in claim.sentence for each in claim.moves), claim
            kinds[claim.kind] += 1
        if truth.after.value != truth.before.value:
            assert any(claim.proven for claim in found.claims), found
    assert wanted <= set(kinds), kinds


def test_an_estimate_counts_what_is_there() -> None:
    """The numbers of safe cells that a sentence names are counted again at the end of its line."""
    board = Board("squava")
    found = explain_move(Judge(board.game), board, "a1", seconds=0.1)
    claim = next(claim for claim in found.claims if claim.kind == "estimate")
    assert not claim.proven
    said = re.search(r"safe cells X (\d+), O (\d+) and not", claim.sentence)
    slow = model("squava")
    for move in (*board.history, *claim.line):
        slow.play(move)
    if said is not None:
        assert [int(number) for number in said.groups()] == [_safe_cells(slow, mark) for mark in "XO"]


def _safe_cells(slow: object, mark: str) -> int:
    """Empty cells where a mark makes no three in a row, counted cell by cell."""
    cells = {(ord(name[0]) - 97, int(name[1]) - 1): what for name, what in slow.cells().items()}  # type: ignore[attr-defined]
    own = {cell for cell, what in cells.items() if what == mark}
    count = 0
    for empty in {(x, y) for x in range(5) for y in range(5)} - set(cells):
        runs = [
            [(empty[0] + i * dx, empty[1] + i * dy) for i in range(begin, begin + 3)]
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
            for begin in (-2, -1, 0)
        ]
        count += not any(all(cell == empty or cell in own for cell in run) for run in runs)
    return count


HOTTEST_FIRST = ("five in a row", "open four", "two fours", "four and open three", "two open threes")


def test_the_cells_that_gomoku_points_at() -> None:
    """Sentences name them; here all of them are looked for stone by stone."""
    chance = random.Random("hot")
    seen: Counter[str] = Counter()
    for _ in range(25):
        board = Board("gomoku:15x15")
        cells = [f"{column}{row}" for column in "efghijk" for row in range(5, 12)]
        for cell in chance.sample(cells, chance.randrange(12, 30)):
            if board.is_over:
                break
            board.push(cell)
        if board.is_over:
            continue
        slow = model("gomoku:15x15")
        for move in board.history:
            slow.play(move)
        expected = {}
        for cell in board.legal_moves:
            made = {mark: words for mark in "XO" if (words := made_at(slow, cell, mark))}
            if made:
                mark = min(made, key=lambda mark: (HOTTEST_FIRST.index(made[mark]), "XO".index(mark)))
                expected[cell] = f"{mark}: {made[mark]}"
        assert board.game.hot_cells(board.position) == expected, board
        seen.update(words.partition(": ")[2] for words in expected.values())
    assert set(seen) == set(HOTTEST_FIRST), seen


def test_what_the_game_says_is_said() -> None:
    board = Board("gomoku:15x15", "h8 i9 h9 i10 h10 c3")
    found = explain_move(Judge(board.game), board, "d3", seconds=2)
    assert any("open four" in claim.sentence and claim.kind == "missed win" for claim in found.claims)


def test_what_cannot_be_explained_is_refused() -> None:
    judge = Judge(Board("noughts").game)
    with pytest.raises(IllegalMove, match="a1 is taken"):
        explain_move(judge, Board("noughts", "a1"), "a1")
    with pytest.raises(PlygroundError, match="the game is over"):
        explain_move(judge, Board("noughts", "a1 a2 b1 b2 c1"), "c2")
