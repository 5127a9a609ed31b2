"""What a module says of positions is what plain Python says: the same functions, run by two machines."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground import contract
from plyground.catalogue import find
from plyground.contract import MOST_MOVES, OPEN
from plyground.game import Game, copy_position, read_rows_of_cells
from plyground.game_values import cells_of
from tests.samples import VARIANTS
from tests.wasm.node import ask

PROJECT = Path(__file__).parents[2]
GAMES = PROJECT / "tests" / "data" / "games"
TRAVELLING = [name for name in VARIANTS if name != "gomoku"]
POSITIONS = {"noughts": 1500, "squava": 1500, "numerical": 700, "squeeze": 400, "gomoku": 60}
"""How many positions of each variant, at least: fewer where plain Python is slow."""
LONGEST = 120


def moves_of(rules: Any, pos: Any, function: Any = contract.moves) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: function(rules, pos, out, 0)]]


def look(game: Game, rules: Any, pos: Any, last: int) -> dict[str, Any]:
    """Everything that plain Python says of a position; `look` in ask_module.mjs is its twin."""
    outcome = int(contract.outcome(rules, pos))
    is_open = outcome == OPEN
    seen = {
        "outcome": outcome,
        "evaluate": int(contract.evaluate(rules, pos)),
        "key": str(int(contract.key(rules, pos))),
        "fingerprint": str(int(contract.fingerprint(pos))),
        "proof": int(contract.proof(rules, pos)) if is_open else 0,
        "moves": moves_of(rules, pos) if is_open else [],
        "candidates": moves_of(rules, pos, contract.candidates) if is_open else [],
        "marks": [],
        "ending": None,
    }
    if contract.marks.is_implemented(type(rules)):
        cells = len(cells_of(game.picture(game.start)))
        out = np.zeros(max(cells, MOST_MOVES), np.int64)
        contract.marks(rules, pos, out)
        seen["marks"] = out.tolist()
    if not is_open and contract.reason.is_implemented(type(rules)):
        out = np.zeros(MOST_MOVES, np.int64)
        reason = int(contract.reason(rules, pos, last, out))
        rows, numbers = read_rows_of_cells(out.tolist())
        seen["ending"] = {"reason": reason, "rows": rows, "numbers": numbers[:16]}
    return seen


def random_walk(game: Game, chance: random.Random) -> tuple[list[int], list[dict[str, Any]]]:
    """A random game: its moves, and what plain Python says of each of its positions."""
    rules, pos, _, _ = game.view(game.start)
    moves: list[int] = []
    seen = [look(game, rules, pos, -1)]
    while seen[-1]["moves"] and len(moves) < LONGEST:
        good = seen[-1]["candidates"]
        move = chance.choice(good if good and chance.random() < 0.7 else seen[-1]["moves"])
        pos = contract.play(rules, copy_position(pos), move)
        moves.append(move)
        seen.append(look(game, rules, pos, move))
    return moves, seen


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
            assert found == expected, f"after {moves[:ply]}"
    return count


@pytest.mark.parametrize("name", TRAVELLING)
def test_random_games_of_every_variant(name: str, tmp_path: Path) -> None:
    wanted = POSITIONS[name.partition(":")[0]]
    assert compare(tmp_path, find(name), wanted) >= wanted


@pytest.fixture
def treblecross(tmp_path: Path) -> str:
    """The game that README shows."""
    page = (PROJECT / "README.md").read_text(encoding="utf-8")
    text = re.search(r"^```python\n# treblecross.py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert text is not None
    file = tmp_path / "treblecross.py"
    file.write_text(text[1])
    return str(file)


def test_a_game_in_a_file(treblecross: str, tmp_path: Path) -> None:
    compare(tmp_path, find(treblecross), 500)


@pytest.mark.parametrize("name", ["stones.py", "stones.py:near", "slopes.py"])
def test_games_with_arrays_floats_and_tables(name: str, tmp_path: Path) -> None:
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
