"""Every algorithm answers what minimax answers; what it calls proven, brute force confirms."""

from __future__ import annotations

import random
from itertools import product

import pytest

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.lab import ALGORITHMS, Limits, Switches, TreeTooLarge, WrongSwitch, run_algorithm
from tests.bruteforce import solve
from tests.reference import model
from tests.samples import open_board

EXACT = [name for name, how in ALGORITHMS.items() if not how.grows and name not in ("minimax", "proofs")]
PROVERS = ["pns", "dfpn"]


def good_moves(board: Board, switches: Switches) -> tuple[float | None, set[str]]:
    """What minimax says of a position and which moves reach that."""
    best = run_algorithm(board, "minimax", switches, record=False).value
    values = {}
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if after.is_over:
            continue
        below = Switches(**{**vars(switches), "depth": switches.depth - 1})
        values[move] = run_algorithm(after, "minimax", below, record=False).value
    return best, {move for move, value in values.items() if value is not None and -value == best}


@pytest.mark.parametrize(
    "game", ["noughts", "squava:4x4", "squeeze:4x4,limit=0", "numerical:3x3", "noughts:misere"]
)
def test_all_searches_find_what_minimax_finds(game: str) -> None:
    chance = random.Random(5)
    for evaluation, cut, fail in product((True, False), ("equal", "above"), ("soft", "hard")):
        board = open_board(game, 5, chance)
        switches = Switches(depth=3 if game == "noughts" else 2, evaluation=evaluation, cut=cut, fail=fail)
        value = run_algorithm(board, "minimax", switches, record=False).value
        for name in EXACT:
            trace = run_algorithm(board, name, switches, record=False)
            assert trace.value == value, (name, board, switches)
            assert trace.nodes >= 2


def test_the_best_move_is_one_that_minimax_finds_too() -> None:
    chance = random.Random(6)
    for _ in range(6):
        board = open_board("noughts", 3, chance)
        switches = Switches(depth=3)
        value, best = good_moves(board, switches)
        for name in EXACT:
            trace = run_algorithm(board, name, switches, record=False)
            assert trace.value == value
            assert trace.best in best or not best, (name, board)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "mcts"])
def test_what_is_called_proven_is_true(name: str) -> None:
    chance = random.Random(8)
    words = {"win": 0, "loss": 1}
    for game, plies, depth in [
        ("noughts", 4, 5),
        ("noughts", 4, 3),
        ("squava:4x4", 9, 7),
        ("noughts:misere", 5, 4),
    ]:
        for _ in range(3):
            board = open_board(game, plies, chance)
            twin = model(game)
            for move in board.history:
                twin.play(move)
            truth = solve(twin)
            trace = run_algorithm(board, name, Switches(depth=depth), record=False)
            if depth >= 5 and game != "noughts:misere" and plies + depth >= 9 and "squava" not in game:
                assert trace.proven, board
            if not trace.proven:
                continue
            players = (board.player, board.game.players[1 - board.turn])
            winner = None if truth.value == "draw" else players[words[truth.value]]
            assert trace.shown == ("draw" if winner is None else f"{winner} wins"), (board, trace)
            if truth.value != "loss":
                assert trace.best is not None


def test_a_short_win_has_its_distance() -> None:
    chance = random.Random(9)
    for _ in range(8):
        board = open_board("noughts", 4, chance)
        twin = model("noughts")
        for move in board.history:
            twin.play(move)
        truth = solve(twin)
        for name in ("minimax", "alphabeta", "table", "deepening", "pvs", "ordering", "proofs"):
            trace = run_algorithm(board, name, Switches(depth=5, wins="short"), record=False)
            sign = {"win": 1, "draw": 0, "loss": -1}[truth.value]
            assert trace.value == sign * (30_000 - (truth.distance or 0)), (name, board)


def test_monte_carlo_never_claims_a_proof_and_repeats_itself() -> None:
    board = Board("noughts", "a1 b2 a2 b3")
    first = run_algorithm(board, "mcts", Switches(rounds=300, seed=4))
    again = run_algorithm(board, "mcts", Switches(rounds=300, seed=4))
    assert first.as_json() == again.as_json()
    assert not first.proven
    assert first.best == "a3"  # wins at once
    assert first.sentence.startswith("Estimate")


def test_a_tree_too_large_is_refused_in_one_line() -> None:
    with pytest.raises(TreeTooLarge, match=r"^this tree has more than 1,000 positions; choose [^\n]*$"):
        run_algorithm(Board("noughts"), "minimax", Switches(depth=4), limits=Limits(nodes=1_000))
    with pytest.raises(TreeTooLarge, match=r"longer than"):
        run_algorithm(Board("noughts"), "minimax", Switches(depth=4), limits=Limits(seconds=0.001))


def test_wrong_switches_and_finished_games_are_refused() -> None:
    with pytest.raises(WrongSwitch, match="there are minimax, negamax, alphabeta"):
        run_algorithm(Board("noughts"), "alfabeta")
    with pytest.raises(WrongSwitch, match="there are soft, hard"):
        Switches(fail="softly")
    with pytest.raises(PlygroundError, match="the game is over, X wins"):
        run_algorithm(Board("noughts", "a1 a2 b1 b2 c1"), "minimax")
    with pytest.raises(PlygroundError, match="give it a size"):
        run_algorithm(Board("gomoku", "0,0"), "pns", Switches(depth=1))


@pytest.mark.parametrize("order", ["rules", "reverse", "name", "guess", "worst", "random"])
def test_the_order_of_children_changes_counts_and_no_answer(order: str) -> None:
    board = Board("noughts", "b2 a1")
    trace = run_algorithm(board, "alphabeta", Switches(depth=3, order=order))
    assert trace.value == run_algorithm(board, "minimax", Switches(depth=3)).value
    tried = [event["move"] for event in trace.events if event["event"] == "move" and event["node"] == 0]
    assert sorted(tried) == sorted(board.legal_moves)
    if order == "name":
        assert tried == sorted(board.legal_moves)
    if order == "reverse":
        assert tried == list(board.legal_moves)[::-1]
