"""Write data/perft.json: how many lines of play the slow models count, game by game."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TypedDict

from tests.bruteforce import perft
from tests.reference import model

DATA = Path(__file__).parent / "data" / "perft.json"


class Entry(TypedDict):
    """The count of one game after some moves, at depth 1, 2, ..."""

    game: str
    moves: list[str]
    leaves: list[int]


FROM_THE_START = [
    ("noughts", 9),
    ("noughts:misere", 9),
    ("noughts:4x4", 6),
    ("noughts:4x3,row=3", 6),
    ("noughts:4x3,misere", 6),
    ("noughts:5x5,row=4", 4),
    ("noughts:8x8,row=5", 3),
    ("noughts:3x5,row=2", 6),
    ("noughts:2x4,row=2", 8),
    ("noughts:2x3,row=2,misere", 7),
    ("noughts:9x1,row=3", 9),
    ("noughts:1x8,row=4", 8),
    ("noughts:64x1", 3),
    ("squava", 5),
    ("squava:4x4", 6),
    ("squava:6x6", 4),
    ("squava:4x7", 4),
    ("numerical:3x3", 4),
    ("numerical", 3),
    ("squeeze", 3),
    ("squeeze:3x3", 9),
    ("squeeze:4x4", 5),
    ("squeeze:5x3", 6),
    ("squeeze:3x5", 6),
    ("squeeze:6x7", 4),
    ("squeeze:8x3", 4),
    ("squeeze:3x8", 4),
    ("squeeze:limit=0", 3),
    ("squeeze:3x3,limit=0", 10),
    ("squeeze:4x4,limit=0", 5),
    ("squeeze:5x3,limit=0", 6),
    ("squeeze:3x5,limit=0", 6),
    ("squeeze:6x7,limit=0", 3),
    ("squeeze:3x3,limit=1", 4),
    ("squeeze:3x3,limit=2", 6),
    ("squeeze:3x3,limit=4", 9),
    ("squeeze:3x4,limit=3", 7),
    ("squeeze:4x4,limit=2", 6),
    ("gomoku:5x5", 4),
    ("gomoku:6x5", 3),
    ("gomoku:15x15", 2),
    ("gomoku:32x32", 2),
]

SHUFFLE = ["a1-a2", "c3-c2", "a2-a1", "c2-c3"]

FROM_CHOSEN_MOVES = [
    ("squeeze:3x3,limit=0", SHUFFLE, 8),
    ("squeeze:3x3,limit=0", SHUFFLE + SHUFFLE[:3], 7),
    ("squeeze:3x3,limit=0", SHUFFLE + SHUFFLE, 3),
    ("squeeze:3x3", SHUFFLE + SHUFFLE, 7),
    ("gomoku:5x5", ["a1", "a2", "b2", "b1", "c3", "c1", "d4", "d1"], 4),
    ("gomoku:5x7", ["a1", "b1", "a2", "b2", "a3", "b3", "a5", "b5"], 3),
    ("gomoku:9x5", ["a1", "a2", "b1", "b2", "c1", "c2", "e1", "e2", "f1", "f2", "g1", "g2"], 3),
]

FROM_RANDOM_MOVES = [
    ("noughts", 3, 6, 2),
    ("noughts:misere", 4, 5, 2),
    ("noughts:4x4", 8, 8, 2),
    ("noughts:5x5,row=4", 16, 7, 3),
    ("noughts:8x8,row=5", 40, 4, 3),
    ("noughts:8x8,row=4,misere", 24, 3, 2),
    ("noughts:9x7,row=6", 52, 5, 2),
    ("squava", 8, 5, 3),
    ("squava", 14, 7, 3),
    ("squava:4x4", 7, 7, 2),
    ("squava:6x6", 14, 4, 2),
    ("squava:4x7", 12, 5, 2),
    ("numerical:3x3", 2, 4, 1),
    ("numerical:3x3", 3, 6, 2),
    ("numerical:3x3", 5, 4, 3),
    ("numerical", 6, 3, 2),
    ("numerical", 10, 5, 3),
    ("numerical", 12, 4, 3),
    ("squeeze", 20, 3, 3),
    ("squeeze", 60, 3, 3),
    ("squeeze", 98, 3, 2),
    ("squeeze:3x3", 8, 7, 3),
    ("squeeze:4x4", 12, 5, 3),
    ("squeeze:5x3", 12, 5, 2),
    ("squeeze:3x5", 12, 5, 2),
    ("squeeze:6x7", 30, 3, 2),
    ("squeeze:8x3", 20, 4, 2),
    ("squeeze:3x8", 20, 4, 2),
    ("squeeze:3x3,limit=0", 10, 9, 3),
    ("squeeze:4x4,limit=0", 20, 5, 3),
    ("squeeze:5x5,limit=0", 30, 4, 2),
    ("squeeze:4x4,limit=6", 8, 6, 2),
    ("gomoku:5x5", 12, 4, 3),
    ("gomoku:5x5", 19, 6, 3),
    ("gomoku:6x5", 22, 7, 3),
    ("gomoku:7x7", 40, 5, 3),
    ("gomoku:12x7", 60, 3, 2),
]


def random_opening(game: str, plies: int, seed: int) -> list[str] | None:
    """So many random moves, or None if the game ends on the way or with the last of them."""
    chance = random.Random(f"{game} {plies} {seed}")
    played = model(game)
    moves = []
    for _ in range(plies):
        if not played.legal_moves():
            return None
        moves.append(chance.choice(sorted(played.legal_moves())))
        played.play(moves[-1])
    return moves if played.ending() is None else None


def random_openings(game: str, plies: int, count: int) -> list[list[str]]:
    """The first so many openings, by seed, after which the game still goes on."""
    openings: list[list[str]] = []
    seed = 0
    while len(openings) < count:
        moves = random_opening(game, plies, seed)
        if moves is not None:
            openings.append(moves)
        seed += 1
    return openings


def starts() -> list[tuple[str, list[str], int]]:
    """Every game, opening and depth to count."""
    nothing: list[str] = []
    chosen = [(game, nothing, depth) for game, depth in FROM_THE_START] + FROM_CHOSEN_MOVES
    return chosen + [
        (game, moves, depth)
        for game, plies, depth, count in FROM_RANDOM_MOVES
        for moves in random_openings(game, plies, count)
    ]


def entry(game: str, moves: list[str], depth: int) -> Entry:
    """Count one game."""
    played = model(game)
    for move in moves:
        played.play(move)
    return {"game": game, "moves": moves, "leaves": perft(played, depth)}


def main() -> None:
    """Count every game and write the file, one entry a line."""
    lines = [json.dumps(entry(*start)) for start in starts()]
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
