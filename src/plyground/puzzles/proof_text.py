"""The whole proof of a puzzle, as text: every reply and what wins after it, or what every move is worth."""

from __future__ import annotations

import threading
from typing import Final

from plyground.board import Board
from plyground.explain.judge import Judge
from plyground.puzzles.move_values import MoveValues, TooHard, Valuer
from plyground.puzzles.puzzle import Puzzle
from plyground.words import line_text

MOST_LINES: Final = 80
MOST_NAMED: Final = 8
"""Replies that a line names one by one."""


def proof_text_within(judge: Judge, puzzle: Puzzle, seconds: float) -> str:
    """The same as `proof_text`, or only the solution if that takes longer: then the judge is stopped."""
    judge.prepare()
    timer = threading.Timer(seconds, judge.stop)
    timer.daemon = True
    timer.start()
    try:
        return proof_text(judge, puzzle)
    finally:
        timer.cancel()


def proof_text(judge: Judge, puzzle: Puzzle) -> str:
    """Why the solution of a puzzle is right."""
    judge.prepare()
    valuer = Valuer(judge)
    board = puzzle.board()
    try:
        values = valuer.values(board, puzzle.within)
        if puzzle.kind in ("win", "exists") and puzzle.steps:
            lines = [f"{puzzle.solution[0]} wins in {puzzle.plies} plies:"]
            board.push(puzzle.solution[0])
            _add_replies(valuer, values, board, lines, 1)
        else:
            lines = _values_lines(values)
    except TooHard:
        answer = f"line: {line_text(puzzle.solution)}" if puzzle.solution else "there is no win"
        lines = [f"too hard to prove here; {answer}"]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more lines"]
    return "\n".join(lines)


def _add_replies(valuer: Valuer, first: MoveValues, board: Board, lines: list[str], depth: int) -> None:
    """A line for each answer, with the replies after which it wins; then what follows it."""
    if board.is_over or len(lines) > MOST_LINES:
        return
    indent = "  " * depth
    groups: dict[str, list[str]] = {}
    for reply in board.legal_moves:
        after = board.copy()
        after.push(reply)
        if outcome := after.outcome:
            if outcome.winner != after.player:
                raise TooHard  # the puzzle is wrong: whoever imports one vouches for it
            groups.setdefault("", []).append(reply)
            continue
        values = valuer.values_like(first, after)
        answer = next((known for known in groups if known in values.shortest_wins), values.shortest_wins[0])
        groups.setdefault(answer, []).append(reply)
    for answer, replies in groups.items():
        some = ", ".join(replies[:MOST_NAMED])
        more = f" and {len(replies) - MOST_NAMED} more" if len(replies) > MOST_NAMED else ""
        if not answer:
            lines.append(f"{indent}{some}{more}: loses at once")
            continue
        after = board.copy()
        after.push(replies[0])
        after.push(answer)
        lines.append(f"{indent}{some}{more}: {answer}{' wins' if after.is_over else ''}")
        if not after.is_over:
            for reply in replies:
                deeper = board.copy()
                deeper.push(reply)
                deeper.push(answer)
                if len(replies) > 1:
                    lines.append(f"{indent}  after {reply} {answer}:")
                _add_replies(valuer, first, deeper, lines, depth + 2)


def _values_lines(values: MoveValues) -> list[str]:
    """Moves with the same value on a line, the best first."""
    groups: dict[str, list[str]] = {}
    order: dict[str, int] = {}
    for move, score in values.scores.items():
        text = f"open after {values.within} plies" if score is None else str(score)
        groups.setdefault(text, []).append(move)
        order[text] = 0 if score is None else score.rank
    width = max(map(len, groups))
    return [
        f"{text.ljust(width)}  {' '.join(groups[text])}" for text in sorted(groups, key=lambda t: -order[t])
    ]
