"""Our games in OpenSpiel, OpenSpiel's games against ours, move for move."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import Board, find
from plyground.adapters import openspiel
from plyground.errors import PlygroundError
from plyground.seats import seat

OURS = [
    "plyground_noughts",
    "plyground_squava(variant=4x4)",
    "plyground_numerical(variant=3x3)",
    "plyground_squeeze(variant=3x3)",
    "plyground_gomoku(variant=6x6)",
]


@pytest.mark.parametrize("name", OURS)
def test_openspiel_finds_nothing_wrong(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.sum() > 0
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)


def test_every_game_of_the_catalogue_is_registered() -> None:
    assert {"plyground_noughts", "plyground_squeeze", "plyground_gomoku"} <= set(openspiel.GAMES)
    assert set(openspiel.GAMES) <= set(pyspiel.registered_names())
    with pytest.raises(PlygroundError, match="gomoku:15x15"):
        pyspiel.load_game("plyground_gomoku")


@pytest.mark.parametrize(
    ("theirs", "ours", "games"),
    [
        ("tic_tac_toe", "noughts", 60),
        ("mnk(m=5,n=4,k=4)", "noughts:5x4,row=4", 25),
        ("gomoku(size=9,connect=5)", "gomoku:9x9", 3),
    ],
)
def test_random_games_agree_with_openspiel(theirs: str, ours: str, games: int) -> None:
    try:
        game = pyspiel.load_game(theirs)
    except pyspiel.SpielError:
        pytest.skip(f"this OpenSpiel has no {theirs}")
    chance = random.Random(4)
    for _ in range(games):
        state, board = game.new_initial_state(), Board(ours)
        columns, rows = board.game.columns, board.game.rows
        cells = [f"{chr(97 + column)}{row + 1}" for row in reversed(range(rows)) for column in range(columns)]
        while not board.is_over:
            assert {cells[action] for action in state.legal_actions()} == set(board.legal_moves)
            assert state.current_player() == board.turn
            move = chance.choice(board.legal_moves)
            board.push(move)
            state.apply_action(cells.index(move))
        assert state.is_terminal()
        outcome = board.outcome
        winner = None if outcome is None or outcome.winner is None else outcome.winner
        wanted = [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == "X" else [-1.0, 1.0]
        assert state.returns() == wanted


def test_a_player_by_openspiels_rules_checks_ours() -> None:
    player = seat("openspiel:tic_tac_toe", find("noughts"), seed=1)
    assert player is not None
    board = Board("noughts")
    while not board.is_over:
        board.push(player.choose(board).move)
    misere = seat("openspiel:tic_tac_toe", find("noughts:4x4"), seed=1)
    assert misere is not None
    with pytest.raises(PlygroundError, match=r"openspiel:tic_tac_toe has other legal moves than noughts:4x4"):
        misere.choose(Board("noughts:4x4"))


@pytest.mark.parametrize(
    ("who", "says"),
    [("openspiel:nosuch", "OpenSpiel has no game 'nosuch'"), ("openspiel:kuhn_poker", "perfect information")],
)
def test_what_cannot_be_played_is_refused_in_one_line(who: str, says: str) -> None:
    with pytest.raises(PlygroundError, match=says):
        seat(who, find("noughts"))
