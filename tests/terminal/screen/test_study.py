"""The report with its chart, learning from mistakes, forced moves, the scorecard, setting up positions."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.players import Choice
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.backend import Backend
from tests.terminal.screen.support import (
    AppPilot,
    FixedEngine,
    Quick,
    choose_cell,
    click,
    current_board,
    drawn_cell,
    fake_backend,
    game_app,
    game_screen,
    run_app,
    screen_text,
    wait_until,
)

SIZES = [(80, 24), (120, 40), (200, 60)]


class NoughtsEngine(FixedEngine):
    """Says of noughts what is so, by trying everything; that is little near the end of a game."""

    def search(self, board: Board, *, seconds: float | None = None) -> Info:
        score, line = solve(board.copy())
        lines = (Line(score, line),) if line else ()
        return Info(9, lines, nodes=1, seconds=0.1, fill=0.0, score=score)


KNOWN: dict[str, tuple[Score, tuple[str, ...]]] = {}


def solve(board: Board) -> tuple[Score, tuple[str, ...]]:
    """The value of a position and the best line."""
    if outcome := board.outcome:
        return Score(value="draw" if outcome.winner is None else "loss", distance=0), ()
    name = board.position_text
    if name not in KNOWN:
        found = []
        for move in board.legal_moves:
            board.push(move)
            score, line = solve(board)
            board.pop()
            found.append((score.for_parent, (move, *line)))
        KNOWN[name] = max(found, key=lambda each: each[0].rank)
    return KNOWN[name]


BLUNDERS = "b2 b1 a1 c3 a2"
"""O's b1 loses, and X threatens twice."""


def study_backend() -> Backend:
    return replace(fake_backend(), hint_engine=lambda game: NoughtsEngine())


@pytest.mark.parametrize(
    ("size", "ascii_only"), [((80, 24), True), ((80, 24), False), ((120, 40), True), ((200, 60), False)]
)
def test_the_report_shows_a_chart_and_the_mistakes(size: tuple[int, int], ascii_only: bool) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("o")
        await wait_until(pilot, lambda: "X made no mistake, O made 1 mistake." in screen_text(pilot))
        text = screen_text(pilot)
        assert "Report on the game" in text
        assert ("###" if ascii_only else "███") in text
        assert "b1 by O (proven: X wins in" in text
        assert "would have held the draw" in text
        assert text.isascii() or not ascii_only
        await pilot.press("enter")
        await pilot.pause()
        assert "the position after 1 move;" in screen_text(pilot)
        x, y = drawn_cell(pilot, "a", "1")
        assert "?" in screen_text(pilot).splitlines()[y][x - 3 : x + 3]  # the better move is marked

    app = game_app("noughts", moves=BLUNDERS, using=study_backend(), ascii_only=ascii_only)
    run_app(app, play, size)


def test_learning_from_mistakes_tells_which_moves_hold() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("o")
        await wait_until(pilot, lambda: "O made 1 mistake" in screen_text(pilot))
        await pilot.press("l")
        await pilot.pause()
        assert "Mistake 1 of 1: O played b1 here; find a better move" in screen_text(pilot)
        assert "would have held" not in screen_text(pilot)  # that is for the person to find
        await click(pilot, "a2")
        await wait_until(pilot, lambda: "a2 does not hold (proven: X wins in" in screen_text(pilot))
        await click(pilot, "b1")
        await wait_until(pilot, lambda: "b1 is the move that was made" in screen_text(pilot))
        await click(pilot, "c3")
        await wait_until(pilot, lambda: "c3 holds too (proven: a draw)" in screen_text(pilot))
        assert "found 1 of 1" in screen_text(pilot)
        await pilot.press("n")
        assert "there is no mistake after this one" in screen_text(pilot)
        await pilot.press("h")
        assert "a1 would have held the draw" in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert current_board(pilot).history == tuple(BLUNDERS.split())
        assert "Learn" not in screen_text(pilot).splitlines()[0]

    run_app(game_app("noughts", moves=BLUNDERS, using=study_backend()), play)


def test_a_key_says_why_a_move_is_bad() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("o")
        await wait_until(pilot, lambda: "O made 1 mistake" in screen_text(pilot))
        await pilot.press("w")
        await wait_until(pilot, lambda: "Why is b1 bad?" in screen_text(pilot))
        assert "After b1, X wins in 5 plies, beginning with a1." in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "O made 1 mistake" in screen_text(pilot)

    run_app(game_app("noughts", moves=BLUNDERS, using=study_backend()), play)


def test_only_the_mistakes_of_people_are_learned_from() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("o")
        await wait_until(pilot, lambda: "O made 1 mistake" in screen_text(pilot))
        await pilot.press("l")
        await pilot.pause()
        assert "there is no mistake of yours in this game" in screen_text(pilot)

    run_app(game_app("noughts", ("human", "3"), BLUNDERS, using=study_backend()), play)


def test_the_end_offers_the_report() -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "c2")
        assert "Report and mistakes" in screen_text(pilot)
        await pilot.press(*["down"] * 4, "enter")
        await wait_until(pilot, lambda: "O made 1 mistake" in screen_text(pilot))

    moves = f"{BLUNDERS} a3"
    run_app(game_app("noughts", moves=moves, using=study_backend()), play)


# Forced moves


def test_forced_moves_are_played_as_a_setting_that_is_remembered(data_folder: Path) -> None:
    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "a2")  # X threatens a3, and nothing happens
        assert current_board(pilot).history == ("a1", "b2", "a2")
        await pilot.press("u", "y")
        assert "forced moves are played for you now" in screen_text(pilot)
        await choose_cell(pilot, "a2")
        await wait_until(pilot, lambda: "X plays b3, which was forced" in screen_text(pilot))
        assert current_board(pilot).history == ("a1", "b2", "a2", "a3", "c1", "b1", "b3")

    run_app(game_app("noughts", moves="a1 b2"), play)
    assert json.loads((data_folder / "preferences.json").read_text())["plays_forced"] is True


def test_a_forced_move_can_be_taken_back() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("y")
        await choose_cell(pilot, "a2")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 7)
        await pilot.press("u", "u", "u")
        await pilot.pause(0.3)
        assert current_board(pilot).history == ("a1", "b2", "a2", "a3")

    run_app(game_app("noughts", moves="a1 b2"), play)


def test_the_menu_offers_the_setting() -> None:
    async def play(pilot: AppPilot) -> None:
        assert "moves you make yourself" in screen_text(pilot)
        await pilot.press(*["tab"] * 7, "right")
        await pilot.pause()
        assert "moves are made for you" in screen_text(pilot)
        assert PlygroundApp(backend=fake_backend()).preferences.plays_forced

    run_app(PlygroundApp(backend=fake_backend()), play)


# The scorecard


def has_moves(pilot: AppPilot, *counts: int) -> bool:
    return len(current_board(pilot).history) in counts


def test_the_end_of_a_game_tells_the_score_against_this_opponent() -> None:
    class Losing(Quick):
        """Plays in the top row from the left, so that the lower rows are free."""

        def choose(self, board: Board) -> Choice:
            moves = [move for move in ("a3", "b3", "c2") if move in board.legal_moves]
            return Choice(moves[0], Score(estimate=3), (moves[0],), 1, 0.25)

    async def win(pilot: AppPilot) -> None:
        for number, cell in enumerate(["a1", "b1", "c1"]):
            await choose_cell(pilot, cell)
            await wait_until(pilot, partial(has_moves, pilot, 2 * number + 2, 5))

    async def play(pilot: AppPilot) -> None:
        await win(pilot)
        await wait_until(pilot, lambda: "So far 1 win, 0 draws, 0" in screen_text(pilot))
        await pilot.press("down", "enter")  # once more
        await pilot.pause()
        await win(pilot)
        await wait_until(pilot, lambda: "So far 2 wins, 0 draws," in screen_text(pilot))
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("up", "enter")
        await pilot.pause()
        wanted = "human against level 3: 2 wins, 0 draws, 0 losses in 2 games"
        await wait_until(pilot, lambda: wanted in screen_text(pilot))

    run_app(game_app("noughts", ("human", "3"), using=fake_backend(Losing("level 3"))), play, (120, 40))


# Setting up a position


@pytest.mark.parametrize("size", SIZES)
def test_a_position_is_set_up_by_mouse_and_played(size: tuple[int, int]) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("j")
        await wait_until(pilot, lambda: "X to move: this can be played" in screen_text(pilot))
        await pilot.click(offset=drawn_cell(pilot, "b", "2"))
        await wait_until(
            pilot, lambda: "not a position: with these marks it is O to move, not X" in screen_text(pilot)
        )
        await pilot.press("p")
        assert "this cannot be played" in screen_text(pilot)
        await pilot.press("t")
        await wait_until(pilot, lambda: "O to move: this can be played" in screen_text(pilot))
        await pilot.press("m")
        await pilot.click(offset=drawn_cell(pilot, "a", "1"))
        await pilot.press("t")
        await wait_until(pilot, lambda: "X to move: this can be played" in screen_text(pilot))
        await pilot.press("p")
        await pilot.pause()
        board = current_board(pilot)
        assert (board.position_text, board.history) == ("3/1X1/O2 X", ())
        await click(pilot, "c3")
        assert current_board(pilot).history == ("c3",)

    run_app(game_app("noughts"), play, size)


@pytest.mark.parametrize(
    ("game", "column", "row", "text"),
    [
        ("squeeze:4x4", "b", "2", "/1W2/WWWW W 16"),
        ("numerical:3x3", "b", "2", ""),
        ("gomoku", "2", "1", "2,1"),
        ("gomoku:15x15", "h", "8", "H8"),
    ],
)
def test_every_game_can_be_set_up(game: str, column: str, row: str, text: str) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("j")
        await wait_until(pilot, lambda: "this can be played" in screen_text(pilot))
        before = screen_text(pilot)
        x, y = drawn_cell(pilot, column, row)
        await pilot.click(offset=(x, y))
        await pilot.pause()
        assert screen_text(pilot).splitlines()[y][x] != before.splitlines()[y][x]
        await pilot.press("x")
        await pilot.pause()
        assert screen_text(pilot).splitlines()[y][x] in " ·><"
        await wait_until(pilot, lambda: "this can be played" in screen_text(pilot))
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("r")
        await wait_until(pilot, lambda: "this can be played" in screen_text(pilot))
        await pilot.press("escape")
        await pilot.pause()
        assert game_screen(pilot).is_current

    run_app(game_app(game), play)


def test_the_menu_sets_up_a_position_of_the_chosen_game() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("right", "shift+tab", "shift+tab", "enter")
        await wait_until(pilot, lambda: "Set up a position: Squava" in screen_text(pilot))
        await pilot.click(offset=drawn_cell(pilot, "c", "3"))
        await pilot.press("t")
        await wait_until(pilot, lambda: "O to move: this can be played" in screen_text(pilot))
        await pilot.press("p")
        await wait_until(pilot, lambda: bool(current_board(pilot).history))
        assert current_board(pilot).setup == "5/5/2X2/5/5 O"

    run_app(PlygroundApp(backend=fake_backend()), play)
