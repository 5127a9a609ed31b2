"""The evaluation chart of a game as SVG: whose each position was, and where the mistakes were made."""

from __future__ import annotations

from html import escape
from typing import Final

from plyground.mistakes import GameReport
from plyground.words import first_share, score_words

HEIGHT: Final = 180
TOP: Final = 40
LEFT: Final = 64
WIDEST: Final = 28
ROOM: Final = 640
"""Pixels for all positions, if there are many."""
COLOURS: Final = {"blunder": "#b3261e", "mistake": "#d98300", "inaccuracy": "#c9b400"}
TEXT: Final = 'font-family="sans-serif" font-size="12"'


def draw_report(report: GameReport) -> str:
    """A bar for each position, as high as the share of the side that began; a proven one is darker."""
    count = len(report.board.history) + 1
    step = max(3.0, min(float(WIDEST), ROOM / count))
    width, height = max(420, round(LEFT + step * count + 24)), TOP + HEIGHT + 56
    first, second = report.board.game.players
    title = f"{report.board.game.full_name}: {report.summary}"
    middle = TOP + HEIGHT / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="24" {TEXT} font-weight="bold" fill="#222">{escape(title)}</text>',
        f'<rect x="{LEFT}" y="{TOP}" width="{step * count:.1f}" height="{HEIGHT}" fill="#3f4652"/>',
        *(
            f'<text x="{LEFT - 8}" y="{y}" {TEXT} text-anchor="end" fill="#222">{escape(player)}</text>'
            for player, y in ((second, TOP + 12), (first, TOP + HEIGHT - 4))
        ),
    ]
    parts += _bars(report, step)
    parts.append(f'<path d="M{LEFT} {middle}h{step * count:.1f}" stroke="#888" stroke-dasharray="4 3"/>')
    parts += _mistakes(report, step)
    parts += _numbers(count, step)
    parts += _legend(report, TOP + HEIGHT + 44)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bars(report: GameReport, step: float) -> list[str]:
    """The share of the side that began, position by position."""
    bars = []
    board = report.board.copy()
    while board.history:
        board.pop()
    for value in report.values:
        while len(board.history) < value.ply:
            board.push(report.board.history[len(board.history)])
        share = first_share(value.score, value.turn)
        words = board.caption if board.is_over else score_words(board, value.score)
        high = HEIGHT * share
        bars.append(
            f'<rect x="{LEFT + step * value.ply:.1f}" y="{TOP + HEIGHT - high:.1f}" width="{step:.1f}" '
            f'height="{high:.1f}" fill="{"#f0c987" if value.score.is_proven else "#f7e6c8"}">'
            f"<title>after {value.ply} moves: {escape(words)}</title></rect>"
        )
    return bars


def _mistakes(report: GameReport, step: float) -> list[str]:
    """A dot on the position after each mistake."""
    return [
        f'<circle cx="{LEFT + step * (mistake.ply + 1.5):.1f}" cy="{TOP + HEIGHT / 2:g}" '
        f'r="{min(6.0, step / 2):g}" fill="{COLOURS[mistake.kind]}" stroke="#fff">'
        f"<title>{escape(mistake.sentence)}</title></circle>"
        for mistake in report.mistakes
    ]


def _numbers(count: int, step: float) -> list[str]:
    """How many moves were made, below every fifth position or fewer."""
    every = 5 if step * 5 >= 24 else 20
    return [
        f'<text x="{LEFT + step * (ply + 0.5):.1f}" y="{TOP + HEIGHT + 16}" {TEXT} text-anchor="middle" '
        f'fill="#444">{ply}</text>'
        for ply in range(0, count, every)
    ]


def _legend(report: GameReport, y: float) -> list[str]:
    """What the colours mean: those that occur."""
    kinds = {mistake.kind for mistake in report.mistakes}
    proven = any(value.score.is_proven for value in report.values)
    guessed = any(not value.score.is_proven for value in report.values)
    entries = [("#f0c987", "proven")] * proven + [("#f7e6c8", "estimated")] * guessed
    entries += [(colour, kind) for kind, colour in COLOURS.items() if kind in kinds]
    parts, x = [], float(LEFT)
    for colour, word in entries:
        parts.append(
            f'<circle cx="{x + 5:g}" cy="{y - 4:g}" r="5" fill="{colour}" stroke="#888"/>'
            f'<text x="{x + 15:g}" y="{y:g}" {TEXT} fill="#222">{word}</text>'
        )
        x += 30 + 7 * len(word)
    return parts
