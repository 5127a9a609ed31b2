"""Hundreds of random games of the gallery, move for move against OpenSpiel, where it has the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from plyground import contract
from plyground.catalogue import find

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra bench")


class Pair(NamedTuple):
    """A game here and there, how many games to play, and how OpenSpiel calls a move of ours."""

    ours: str
    theirs: str
    games: int
    translate: Callable[[str], str]


def turn_around(cell: str, rows: int) -> str:
    """The same cell where rows are counted from the other end."""
    return f"{cell[0]}{rows + 1 - int(cell[1:])}"


def heap_and_rest(move: str) -> str:
    """Which heap a move takes from, and what it leaves there."""
    return f"{'abcd'.index(move[0])} {int(move[1:]) - 1}"


def step(rows: int) -> Callable[[str], str]:
    """OpenSpiel's black begins, at the top."""
    return lambda move: "".join(turn_around(cell, rows) for cell in move.split("-"))


PAIRS = (
    Pair("connect-four", "connect_four", 60, lambda move: str("abcdefgh".index(move))),
    Pair("connect-four:5x4", "connect_four(columns=5,rows=4)", 100, lambda move: str("abcde".index(move))),
    Pair("reversi", "othello", 20, lambda move: move),
    Pair("hex:4x4", "hex(num_cols=4,num_rows=4)", 120, lambda move: move),
    Pair("hex:3x5", "hex(num_cols=3,num_rows=5)", 80, lambda move: move),
    Pair("breakthrough", "breakthrough", 15, step(8)),
    Pair("breakthrough:4x6", "breakthrough(columns=4,rows=6)", 60, step(6)),
    Pair("nim", "nim(is_misere=false)", 100, heap_and_rest),
    Pair("nim:a=4,b=0,c=2,d=2,misere", "nim(pile_sizes=4;0;2;2,is_misere=true)", 100, heap_and_rest),
)


def their_moves(name: str, state: Any) -> dict[str, int]:
    """OpenSpiel's legal actions, called as `translate` calls ours. A step that takes has a star behind it."""
    player = state.current_player()
    texts = {action: state.action_to_string(player, action) for action in state.legal_actions()}
    if name.startswith("connect"):
        return {text[1:]: action for action, text in texts.items()}
    if name.startswith("breakthrough"):
        return {text.rstrip("*"): action for action, text in texts.items()}
    if name.startswith("nim"):
        heaps = [int(word) for word in str(state).split(":")[1].split()]
        numbers = {action: [int(word) for word in _digits(text)] for action, text in texts.items()}
        return {f"{pile - 1} {heaps[pile - 1] - take}": action for action, (pile, take) in numbers.items()}
    return {text: action for action, text in texts.items()}


def _digits(text: str) -> list[str]:
    return [word.strip(",;").split(":")[1] for word in text.split()]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_random_games_agree_with_open_spiel(pair: Pair) -> None:
    game, chance = find(pair.ours), random.Random(pair.ours)
    theirs = pyspiel.load_game(pair.theirs)
    for _ in range(pair.games):
        pos, state = game.start, theirs.new_initial_state()
        side = 0
        while (result := contract.outcome(game.rules, pos)) == contract.OPEN:
            moves = game.legal(pos)
            texts = {pair.translate(game.move_text(move)): move for move in moves}
            actions = their_moves(pair.ours, state)
            assert texts.keys() == actions.keys()
            text = chance.choice(sorted(texts))
            pos = contract.play(game.rules, pos, texts[text])
            state.apply_action(actions[text])
            side = 1 - side
        assert state.is_terminal()
        assert state.returns()[side] == result
