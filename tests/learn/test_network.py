"""What is found out about a game before it is learned, and that the file says what the weights say."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from plyground import contract, find
from plyground.board import Board
from plyground.contract import evaluate
from plyground.errors import BrokenGame, NotPortable
from plyground.game import Game
from plyground.learn.evaluation_file import SCALE, evaluation_text
from plyground.learn.network import Network, make_network
from plyground.learn.samples import grid_of
from plyground.learn.symmetries import verified_symmetries
from plyground.native.compiler import compile_kernel
from plyground.players.evaluation import with_evaluation

STONES = str(Path(__file__).parents[1] / "data" / "games" / "stones.py")
ARRAYS = """
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.contract import DRAWN, LOST, OPEN, marks, moves, outcome, play, undo
from plyground.game import Game
from plyground.variants import Size


class Rules(NamedTuple):
    cells: int


class Position(NamedTuple):
    board: npt.NDArray[np.int64]  # and behind the cells the number of moves


@moves.of(Rules)
def _(rules, pos, out, at):
    for cell in range(rules.cells):
        if pos.board[cell] == 0:
            out[at] = cell
            at += 1
    return at


@play.of(Rules)
def _(rules, pos, move):
    pos.board[move] = 1 + pos.board[rules.cells] % 2
    pos.board[rules.cells] += 1
    return pos


@undo.of(Rules)
def _(rules, pos, move):
    pos.board[move] = 0
    pos.board[rules.cells] -= 1


@outcome.of(Rules)
def _(rules, pos):
    for corner in (0, rules.cells - 1):
        if pos.board[corner] == 2 - pos.board[rules.cells] % 2:
            return LOST
    return DRAWN if pos.board[rules.cells] == rules.cells else OPEN


@marks.of(Rules)
def _(rules, pos, out):
    for cell in range(rules.cells):
        out[cell] = pos.board[cell]


class Corners(Game):
    name = title = "corners"
    summary = words = "Take a1 or the far corner."
    mark_texts = ("X", "O")
    options = (Size((3, 3)),)

    def setup(self):
        cells = self.columns * self.rows
        return Rules(cells), Position(np.zeros(cells + 1, np.int64))

    def move_text(self, move):
        return self.cell_text(move)
"""


@pytest.fixture(scope="module")
def corners(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A user's game whose positions hold an array, and which has no symmetry but along its diagonals."""
    file = tmp_path_factory.mktemp("games") / "corners.py"
    file.write_text(ARRAYS, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("connect-four:4x4", {"identity", "left-right"}),
        ("hexapawn", {"identity", "left-right"}),
        ("hex:3x3", {"identity", "half turn"}),
        ("squeeze:3x3", None),
        ("noughts", None),
    ],
)
def test_only_symmetries_of_the_game_are_found(name: str, expected: set[str] | None) -> None:
    game = find(name)
    found = {each.name for each in verified_symmetries(game, grid_of(game))}
    if expected is None:
        assert len(found) == 16
    else:
        assert {each for each in found if "exchanged" not in each} == expected


@pytest.mark.parametrize(
    ("name", "exchanging"),
    [
        ("connect-four:4x4", {"identity", "left-right"}),
        ("hexapawn", {"upside-down", "half turn"}),
        ("hex:3x3", {"diagonal", "other diagonal"}),
        ("numerical:3x3", set()),
    ],
)
def test_sides_are_exchanged_only_where_that_is_the_same_game(name: str, exchanging: set[str]) -> None:
    game = find(name)
    found = {each.name for each in verified_symmetries(game, grid_of(game))}
    assert found >= {f"{each}, sides exchanged" for each in exchanging}
    assert sum("exchanged" in each for each in found) == len(exchanging)


def test_a_file_without_bitboards_is_read_cell_by_cell(corners: str) -> None:
    network = make_network(find(corners))
    assert network.reading.planes == ()
    assert {each.name for each in network.patterns.symmetries if not each.exchanges} == {
        "identity",
        "half turn",
        "diagonal",
        "other diagonal",
    }


def some_weights(network: Network) -> npt.NDArray[np.float32]:
    """Whole numbers in the unit of the file, so that nothing is rounded, even in shares of them."""
    whole = 12 * np.random.default_rng(1).integers(-25, 25, network.patterns.weights)
    return (whole / SCALE).astype(np.float32)


def slow_value(network: Network, weights: npt.NDArray[np.float32], marks: list[int], side: int) -> int:
    """What the windows of a board are worth, added up one by one."""
    patterns = network.patterns
    if network.reading.is_relative and side:
        marks = [{1: 2, 2: 1}.get(mark, mark) for mark in marks]
    total = 0.0
    for window in patterns.windows:
        index = sum(marks[cell] * patterns.base**place for place, cell in enumerate(window.cells))
        entry = side * patterns.entries + patterns.offsets[window.table] + index
        total += float(weights[patterns.weight_of[entry]])
    numbers = [marks.count(1), marks.count(2)] if patterns.grid.kinds <= 2 else [sum(map(bool, marks))]
    index = numbers[0] * (patterns.grid.cells + 1) + numbers[1] if len(numbers) == 2 else numbers[0]
    total += float(weights[patterns.weight_of[side * patterns.entries + patterns.offsets[-2] + index]])
    return round(total * SCALE)


def ask(rules: Any, pos: Any) -> int:
    """The smallest kernel that evaluates."""
    return evaluate(rules, pos)


@pytest.mark.parametrize(
    "name", ["squava", "hexapawn", "isolation:3x3", "numerical:3x3", "connect-four:4x4", "corners"]
)
def test_the_file_says_what_the_weights_say(name: str, corners: str, tmp_path: Path) -> None:
    game = find(corners if name == "corners" else name)
    network = make_network(game)
    weights = some_weights(network)
    file = tmp_path / "learned.py"
    file.write_text(evaluation_text(network, weights, "for a test"), encoding="utf-8")
    judged = with_evaluation(game, str(file))
    compiled = compile_kernel(ask, judged)
    chance = random.Random(name)
    for _ in range(6):
        board = Board(game)
        while not board.is_over:
            view = judged.view(board.position)
            expected = slow_value(network, weights, marks_on(board), board.turn)
            assert contract.evaluate(view.rules, view.pos) == expected
            assert compiled(view.rules, view.pos) == expected
            board.push(chance.choice(board.legal_moves))


BESIDE = """
from pathlib import Path
from plyground.catalogue import load_file
from plyground.contract import evaluate, kernel

learned = kernel(load_file(str(Path(__file__).with_name("learned.py")), "evaluation").evaluate)

@evaluate.of(Rules)
def _(rules, pos):
    return learned(rules, pos) if rules.cells == 9 else 0
"""


def test_it_can_be_the_evaluation_of_a_game_beside_its_file(corners: str, tmp_path: Path) -> None:
    network = make_network(find(corners))
    weights = some_weights(network)
    (tmp_path / "learned.py").write_text(evaluation_text(network, weights, "for a test"), encoding="utf-8")
    (tmp_path / "own.py").write_text(ARRAYS + BESIDE, encoding="utf-8")
    for name, is_known in (("own.py", True), ("own.py:4x3", False)):
        game = find(str(tmp_path / name))
        board = Board(game, "b2 c1 a2")
        view = game.view(board.position)
        expected = slow_value(network, weights, marks_on(board), board.turn) if is_known else 0
        assert compile_kernel(ask, game)(view.rules, view.pos) == expected


def test_it_is_refused_at_another_variant(tmp_path: Path) -> None:
    network = make_network(find("noughts"))
    file = tmp_path / "learned.py"
    file.write_text(evaluation_text(network, some_weights(network), "for a test"), encoding="utf-8")
    with_evaluation(find("noughts:3x3"), str(file))
    with pytest.raises(BrokenGame, match="this evaluation is for noughts, not for noughts:4x4"):
        with_evaluation(find("noughts:4x4"), str(file))


def marks_on(board: Board) -> list[int]:
    """What stands on each cell, by the picture that people see."""
    game = board.game
    shown = game.picture(board.position).marks
    cells = (game.cell_text(cell) for cell in range(game.columns * game.rows))
    return [game.mark_texts.index(shown[cell]) + 1 if cell in shown else 0 for cell in cells]


def test_images_of_a_position_are_worth_the_same() -> None:
    game = find("connect-four:4x4")
    network = make_network(game)
    weights = some_weights(network)
    chance = random.Random(2)
    for _ in range(20):
        marks = [chance.randrange(3) for _ in range(16)]
        mirrored = [marks[cell // 4 * 4 + 3 - cell % 4] for cell in range(16)]
        upside_down = [marks[(3 - cell // 4) * 4 + cell % 4] for cell in range(16)]
        assert slow_value(network, weights, marks, 0) == slow_value(network, weights, mirrored, 0)
        assert slow_value(network, weights, marks, 0) != slow_value(network, weights, upside_down, 0)


def test_where_discs_fall_the_sides_have_weights_of_their_own() -> None:
    """A row that helps whoever began does not help the other side: each fills every second cell."""
    falling, free = make_network(find("connect-four:4x4")), make_network(find("noughts:4x4"))
    marks = [1, 2, 0, 0, *[0] * 12]
    exchanged = [2, 1, 0, 0, *[0] * 12]
    for network, is_same in ((falling, False), (free, True)):
        weights = some_weights(network)
        first, second = slow_value(network, weights, marks, 0), slow_value(network, weights, exchanged, 1)
        assert (first == second) == is_same


def test_where_discs_fall_windows_know_what_lies_below_a_diagonal() -> None:
    slant = {0, 1, 5, 6, 10, 11, 15}  # a1 b2 c3 d4, and b1 c2 d3
    falling, free = make_network(find("connect-four:4x4")), make_network(find("noughts:4x4"))
    assert slant in [set(window.cells) for window in falling.patterns.windows]
    assert slant not in [set(window.cells) for window in free.patterns.windows]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gomoku", "gomoku has an endless board, and patterns are learned cell by cell; learn a variant"),
        (STONES, "does not tell compiled code what stands on its cells; write @marks.of(Rules) def _("),
    ],
)
def test_a_game_that_cannot_be_learned_is_refused_in_one_line(name: str, words: str) -> None:
    game: Game = find(name)
    with pytest.raises(NotPortable) as error:
        make_network(game)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
