"""Exhaustive search over a model: nothing clever beyond a dict keyed by state."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.reference import Model


@dataclass(frozen=True)
class Verdict:
    """What best play leads to for the side to move, in how many plies, and by which moves."""

    value: str
    distance: int | None
    best: frozenset[str]


Known = dict[Hashable, Verdict]


def solve(model: Model, known: Known | None = None) -> Verdict:
    """The verdict of play to the end of the game; `known` is kept between calls."""
    return _search(model, None, {} if known is None else known)


def solve_moves(model: Model, known: Known | None = None) -> dict[str, Verdict]:
    """For every legal move the verdict of what it leaves to the other side; `known` is kept between calls."""
    return _replies(model, None, {} if known is None else known)


def best_of(replies: dict[str, Verdict]) -> Verdict:
    """The verdict of a position from those that its moves leave to the other side."""
    return _choose(replies)


def forced(model: Model, plies: int) -> Verdict | None:
    """A win or loss that can be forced within so many plies, else None."""
    verdict = _search(model, plies, {})
    return None if verdict.value == "draw" else verdict


def perft(model: Model, depth: int) -> list[int]:
    """How many lines of play there are of 1, 2, ... `depth` plies; each position is gone through once."""
    return _count(model, depth, {})


def _count(model: Model, depth: int, known: dict[Hashable, list[int]]) -> list[int]:
    if depth == 0:
        return []
    key = model.state(), depth
    if key not in known:
        moves = model.legal_moves()
        leaves = [len(moves)] + [0] * (depth - 1)
        for move in moves:
            model.play(move)
            for level, count in enumerate(_count(model, depth - 1, known), start=1):
                leaves[level] += count
            model.undo()
        known[key] = leaves
    return known[key]


def _search(model: Model, plies: int | None, known: Known) -> Verdict:
    """The verdict within so many plies (None: no bound); what lies beyond counts as a draw."""
    over = _verdict_if_over(model)
    if over is not None:
        return over
    if plies == 0:
        return Verdict("draw", None, frozenset())
    key = (model.state(), plies)
    if key not in known:
        left = None if plies is None else plies - 1
        known[key] = _choose(_replies(model, left, known))
    return known[key]


def _verdict_if_over(model: Model) -> Verdict | None:
    ending = model.ending()
    if ending is None:
        return None
    if ending.winner is None:
        return Verdict("draw", None, frozenset())
    return Verdict("win" if ending.winner == model.turn else "loss", 0, frozenset())


def _replies(model: Model, plies: int | None, known: Known) -> dict[str, Verdict]:
    """What each move leaves to the other side."""
    replies = {}
    for move in model.legal_moves():
        model.play(move)
        replies[move] = _search(model, plies, known)
        model.undo()
    return replies


def _choose(replies: dict[str, Verdict]) -> Verdict:
    """The shortest win, else a draw, else the longest loss."""
    wins = _distances(replies, "loss")
    if wins:
        return _verdict_at("win", min(wins.values()), wins)
    draws = frozenset(move for move, reply in replies.items() if reply.value == "draw")
    if draws:
        return Verdict("draw", None, draws)
    losses = _distances(replies, "win")
    return _verdict_at("loss", max(losses.values()), losses)


def _distances(replies: dict[str, Verdict], value: str) -> dict[str, int]:
    """The length of the game by each move that leaves the other side this value."""
    return {
        move: reply.distance + 1
        for move, reply in replies.items()
        if reply.value == value and reply.distance is not None
    }


def _verdict_at(value: str, distance: int, distances: dict[str, int]) -> Verdict:
    best = frozenset(move for move, length in distances.items() if length == distance)
    return Verdict(value, distance, best)
