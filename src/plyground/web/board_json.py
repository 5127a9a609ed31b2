"""Boards, games and options as the structures that the server sends."""

from __future__ import annotations

from typing import Final

from plyground.board import Board, Outcome
from plyground.game import GAP, Game, Picture
from plyground.losing_moves import find_losing_moves
from plyground.variants import Flag, Number, Option, Size
from plyground.web.messages import (
    FrameView,
    LosingMovesView,
    MoveView,
    OptionView,
    OutcomeView,
    PictureView,
    PositionView,
)

LOSING_SECONDS: Final = 0.5
"""The time to look for moves that lose at once."""


def picture_json(picture: Picture) -> PictureView:
    """What stands on the board."""
    return PictureView(
        columns=[label for label in picture.columns if label != GAP],
        rows=[label for label in picture.rows if label != GAP],
        joint=picture.joint,
        marks=picture.marks,
        shapes=picture.shapes,
        trays=picture.trays,
        endless=picture.endless,
    )


def position_json(board: Board, *, losing: bool = False, hot: bool = False) -> PositionView:
    """Everything about a position that a board on a page needs."""
    game = board.game
    picture = picture_json(game.picture(board.position))
    outcome = board.outcome
    return PositionView(
        game=game.full_name,
        title=game.title,
        sides=game.players,
        ply=len(board.history),
        turn=board.turn,
        setup=board.setup,
        first_turn=board.first_turn,
        text=board.position_text,
        moves=board.history,
        played=board.played_cells,
        picture=picture,
        last=board.last_cells,
        caption=board.caption,
        outcome=None if outcome is None else outcome_json(board.game, outcome),
        legal=_legal_json(board),
        complete=not picture["endless"],
        losing=_losing_json(board) if losing else None,
        hot=game.hot_cells(board.position) if hot and not outcome else None,
        has_hot=type(game).hot_cells is not Game.hot_cells,
    )


def _legal_json(board: Board) -> list[MoveView]:
    """Every legal move. Where a move is one cell, its name is asked for once: this is most of the time."""
    game = board.game
    moves = board.legal_numbers()
    if (type(game).picks, type(game).cells) != (Game.picks, Game.cells):
        return [_move_json(board, move) for move in moves]
    texts = [game.move_text(move) for move in moves]
    return [MoveView(move=text, picks=(text,), cells=(text,)) for text in texts]


def frame_json(board: Board) -> FrameView:
    """One picture of a game that is being walked through."""
    return FrameView(
        picture=picture_json(board.game.picture(board.position)),
        last=board.last_cells,
        caption=board.caption,
    )


def _losing_json(board: Board) -> LosingMovesView:
    """The moves that lose at once, as far as there was time to look."""
    found = find_losing_moves(board, LOSING_SECONDS)
    moves = [board.game.move_text(move) for move in board.legal_numbers() if move in found.losing]
    return LosingMovesView(moves=moves, seen=found.seen, total=found.total)


def outcome_json(game: Game, outcome: Outcome) -> OutcomeView:
    """How a game ended."""
    return OutcomeView(
        winner=None if outcome.winner is None else game.players.index(outcome.winner),
        text=str(outcome),
        reason=outcome.reason,
        line=outcome.line,
        blames_loser=outcome.blames_loser,
    )


def move_json(board: Board, move: str) -> MoveView:
    """A move with the way to choose it."""
    return _move_json(board, board.game.parse(board.position, move))


def _move_json(board: Board, move: int) -> MoveView:
    return MoveView(move=board.game.move_text(move), picks=board.picks_of(move), cells=board.cells_of(move))


def option_json(option: Option) -> OptionView:
    """What a variant may set, for a form."""
    if isinstance(option, Size):
        return OptionView(
            name=option.name,
            takes=option.describe(),
            kind="size",
            default=option.write(option.default),
            smallest=option.smallest,
            largest=option.largest,
            most_cells=option.most_cells,
            only=[option.write(size) for size in option.only],
        )
    if isinstance(option, Number):
        return OptionView(
            name=option.name,
            takes=option.describe(),
            kind="number",
            default=option.default,
            smallest=option.smallest,
            largest=option.largest,
        )
    assert isinstance(option, Flag)
    return OptionView(name=option.name, takes=option.describe(), kind="flag", default=option.default)
