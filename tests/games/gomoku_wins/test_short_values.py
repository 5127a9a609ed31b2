"""What every move leads to within a few plies, against plain brute force and against a larger board."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from plyground.catalogue import find
from tests.games.gomoku_wins.attackers import game_name, position_of
from tests.games.gomoku_wins.bruteforce import Solver
from tests.games.gomoku_wins.stones import Cell, Size, Stones


@dataclass
class Bounded(Solver):
    """Whether the side to move wins within so many plies, by trying every move."""

    answers: dict[tuple[int, int, int], bool] = field(default_factory=dict)

    def wins(self, own: int, other: int, plies: int) -> bool:
        key = own, other, plies
        if plies > 0 and key not in self.answers:
            self.answers[key] = any(
                self.wins_with(own, other, cell, plies) for cell in self._empty(own, other)
            )
        return plies > 0 and self.answers[key]

    def wins_with(self, own: int, other: int, cell: int, plies: int) -> bool:
        if self._completes(own, cell):
            return True
        after = own | 1 << cell
        replies = self._empty(after, other)
        return (
            plies > 2
            and bool(replies)
            and not any(self._completes(other, reply) for reply in replies)
            and all(self.wins(after, other | 1 << reply, plies - 2) for reply in replies)
        )

    def _empty(self, own: int, other: int) -> list[int]:
        return [cell for cell in range(len(self.rows)) if not (own | other) >> cell & 1]

    def value_of(self, stones: Stones, cell: Cell, most: int) -> int:
        """Plies of a win, negative ones of a loss, 0 for neither."""
        sides = [0, 0]
        for (column, row), side in stones.taken.items():
            sides[side] |= 1 << (row * self.size[0] + column)
        own, other = sides[stones.turn], sides[1 - stones.turn]
        move = cell[1] * self.size[0] + cell[0]
        for plies in range(1, most + 1, 2):
            if self.wins_with(own, other, move, plies):
                return plies
        for plies in range(1, most, 2):
            if self.wins(other, own | 1 << move, plies):
                return -plies - 1
        return 0


def sharp_stones(size: Size, count: int, chance: random.Random) -> Stones | None:
    """Random stones with runs in them, so that there is something to find; None if somebody has five."""
    sides: tuple[set[Cell], set[Cell]] = (set(), set())
    while len(sides[0]) + len(sides[1]) < count:
        side = sides[(len(sides[0]) + len(sides[1])) % 2]
        near = [(x + dx, y + dy) for x, y in sorted(side) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        cell = chance.choice(near) if near and chance.random() < 0.7 else None
        if cell is None or not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]):
            cell = chance.randrange(size[0]), chance.randrange(size[1])
        if cell not in sides[0] | sides[1]:
            side.add(cell)
    ordered = (sorted(sides[0]), sorted(sides[1]))
    try:
        return Stones.after(size, [ordered[ply % 2][ply // 2] for ply in range(count)])
    except ValueError:
        return None


def short_values(stones: Stones, plies: int) -> tuple[dict[Cell, int], int | None, int]:
    """What the game says, by cells."""
    game = find(game_name(stones.size))
    values = game.short_values(position_of(stones), plies)
    assert values is not None
    moves = {}
    for move, end in values.moves.items():
        column, row = move >> 32, move & 0xFFFFFFFF
        moves[column, row - (1 << 32) if row >= 1 << 31 else row] = end
    return moves, values.elsewhere, values.within


@pytest.mark.parametrize(
    ("size", "left", "plies", "count"), [((6, 6), 16, 5, 30), ((7, 5), 13, 7, 12), ((6, 6), 9, 0, 12)]
)
def test_every_move_is_what_brute_force_says(size: Size, left: int, plies: int, count: int) -> None:
    chance = random.Random(f"{size} {left} {plies}")
    ends = set()
    for _ in range(count):
        stones = sharp_stones(size, size[0] * size[1] - left, chance)
        if stones is None:
            continue
        found, _, within = short_values(stones, plies)
        assert within == plies
        brute = Bounded(size)
        expected = {cell: brute.value_of(stones, cell, plies or left) for cell in stones.every_cell()}
        if plies and any(end > 0 for end in expected.values()):
            expected = {cell: max(0, end) for cell, end in expected.items()}
        assert found == expected, stones
        ends |= set(found.values())
    assert len(ends) >= 5


def test_the_endless_field_is_like_a_board_with_much_room() -> None:
    chance = random.Random(7)
    seen = set()
    for _ in range(12):
        stones = sharp_stones((8, 8), chance.randint(10, 24), chance)
        if stones is None:
            continue
        sides = [sorted(cell for cell, owner in stones.taken.items() if owner == side) for side in (0, 1)]
        order = [sides[ply % 2][ply // 2] for ply in range(len(stones.taken))]
        endless, elsewhere, _ = short_values(Stones.after(None, order), 5)
        moved = Stones.after((32, 32), [(column + 12, row + 12) for column, row in order])
        board, _, _ = short_values(moved, 5)
        for (column, row), end in board.items():
            assert end == endless.get((column - 12, row - 12), elsewhere)
        seen |= set(endless.values())
    assert len(seen) >= 5
