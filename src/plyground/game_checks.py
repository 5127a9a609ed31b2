"""Does a game keep the contract? Everything is tried at the start and on the way through a game."""

from __future__ import annotations

import inspect
import random
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.contract_function import ContractFunction
from plyground.errors import BrokenGame
from plyground.game import Game, LastMove, copy_position
from plyground.source_location import path_text, place_of, value_text
from plyground.variants import Flag, Number, Size

TRIED_PLIES: Final = 30
"""How far into a game of random moves everything is tried."""


def check_class(kind: type[Game]) -> None:
    """Refuse a class that lacks what every game says of itself."""
    for name in ("name", "title", "summary", "words"):
        if not isinstance(getattr(kind, name, None), str):
            raise BrokenGame(f"{kind.__name__} has no {name}: write {name} = '...'", _place_of_class(kind))
    players: Any = kind.players
    if not _holds(players, str) or len(set(players)) != 2:
        message = f"players is {value_text(players)}, it must be two names, such as ('X', 'O')"
        raise BrokenGame(message, _place_of_class(kind))
    if not _holds(kind.options, Size | Number | Flag):
        message = f"options is {value_text(kind.options)}, it must be a tuple of Size, Number and Flag"
        raise BrokenGame(message, _place_of_class(kind))


def check_game(game: Game) -> None:
    """Try everything that a game has; `BrokenGame` names the first thing that is wrong."""
    rules_class = type(game.rules)
    for function in contract.functions.values():
        if function.implementation(rules_class) is None:
            message = f"there is no {function.name}: write {function.template(rules_class)}"
            raise BrokenGame(message, _place_of_class(type(game)))
    _check_start(game)
    _check_undo(game)
    _check_random_game(game)


def _check_start(game: Game) -> None:
    rules, start = game.rules, game.start
    if contract.outcome(rules, start) != contract.OPEN:
        raise _broken(game, contract.outcome, "outcome says that the game is over before the first move")
    out = np.zeros(contract.MOST_MOVES, np.int64)
    for function in (contract.moves, contract.candidates):
        end = function(rules, start, out, 0)
        if not 0 < end <= contract.MOST_MOVES:
            message = (
                f"{function.name} returned {end} at the start, it must return 1 to {contract.MOST_MOVES}"
            )
            raise _broken(game, function, message)
    texts: dict[str, int] = {}
    for move in game.legal(start):
        text = game.move_text(move)
        if texts.setdefault(text, move) != move:
            message = f"move_text returned {text!r} for two moves, {texts[text]} and {move}"
            raise BrokenGame(message, place_of(type(game).move_text))
    contract.repetition(rules)


def _check_undo(game: Game) -> None:
    """A position of arrays is changed in place, so taking a move back must restore all of them."""
    if not any(isinstance(field, np.ndarray) for field in game.start):
        return
    if not contract.undo.is_implemented(type(game.rules)):
        raise BrokenGame(
            f"positions hold arrays and there is no undo: write {contract.undo.template(type(game.rules))}",
            _place_of_class(type(game)),
        )
    pos = copy_position(game.start)
    move = game.legal(pos)[0]
    contract.undo(game.rules, contract.play(game.rules, pos, move), move)
    for name, was, now in zip(pos._fields, game.start, pos, strict=True):
        if not np.array_equal(was, now):
            raise _broken(game, contract.undo, f"undo does not restore {name} to what it was before the move")


def _check_random_game(game: Game) -> None:
    rules, chance = game.rules, random.Random(0)
    pos, last = copy_position(game.start), None
    for _ in range(TRIED_PLIES):
        game.picture(pos)
        contract.key(rules, pos)
        if contract.outcome(rules, pos) != contract.OPEN:
            game.ending(pos, last)
            return
        worth = contract.evaluate(rules, pos)
        if isinstance(worth, np.unsignedinteger) or abs(int(worth)) > contract.LARGEST_ESTIMATE:
            wanted = f"a number with a sign, within {contract.LARGEST_ESTIMATE} of 0"
            raise _broken(
                game, contract.evaluate, f"evaluate returned {value_text(worth)}, it must return {wanted}"
            )
        contract.proof(rules, pos)
        contract.narrowed(rules, pos)
        legal = game.legal(pos)
        if not legal:
            raise _broken(game, contract.moves, "moves wrote none, but outcome says that the game goes on")
        move = chance.choice(legal)
        contract.priority(rules, pos, move)
        contract.quiet(rules, pos, move)
        game.cells(pos, move)
        game.picks(pos, move)
        if game.parse(pos, game.move_text(move)) != move:
            message = f"parse does not find the move {game.move_text(move)!r} again"
            raise BrokenGame(message, place_of(type(game).parse))
        before = copy_position(pos)
        pos, last = contract.play(rules, pos, move), LastMove(before, move)


def _broken(game: Game, function: ContractFunction[..., Any], message: str) -> BrokenGame:
    implementation = function.implementation(type(game.rules))
    return BrokenGame(message, place_of(implementation) if implementation is not None else "")


def _place_of_class(kind: type) -> str:
    try:
        return f"{path_text(inspect.getfile(kind))}:{inspect.getsourcelines(kind)[1]}"
    except (OSError, TypeError):
        return ""


def _holds(values: Any, kind: Any) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)
