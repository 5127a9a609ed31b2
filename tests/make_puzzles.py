"""Write data/gomoku/puzzles.json: forced wins of gomoku, each gone over by the checker before it is kept.

Positions come from the engine's games against itself, from stones strewn at random, and from a few drawn by
hand. Wins by fours are found by trying every four, other wins by the engine's search for threats. So that
these are not just what the engine finds at once, some are looked for with much more patience, two plies
earlier in a game: python -m tests.make_puzzles

With --harder N the file stays as it is, and N games on each field are searched for more of the latter.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.games.gomoku.game import stones_of
from tests.games.gomoku_wins.attackers import FEW_NODES, MANY_NODES, Thinker, board_of, game_name
from tests.games.gomoku_wins.bruteforce import Fours
from tests.games.gomoku_wins.checker import Checker, NotWon, TooMuch
from tests.games.gomoku_wins.drawn import DRAWN, drawn_stones
from tests.games.gomoku_wins.puzzles import KINDS, Puzzle, Shape, cell_text, load, moves_text, save, shape
from tests.games.gomoku_wins.stones import Cell, Size, Stones, fives_through

FIELDS: tuple[Size | None, ...] = ((15, 15), None, (20, 20))
GAMES = 40
"""How many games the engine plays against itself on each field."""
HARDER_GAMES = 20
"""How many more, for the wins that are harder to find."""
STREWN = 400
"""How many positions are strewn on each field."""
NODES = 400
"""How far the engine looks in those games."""
OPENING = 5
MOST_STONES = 60
DRAWN_OUT = 60
"""How many of these are made longer."""
STEPS = 600
"""In how many steps."""
MOST_FOURS = 2000
"""Where trying every four takes more positions than this, a position is not kept."""
FEW_FOURS = 500
"""Likewise while a position is made longer."""
MOST_ALIKE = 4
"""How many puzzles of one kind, length and field are kept."""
WANTED = {"fours": 30, "threats": 30, "mixed": 24, "fails": 30}
SHORTEST = 5
FAR = (2_000_000_000, -2_000_000_000)


def played(size: Size | None, chance: random.Random, engine: Engine) -> Iterator[Stones]:
    """The positions of a game of the engine against itself after a random opening, first to last."""
    middle = (0, 0) if size is None else (size[0] // 2, size[1] // 2)
    near = [(middle[0] + right, middle[1] + up) for right in range(-3, 4) for up in range(-3, 4)]
    stones = Stones.after(size, chance.sample(near, OPENING))
    while len(stones.taken) < MOST_STONES:
        yield stones
        board = board_of(stones)
        board.push(engine.search(board, nodes=NODES).line[0])
        if board.is_over:
            return
        stones = from_board(board, size)


def from_board(board: Board, size: Size | None) -> Stones:
    """The stones on a board."""
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for cell, side in stones_of(board.position).items():
        sides[side].append(cell)
    return from_sides(size, sides)


def from_sides(size: Size | None, sides: tuple[list[Cell], list[Cell]]) -> Stones:
    """The stones of X and of O, X being to move if there are as many of both."""
    return Stones.after(size, [sides[ply % 2][ply // 2] for ply in range(len(sides[0]) + len(sides[1]))])


def strewn(size: Size | None, chance: random.Random) -> Stones | None:
    """Stones put at random into a part of the field; None if somebody has five by then."""
    width = chance.randint(7, 12)
    corner = (
        (0, 0) if size is None else (chance.randint(0, size[0] - width), chance.randint(0, size[1] - width))
    )
    cells = [(corner[0] + right, corner[1] + up) for right in range(width) for up in range(width)]
    count = chance.randint(width * width // 5, width * width // 3)
    try:
        return Stones.after(size, chance.sample(cells, count))
    except ValueError:
        return None


@dataclass
class Maker:
    """Judges positions on one field and keeps the good ones."""

    size: Size | None
    thinker: Thinker
    shapes: set[Shape]
    found: list[Puzzle] = field(default_factory=list)

    @classmethod
    def on(cls, size: Size | None, shapes: set[Shape]) -> Maker:
        """For one field; what has one of these shapes is there already."""
        return cls(size, Thinker.on(size), shapes)

    def try_on(self, stones: Stones, source: str, budget: int = FEW_NODES) -> bool:
        """Keep a position if it holds a forced win, and what fails on the way; whether it was kept."""
        if stones.fives[0] or stones.fives[1] or stones.winning_fours(stones.turn):
            return False
        checker = Checker(self.thinker)
        try:
            moves = Fours(stones, MOST_FOURS).first_moves()
            win = None if moves else self.thinker.threat_search.win(stones, budget)
            if not moves and win is None:
                return False
            plies = checker.wins(stones)
        except (OverflowError, TooMuch):
            return False
        except NotWon as error:
            print(f"{game_name(self.size)} {moves_text(stones)}: {error}")
            return False
        plies = min(moves.values(), default=plies)
        first = sorted(moves) if win is None else [win[1]]
        kind = "fours" if moves else "mixed" if first[0] in stones.fours(stones.turn) else "threats"
        kept = self.keep(stones, kind, first, plies, source)
        if kept:
            self.look_for_failures(checker, source)
        return kept

    def look_for_failures(self, checker: Checker, source: str) -> None:
        """Of the positions in which every defence failed, keep the one where most fours can be tried."""
        best: tuple[int, int] | None = None
        for number, (taken, _) in enumerate(checker.refuted.items()):
            fours = self.tempting(taken)
            if fours > 1 and (best is None or fours > best[0]):
                best = fours, number
        if best is not None:
            taken, plies = list(checker.refuted.items())[best[1]]
            stones = unpacked(self.size, taken)
            self.keep(stones, "fails", list(stones.fours(stones.turn)), plies, source)

    def tempting(self, taken: frozenset[tuple[Cell, int]]) -> int:
        """How many positions a search of fours goes through here before it gives up; 0 if they are few."""
        stones = unpacked(self.size, taken)
        if stones.fives[1 - stones.turn] or len(stones.fours(stones.turn)) < 2:
            return 0
        fours = Fours(stones, MOST_FOURS)
        try:
            return 0 if fours.plies() else fours.positions
        except OverflowError:
            return 0

    def keep(self, stones: Stones, kind: str, first: list[Cell], plies: int, source: str) -> bool:
        """Keep a puzzle unless there are enough like it."""
        alike = sum(1 for old in self.found if (old.kind, old.plies) == (kind, plies))
        if plies < SHORTEST or alike >= MOST_ALIKE or shape(stones) in self.shapes:
            return False
        self.shapes.add(shape(stones))
        far = self.size is None and len(self.found) % 2 == 1
        if far:
            stones, first = moved(stones, FAR), [(x + FAR[0], y + FAR[1]) for x, y in first]
        names = " ".join(cell_text(cell, self.size) for cell in first)
        self.found.append(Puzzle(game_name(self.size), moves_text(stones), kind, names, plies, source))
        return True


def unpacked(size: Size | None, taken: frozenset[tuple[Cell, int]]) -> Stones:
    """A position that the checker has kept."""
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for cell, side in sorted(taken):
        sides[side].append(cell)
    return from_sides(size, sides)


def moved(stones: Stones, by: Cell) -> Stones:
    """The same stones elsewhere on the endless field."""
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for (column, row), side in sorted(stones.taken.items()):
        sides[side].append((column + by[0], row + by[1]))
    return from_sides(stones.size, sides)


def drawn_out(stones: Stones, chance: random.Random) -> Stones:
    """A position with a win by fours made longer, step by step."""
    best, longest = stones, fours_plies(stones)
    for _ in range(STEPS if longest >= SHORTEST else 0):
        stones = chance.choice((shifted, led_up_to))(best, chance)
        plies = fours_plies(stones)
        if plies > longest or (plies == longest and len(stones.taken) <= len(best.taken)):
            best, longest = stones, plies
    return best


def shifted(stones: Stones, chance: random.Random) -> Stones:
    """The same with one stone elsewhere, if that does not end the game."""
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for cell, owner in sorted(stones.taken.items()):
        sides[owner].append(cell)
    side = chance.choice(sides)
    side[chance.randrange(len(side))] = chance.choice(stones.every_cell()[:-1])
    try:
        return from_sides(stones.size, sides)
    except ValueError:
        return stones


def led_up_to(stones: Stones, chance: random.Random) -> Stones:
    """A position in which one of the attacker's stones is not there yet, but can be put there with a four.

    For this the attacker gets the other stones of a row through it, but for one, where the answer goes. As
    many stones as the attacker has more than before the defender gets too, wherever there is room. If nothing
    comes of it, the position stays as it was.
    """
    own = {cell for cell, side in stones.taken.items() if side == stones.turn}
    other = stones.taken.keys() - own
    four = chance.choice(sorted(own))
    row = [cell for cell in chance.choice(list(fives_through(four))) if cell != four]
    answer = row.pop(chance.randrange(4))
    if answer in own or other & set(row) or not all(map(stones.holds, [answer, *row])):
        return stones
    own = own - {four} | set(row)
    other = other - {answer}
    room = [cell for cell in stones.every_cell()[:-1] if cell not in {*own, four, answer}]
    more = len(own) + stones.turn - len(other)
    other |= set(chance.sample(room, max(0, more)))
    other -= set(chance.sample(sorted(other), max(0, -more)))
    sides = (sorted(own), sorted(other)) if stones.turn == 0 else (sorted(other), sorted(own))
    try:
        return from_sides(stones.size, sides)
    except ValueError:
        return stones


def fours_plies(stones: Stones) -> int:
    """In how many plies fours win; 0 if they do not, or if there is too much to try."""
    try:
        return Fours(stones, FEW_FOURS).plies()
    except OverflowError:
        return 0


def gathered(size: Size | None, shapes: set[Shape]) -> list[Puzzle]:
    """Everything that was found on one field."""
    maker = Maker.on(size, shapes)
    chance = random.Random(f"puzzles {size}")
    for drawing in DRAWN[FIELDS.index(size) :: len(FIELDS)]:
        maker.try_on(drawn_stones(drawing, size, (4, 4)), "drawn")
    for _ in range(GAMES):
        for stones in played(size, chance, Engine(find(game_name(size)), memory=1)):
            if maker.try_on(stones, "played"):
                break
    for number in range(STREWN):
        if (strewing := strewn(size, chance)) is not None:
            maker.try_on(strewing, "strewn")
            if number < DRAWN_OUT:
                maker.try_on(drawn_out(strewing, chance), "strewn")
    return maker.found


def harder(size: Size | None, shapes: set[Shape], games: int) -> list[Puzzle]:
    """Wins two plies before the first that is found at once; what is won by fours alone is not harder."""
    maker = Maker.on(size, shapes)
    chance = random.Random(f"harder {size}")
    for _ in range(games):
        game: list[Stones] = []
        for stones in played(size, chance, Engine(find(game_name(size)), memory=1)):
            game.append(stones)
            if maker.thinker.threat_search.win(stones) is not None:
                break
        if len(game) > OPENING and not fours_plies(game[-3]):
            maker.try_on(game[-3], "harder", MANY_NODES)
    return [puzzle for puzzle in maker.found if puzzle.kind != "fails"]


def chosen(found: list[Puzzle]) -> Iterator[Puzzle]:
    """As many of each kind as are wanted, of lengths as different as there are."""
    for kind in KINDS:
        lengths: defaultdict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in found:
            if puzzle.kind == kind:
                lengths[puzzle.plies].append(puzzle)
        rounds = zip_longest(*(lengths[plies] for plies in sorted(lengths, reverse=True)))
        puzzles = [puzzle for round_ in rounds for puzzle in round_ if puzzle is not None]
        yield from sorted(puzzles[: WANTED[kind]], key=lambda puzzle: puzzle.plies)


def in_turn(on_each_field: Iterable[list[Puzzle]]) -> list[Puzzle]:
    """One of each field after the other."""
    return [puzzle for turn in zip_longest(*on_each_field) for puzzle in turn if puzzle is not None]


def main() -> None:
    """Find puzzles on every field and write the file."""
    parser = argparse.ArgumentParser(description="Make puzzles of gomoku.")
    parser.add_argument("--harder", type=int, metavar="GAMES", help="add harder ones to the file")
    games: int | None = parser.parse_args().harder
    puzzles = load() if games else []
    shapes = {shape(puzzle.stones) for puzzle in puzzles}
    if not games:
        puzzles = list(chosen(in_turn(gathered(size, shapes) for size in FIELDS)))
    puzzles += in_turn(harder(size, shapes, games or HARDER_GAMES) for size in FIELDS)
    puzzles.sort(key=lambda puzzle: (KINDS.index(puzzle.kind), puzzle.plies))
    save(puzzles)
    for kind, count in Counter(puzzle.kind for puzzle in puzzles).items():
        print(f"{count} {kind}")


if __name__ == "__main__":
    main()
