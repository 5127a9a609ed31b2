"""The evaluation chart: how each position of a game stood, as bars of characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

STEPS: Final = " ▁▂▃▄▅▆▇█"
ASCII_STEPS: Final = "    #####"
WIDEST: Final = 4
"""Characters of a bar at most, with the gap after it."""
LABEL_EVERY: Final = 5


def draw_chart(
    shares: Sequence[float | None],
    players: tuple[str, str],
    *,
    width: int,
    height: int,
    marks: Mapping[int, str] | None = None,
    ascii_only: bool = False,
) -> list[str]:
    """A bar for each position, as high as the share of the side that begins; unknown ones are empty.

    `marks` are characters below single positions, such as `?` for a mistake. The last line counts the moves.
    If there are more positions than characters, some are left out, first those without a mark.

    >>> shares = [0.5, 0.75, 1.0, None]
    >>> print(*draw_chart(shares, ("X", "O"), width=20, height=2, marks={2: "?"}, ascii_only=True), sep="\\n")
    X |    ### ###
    O |### ### ###
      |        ?
       0
    """
    marks = marks or {}
    margin = max(len(player) for player in players)
    room = max(4, width - margin - 2)
    shown = _positions(len(shares), room, marks)
    wide = max(1, min(WIDEST, room // max(1, len(shown))))
    bar = max(1, wide - 1)
    corner = "|" if ascii_only else "│"
    lines = []
    for row in reversed(range(height)):
        label = players[0] if row == height - 1 else players[1] if row == 0 else ""
        bars = (_part(shares[ply], row, height, ascii_only=ascii_only) * bar for ply in shown)
        lines.append(f"{label:<{margin}} {corner}{_join(bars, wide)}".rstrip())
    lines.append(f"{'':<{margin}} {corner}{_join((marks.get(ply, ' ')[0] for ply in shown), wide)}".rstrip())
    return [*lines, f"{'':<{margin}}  {_numbers(shown, wide)}".rstrip()]


def _positions(count: int, room: int, marks: Mapping[int, str]) -> list[int]:
    """The positions for which there is room, evenly, those with a mark before their neighbours."""
    if count <= room:
        return [*range(count)]
    shown = []
    for slot in range(room):
        first, end = slot * count // room, (slot + 1) * count // room
        shown.append(next((ply for ply in range(first, end) if ply in marks), end - 1))
    return shown


def _part(share: float | None, row: int, height: int, *, ascii_only: bool) -> str:
    """What a bar fills of one line."""
    steps = ASCII_STEPS if ascii_only else STEPS
    if share is None:
        return " "
    filled = min(1.0, max(0.0, share * height - row))
    return steps[round(filled * (len(steps) - 1))]


def _join(parts: Iterable[str], wide: int) -> str:
    return "".join(part.ljust(wide) for part in parts)


def _numbers(shown: Sequence[int], wide: int) -> str:
    line = ""
    for slot, ply in enumerate(shown):
        if ply % LABEL_EVERY == 0 and len(line) <= slot * wide:
            line = line.ljust(slot * wide) + str(ply)
    return line
