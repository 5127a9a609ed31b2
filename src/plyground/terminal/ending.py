"""Ends that the moves do not tell: somebody resigned, or a record says that it was over."""

from __future__ import annotations

from dataclasses import replace

from plyground.board import Board, Outcome
from plyground.game import Game
from plyground.records import DRAW, UNFINISHED, WINS, Record


def resignation(game: Game, side: int) -> Outcome:
    """What it means that a side, 0 or 1, gives up.

    >>> print(resignation(Board("noughts").game, 0))
    O wins: X resigned
    """
    loser, winner = game.players[side], game.players[1 - side]
    return Outcome(winner, loser, f"{loser} resigned")


def told_end(record: Record, board: Board) -> Outcome | None:
    """The end that a record tells of if its moves, which led to this board, do not."""
    if board.is_over or record.result == UNFINISHED:
        return None
    if record.result == DRAW:
        return Outcome(None, None, record.reason)
    winner = WINS.index(record.result)
    return Outcome(board.game.players[winner], board.game.players[1 - winner], record.reason)


def with_end(record: Record, game: Game, end: Outcome | None) -> Record:
    """The record of a game that its moves do not end, with its end."""
    if end is None or record.result != UNFINISHED:
        return record
    result = DRAW if end.winner is None else WINS[game.players.index(end.winner)]
    return replace(record, result=result, reason=end.reason)
