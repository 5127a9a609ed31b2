"""How large a game is: its positions and its games, counted where they are few, else between bounds.

A. Chao, Nonparametric Estimation of the Number of Classes in a Population, 1984: from how many positions were
met once and how many twice follows about how many there are at least.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board, identity
from plyground.game import Game, copy_position

MOST_COUNTED: Final = 60_000
"""Positions that are counted one by one."""
COUNT_SECONDS: Final = 6.0
WALKS: Final = 400
LONGEST_WALK: Final = 500
WALK_SECONDS: Final = 5.0


def count_positions(game: Game, seed: int) -> dict[str, Any]:
    """Exact numbers where they are few; else logarithms: how many were seen, are there at least, at most."""
    exact = None if game.picture(game.start).endless else count_all(game)
    positions, games = exact if exact else (None, None)
    seen, least = (None, None) if exact else walk_through(game, seed)
    return {
        "positions": positions,
        "games": None if games is None else str(games),
        "seen": seen,
        "least": least,
        "most": None if exact else most_positions(game),
    }


def count_all(game: Game) -> tuple[int, int] | None:
    """The number of positions and of games from the start; None if there are too many to count.

    Positions that differ in the side to move are two, as are mirror images. Where repetition counts, a
    position does not say how the game goes on, and nothing is counted.

    >>> from plyground.catalogue import find
    >>> count_all(find("noughts"))
    (5478, 255168)
    """
    if contract.repetition(game.rules):
        return None
    late = time.perf_counter() + COUNT_SECONDS
    layer: dict[tuple[Any, ...], tuple[Any, int]] = {identity(game.start): (copy_position(game.start), 1)}
    positions = games = 0
    seen: set[tuple[Any, ...]] = set()
    out = np.zeros(contract.MOST_MOVES, np.int64)
    turn = 0
    while layer:
        following: dict[tuple[Any, ...], tuple[Any, int]] = {}
        for name, (pos, ways) in layer.items():
            if (turn, name) not in seen:
                seen.add((turn, name))
                positions += 1
            if positions > MOST_COUNTED or time.perf_counter() > late:
                return None
            if contract.outcome(game.rules, pos) != contract.OPEN:
                games += ways
                continue
            end = contract.moves(game.rules, pos, out, 0)
            for move in out[:end].tolist():
                after = contract.play(game.rules, copy_position(pos), move)
                key = identity(after)
                known = following.get(key)
                following[key] = (after, ways + (known[1] if known else 0))
        layer = following
        turn = 1 - turn
    return positions, games


def walk_through(game: Game, seed: int) -> tuple[float, float]:
    """The logarithms of how many positions random games met, and of how many there are at least."""
    chance = random.Random(f"walks {seed}")
    late = time.perf_counter() + WALK_SECONDS
    met: list[Counter[str]] = []
    for _ in range(WALKS):
        board = Board(game)
        while len(board.numbers) < LONGEST_WALK:
            if len(met) <= len(board.numbers):
                met.append(Counter())
            met[len(board.numbers)][board.position_text] += 1
            moves = board.legal_numbers()
            if not moves:
                break
            board.push_number(chance.choice(moves))
        if time.perf_counter() > late:
            break
    total = sum(chao(Counter(counts.values())) for counts in met) if not _repeats(met) else _pooled(met)
    return math.log10(len({text for counts in met for text in counts})), math.log10(total)


def _repeats(met: list[Counter[str]]) -> bool:
    """Whether a position was met after different numbers of moves, so that plies cannot be added up."""
    seen: set[str] = set()
    for counts in met:
        if not seen.isdisjoint(counts):
            return True
        seen.update(counts)
    return False


def _pooled(met: list[Counter[str]]) -> float:
    together: Counter[str] = Counter()
    for counts in met:
        together.update(counts)
    return chao(Counter(together.values()))


def chao(times: Counter[int]) -> float:
    """How many kinds there are at least, if so many were met once, so many twice, and so on.

    >>> chao(Counter({1: 10, 2: 5, 3: 1}))
    23.5
    """
    once, twice = times[1], times[2]
    return sum(times.values()) + once * (once - 1) / (2 * (twice + 1))


def most_positions(game: Game) -> float | None:
    """The logarithm of an upper bound: every cell empty or with any mark, and either side to move.

    None where the game does not say which marks there are, or more than marks belongs to a position.
    """
    picture = game.picture(game.start)
    if picture.endless or not game.mark_texts or picture.trays:
        return None
    cells = len(picture.columns) * len(picture.rows)
    return cells * math.log10(len(game.mark_texts) + 1) + math.log10(2)
