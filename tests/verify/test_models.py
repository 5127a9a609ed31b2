"""The checker's models against the slow ones of the tests, and against the package."""

from __future__ import annotations

import random

import pytest

from plyground.board import Board
from plyground.errors import IllegalPosition, UnknownGame
from plyground.verify.games import find_model
from plyground.verify.model import DRAWN, LOST, OPEN, WON, Model, ModelState
from tests import reference
from tests.samples import VARIANTS

MODELLED = [name for name in VARIANTS if name != "gomoku"]
LARGE = {"gomoku:15x15", "gomoku:32x32", "noughts:64x1,row=7", "noughts:8x8,row=5", "squeeze", "squeeze:6x7"}


def expected(slow: reference.Model) -> int:
    """How a game stands for the side to move; repetition is no concern of a checker."""
    ending = slow.ending()
    if ending is None or "occurred" in ending.reason:
        return OPEN
    if ending.winner is None:
        return DRAWN
    return WON if ending.winner == slow.turn else LOST


def move_named(model: Model, state: ModelState, name: str) -> object:
    return next(move for move in model.moves(state) if model.name(move) == name)


@pytest.mark.parametrize("game", MODELLED)
def test_random_games_are_the_same_as_in_the_slow_model(game: str) -> None:
    chance = random.Random(game)
    model = find_model(game)
    for _ in range(1 if game in LARGE else 15):
        slow = reference.model(game)
        state = model.start()
        while True:
            assert model.result(state) == expected(slow)
            assert model.side(state) == slow.turn
            if slow.ending() is not None:
                break
            names = [model.name(move) for move in model.moves(state)]
            assert len(set(names)) == len(names) <= model.most_moves
            assert set(names) == slow.legal_moves()
            assert model.can_win(state) == Model.can_win(model, state)
            name = chance.choice(sorted(names))
            state = model.play(state, move_named(model, state, name))
            slow.play(name)


@pytest.mark.parametrize("game", MODELLED)
def test_positions_are_read_from_the_text_of_the_package(game: str) -> None:
    chance = random.Random(game)
    model = find_model(game)
    assert model.read(Board(game).position_text) == model.start()
    for _ in range(2):
        board, state = Board(game), model.start()
        while not board.is_over and len(board.history) < 30:
            name = chance.choice(board.legal_moves)
            board.push(name)
            state = model.play(state, move_named(model, state, name))
            assert model.read(board.position_text) == state


def random_positions(model: Model, count: int, chance: random.Random) -> list[ModelState]:
    """Positions with few moves of random games that go on."""
    found: list[ModelState] = []
    while len(found) < count:
        state = model.start()
        while model.result(state) == OPEN:
            if len(model.moves(state)) < 40:
                found.append(state)
            state = model.play(state, chance.choice(model.moves(state)))
    return found[:count]


def keys_after(model: Model, state: ModelState) -> set[int]:
    """The keys of everything that can follow."""
    return {model.key(model.play(state, move)) for move in model.moves(state)}


SHARING = [
    "noughts",
    "noughts:4x3",
    "squava:4x4",
    "numerical:3x3",
    "numerical",
    "squeeze:3x3",
    "squeeze:4x4,limit=0",
]


@pytest.mark.parametrize("game", SHARING)
def test_positions_with_the_same_key_have_the_same_future(game: str) -> None:
    """Among positions of random games some share a key, and these lead to the same keys."""
    chance = random.Random(game)
    model = find_model(game)
    futures: dict[int, tuple[int, bool, set[int]]] = {}
    shared = 0
    for state in random_positions(model, 300, chance):
        for move in chance.sample(model.moves(state), min(4, len(model.moves(state)))):
            after = model.play(state, move)
            if model.result(after) == OPEN:
                future = (model.side(after), model.can_win(after), keys_after(model, after))
                shared += model.key(after) in futures
                assert futures.setdefault(model.key(after), future) == future
    assert shared


@pytest.mark.parametrize("game", ["numerical", "numerical:3x3", "squava"])
def test_replies_stand_for_all_moves(game: str) -> None:
    model = find_model(game)
    fewer = False
    for state in random_positions(model, 200, random.Random(5)):
        replies = model.replies(state)
        assert {model.key(model.play(state, move)) for move in replies} == keys_after(model, state)
        fewer = fewer or len(replies) < len(model.moves(state))
    assert fewer == game.startswith("numerical")


@pytest.mark.parametrize(
    "name",
    [
        *("chess", "gomoku", "gomoku:4x4", "squava:3x3", "squava:row=4", "numerical:5x5", "squeeze:9x9"),
        *("noughts:", "noughts:3", "noughts:9x9", "noughts:3x3,row=4", "noughts:row=x", "noughts:misere=1"),
        *("noughts:3x3,4x4", "noughts:limit=3", "squeeze:limit=1001", "noughts:" + "9" * 5000),
    ],
)
def test_other_names_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(UnknownGame) as error:
        find_model(name)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


WRONG_POSITIONS = {
    "noughts": [
        "3/3/3",
        "3/3 X",
        "3/3/4 X",
        "3/3/3 O",
        "3/3/2Z X",
        "3/3/3 Z",
        "XXX/3/3 X",
        f"3/3/{'9' * 99} X",
    ],
    "numerical:3x3": [
        "3/3/3 odd",
        ".,.,./.,.,./.,.,1 odd",
        "1,1,./2,.,./.,.,. even",
        ".,.,./.,.,./.,.,10 even",
        ".,.,./.,.,./.,.,x even",
    ],
    "squeeze:3x3": [
        "BBB/3/WWW white",
        "BBB/3/WWW white 1",
        "BBB/3/WWW white 999",
        "BBB/1W1/WWW white 2",
        "BBB/3/WWW white ²",
    ],
    "squeeze:3x3,limit=0": ["BBB/3/WWW white 0", "BBB/3 white"],
}


@pytest.mark.parametrize(
    ("game", "text"), [(game, text) for game, texts in WRONG_POSITIONS.items() for text in texts]
)
def test_other_positions_are_refused_in_one_line(game: str, text: str) -> None:
    with pytest.raises(IllegalPosition) as error:
        find_model(game).read(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200
