"""A game whose moves are columns: the boards mark the cell where the disc landed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plyground.board import Board
from plyground.engine import Engine

COLUMNS = str(Path(__file__).parents[1] / "data" / "games" / "columns.py")
STONES = str(Path(__file__).parents[1] / "data" / "games" / "stones.py")


class Stacks:
    """The same game as lists of discs, one for each column."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = rows
        self.stacks: list[list[str]] = [[] for _ in range(columns)]

    def moves(self) -> list[str]:
        return ["abcdefgh"[number] for number, stack in enumerate(self.stacks) if len(stack) < self.rows]

    def drop(self, column: str, disc: str) -> str:
        stack = self.stacks["abcdefgh".index(column)]
        stack.append(disc)
        return f"{column}{len(stack)}"

    def disc(self, column: int, row: int) -> str:
        inside = 0 <= column < len(self.stacks) and 0 <= row < len(self.stacks[column])
        return self.stacks[column][row] if inside else ""

    def fours(self, disc: str) -> set[str]:
        """Every cell of every four in a row of one player."""
        found = set()
        for column in range(len(self.stacks)):
            for row in range(self.rows):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    four = [(column + right * step, row + up * step) for step in range(4)]
                    if all(self.disc(*cell) == disc for cell in four):
                        found |= {f"{'abcdefgh'[x]}{y + 1}" for x, y in four}
        return found

    def marks(self) -> dict[str, str]:
        return {
            f"{'abcdefgh'[column]}{row + 1}": disc
            for column, stack in enumerate(self.stacks)
            for row, disc in enumerate(stack)
        }


@pytest.mark.parametrize("size", ["7x6", "4x4", "8x8", "5x7"])
def test_random_games_agree_with_stacks_of_discs(size: str) -> None:
    chance = random.Random(size)
    columns, rows = map(int, size.split("x"))
    for _ in range(20):
        board, slow = Board(f"{COLUMNS}:{size}"), Stacks(columns, rows)
        while not board.is_over:
            assert sorted(board.legal_moves) == sorted(slow.moves())
            move, disc = chance.choice(board.legal_moves), board.player
            board.push(move)
            landed = slow.drop(move, disc)
            assert board.last_cells == (landed,)
            assert board.game.picture(board.position).marks == slow.marks()
            fours = slow.fours(disc)
            assert board.is_over == (bool(fours) or not slow.moves())
        outcome = board.outcome
        assert outcome is not None
        assert set(outcome.line) == fours
        assert outcome.winner == (disc if fours else None)
        assert outcome.reason == (
            f"four in a row with the disc on {landed}" if fours else "the board is full"
        )


def test_the_landing_cell_is_drawn_picked_and_listed() -> None:
    board = Board(COLUMNS, "d d c")
    assert "|   |   |[X]| X |" in board.text(ascii_only=True)
    assert board.played_cells == (("d1",), ("d2",), ("c1",))
    assert board.picks() == ("a1", "b1", "c2", "d3", "e1", "f1", "g1")
    assert board.move_for("d3") == "d"
    assert board.line_cells(["d", "d", "a"]) == (("d3",), ("d4",), ("a1",))
    board.pop()
    assert board.last_cells == ("d2",)


def test_a_finished_position_that_was_set_up_has_no_last_move() -> None:
    over = Board(COLUMNS, "a b a b a b a")
    assert str(over.outcome) == "X wins: four in a row with the disc on a4"
    again = Board(COLUMNS, position=over.position_text)
    assert str(again.outcome) == "X wins: four in a row"


def test_the_position_before_is_right_where_positions_change_in_place(tmp_path: Path) -> None:
    file = tmp_path / "stones.py"
    text = Path(STONES).read_text()
    ending = "        return Ending("
    assert ending in text
    file.write_text(
        text.replace(
            ending, f"        assert last is not None and last.before.made[0] == pos.made[0] - 1\n{ending}"
        )
    )
    board = Board(str(file), "a1 a2 b1 b2 c1")
    assert str(board.outcome) == "X wins: three in a row"
    assert board.position.made[0] == 5


def test_the_engine_plays_it() -> None:
    board = Board(COLUMNS, "d d d e e f f")
    info = Engine(board.game, memory=1).search(board, depth=4)
    assert info.best in board.legal_moves
