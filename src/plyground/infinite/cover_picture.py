"""The first replies as a picture: the plane around the first stone, as text and as SVG."""

from __future__ import annotations

from typing import Final

from plyground.infinite.cover import Cover, ReplyState

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
    reach = cover.radius
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
            state = cover.state_of((x, y))
            parts.append(
                f'<rect x="{left + 0.5}" y="{top + 0.5}" width="{SIDE - 1}" height="{SIDE - 1}" '
                f'fill="{COLOURS[state]}"><title>{x},{y}: {state.value}</title></rect>'
            )
    for number, (state, colour) in enumerate(COLOURS.items()):
        left, top = 6 + number % 2 * size // 2, size + 14 + number // 2 * 22
        parts.append(f'<rect x="{left}" y="{top}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{left + 18}" y="{top + 11}" font-size="13">{state.value}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
