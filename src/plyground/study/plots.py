"""Plots as SVG. Colours are classes, so that the page around them decides how they look in light and dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, NamedTuple

from plyground.study.intervals import Interval

WIDTH: Final = 560
LEFT: Final = 56
RIGHT: Final = 16
TOP: Final = 14
BOTTOM: Final = 40
ROW: Final = 30
NOTES: Final = 150
EDGE: Final = 26
"""What is left free on the right: for notes, or for half of a label."""


class Dot(NamedTuple):
    """A value with its interval in a row of a dot plot."""

    label: str
    value: Interval
    note: str = ""
    kind: str = ""
    """A class of its own, such as `weak` for what is not certain."""


def svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """A picture as wide as the page allows."""
    return (
        f'<svg class="plot" viewBox="0 0 {width:g} {height:g}" role="img" style="max-width:{width:g}px">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """A few words at a place."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def dot_plot(
    title: str,
    rows: Sequence[Dot],
    ticks: Sequence[tuple[float, str]],
    *,
    middle: float | None = None,
    names: int = 130,
) -> str:
    """A dot with its interval for each row, over a common scale."""
    low, high = ticks[0][0], ticks[-1][0]
    notes = NOTES if any(row.note for row in rows) else EDGE
    bottom = TOP + ROW * len(rows)

    def across(value: float) -> float:
        inside = min(max(value, low), high)
        return names + (WIDTH - names - notes) * (inside - low) / (high - low)

    parts = []
    for value, label in ticks:
        kind = "axis" if value == middle else "grid"
        parts.append(f'<path class="{kind}" d="M{across(value):.1f} {TOP}V{bottom}"/>')
        parts.append(text(across(value), bottom + 16, label, "tick mid"))
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        start, end = across(row.value.low), across(row.value.high)
        parts.append(text(names - 12, y + 4, row.label, "name end"))
        parts.append(
            f'<path class="whisker {row.kind}" d="M{start:.1f} {y:g}H{end:.1f}'
            f'M{start:.1f} {y - 5:g}v10M{end:.1f} {y - 5:g}v10"/>'
        )
        parts.append(f'<circle class="dot {row.kind}" cx="{across(row.value.value):.1f}" cy="{y:g}" r="5"/>')
        if row.note:
            parts.append(text(WIDTH - notes + 10, y + 4, row.note, "name"))
    return svg(WIDTH, bottom + 26, title, parts)


def histogram(title: str, counts: Sequence[tuple[str, float]], words: str) -> str:
    """A bar for each class, with a label below every few of them."""
    height = 190
    most = max(count for _, count in counts) or 1
    bottom = height - BOTTOM
    step = (WIDTH - LEFT - RIGHT) / len(counts)
    every = max(1, round(len(counts) / 12))
    parts = [f'<line class="axis" x1="{LEFT}" y1="{bottom}" x2="{WIDTH - RIGHT}" y2="{bottom}"/>']
    for number, (label, count) in enumerate(counts):
        tall = (bottom - TOP) * count / most
        x = LEFT + number * step
        parts.append(
            f'<g><title>{escape(label)}: {count:g}</title><rect class="bar" x="{x + step * 0.08:.1f}" '
            f'y="{bottom - tall:.1f}" width="{step * 0.84:.1f}" height="{tall:.1f}" rx="2"/></g>'
        )
        if number % every == 0:
            parts.append(text(x + step / 2, bottom + 15, label, "tick mid"))
    parts.append(text(LEFT - 8, TOP + 8, f"{most:g}", "tick end"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, height - 6, words, "tick mid"))
    return svg(WIDTH, height, title, parts)


def band_plot(
    title: str,
    curve: Sequence[Interval],
    words: str,
    *,
    high: float = 1.0,
    ticks: Sequence[tuple[float, str]] = ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")),
    ends: tuple[str, str] = ("", ""),
) -> str:
    """A curve with a band around it that is its interval."""
    height = 210
    bottom = height - BOTTOM

    def across(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, len(curve) - 1)

    def up(value: float) -> float:
        return bottom - (bottom - TOP) * min(max(value, 0.0), high) / high

    parts = []
    for value, label in ticks:
        parts.append(
            f'<line class="grid" x1="{LEFT}" y1="{up(value):.1f}" x2="{WIDTH - RIGHT}" y2="{up(value):.1f}"/>'
        )
        parts.append(text(LEFT - 8, up(value) + 4, label, "tick end"))
    above = [f"{across(number):.1f} {up(each.high):.1f}" for number, each in enumerate(curve)]
    below = [f"{across(number):.1f} {up(each.low):.1f}" for number, each in enumerate(curve)]
    parts.append(f'<path class="band" d="M{"L".join([*above, *reversed(below)])}Z"/>')
    parts.append(_curve([(across(number), up(each.value)) for number, each in enumerate(curve)]))
    for label, x, kind in ((ends[0], LEFT, "tick"), (ends[1], WIDTH - RIGHT, "tick end")):
        parts.append(text(x, bottom + 16, label, kind))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, height - 6, words, "tick mid"))
    return svg(WIDTH, height, title, parts)


def score_curve(title: str, values: Sequence[float], begin: int, plies: int) -> str:
    """What the first player could expect after each move of one game; a cursor can be moved over it."""
    height = 92
    bottom = height - 20

    def across(ply: float) -> float:
        return 8 + (WIDTH - 16) * ply / max(1, plies)

    def up(value: float) -> float:
        return bottom - (bottom - 8) * value

    points = [(across(begin + number), up(value)) for number, value in enumerate(values)]
    area = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    first, last = points[0][0], points[-1][0]
    parts = [
        f'<rect class="ground" x="8" y="8" width="{WIDTH - 16}" height="{bottom - 8}"/>',
        f'<path class="band" d="M{first:.1f} {bottom}L{area}L{last:.1f} {bottom}Z"/>',
        f'<line class="axis" x1="8" y1="{up(0.5):g}" x2="{WIDTH - 8}" y2="{up(0.5):g}"/>',
        _curve(points),
        f'<line class="cursor" x1="{across(plies):.1f}" y1="4" x2="{across(plies):.1f}" y2="{bottom + 4}" '
        f'data-left="8" data-step="{(WIDTH - 16) / max(1, plies):.4f}"/>',
        text(8, height - 4, "start", "tick"),
        text(WIDTH - 8, height - 4, f"ply {plies}", "tick end"),
    ]
    return svg(WIDTH, height, title, parts)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    return f'<path class="curve" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'


class Point(NamedTuple):
    """A game in a scatter plot."""

    label: str
    x: Interval
    y: Interval
    size: float
    """The radius of its dot."""
    is_marked: bool


def scatter_plot(title: str, points: Sequence[Point], words: tuple[str, str]) -> str:
    """Games by two shares, with their intervals as crosses."""
    size = 400
    bottom = size - BOTTOM

    def across(value: float) -> float:
        return LEFT + (WIDTH - LEFT - EDGE) * min(max(value, 0.0), 1.0)

    def up(value: float) -> float:
        return bottom - (bottom - TOP) * min(max(value, 0.0), 1.0)

    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        label = f"{100 * tick:.0f} %"
        parts += [
            f'<line class="grid" x1="{LEFT}" y1="{up(tick):.1f}" x2="{WIDTH - RIGHT}" y2="{up(tick):.1f}"/>',
            f'<line class="grid" x1="{across(tick):.1f}" y1="{TOP}" x2="{across(tick):.1f}" y2="{bottom}"/>',
            text(LEFT - 8, up(tick) + 4, label, "tick end"),
            text(across(tick), bottom + 16, label, "tick mid"),
        ]
    taken: list[tuple[float, float]] = []
    for point in sorted(points, key=lambda each: each.is_marked):
        kind = "front" if point.is_marked else "weak"
        x, y = across(point.x.value), up(point.y.value)
        parts += [
            f'<path class="whisker {kind}" d="M{across(point.x.low):.1f} {y:.1f}H{across(point.x.high):.1f}'
            f'M{x:.1f} {up(point.y.low):.1f}V{up(point.y.high):.1f}"/>',
            f'<g><title>{escape(point.label)}</title><circle class="dot {kind}" cx="{x:.1f}" cy="{y:.1f}" '
            f'r="{point.size:g}"/></g>',
        ]
        beside = y - 6
        while any(abs(x - left) < 150 and abs(beside - above) < 14 for left, above in taken):
            beside += 14
        taken.append((x, beside))
        is_right = x > WIDTH - 130
        place = x - point.size - 4 if is_right else x + point.size + 4
        parts.append(text(place, beside, point.label, f"name {kind}{' end' if is_right else ''}"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, size - 6, words[0], "tick mid"))
    parts.append(text(LEFT, TOP - 3, words[1], "tick"))
    return svg(WIDTH, size, title, parts)


PERCENT: Final = tuple((tick / 4, f"{25 * tick} %") for tick in range(5))


def length_classes(lengths: Sequence[int], most: int = 24) -> list[tuple[str, float]]:
    """How many games have which length; neighbouring lengths are put together where there are many.

    >>> length_classes([5, 5, 7])
    [('5', 2), ('6', 0), ('7', 1)]
    """
    low, high = min(lengths), max(lengths)
    wide = -(-(high - low + 1) // most)
    number: Callable[[int], int] = lambda length: (length - low) // wide  # noqa: E731
    counts = [0] * (number(high) + 1)
    for length in lengths:
        counts[number(length)] += 1
    return [
        (
            f"{low + wide * place}" if wide == 1 else f"{low + wide * place}–{low + wide * place + wide - 1}",
            count,
        )
        for place, count in enumerate(counts)
    ]
