"""Verdicts and how far they have come, in words."""

from __future__ import annotations

import shutil

from plyground.board import Board
from plyground.memory import memory_used
from plyground.progress import Progress
from plyground.score import Score
from plyground.solver.verdict import MoveVerdict, Verdict

LONGEST_LINE = 40
"""A line of more moves is cut off when it is told to people; JSON has the whole."""


def verdict_text(board: Board, verdict: Verdict) -> str:
    """Everything that was found out about a position."""
    lines = [str(board)]
    if verdict.how == "rules":
        return "\n".join(lines)
    lines.append(sentence(board, verdict.score))
    if verdict.line:
        shown = " ".join(verdict.line[:LONGEST_LINE])
        lines.append(f"line: {shown}{' ...' if len(verdict.line) > LONGEST_LINE else ''}")
    lines += move_lines(verdict.moves)
    lines.append(f"{verdict.nodes:,} positions in {verdict.seconds:.2f} s, by {verdict.how}")
    return "\n".join(lines)


def sentence(board: Board, score: Score) -> str:
    """The result in one sentence; what is not proven is not told as if it were.

    >>> sentence(Board("noughts"), Score(value="loss", distance=8, exact=False))
    'Proven: O wins within 8 plies; the exact distance is not known.'
    """
    mover, other = board.player, board.game.players[1 - board.turn]
    if score.value is None:
        estimate = f" The search so far says {score} for {mover}." if score.estimate else ""
        return f"Not proven: time or memory did not suffice.{estimate}"
    if score.value == "draw":
        return "Proven: a draw."
    winner = mover if score.value == "win" else other
    winner = winner[:1].upper() + winner[1:] if winner.islower() else winner
    plies = "1 ply" if score.distance == 1 else f"{score.distance} plies"
    if score.exact:
        return f"Proven: {winner} wins in {plies}."
    return f"Proven: {winner} wins within {plies}; the exact distance is not known."


def move_lines(moves: tuple[MoveVerdict, ...]) -> list[str]:
    """Moves with the same value on a line, best first."""
    values: dict[str, list[str]] = {}
    for each in moves:
        values.setdefault(value_words(each.score), []).append(each.move)
    width = max((len(value) for value in values), default=0)
    return [f"{value.ljust(width)}  {' '.join(names)}" for value, names in values.items()]


def value_words(score: Score | None) -> str:
    """What a move is worth."""
    if score is None:
        return "not proven"
    return str(score)


def progress_line(progress: Progress) -> str:
    """How far a proof has come, on one line that fits the terminal."""
    parts = [progress.what]
    if progress.known:
        parts.append(f"{progress.settled:,} of {progress.known:,} settled")
    elif progress.settled:
        parts.append(f"{progress.settled:,} settled")
    if progress.nodes:
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        parts.append(f"{progress.nodes:,} positions, {speed:,.0f}/s")
    if progress.fill is not None:
        parts.append(f"table {progress.fill:.0%} full")
    if progress.score is not None:
        parts.append(value_words(progress.score))
    parts.append(f"{memory_used() / 1e6:,.0f} MB, {progress.seconds:.1f} s")
    return ", ".join(parts)[: shutil.get_terminal_size().columns - 1]
