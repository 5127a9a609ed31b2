"""The ratings as a picture: a dot for each player, best on top, with the interval that holds it with 95 %."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from plyground.arena.standings import Standings
from plyground.arena.tournament import TournamentState
from plyground.tournament_report import title

ROW = 28
TOP = 44
LEFT_MOST = 320
WIDTH = 560
RIGHT = 110
TEXT = 'font-family="sans-serif" font-size="13"'


def draw_state(state: TournamentState) -> str:
    """The ratings of a tournament as it stands."""
    return ratings_svg(state.standings, title(state))


def ratings_svg(standings: Standings, heading: str) -> str:
    """An SVG document."""
    ratings = standings.ratings
    order = standings.order
    spans = [
        (ratings.elo[index] - ratings.error(index), ratings.elo[index] + ratings.error(index))
        for index in order
    ]
    step = tick_step(min(low for low, _ in spans), max(high for _, high in spans))
    low = step * math.floor(min(low for low, _ in spans) / step)
    high = max(low + step, step * math.ceil(max(high for _, high in spans) / step))
    names = [shorten_name(standings.players[index]) for index in order]
    left = min(LEFT_MOST, 24 + 8 * max(len(name) for name in names))
    bottom = TOP + ROW * len(order)

    def across(elo: float) -> float:
        return round(left + WIDTH * (elo - low) / (high - low), 1)

    width, height = left + WIDTH + RIGHT, bottom + 48
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">',
        f"<title>{escape(heading)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="26" {TEXT} font-weight="bold" fill="#222">{escape(heading)}</text>',
    ]
    for tick in range(round((high - low) / step) + 1):
        elo = low + tick * step
        x = across(elo)
        colour = "#888" if elo == 0 else "#ddd"
        parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{bottom}" stroke="{colour}"/>')
        mark = f"{elo:+.0f}" if elo else "0"
        parts.append(f'<text x="{x}" y="{bottom + 18}" {TEXT} text-anchor="middle" fill="#444">{mark}</text>')
    parts.append(
        f'<text x="{left + WIDTH / 2:.0f}" y="{bottom + 38}" {TEXT} text-anchor="middle" fill="#444">'
        "Elo, with intervals of 95 %</text>"
    )
    for rank, (index, name, span) in enumerate(zip(order, names, spans, strict=True)):
        y = TOP + ROW * rank + ROW / 2
        start, end = across(span[0]), across(span[1])
        parts += [
            f'<text x="{left - 12}" y="{y + 4}" {TEXT} text-anchor="end" fill="#222">{escape(name)}</text>',
            f'<path d="M{start} {y}H{end}M{start} {y - 5}V{y + 5}M{end} {y - 5}V{y + 5}" stroke="#369" '
            'stroke-width="1.5" fill="none"/>',
            f'<circle cx="{across(ratings.elo[index])}" cy="{y}" r="4.5" fill="#247"/>',
            f'<text x="{left + WIDTH + 12}" y="{y + 4}" {TEXT} fill="#222">'
            f"{ratings.elo[index]:+.0f} ±{ratings.error(index):.0f}</text>",
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def tick_step(low: float, high: float) -> float:
    """A round distance between marks, such that there are few of them.

    >>> tick_step(-120, 340), tick_step(0, 0)
    (100, 1)
    """
    rough = max(high - low, 1.0) / 6
    power = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def shorten_name(name: str) -> str:
    """A name that fits beside the picture; the end of a long one says more than its middle."""
    return name if len(name) <= 36 else f"{name[:14]}…{name[-21:]}"
