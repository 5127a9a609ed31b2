"""Comparing a game with an independent model of its rules, slow and obvious, in a file of its own.

The file has a class `Model`; docs/your-own-game.md says what it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from plyground.board import Board
from plyground.catalogue import load_file
from plyground.check.law import Breach, Law, breach_of
from plyground.check.moments import BoardMoment
from plyground.errors import PlygroundError
from plyground.source_location import error_words, path_text, place_of, place_of_error

MODEL: Final = "slow-model"
MODEL_SENTENCE: Final = "The game and its slow model agree on moves, marks and results, move for move."
NEEDED: Final = ("legal_moves", "play", "result")
RESULTS: Final = (None, "first", "second", "draw")


def model_law(path: str) -> Law:
    """The law that a game agrees with the model in a file."""
    kind = getattr(load_file(path, "model"), "Model", None)
    lacks = [name for name in NEEDED if not callable(getattr(kind, name, None))]
    if not isinstance(kind, type) or lacks:
        what = "has no class Model" if not isinstance(kind, type) else f"has a Model without {lacks[0]}"
        raise PlygroundError(f"{path_text(path)} {what}; a model has {', '.join(NEEDED)}, and may have marks")
    return Law(MODEL, MODEL_SENTENCE, "board", "game", lambda at: compare(at, kind))


def compare(at: BoardMoment, kind: Callable[[str], Any]) -> Breach | None:
    """Where a game and its model part."""
    board = Board(at.game)
    model = kind(at.game.variant)
    breach = _compare_position(board, model)
    for move in at.moves:
        if breach is not None:
            return breach
        text = at.game.move_text(move)
        board.push_number(move)
        try:
            model.play(text)
        except Exception as error:
            raise PlygroundError(
                f"{place_of_error(error, model.play)}: the model fails to play {text}: {error_words(error)}"
            ) from error
        breach = _compare_position(board, model)
    return breach


def _compare_position(board: Board, model: Any) -> Breach | None:
    result = model.result()
    if result not in RESULTS:
        place = place_of(type(model).result)
        raise PlygroundError(f"{place}: result returned {result!r}; it is None, 'first', 'second' or 'draw'")
    game = board.game
    if result != _result(board):
        words = f"the result is {_result(board)}, the model says {result}"
        return breach_of(_implementation(game, "outcome"), words)
    if result is None:
        ours, theirs = set(board.legal_moves), set(model.legal_moves())
        for found, lacking in (
            (ours - theirs, "the model does not have"),
            (theirs - ours, "the game does not have"),
        ):
            if found:
                return breach_of(_implementation(game, "moves"), f"{min(found)} is a move that {lacking}")
    if hasattr(model, "marks"):
        mine, others = game.picture(board.position).marks, dict(model.marks())
        wrong = sorted(cell for cell in mine | others if mine.get(cell) != others.get(cell))
        if wrong:
            here, there = (marks.get(wrong[0], "nothing") for marks in (mine, others))
            words = f"{wrong[0]} holds {here}, the model says {there}"
            return breach_of(_implementation(game, "play"), words)
    return None


def _implementation(game: Any, name: str) -> Any:
    from plyground import contract

    return contract.functions[name].implementation(type(game.rules))


def _result(board: Board) -> str | None:
    outcome = board.outcome
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else ("first", "second")[board.game.players.index(outcome.winner)]
