"""Are the tasks of a lesson right? What is claimed of moves is tried out or proven, for every legal move.

A move that is accepted has to do what is claimed, and every move that does it has to be accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from plyground import contract
from plyground.board import Board
from plyground.contract import LOST, OPEN, WON
from plyground.game import Game, copy_position
from plyground.lessons.lesson import Lesson, PlayTask
from plyground.solver.solver import Solver

OPPOSITE: Final = {"win": "loss", "loss": "win", "draw": "draw"}


def false_claims(lesson: Lesson, seconds: float = 60.0) -> Iterator[str]:
    """What is not true in a lesson, each as one line that names the line of the file."""
    for task in lesson.tasks:
        if isinstance(task, PlayTask) and task.claim not in ("", "move"):
            yield from _false_claims_of(task, seconds)


def _false_claims_of(task: PlayTask, seconds: float) -> Iterator[str]:
    for move in task.board.legal_moves:
        is_true = is_claim_true(task.board, move, task.claim, seconds)
        if is_true is None:
            yield f"line {task.line}: {move} could not be judged in {seconds:g} s ({task.claim})"
        elif is_true and move not in task.accepted[0]:
            yield f"line {task.line}: {move} is right, too ({task.claim}), and is not accepted"
        elif not is_true and move in task.accepted[0]:
            yield f"line {task.line}: {move} is accepted, and is not right ({task.claim})"


def is_claim_true(board: Board, move: str, claim: str, seconds: float = 60.0) -> bool | None:
    """Whether a move does what is claimed; None if that could not be found out.

    >>> is_claim_true(Board("noughts", "a1 b1 a2 b2"), "a3", "win in 1")
    True
    >>> is_claim_true(Board("noughts", "a1 b2 a2"), "c3", "safe")
    False
    """
    game = board.game
    after = _play(game, board.position, game.parse(board.position, move))
    word, _, number = claim.partition(" ")
    if claim == "safe":
        return not _has_lost(game, after) and not _wins_within(game, after, 1)
    if claim == "loses":
        return _result(game, after) == WON
    if word == "takes":
        return len(game.picture(board.position).marks) - len(game.picture(after).marks) == int(number)
    if number:
        plies = int(number.removeprefix("in "))
        shorter = plies > 2 and _loses_within(game, after, plies - 3)
        return _loses_within(game, after, plies - 1) and not shorter
    twin = board.copy()
    twin.push(move)
    verdict = Solver(game).solve(twin, seconds=seconds)
    return None if verdict.value is None else OPPOSITE[verdict.value] == claim


def _play(game: Game, pos: Any, move: int) -> Any:
    return contract.play(game.rules, copy_position(pos), move)


def _result(game: Game, pos: Any) -> int:
    """LOST, DRAWN or WON for the side to move, or OPEN."""
    return int(contract.outcome(game.rules, pos))


def _has_lost(game: Game, pos: Any) -> bool:
    """Whether whoever has just moved has lost by it."""
    return _result(game, pos) == WON


def _wins_within(game: Game, pos: Any, plies: int) -> bool:
    """Whether the side to move can force a win in so many plies, by trying everything."""
    if _result(game, pos) != OPEN:
        return _result(game, pos) == WON
    return plies > 0 and any(
        _loses_within(game, _play(game, pos, move), plies - 1) for move in game.legal(pos)
    )


def _loses_within(game: Game, pos: Any, plies: int) -> bool:
    """Whether the side to move loses within so many plies, whatever it does."""
    if _result(game, pos) != OPEN:
        return _result(game, pos) == LOST
    return plies > 1 and all(
        _wins_within(game, _play(game, pos, move), plies - 1) for move in game.legal(pos)
    )
