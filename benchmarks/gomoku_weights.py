"""The weights of gomoku's evaluation, learned from games of the engine against itself.

python -m benchmarks.gomoku_weights play FILE [--games 5000] [--nodes 1000] [--seed 1]
python -m benchmarks.gomoku_weights fit FILE ... [--scale 305]

`play` adds games on 20x20 to a file. Three in ten begin with a few stones at random; the others leave an
earlier game of the file somewhere, by one to three moves that are drawn from what looks urgent, so that there
are mistakes to punish, as in a search. `fit` prints the weights of `plyground.games.gomoku.weights`: logistic
regression over the positions in which a search would ask for an evaluation. Every fifth game is not learned
from, and the loss is told for both parts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from plyground import contract
from plyground.arena.openings import random_board
from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import play
from plyground.engine import Engine
from plyground.game import Game
from plyground.games.gomoku.field import (
    CELLS,
    COUNTS,
    LINE_MASK,
    SHAPE_MASK,
    SHAPES,
    SIDE,
    STONE_MASK,
    STONE_SHIFT,
    VALUE,
)
from plyground.games.gomoku.patterns import FIVE, FIVES, RANKS, WINNING_FOUR
from plyground.native.compiler import compile_kernel

GAME: Final = "gomoku:20x20"
OPENING_PLIES: Final = (3, 8)
UNEVEN: Final = 200
"""A random opening that looks worse than this for a side is not played."""
NEW_OPENINGS: Final = 0.3
MISTAKES: Final = (1, 1, 2, 2, 3)
URGENCY: Final = 0.8
"""How much less often a move is drawn than the next more urgent one."""
LONGEST: Final = 110
EMPTY_BEHIND: Final = 3
"""How many moves before its end a game is left at the latest."""

KINDS: Final = FIVE + 1
PAIRS: Final = tuple(combinations_with_replacement(range(KINDS), 2))
HELD: Final = 3.0
"""How strongly weights are held near nothing, in units of their feature's spread; pairs more than lines."""
HELD_PAIRS: Final = 10.0
TEST_PART: Final = 5
STEPS: Final = 30

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Played:
    """A game: its moves, from which position on it was played by the engine, and what became of it."""

    moves: tuple[str, ...]
    first: int
    result: int
    """1 if X won, -1 if O won, 0 for a draw."""


# Games


def play_games(path: Path, games: int, nodes: int, seed: int) -> None:
    """Add games to a file."""
    game = find(GAME)
    engine = Engine(game, memory=4)
    earlier = read_games([path]) if path.exists() else []
    chance = random.Random(f"{seed} {len(earlier)}")
    with path.open("a", encoding="utf-8") as file:
        while games > 0:
            board = first_position(game, engine, earlier, chance, nodes)
            if board is not None:
                played = play_on(engine, board, nodes)
                file.write(json.dumps(asdict(played)) + "\n")
                earlier.append(played)
                games -= 1


def first_position(
    game: Game, engine: Engine, earlier: list[Played], chance: random.Random, nodes: int
) -> Board | None:
    """Where a game begins, if what was drawn will do."""
    if not earlier or chance.random() < NEW_OPENINGS:
        board = random_board(game, chance.randint(*OPENING_PLIES), chance)
        if board.is_over:
            return None
        estimate = engine.search(board, nodes=nodes).score.estimate
        return board if estimate is not None and abs(estimate) <= UNEVEN else None
    model = chance.choice(earlier)
    last = max(model.first, len(model.moves) - EMPTY_BEHIND)
    board = Board(game, model.moves[: chance.randint(model.first, last)])
    for _ in range(chance.choice(MISTAKES)):
        board.push_number(drawn_move(game, board, chance))
        if board.is_over:
            return None
    return board


def drawn_move(game: Game, board: Board, chance: random.Random) -> int:
    """A move that looks urgent, or not so urgent."""
    view = game.view(board.position)
    out = np.zeros(contract.MOST_MOVES, np.int64)
    end = contract.candidates(view.rules, view.pos, out, 0)
    urgent = sorted(
        (int(move) for move in out[:end]), key=lambda move: -contract.priority(view.rules, view.pos, move)
    )
    (move,) = chance.choices(urgent, [URGENCY**place for place in range(len(urgent))])
    return view.outward(move)


def play_on(engine: Engine, board: Board, nodes: int) -> Played:
    """Let the engine play against itself until a side has proven its win."""
    first = len(board.history)
    while not board.is_over and len(board.history) < LONGEST:
        info = engine.search(board, nodes=nodes)
        mover = 1 if board.turn == 0 else -1
        if info.score.value in ("win", "loss"):
            return Played(board.history, first, mover if info.score.value == "win" else -mover)
        assert info.best is not None
        board.push(info.best)
    winner = board.outcome.winner if board.outcome is not None else None
    return Played(board.history, first, 0 if winner is None else 1 if winner == "X" else -1)


def read_games(paths: Iterable[Path]) -> list[Played]:
    """The games of some files."""
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    return [Played(**json.loads(line)) for line in lines]


# Weights


def count_shapes(
    rules: Any, pos: Any, moves: Any, first: int, tuples: Any, counts: Any, values: Any, is_asked: Any
) -> int:
    """For each position from `first` on: how often each tuple of kinds occurs, more for the side to move.

    Besides what the shapes are worth by today's weights, and whether a search would ask for an evaluation:
    not where a five or a winning four is to be made or a five to be stopped.
    """
    for at in range(len(moves)):
        side = pos.numbers[SIDE]
        if at >= first:
            row = at - first
            for cell in range(CELLS):
                shapes = pos.words[SHAPES + cell]
                if shapes >> STONE_SHIFT & STONE_MASK == 0 and shapes & SHAPE_MASK != 0:
                    counts[row, tuples[shapes >> np.uint64(16 * side) & LINE_MASK]] += 1
                    counts[row, tuples[shapes >> np.uint64(16 - 16 * side) & LINE_MASK]] -= 1
            values[row] = pos.numbers[VALUE] if side == 0 else -pos.numbers[VALUE]
            own, other = COUNTS + side * RANKS, COUNTS + (1 - side) * RANKS
            now = pos.numbers[own + FIVES] + pos.numbers[own + WINNING_FOUR] + pos.numbers[other + FIVES]
            is_asked[row] = now == 0
        if moves[at] >= 0:
            play(rules, pos, moves[at])
    return 0


def tuple_numbers() -> tuple[list[tuple[int, ...]], npt.NDArray[np.int64]]:
    """The kinds of four lines in any order, and which of them the shapes of a cell are."""
    tuples: list[tuple[int, ...]] = list(combinations_with_replacement(range(KINDS), 4))
    number = {kinds: at for at, kinds in enumerate(tuples)}
    shapes = np.arange(1 << 16)
    kinds = np.sort(np.minimum(np.stack([shapes >> 4 * line & 15 for line in range(4)]), FIVE), axis=0)
    return tuples, np.array([number[tuple(each)] for each in kinds.T.tolist()])


def features(tuples: list[tuple[int, ...]]) -> Floats:
    """For each tuple how many lines of each kind there are, and how many pairs of lines."""
    found = np.zeros((len(tuples), KINDS + len(PAIRS)))
    for row, kinds in zip(found, tuples, strict=True):
        for kind in kinds:
            row[kind] += 1
        for pair in combinations(kinds, 2):
            row[KINDS + PAIRS.index(pair)] += 1
    return found


def read_positions(paths: list[Path]) -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64]]:
    """Of each position: its features and 1, its value by today's weights, how the game ended, and which."""
    game = find(GAME)
    walk = compile_kernel(count_shapes, game)
    tuples, numbers = tuple_numbers()
    lines_and_pairs = features(tuples)
    found, worth, ends, games = [], [], [], []
    for number, played in enumerate(read_games(paths)):
        view = game.view(game.start)
        moves = np.array([*(view.inward(game.parse(game.start, move)) for move in played.moves), -1])
        count = len(moves) - played.first
        counts, values = np.zeros((count, len(tuples)), np.int64), np.zeros(count, np.int64)
        is_asked = np.zeros(count, np.bool_)
        walk(view.rules, view.pos, moves, played.first, numbers, counts, values, is_asked)
        sides = 1 - 2 * (np.arange(played.first, len(moves)) % 2)
        inputs = np.column_stack([counts[is_asked] @ lines_and_pairs, np.ones(is_asked.sum())])
        found.append(inputs)
        worth.append(np.column_stack([values[is_asked] / 100, np.ones(is_asked.sum())]))
        ends.append((1 + sides[is_asked] * played.result) / 2)
        games.append(np.full(is_asked.sum(), number))
    return np.concatenate(found), np.concatenate(worth), np.concatenate(ends), np.concatenate(games)


def fit(inputs: Floats, ends: Floats, held: Floats) -> Floats:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (expected - ends) + held * weights
        curve = (inputs * (expected * (1 - expected))[:, None]).T @ inputs + np.diag(held)
        weights -= np.linalg.solve(curve, slope)
    return weights


def loss(logits: Floats, ends: Floats) -> float:
    """How badly these log-odds predict how the games ended; 0.693 for those that say nothing."""
    return float(np.mean(np.logaddexp(0, logits) - ends * logits))


def in_short(weights: Floats) -> tuple[Floats, Floats]:
    """The same weights with nothing for pairs with a dead line: those of lines, and a square of pairs."""
    lines, square = weights[:KINDS], np.zeros((KINDS, KINDS))
    for (one, other), weight in zip(PAIRS, weights[KINDS:-1], strict=True):
        square[one, other] = square[other, one] = weight
    empty = square[0]
    lines = lines - lines[0] + 3 * (empty - empty[0])
    return lines, square - empty - empty[:, None] + empty[0]


def print_weights(paths: list[Path], scale: float) -> None:
    """Learn and print."""
    inputs, old, ends, games = read_positions(paths)
    is_test = games % TEST_PART == 0
    held = np.concatenate([np.full(KINDS, HELD), np.full(len(PAIRS), HELD_PAIRS), [1e-3]])
    spread = np.sqrt(np.maximum(1e-9, (inputs**2).mean(axis=0)))
    print(f"{len(ends)} positions")
    for name, given, strength, units in (
        ("as it is", old, np.full(2, 1e-3), np.ones(2)),
        ("learned", inputs, held, spread),
    ):
        weights = fit(given[~is_test] / units, ends[~is_test], strength) / units
        parts = [loss(given[part] @ weights, ends[part]) for part in (~is_test, is_test)]
        print(f"{name}: loss {parts[0]:.4f}, in games not learned from {parts[1]:.4f}")
    lines, square = in_short(weights)
    print(f"VALUES: {np.rint(scale * lines).astype(int).tolist()}\nPAIR_VALUES:")
    for kind, row in enumerate(np.rint(scale * square).astype(int).tolist()):
        print(f"    {row[: kind + 1]}")
    print(f"TEMPO: {round(scale * weights[-1])}")


def main() -> None:
    """Play or learn."""
    parser = argparse.ArgumentParser(description="Learn the weights of gomoku's evaluation.")
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=305.0, help="how much a unit of log-odds is worth")
    given = parser.parse_args()
    if given.what == "play":
        play_games(given.files[0], given.games, given.nodes, given.seed)
    else:
        print_weights(given.files, given.scale)


if __name__ == "__main__":
    main()
