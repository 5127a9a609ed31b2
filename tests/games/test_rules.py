"""Every game against the slow model of its rules, on every position of random games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.board import Board, identity
from tests.reference import Model, model
from tests.samples import LARGE, VARIANTS

LONGEST = 120
LONGEST_LARGE = 30


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=6, deadline=None)
@given(choices=st.lists(st.integers(0, 10_000), max_size=LONGEST), rest=st.integers(1, 10_000))
def test_random_games_agree_with_the_model(name: str, choices: list[int], rest: int) -> None:
    board, slow = Board(name), model(name)
    seen = [identity(board.position)]
    states = [slow.state()]
    for step in range(LONGEST_LARGE if name in LARGE else LONGEST):
        agree(board, slow)
        moves = sorted(board.legal_moves)
        if not moves:
            break
        choice = choices[step] if step < len(choices) else rest * (step + 7)
        move = moves[choice % len(moves)]
        board.push(move)
        slow.play(move)
        seen.append(identity(board.position))
        states.append(slow.state())
    while board.history:
        assert identity(board.position) == seen.pop()
        assert slow.state() == states.pop()
        agree(board, slow)
        board.pop()
        slow.undo()
    assert identity(board.position) == seen.pop()


def agree(board: Board, slow: Model) -> None:
    """Turn, marks, legal moves, result, reason and line are the same."""
    assert board.turn == slow.turn
    assert board.game.picture(board.position).marks == slow.cells()
    assert sorted(board.legal_moves) == sorted(slow.legal_moves())
    ending, outcome = slow.ending(), board.outcome
    if ending is None:
        assert outcome is None
        return
    assert outcome is not None
    winner = None if ending.winner is None else board.game.players[ending.winner]
    assert (outcome.winner, outcome.reason, outcome.line) == (winner, ending.reason, ending.line)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_legal_move_can_be_written_picked_and_read(name: str) -> None:
    board = Board(name)
    for number in board.legal_numbers():
        text = board.game.move_text(number)
        assert board.game.parse(board.position, text) == number
        assert board.move_for(*board.picks_of(number)) == text
