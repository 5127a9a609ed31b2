"""The first replies as a picture: the plane around the first stone, as text and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from plyground.infinite.cover import Cover, ReplyState
from plyground.infinite.prover import Point
from plyground.verify.endless_cover import representative

MARKS: Final = {
    ReplyState.PROVEN: "#",
    ReplyState.UNDER_WAY: "+",
    ReplyState.OPEN: ".",
    ReplyState.COVERED: "~",
}
COLOURS: Final = {
    ReplyState.PROVEN: "#2a7f4f",
    ReplyState.UNDER_WAY: "#d99a1c",
    ReplyState.OPEN: "#e6e2da",
    ReplyState.COVERED: "#a9cfe8",
}
SIDE: Final = 14


def cover_text(cover: Cover) -> str:
    """The plane around the first stone, a mark for each first reply."""
    reach = cover.radius
    rows = []
    for y in range(reach, -reach - 1, -1):
        marks = ["X" if (x, y) == (0, 0) else MARKS[cover.state_of((x, y))] for x in range(-reach, reach + 1)]
        rows.append(f"{y if y % 4 == 0 else '':>4} " + " ".join(marks))
    ticks = [x if x % 4 == 0 else None for x in range(-reach, reach + 1)]
    axis = "".join("  " if tick is None else f"{tick:<2}"[:2] if tick >= 0 else "  " for tick in ticks)
    legend = ", ".join(f"{MARKS[state]} {state.value}" for state in MARKS)
    return "\n".join([*rows, " " * 5 + axis.rstrip(), f"X the first stone; {legend}"])


def cover_svg(cover: Cover) -> str:
    """The same as an SVG."""

    def draw(point: Point) -> PlaneCell:
        state = cover.state_of(point)
        return PlaneCell(COLOURS[state], state.value)

    legend = [(colour, state.value) for state, colour in COLOURS.items()]
    return plane_svg(cover.radius, draw, legend)


def depth_svg(moves: Mapping[Point, int]) -> str:
    """How many more stones the attacker needs at most after each first reply, one of each class, as an SVG.

    >>> depth_svg({(0, 1): 24, (1, 1): 22}).count("<title>1,-1: 22 stones at most</title>")
    1
    """
    low, high = min(moves.values()), max(moves.values())

    def draw(point: Point) -> PlaneCell:
        depth = moves.get(representative(point))
        if depth is None:
            return PlaneCell(COLOURS[ReplyState.COVERED], ReplyState.COVERED.value)
        return PlaneCell(depth_colour(depth, low, high), f"{depth} stones at most", str(depth))

    legend = [
        (depth_colour(low, low, high), f"{low} more stones at most"),
        (COLOURS[ReplyState.COVERED], ReplyState.COVERED.value),
        (depth_colour(high, low, high), f"{high} more stones at most"),
    ]
    return plane_svg(max(map(max, moves)), draw, legend)


def depth_colour(depth: int, low: int, high: int) -> str:
    """From light to dark.

    >>> depth_colour(20, 20, 24), depth_colour(24, 20, 24)
    ('hsl(150 45% 88%)', 'hsl(150 45% 48%)')
    """
    return f"hsl(150 45% {88 - 40 * (depth - low) // max(1, high - low)}%)"


@dataclass(frozen=True)
class PlaneCell:
    """How a cell of the plane looks."""

    colour: str
    title: str
    label: str = ""


def plane_svg(reach: int, draw: Callable[[Point], PlaneCell], legend: Sequence[tuple[str, str]]) -> str:
    """The plane around the first stone, with what the colours mean below it."""
    size = (2 * reach + 1) * SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size + 60}" font-family="sans-serif">',
        f'<rect width="{size}" height="{size + 60}" fill="#fff"/>',
    ]
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            left, top = (x + reach) * SIDE, (reach - y) * SIDE
            if (x, y) == (0, 0):
                middle = f'cx="{left + SIDE / 2}" cy="{top + SIDE / 2}"'
                parts.append(f'<circle {middle} r="{SIDE / 2 - 1}" fill="#222"/>')
                continue
            cell = draw((x, y))
            parts.append(
                f'<rect x="{left + 0.5}" y="{top + 0.5}" width="{SIDE - 1}" height="{SIDE - 1}" '
                f'fill="{cell.colour}"><title>{x},{y}: {cell.title}</title></rect>'
            )
            if cell.label:
                place = f'x="{left + SIDE / 2}" y="{top + SIDE - 4}"'
                parts.append(f'<text {place} font-size="8" text-anchor="middle">{cell.label}</text>')
    for number, (colour, words) in enumerate(legend):
        left, top = 6 + number % 2 * size // 2, size + 14 + number // 2 * 22
        parts.append(f'<rect x="{left}" y="{top}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{left + 18}" y="{top + 11}" font-size="13">{words}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
