"""Moves that lose at once, found in the time that there is."""

from __future__ import annotations

from itertools import count

import pytest

from plyground.board import Board
from plyground.losing_moves import find_losing_moves
from plyground.terminal.screen.screens import game_screen
from tests.terminal.screen.support import AppPilot, game_app, run_app, screen_text, wait_until


def test_the_search_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("plyground.losing_moves.time.perf_counter", lambda: float(next(ticks)))
    board = Board("noughts", "a1 b2 a2")
    some = find_losing_moves(board, seconds=3.5)
    assert (some.seen, some.total) == (3, 6)
    every = find_losing_moves(board, seconds=100)
    assert (every.seen, every.total) == (6, 6)
    assert some.losing < every.losing
    assert {board.game.move_text(move) for move in every.losing} == {"b1", "c1", "c2", "b3", "c3"}


def test_the_search_ends_when_nobody_wants_to_know() -> None:
    answers = iter([True, True, False])
    found = find_losing_moves(Board("squava"), 60, lambda: next(answers))
    assert (found.seen, found.total) == (2, 25)


def test_what_was_not_looked_at_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_screen, "TACTICS_SECONDS", -1.0)

    async def play(pilot: AppPilot) -> None:
        await pilot.press("t")
        await wait_until(pilot, lambda: "0 of 25 moves lose at once, of 0 looked at" in screen_text(pilot))

    run_app(game_app("squava"), play)


@pytest.mark.parametrize(("tenth", "safe"), [("a1", set()), ("g9", {"l9"})])
def test_a_four_leaves_only_its_end(tenth: str, safe: set[str]) -> None:
    board = Board("gomoku:15x15", f"h8 h9 i8 i9 j8 j9 {tenth} k9")
    found = find_losing_moves(board, 60)
    assert found.seen == found.total == 217
    assert {board.game.move_text(move) for move in {*board.legal_numbers()} - found.losing} == safe
