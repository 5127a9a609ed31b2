"""What a module says of positions is what plain Python says: the same functions, run by two machines."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground import contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.contract import MOST_MOVES, OPEN
from plyground.game import Game, View, copy_position, read_rows_of_cells
from plyground.game_values import cells_of
from tests.samples import VARIANTS
from tests.wasm.node import ask
from tests.wasm.small_build import leave_the_search_out

GAMES = Path(__file__).parents[1] / "data" / "games"
POSITIONS = {"noughts": 500, "squava": 500, "numerical": 300, "squeeze": 200, "gomoku": 40}
"""How many positions of each variant, at least: fewer where plain Python is slow."""
LONGEST = 120


def moves_of(rules: Any, pos: Any, function: Any = contract.moves) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: function(rules, pos, out, 0)]]


class Walk:
    """A game played by plain Python, as a module plays it: on its own board, or on what a search works on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.has_view = game.board_view() is not None
        self.board = Board(game)
        self.moves: list[int] = []

    def look(self) -> dict[str, Any]:
        """Everything that plain Python says of the position; `look` in ask_module.mjs is its twin."""
        game, board = self.game, self.board
        view = game.view(board.position)
        rules, pos = view.rules, view.pos
        outcome = int(contract.outcome(game.rules, board.position))
        is_open = outcome == OPEN
        seen = {
            "outcome": outcome,
            "evaluate": int(contract.evaluate(rules, pos)),
            "key": str(int(contract.key(rules, pos))),
            "fingerprint": self.fingerprint(),
            "search": str(int(contract.fingerprint(pos))),
            "proof": int(contract.proof(rules, pos)) if is_open else 0,
            "moves": [*map(str, game.legal(board.position)[:MOST_MOVES])] if is_open else [],
            "candidates": [],
            "marks": [],
            "hot": [],
            "ending": None,
        }
        if is_open:
            seen["candidates"] = [
                str(view.outward(move)) for move in moves_of(rules, pos, contract.candidates)
            ]
            seen["hot"] = self.hot(view)
        if contract.marks.is_implemented(type(rules)):
            cells = len(cells_of(game.picture(game.start)))
            out = np.zeros(max(cells, MOST_MOVES), np.int64)
            contract.marks(rules, pos, out)
            seen["marks"] = out.tolist()
        if not is_open:
            seen["ending"] = self.ending()
        return seen

    def fingerprint(self) -> str | None:
        """The hash of the position, where the module keeps it as Python does."""
        return None if self.has_view else str(int(contract.fingerprint(self.board.position)))

    def hot(self, view: View) -> list[tuple[str, int, int]]:
        out = np.zeros(6 * MOST_MOVES, np.int64)
        count = contract.hot(view.rules, view.pos, out)
        found = out[: 3 * count].reshape(-1, 3).tolist()
        return [(str(view.outward(move)), side, words) for move, side, words in found]

    def ending(self) -> dict[str, Any] | None:
        game, board = self.game, self.board
        if self.has_view:
            outcome = board.outcome
            assert outcome is not None
            cells = sorted({str(game.parse(game.start, cell)) for cell in outcome.line})
            return {"reason": 1 if outcome.winner is None else 0, "cells": cells}
        if not contract.reason.is_implemented(type(game.rules)):
            return None
        out = np.zeros(MOST_MOVES, np.int64)
        last = board.numbers[-1] if board.numbers else -1
        reason = int(contract.reason(game.rules, board.position, last, out))
        rows, numbers = read_rows_of_cells(out.tolist())
        return {"reason": reason, "rows": [[*map(str, row)] for row in rows], "numbers": numbers[:16]}

    def play(self, move: int) -> None:
        self.board.push_number(move)
        self.moves.append(move)


def random_walk(game: Game, chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """A random game: its moves, and what plain Python says of each of its positions."""
    walk = Walk(game)
    seen = [walk.look()]
    is_endless = game.picture(game.start).endless
    while seen[-1]["moves"] and len(walk.moves) < LONGEST:
        good = seen[-1]["candidates"]
        move = int(chance.choice(good if good and chance.random() < 0.7 else seen[-1]["moves"]))
        if is_endless and chance.random() < 0.1:
            move = far_cell(game, walk, chance)
        walk.play(move)
        seen.append(walk.look())
    return [*map(str, walk.moves)], seen


def far_cell(game: Game, walk: Walk, chance: random.Random) -> int:
    """A cell anywhere on an endless board."""
    while True:
        reach = chance.choice((12, 40, 1000, 2**31 - 1))
        text = f"{chance.randint(-reach, reach)},{chance.randint(-reach, reach)}"
        if text not in walk.board.history:
            return game.parse(walk.board.position, text)


def compare(folder: Path, game: Game, wanted: int) -> int:
    """Compare random games until so many positions are compared; how many there were."""
    chance = random.Random(game.full_name)
    walks = []
    count = 0
    while count < wanted:
        walks.append(random_walk(game, chance))
        count += len(walks[-1][1])
    answers = ask(folder, game, [{"ask": "walk", "moves": moves} for moves, _ in walks])
    for (moves, seen), answer in zip(walks, answers, strict=True):
        for ply, (expected, found) in enumerate(zip(seen, answer, strict=True)):
            assert as_python(game, found) == expected, f"after {moves[:ply]}"
    return count


def as_python(game: Game, found: dict[str, Any]) -> dict[str, Any]:
    """What a module says, as far as plain Python says it in the same words."""
    found["hot"] = [tuple(each) for each in found["hot"]]
    if game.board_view() is None:
        return found
    found["fingerprint"] = None
    if found["ending"] is not None:
        cells = {cell for row in found["ending"]["rows"] for cell in row}
        if not game.picture(game.start).endless:
            places = [divmod(int(cell), game.columns) for cell in cells]
            cells = {str((column << 32) + row) for row, column in places}
        found["ending"] = {"reason": found["ending"]["reason"], "cells": sorted(cells)}
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_of_every_variant(name: str, tmp_path: Path) -> None:
    wanted = POSITIONS[name.partition(":")[0]]
    assert compare(tmp_path, find(name), wanted) >= wanted


@pytest.mark.parametrize("name", ["stones.py", "stones.py:near", "slopes.py"])
def test_games_with_arrays_floats_and_tables(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_the_search_out(monkeypatch)
    compare(tmp_path, find(str(GAMES / name)), 500)


@pytest.mark.parametrize(
    ("name", "depth"), [("noughts:4x4", 4), ("squeeze:4x4,limit=0", 4), ("gomoku:5x5", 2)]
)
def test_perft(name: str, depth: int, tmp_path: Path) -> None:
    game = find(name)
    rules, start, _, _ = game.view(game.start)

    def leaves(pos: Any, left: int) -> int:
        if contract.outcome(rules, pos) != OPEN:
            return 0
        moves = moves_of(rules, pos)
        if left == 1:
            return len(moves)
        return sum(leaves(contract.play(rules, copy_position(pos), move), left - 1) for move in moves)

    asked = [{"ask": "perft", "depth": plies} for plies in range(1, depth + 1)]
    assert ask(tmp_path, game, asked) == [leaves(start, plies) for plies in range(1, depth + 1)]
