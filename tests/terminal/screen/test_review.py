"""Looking back, turning the board, variations, the engine's move, the value of every move on the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.board import Board
from plyground.engine import Info, Line, Score
from tests.terminal.screen.support import (
    AppPilot,
    FixedEngine,
    choose_cell,
    choose_item,
    click,
    current_board,
    drawn_cell,
    drawn_item,
    fake_backend,
    game_app,
    game_screen,
    resize,
    run_app,
    screen_text,
    wait_until,
)

SIZES = [(80, 24), (120, 40), (200, 60)]


class ValuingEngine(FixedEngine):
    """Gives every move a value of its own: the first one wins, the second loses, the third draws."""

    def analyse(self, board: Board, *, seconds: float | None = None, lines: int = 1) -> Iterator[Info]:
        values = [Score(value="win", distance=5), Score(value="loss", distance=4), Score(value="draw")]
        moves = board.legal_moves
        scores = [*values, *(Score(estimate=7) for _ in moves)]
        found = tuple(Line(score, (move,)) for move, score in zip(moves, scores, strict=False))
        yield Info(1, found[:lines], nodes=1, seconds=0.5, fill=0.0, score=found[0].score)


def drawn_text(pilot: AppPilot, column: str, row: str) -> str:
    """What stands around the middle of a cell."""
    x, y = drawn_cell(pilot, column, row)
    return screen_text(pilot).splitlines()[y][x - 2 : x + 3]


def test_keys_jump_to_the_start_and_to_the_end() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("less_than_sign")
        assert "the position after 0 moves" in screen_text(pilot)
        assert "X" not in drawn_text(pilot, "a", "1")
        await pilot.press("greater_than_sign")
        assert "O to move" in screen_text(pilot)
        assert "X" in drawn_text(pilot, "c", "3")

    run_app(game_app("noughts", moves="a1 b2 c3"), play)


@pytest.mark.parametrize(
    ("game", "cells"),
    [
        ("noughts", ["a1", "c3", "b1"]),
        ("gomoku:15x15", ["a15", "o3", "h8"]),
        ("gomoku", ["0,0", "3,2", "-4,-1"]),
    ],
)
def test_a_board_seen_from_the_other_side_is_played_where_it_is_drawn(game: str, cells: list[str]) -> None:
    """Each cell at another size of the terminal."""

    async def play(pilot: AppPilot) -> None:
        first, last = (("0", "0"), ("2", "2")) if game == "gomoku" else (("a", "1"), ("c", "3"))
        before = [drawn_cell(pilot, *first), drawn_cell(pilot, *last)]
        assert before[0][0] < before[1][0]
        assert before[0][1] > before[1][1]
        await pilot.press("z")
        await pilot.pause()
        for size, cell in zip(SIZES, cells, strict=True):
            await resize(pilot, size)
            after = [drawn_cell(pilot, *first), drawn_cell(pilot, *last)]
            assert after[0][0] > after[1][0]
            assert after[0][1] < after[1][1]
            await click(pilot, cell)
            assert current_board(pilot).history[-1] == cell
        await pilot.press("home", "left")  # to the left on the screen
        await pilot.pause()
        assert game != "noughts" or game_screen(pilot).focused is not None
        await pilot.press("z")
        await pilot.pause()
        assert drawn_cell(pilot, *first)[0] < drawn_cell(pilot, *last)[0]

    run_app(game_app(game), play)


def test_arrow_keys_follow_a_board_that_is_turned() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("z", "up", "right", "enter")  # from b2, as it is drawn: towards a1
        await pilot.pause()
        assert current_board(pilot).history == ("a1",)

    run_app(game_app("noughts"), play)


def test_a_move_in_an_earlier_position_is_tried_out_and_leaves_the_game_alone() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("comma", "comma")
        await click(pilot, "c1")
        assert "Variation after 1 move, not part of the game: X to move" in screen_text(pilot)
        assert "~ O c1" in screen_text(pilot)
        await click(pilot, "c2")
        assert "~ X c2" in screen_text(pilot)
        await pilot.press("u")
        assert "took back c2" in screen_text(pilot)
        assert "~ X c2" not in screen_text(pilot)
        await pilot.press("less_than_sign", "greater_than_sign")
        assert "[O]" in drawn_text(pilot, "c", "1")
        assert current_board(pilot).history == ("a1", "b2", "c3")
        await pilot.press("escape")
        await pilot.pause()
        assert "~" not in screen_text(pilot)
        assert "O to move: choose a cell" in screen_text(pilot)
        assert "[X]" in drawn_text(pilot, "c", "3")

    run_app(game_app("noughts", moves="a1 b2 c3"), play)


def test_a_variation_from_the_game_as_it_stands_ends_where_the_rules_end_it() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("k")
        for cell in ["a2", "b2", "a3"]:
            await click(pilot, cell)
        assert "not part of the game: X wins: three in a row a1 a2 a3" in screen_text(pilot)
        await click(pilot, "c3")
        assert "the game is over in this position" in screen_text(pilot)
        await pilot.press("k")
        assert current_board(pilot).history == ("a1", "b1")
        assert "X to move: choose a cell" in screen_text(pilot)

    run_app(game_app("noughts", moves="a1 b1"), play)


def test_a_variation_with_numbers_and_cells() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("k")
        await pilot.pause()
        await choose_item(pilot, "5")
        await choose_cell(pilot, "b2")
        assert "~ odd b2=5" in screen_text(pilot)
        assert current_board(pilot).history == ()

    run_app(game_app("numerical:3x3"), play)


def test_a_key_plays_the_engines_move() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("b")
        await wait_until(pilot, lambda: current_board(pilot).history == ("c3",))
        assert "X plays the engine's move c3" in screen_text(pilot)
        await pilot.press("comma", "b")  # also where moves are tried out
        await wait_until(pilot, lambda: "~ X c3" in screen_text(pilot))
        assert current_board(pilot).history == ("c3",)

    run_app(game_app("noughts", using=fake_backend(hint="c3")), play)


def test_the_engines_move_is_that_of_its_view() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e", "b")
        await wait_until(pilot, lambda: len(current_board(pilot).history) == 1)
        assert current_board(pilot).history == ("a1",)

    run_app(game_app("noughts", using=fake_backend(hint="c3")), play)


def test_every_legal_move_shows_its_value() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("v")
        for size in SIZES:
            await resize(pilot, size)
            await wait_until(pilot, lambda: "W5" in drawn_text(pilot, "a", "1"))
            assert "L4" in drawn_text(pilot, "b", "1")
            assert "D" in drawn_text(pilot, "c", "1")
            assert "+7" in drawn_text(pilot, "c", "2")
            assert "W5 wins in 5 plies" in screen_text(pilot)
        await click(pilot, "b1")
        assert current_board(pilot).history == ("b1",)
        await wait_until(pilot, lambda: "W5" in drawn_text(pilot, "a", "1"))
        assert "X" in drawn_text(pilot, "b", "1")
        await pilot.press("v")
        await pilot.pause()
        assert "W5" not in screen_text(pilot)

    run_app(game_app("noughts", using=fake_backend(engine=ValuingEngine())), play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_values_out_of_sight_are_no_pieces_out_of_sight(size: tuple[int, int]) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("v")
        await wait_until(pilot, lambda: "+7" in drawn_text(pilot, "g", "7"))
        assert "out of sight" not in screen_text(pilot)

    run_app(game_app("gomoku:15x15", using=fake_backend(engine=ValuingEngine())), play, size)


def test_values_of_moves_in_two_steps() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("v")
        await wait_until(pilot, lambda: "1:W5" in screen_text(pilot))
        await pilot.click(offset=drawn_item(pilot, "1"))
        await pilot.pause()
        assert "W5" in drawn_text(pilot, "a", "1")

    run_app(game_app("numerical:3x3", using=fake_backend(engine=ValuingEngine())), play)


def test_a_piece_shows_what_its_best_move_is_worth() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("v")
        await wait_until(pilot, lambda: "W:W5" in screen_text(pilot))

    run_app(game_app("squeeze:4x4", using=fake_backend(engine=ValuingEngine())), play)
