"""Boards and scores as JSON, as docs/web-api.md describes them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plyground.board import Board, Outcome
from plyground.game import GAP, Game, Picture
from plyground.losing_moves import find_losing_moves
from plyground.score import Score
from plyground.variants import Flag, Number, Option, Size
from plyground.words import score_view

LOOK_SECONDS = 0.5
"""How long to look for moves that lose at once."""


def picture_json(picture: Picture) -> dict[str, Any]:
    """What stands on the board."""
    return {
        "columns": [label for label in picture.columns if label != GAP],
        "rows": [label for label in picture.rows if label != GAP],
        "joint": picture.joint,
        "marks": picture.marks,
        "shapes": picture.shapes,
        "trays": picture.trays,
        "endless": picture.endless,
    }


def position_json(board: Board, *, losing: bool = False, hot: bool = False) -> dict[str, Any]:
    """Everything about a position that a board on a page needs."""
    game = board.game
    picture = picture_json(game.picture(board.position))
    outcome = board.outcome
    return {
        "game": game.full_name,
        "title": game.title,
        "sides": game.players,
        "ply": len(board.history),
        "turn": board.turn,
        "setup": board.setup,
        "first_turn": board.first_turn,
        "text": board.position_text,
        "moves": board.history,
        "played": board.played_cells,
        "picture": picture,
        "last": board.last_cells,
        "caption": board.caption,
        "outcome": outcome and outcome_json(board.game, outcome),
        "legal": [
            {"move": game.move_text(move), "picks": board.picks_of(move), "cells": board.cells_of(move)}
            for move in board.legal_numbers()
        ],
        "complete": not picture["endless"],
        "losing": losing_json(board) if losing else None,
        "hot": game.hot_cells(board.position) if hot and not outcome else None,
        "has_hot": type(game).hot_cells is not Game.hot_cells,
    }


def frame_json(board: Board) -> dict[str, Any]:
    """One picture of a game that is being walked through."""
    picture = picture_json(board.game.picture(board.position))
    return {"picture": picture, "last": board.last_cells, "caption": board.caption}


def losing_json(board: Board) -> dict[str, Any]:
    """The moves that lose at once, as far as there was time to look."""
    found = find_losing_moves(board, LOOK_SECONDS)
    moves = [board.game.move_text(move) for move in board.legal_numbers() if move in found.losing]
    return {"moves": moves, "seen": found.seen, "total": found.total}


def outcome_json(game: Game, outcome: Outcome) -> dict[str, Any]:
    """How a game ended."""
    return {
        "winner": None if outcome.winner is None else game.players.index(outcome.winner),
        "text": str(outcome),
        "reason": outcome.reason,
        "line": outcome.line,
        "blames_loser": outcome.blames_loser,
    }


def score_json(score: Score, turn: int) -> dict[str, Any]:
    """What a position is worth to the side to move."""
    return asdict(score_view(score, turn))


def move_json(board: Board, move: str) -> dict[str, Any]:
    """A move with the way to choose it."""
    number = board.game.parse(board.position, move)
    return {"move": move, "picks": board.picks_of(number), "cells": board.cells_of(number)}


def option_json(option: Option) -> dict[str, Any]:
    """What a variant may set, for a form."""
    common = {"name": option.name, "takes": option.describe()}
    if isinstance(option, Size):
        return common | {
            "kind": "size",
            "default": option.write(option.default),
            "smallest": option.smallest,
            "largest": option.largest,
            "most_cells": option.most_cells,
            "only": [option.write(size) for size in option.only],
        }
    if isinstance(option, Number):
        return common | {
            "kind": "number",
            "default": option.default,
            "smallest": option.smallest,
            "largest": option.largest,
        }
    assert isinstance(option, Flag)
    return common | {"kind": "flag", "default": option.default}
