"""Boards, games and options as the structures that the server sends."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from typing import Final

from plyground.board import Board, Outcome
from plyground.game import GAP, Game, Picture
from plyground.lab.small_boards import compare_marks
from plyground.losing_moves import find_losing_moves
from plyground.variants import Flag, Number, Option, Size
from plyground.web.messages import (
    FrameChange,
    FrameView,
    LosingMovesView,
    MoveView,
    OptionView,
    OutcomeView,
    PictureView,
    PositionView,
)

MOST_LEGAL: Final = 1_024
"""Moves that are listed of an endless board, on which any cell may be played."""
PREVIEW: Final = 10
"""How far from the last move a picture of an endless board reaches in a list."""
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


def preview_json(picture: PictureView, last: Sequence[str]) -> PictureView:
    """A picture for a list: of an endless board the part around the last move, lest it grow without end."""
    if not picture["endless"]:
        return picture
    column, row = _place(last, picture["joint"])

    def is_near(cell: str) -> bool:
        there = _place((cell,), picture["joint"])
        return abs(there[0] - column) <= PREVIEW and abs(there[1] - row) <= PREVIEW

    marks = {cell: mark for cell, mark in picture["marks"].items() if is_near(cell)}
    columns = [label for label in picture["columns"] if abs(int(label) - column) <= PREVIEW]
    rows = [label for label in picture["rows"] if abs(int(label) - row) <= PREVIEW]
    return {**picture, "marks": marks, "columns": columns, "rows": rows}


def position_json(board: Board, *, losing: bool = False, hot: bool = False) -> PositionView:
    """Everything about a position that a board on a page needs."""
    game = board.game
    picture = picture_json(game.picture(board.position))
    outcome = board.outcome
    return PositionView(
        game=game.full_name,
        title=game.title,
        goal=game.goal,
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
        has_hot=game.has_hot_cells,
    )


def _legal_json(board: Board) -> list[MoveView]:
    """Every legal move; of an endless board at most `MOST_LEGAL`, those near the last move.

    Where a move is one cell, its name is asked for once: this is most of the time.
    """
    game = board.game
    moves = board.legal_numbers()
    if len(moves) > MOST_LEGAL:
        moves = _moves_near(board, moves)
    if (type(game).picks, type(game).cells) != (Game.picks, Game.cells):
        return [_move_json(board, move) for move in moves]
    texts = [game.move_text(move) for move in moves]
    return [MoveView(move=text, picks=(text,), cells=(text,)) for text in texts]


def _moves_near(board: Board, moves: list[int]) -> list[int]:
    """The first moves by their distance from the last one, in the order that they had."""
    picture = board.game.picture(board.position)
    if not picture.endless:
        return moves
    here = _place(board.last_cells, picture.joint)

    def distance(move: int) -> int:
        there = _place(board.cells_of(move), picture.joint)
        return max(abs(one - other) for one, other in zip(here, there, strict=True))

    near = set(nsmallest(MOST_LEGAL, moves, key=distance))
    return [move for move in moves if move in near]


def _place(cells: Sequence[str], joint: str) -> tuple[int, int]:
    """Column and row of the last of these cells of an endless board; the origin if there is none."""
    column, row = cells[-1].split(joint) if cells else ("0", "0")
    return int(column), int(row)


def frame_json(board: Board) -> FrameView:
    """One picture of a game that is being walked through."""
    return FrameView(
        picture=picture_json(board.game.picture(board.position)),
        last=board.last_cells,
        caption=board.caption,
    )


def frame_changes(board: Board) -> list[FrameChange]:
    """The way to a position, from the start, each frame as what has changed since the one before.

    So all frames together are about as long as the moves, not as long as the moves times the pieces.
    """
    game = board.game
    walker = Board(game, position=board.setup)
    picture = game.picture(walker.position)
    frames = [_frame_change(walker, picture.marks, picture.trays)]
    for move in board.numbers:
        walker.push_number(move)
        marks = game.changed_marks(walker.position, move)
        if marks is None:
            before, picture = picture, game.picture(walker.position)
            marks = compare_marks(before.marks, picture.marks)
        frames.append(_frame_change(walker, marks, picture.trays))
    return frames


def _frame_change(board: Board, marks: dict[str, str], trays: Sequence[Sequence[str]]) -> FrameChange:
    return FrameChange(marks=marks, trays=trays, last=board.last_cells, caption=board.caption)


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
