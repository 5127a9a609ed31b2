"""What a search sees does not depend on where on the field the game is played or which way it is turned."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyground.arena.openings import identity_of
from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import key
from plyground.endless_cells import column_of, row_of
from plyground.engine import Engine, Info
from plyground.games.gomoku.field import STRIDE, WIDEST, Field, Stones
from plyground.games.gomoku.islands import cell_before, turned_column, turned_row
from tests.games.gomoku.naive import Cell, has_five
from tests.games.gomoku.positions import EDGE, cell_from, leaning_board, stones_on

Turn = tuple[int, int, int, int]
"""The new column is a * column + b * row, the new row c * column + d * row."""
TURNS: tuple[Turn, ...] = (
    *((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1)),
    *((0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)),
)
AWAY: tuple[Cell, ...] = ((0, 0), (17, -5), (-1_000_003, 2_000_000_000), (EDGE - 70, 70 - EDGE))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(find("gomoku"), memory=2)


def turn_cell(cell: Cell, turn: Turn) -> Cell:
    column, row = cell
    return turn[0] * column + turn[1] * row, turn[2] * column + turn[3] * row


def turn_cell_back(cell: Cell, turn: Turn) -> Cell:
    return turn_cell(cell, (turn[0], turn[2], turn[1], turn[3]))


def judged(engine: Engine, board: Board, depth: int = 3) -> Info:
    """What an engine that remembers nothing says of a position."""
    engine.clear()
    return engine.search(board, depth=depth)


def moved(board: Board, turn: Turn, away: Cell) -> Board:
    """The same game elsewhere and another way around."""
    cells = [turn_cell(cell_from(move), turn) for move in board.history]
    return Board("gomoku", [f"{column + away[0]},{row + away[1]}" for column, row in cells])


def seen_by(board: Board) -> tuple[Field, Stones]:
    """What a search works on."""
    view = board.game.view(board.position)
    return view.rules, view.pos


@pytest.mark.parametrize("plies", [1, 2, 5, 8, 13, 20, 30])
def test_every_image_of_a_position_is_laid_out_alike(plies: int) -> None:
    chance = random.Random(plies)
    homes = ((0, 0),) if plies % 2 else ((0, 0), (30, -12))
    board = leaning_board("gomoku", plies, chance, homes, 0.5, may_end=False)
    rules, pos = seen_by(board)
    for turn in TURNS:
        away = chance.choice(AWAY)
        image = moved(board, turn, away)
        other_rules, other = seen_by(image)
        assert np.array_equal(rules.inside, other_rules.inside)
        assert np.array_equal(pos.words, other.words)
        assert np.array_equal(pos.numbers, other.numbers)


@pytest.mark.parametrize("plies", [1, 4, 9, 16, 25])
def test_the_engine_says_the_same_of_every_image(engine: Engine, plies: int) -> None:
    chance = random.Random(plies)
    board = leaning_board("gomoku", plies, chance, ((0, 0),), 0.3, may_end=False)
    truth = judged(engine, board)
    engine.clear()
    lines = engine.search(board, depth=3, lines=12).lines
    best = {line.move for line in lines if line.score == lines[0].score} | {truth.best or ""}
    best_positions = {identity_of(after(board, move)) for move in best}
    for turn in TURNS:
        away = chance.choice(AWAY)
        info = judged(engine, moved(board, turn, away))
        assert info.score == truth.score
        assert info.nodes == truth.nodes
        assert info.best is not None
        column, row = cell_from(info.best)
        back = turn_cell_back((column - away[0], row - away[1]), turn)
        assert identity_of(after(board, f"{back[0]},{back[1]}")) in best_positions


def after(board: Board, move: str) -> Board:
    """A board one move later."""
    later = board.copy()
    later.push(move)
    return later


@pytest.mark.parametrize("name", ["gomoku:9x9", "gomoku:7x12"])
def test_the_images_of_a_board_with_edges_share_their_key(name: str) -> None:
    chance = random.Random(name)
    game = find(name)
    for plies in (1, 2, 6, 15):
        board = leaning_board(name, plies, chance, ((4, 4),), 0.3, may_end=False)
        codes = set()
        for flip in range(8 if game.columns == game.rows else 4):
            moves = []
            for column, row in stones_on(board):
                x = game.columns - 1 - column if flip & 1 else column
                y = game.rows - 1 - row if flip & 2 else row
                x, y = (y, x) if flip & 4 else (x, y)
                moves.append(game.move_text((x << 32) + y))
            codes.add(int(key(*seen_by(Board(name, moves)))))
        assert len(codes) == 1


def test_moves_go_in_and_come_out_again() -> None:
    chance = random.Random(9)
    for homes in (((0, 0),), ((0, 0), (12, 3), (-30, 5)), ((EDGE, EDGE), (-EDGE - 1, 0), (5, 5))):
        board = leaning_board("gomoku", 40, chance, homes, 0.2, may_end=False)
        view = board.game.view(board.position)
        stones = stones_on(board)
        reached: dict[int, int] = {}
        for row in range(STRIDE):
            for column in range(STRIDE):
                if int(view.rules.inside[row]) >> column & 1:
                    place = row * STRIDE + column
                    move = view.outward(place)
                    assert move not in reached
                    reached[move] = place
                    assert view.inward(move) == place
                    cell = cell_from(board.game.move_text(move))
                    assert all(-EDGE - 1 <= number <= EDGE for number in cell)
                    if cell not in stones:
                        assert board.game.parse(board.position, board.game.move_text(move)) == move
        assert all(view.inward(move) in (None, reached.get(move)) for move in board.legal_numbers())


def test_images_are_numbered_as_the_layout_counts_them() -> None:
    for number, turn in enumerate(TURNS):
        image = turned_column(number, 3, -8), turned_row(number, 3, -8)
        assert image == turn_cell((3, -8), turn)
        back = cell_before(number, *image)
        assert (column_of(back), row_of(back)) == (3, -8) == turn_cell_back(image, turn)


# Far stones


def test_a_far_stone_costs_no_room_and_changes_no_fight(engine: Engine) -> None:
    near = Board("gomoku", "0,0 1,1 1,0 5,5 2,0")
    far = Board("gomoku", "0,0 1,1 1,0 2000000000,-2000000000 2,0")
    for one, other in zip(seen_by(near)[1], seen_by(far)[1], strict=True):
        assert one.nbytes == other.nbytes
    assert judged(engine, near).best in ("-1,0", "3,0")
    assert judged(engine, far).best in ("-1,0", "3,0")


@pytest.mark.parametrize(
    "corner", [(EDGE, EDGE), (-EDGE - 1, EDGE), (EDGE, -EDGE - 1), (-EDGE - 1, -EDGE - 1)]
)
def test_the_engine_stays_on_the_field_where_it_ends(engine: Engine, corner: Cell) -> None:
    inward = [1 if number < 0 else -1 for number in corner]
    board = Board("gomoku", [f"{corner[0]},{corner[1]}"])
    scores = set()
    for _ in range(12):
        info = judged(engine, board, 2)
        assert info.best is not None
        for move in info.line:
            assert all(-EDGE - 1 <= number <= EDGE for number in cell_from(move))
        scores.add(info.score)
        board.push(info.best)
        if board.is_over:
            break
    cells = [(corner[0] + step * inward[0], corner[1]) for step in range(4)]
    row = [f"{column},{height}" for column, height in cells]
    others = [f"{column},{height + 7 * inward[1]}" for column, height in cells]
    board = Board("gomoku", [move for pair in zip(row, others, strict=True) for move in pair])
    assert judged(engine, board).best == f"{corner[0] + 4 * inward[0]},{corner[1]}"


def test_all_four_corners_are_worth_the_same(engine: Engine) -> None:
    told = set()
    for right in (1, -1):
        for up in (1, -1):
            moves = []
            for column, row in ((0, 0), (2, 2), (1, 0), (2, 1), (2, 0)):
                x = column - EDGE - 1 if right > 0 else EDGE - column
                y = row - EDGE - 1 if up > 0 else EDGE - row
                moves.append(f"{x},{y}")
            info = judged(engine, Board("gomoku", moves))
            told.add((info.score, info.nodes))
    assert len(told) == 1


# Several fights


def test_a_four_far_away_is_seen(engine: Engine) -> None:
    far = [(10**9 + step, -7) for step in range(4)]
    crosses = [f"{column},{row}" for column, row in far[:3]]
    board = Board(
        "gomoku", [move for pair in zip(crosses, ("0,0", "1,1", "2,0"), strict=True) for move in pair]
    )
    info = judged(engine, board)
    assert info.best in (f"{10**9 - 1},-7", f"{10**9 + 3},-7")
    assert (info.score.value, info.score.distance) == ("win", 3)
    board.push("0,5")
    assert judged(engine, board).best in (f"{10**9 - 1},-7", f"{10**9 + 3},-7")


def test_two_threes_far_apart_are_one_too_many(engine: Engine) -> None:
    board = Board("gomoku", "0,0 50,51 1,0 52,52 2,0 -1,0 900,900 54,55 901,901 56,50 902,902")
    info = judged(engine, board)
    assert info.best in ("899,899", "903,903", "898,898", "904,904")
    board.push("3,0")
    info = judged(engine, board)
    assert (info.score.value, info.score.distance) == ("win", 3)


@pytest.mark.parametrize("apart", [9, 10, 12, 15, 17, 19, 25, 40])
def test_no_cell_is_shown_twice(apart: int) -> None:
    chance = random.Random(apart)
    homes = ((0, 0), (apart, 3), (2, apart), (apart, apart))
    for plies in (4, 12, 40):
        board = leaning_board("gomoku", plies, chance, homes, 0.2, may_end=False)
        view = board.game.view(board.position)
        places = [
            row * STRIDE + column
            for row in range(STRIDE)
            for column in range(STRIDE)
            if int(view.rules.inside[row]) >> column & 1
        ]
        assert len({view.outward(place) for place in places}) == len(places)


def ladder(steps: int) -> list[str]:
    """Stones of both sides in a chain that is far too long for the field of a search."""
    return [f"{4 * step},{(step % 3) * (step % 5)}" for step in range(steps)]


@pytest.mark.parametrize("at", [0, 15, 39, 60, 77])
def test_in_a_game_that_is_too_wide_the_four_is_seen(engine: Engine, at: int) -> None:
    chain = ladder(20)
    assert 4 * len(chain) > WIDEST
    threats = [f"{at},{20 + step}" for step in range(4)]
    quiet = [f"{at + 3},{20 + 3 * step}" for step in range(4)]
    moves = chain + [move for pair in zip(threats, quiet, strict=True) for move in pair]
    board = Board("gomoku", moves)
    assert judged(engine, board, 2).best in (f"{at},19", f"{at},24")
    board.push("300,300")
    assert judged(engine, board, 2).best in (f"{at},19", f"{at},24")


@pytest.mark.parametrize("spread", [12, 30, 70, 300, EDGE])
def test_four_hundred_random_stones(engine: Engine, spread: int) -> None:
    chance = random.Random(spread)
    board = Board("gomoku")
    stones: dict[Cell, int] = {}
    while len(stones) < 400:
        cell = chance.randint(-spread, spread), chance.randint(-spread, spread)
        if cell not in stones and not has_five({**stones, cell: board.turn}, cell):
            stones[cell] = board.turn
            board.push(f"{cell[0]},{cell[1]}")
    sizes = [array.nbytes for array in seen_by(board)[1]]
    assert sizes == [array.nbytes for array in seen_by(Board("gomoku"))[1]]
    info = engine.search(board, nodes=3000)
    assert info.best is not None
    assert info.best not in board.history
    board.push(info.best)
