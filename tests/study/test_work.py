"""What is measured, against everything that there is: small games that are enumerated."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.study import work
from plyground.study.counting import count_all, count_positions
from plyground.study.intervals import Interval, Observation, mean, ratio, share
from plyground.study.playouts import estimate_by_playouts

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
GAMES = 250

THREE_DOORS = '''
"""Three doors, four times: a made-up game whose figures are known."""

from typing import NamedTuple

from plyground.contract import LOST, OPEN, WON, moves, outcome, play
from plyground.game import Game, Picture


class Rules(NamedTuple):
    plies: int


class Position(NamedTuple):
    plies: int
    total: int


@moves.of(Rules)
def _(rules, pos, out, at):
    for door in range(3):
        out[at] = door
        at += 1
    return at


@play.of(Rules)
def _(rules, pos, move):
    return Position(pos.plies + 1, pos.total + (move == 0))


@outcome.of(Rules)
def _(rules, pos):
    if pos.plies < rules.plies:
        return OPEN
    return WON if pos.total == 0 else LOST


class Doors(Game):
    name = "doors"
    title = "Three doors"
    summary = "The first player wins if nobody opens the first door."
    words = summary

    def setup(self):
        return Rules(4), Position(0, 0)

    def move_text(self, move):
        return "abc"[move]

    def picture(self, pos):
        return Picture(("a", "b", "c"), ("1",), {})
'''


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("doors") / "doors.py"
    path.write_text(THREE_DOORS)
    return str(path)


def winner(board: str) -> str:
    return next((board[a] for a, b, c in LINES if board[a] != " " and board[a] == board[b] == board[c]), "")


@cache
def expectations(board: str = " " * 9) -> tuple[float, float, float]:
    """Of noughts from here, at random: plies to come, choices on the way, and points of X."""
    if winner(board) or " " not in board:
        return 0.0, 0.0, {"X": 1.0, "O": 0.0}.get(winner(board), 0.5)
    mark = "XO"[(9 - board.count(" ")) % 2]
    free = [cell for cell in range(9) if board[cell] == " "]
    after = [expectations(board[:cell] + mark + board[cell + 1 :]) for cell in free]
    plies, choices, points = (sum(each[part] for each in after) / len(free) for part in range(3))
    return 1 + plies, len(free) + choices, points


def positions(board: str = " " * 9) -> Iterator[str]:
    yield board
    if winner(board) or " " not in board:
        return
    mark = "XO"[(9 - board.count(" ")) % 2]
    for cell in range(9):
        if board[cell] == " ":
            yield from positions(board[:cell] + mark + board[cell + 1 :])


def random_games(game: str) -> list[dict[str, Any]]:
    return [work.play(game, [0, 0], [], seed, 100, 0) for seed in range(GAMES)]


def holds(found: Interval | None, truth: float) -> bool:
    assert found is not None
    assert found.high - found.low < 0.25 * max(1.0, truth)
    return found.low <= truth <= found.high


def test_length_branching_and_outcome_of_random_noughts() -> None:
    plies, choices, points = expectations()
    games = random_games("noughts")
    lengths = [len(game["moves"].split()) for game in games]
    assert holds(mean([Observation(length, n) for n, length in enumerate(lengths)]), plies)
    sums = [
        (float(sum(game["choices"])), float(length), n)
        for n, (game, length) in enumerate(zip(games, lengths, strict=True))
    ]
    assert holds(ratio(sums), choices / plies)
    assert holds(share([Observation(game["points"], n) for n, game in enumerate(games)]), points)


def test_a_made_up_game_whose_figures_are_known(doors: str) -> None:
    """Four plies, three moves each; the side to move after them has won if nobody opened door a: (2/3)^4."""
    games = random_games(doors)
    assert {len(game["moves"].split()) for game in games} == {4}
    assert all(game["choices"] == [3, 3, 3, 3] for game in games)
    found = share([Observation(game["points"], n) for n, game in enumerate(games)])
    assert holds(found, (2 / 3) ** 4)


def test_intervals_from_batches_of_games_hold_the_truth(doors: str) -> None:
    held = 0
    for batch in range(40):
        seen = [
            Observation(float(work.play(doors, [0, 0], [], 1000 * batch + number, 100, 0)["points"]), number)
            for number in range(20)
        ]
        found = share(seen)
        assert found is not None
        held += found.low <= (2 / 3) ** 4 <= found.high
    assert held >= 35


def test_positions_and_games_are_counted(doors: str) -> None:
    assert count_all(find("noughts")) == (len(set(positions())), sum(not moves_left(b) for b in positions()))
    assert count_all(find(doors)) == (1 + 2 + 3 + 4 + 5, 3**4)


def moves_left(board: str) -> bool:
    return not winner(board) and " " in board


def test_what_cannot_be_counted_lies_between_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.study.counting.MOST_COUNTED", 1000)
    found = count_positions(find("noughts"), seed=1)
    assert found["positions"] is None
    truth = math.log10(5478)
    assert found["seen"] <= truth <= found["most"]
    assert found["least"] == pytest.approx(truth, abs=0.1)


def test_a_judged_game_has_proofs_that_flow_back() -> None:
    """In noughts a search of some thousand positions proves everything."""
    game = work.play("noughts", [0, 0], ["b2", "b1"], 3, 100, 4000)
    plies = len(game["moves"].split())
    assert game["begin"] == 2
    assert len(game["scores"]) == plies - 1
    assert len(game["gaps"]) == len(game["scores"]) - 1
    assert set(game["scores"]) <= {"+", "-", "="}
    assert game["scores"][0] == "+"
    assert game["scores"][-1] == {1.0: "+", 0.5: "=", 0.0: "-"}[game["points"]]
    assert len(game["cells"]) == plies


def test_random_games_judge_a_game_without_evaluation() -> None:
    """The mean result of random noughts, exactly, lies where random games say."""
    for moves in ("", "b2", "a1 c2 b1"):
        board = Board("noughts", moves)
        marks = [
            "X" if cell in board.history[::2] else "O" if cell in board.history else " " for cell in CELLS
        ]
        points = expectations("".join(marks))[2]
        truth = (2 * points - 1) * (1 if board.turn == 0 else -1)
        found = estimate_by_playouts(board, count=4000) / 1000
        assert found == pytest.approx(truth, abs=0.06)


def test_the_same_seed_plays_the_same_game() -> None:
    one, two, other = (work.play("noughts", [50, 0], [], seed, 100, 0) for seed in (7, 7, 8))
    assert one == two
    assert one["moves"] != other["moves"]


def test_a_game_that_does_not_end_is_cut_off() -> None:
    game = work.play("noughts", [0, 0], [], 1, 4, 100)
    assert (game["points"], game["ending"], len(game["moves"].split())) == (None, "cut off", 4)
    assert "scores" not in game


def test_openings_are_worth_what_the_start_is() -> None:
    """Noughts is a draw, and so is every opening that is kept; one with a reply that loses is not."""
    drawn = work.draw_openings("noughts", 20, 1, 4000, 100)
    assert drawn["openings"][0] == []
    assert len(drawn["openings"]) > 4
    for opening in drawn["openings"]:
        assert value_of(opening) == 0.5
        assert len(opening) % 2 == 0
    assert len({tuple(each) for each in drawn["openings"]}) == len(drawn["openings"])


def value_of(moves: list[str]) -> float:
    """What X scores in noughts under best play after these moves."""
    board = [" "] * 9
    for ply, move in enumerate(moves):
        board["abc".index(move[0]) + 3 * (int(move[1]) - 1)] = "XO"[ply % 2]
    return best("".join(board))


@cache
def best(board: str) -> float:
    if not moves_left(board):
        return {"X": 1.0, "O": 0.0}.get(winner(board), 0.5)
    turn = (9 - board.count(" ")) % 2
    values = [best(board[:cell] + "XO"[turn] + board[cell + 1 :]) for cell in range(9) if board[cell] == " "]
    return min(values) if turn else max(values)
