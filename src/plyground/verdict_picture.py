"""A board with every move coloured by its value and marked with its distance, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from plyground.board import Board
from plyground.drawing import CELL, MARGIN, draw_svg
from plyground.errors import PlygroundError
from plyground.files import save_file
from plyground.score import Score
from plyground.solver.verdict import MoveVerdict, Verdict
from plyground.words import move_score_text, score_sentence

STYLE: Final = """
.plyground .worth { stroke: #ffffff; stroke-width: 2; }
.plyground .win { fill: #bfe3bf; }
.plyground .draw { fill: #f3e3a6; }
.plyground .loss { fill: #efc0b8; }
.plyground .open { fill: #e4e2dd; }
.plyground .distance { fill: #2b2a28; font-size: 17px; font-weight: 600; }
.plyground .count { fill: #55524c; font-size: 9px; }
.plyground .legend { fill: #2b2a28; font-size: 12px; text-anchor: start; }
""".strip()
WORDS: Final = {"win": "wins", "draw": "draws", "loss": "loses", "open": "not proven"}
FOOT: Final = 30


class CellVerdict(NamedTuple):
    """A cell that moves end on, with the best of them."""

    cell: str
    kind: str
    label: str
    share: str
    title: str


def write_picture(board: Board, verdict: Verdict, path: Path) -> None:
    """Put the picture of a verdict into a file."""
    save_file(path, draw_verdict(board, verdict).encode())


def draw_result(verdict: Verdict) -> str:
    """The picture of a verdict that knows its board; without values of moves, with the best move alone."""
    board = verdict.board
    if board is None:
        raise PlygroundError("this verdict has no board to draw; solve() gives one that has")
    if not verdict.moves and verdict.line:
        verdict = replace(verdict, moves=(MoveVerdict(verdict.line[0], verdict.score),))
    return draw_verdict(board, verdict)


def draw_verdict(board: Board, verdict: Verdict) -> str:
    """The board as an SVG document: a cell has the colour of the best move that ends on it."""
    shown = board.game.picture(board.position)
    places = {
        f"{column}{shown.joint}{row}": (MARGIN + x * CELL, MARGIN + y * CELL)
        for x, column in enumerate(shown.columns)
        for y, row in enumerate(reversed(shown.rows))
    }
    cells = cell_verdicts(board, verdict.moves)
    plain = draw_svg(shown, title=f"{board.game.full_name}: {score_sentence(board, verdict.score)}")
    width = len(shown.columns) * CELL + 2 * MARGIN
    height = len(shown.rows) * CELL + 2 * MARGIN
    parts = [f"<style>{STYLE}</style>"]
    parts += [draw_cell(cell, *places[cell.cell]) for cell in cells if cell.cell in places]
    parts += draw_legend([cell.kind for cell in cells], height + 4)
    taller = plain.replace(
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f'viewBox="0 0 {width} {height + FOOT}" width="{width}" height="{height + FOOT}"',
    ).replace(
        f'class="paper" x="0" y="0" width="{width}" height="{height}"',
        f'class="paper" x="0" y="0" width="{width}" height="{height + FOOT}"',
    )
    return taller.replace("</svg>", "\n".join([*parts, "</svg>"])) + "\n"


def cell_verdicts(board: Board, moves: Sequence[MoveVerdict]) -> list[CellVerdict]:
    """What there is to say of each cell that moves end on."""
    ending: dict[str, list[MoveVerdict]] = {}
    for each in moves:
        number = board.game.parse(board.position, each.move)
        ending.setdefault(board.cells_of(number)[-1], []).append(each)
    return [best_on_cell(cell, several) for cell, several in ending.items()]


def best_on_cell(cell: str, moves: list[MoveVerdict]) -> CellVerdict:
    """The best of the moves that end on a cell, and how many are as good."""
    best = moves[0].score
    equal = [each for each in moves if each.score == best]
    count = "" if len(moves) == 1 else f"{len(equal)} of {len(moves)}"
    title = "; ".join(f"{each.move} {move_score_text(each.score)}" for each in moves)
    kind = best.value if best is not None and best.value is not None else "open"
    return CellVerdict(cell, kind, cell_label(best), count, title)


def cell_label(score: Score | None) -> str:
    """What is written on a cell: the distance, `=` for a draw, `?` for what is not proven.

    >>> cell_label(Score(value="win", distance=5)), cell_label(Score(value="loss", distance=15, exact=False))
    ('5', '≤15')
    """
    if score is None or score.value is None:
        return "?"
    if score.value == "draw":
        return "="
    return f"{'' if score.exact else '≤'}{score.distance}"


def draw_cell(cell: CellVerdict, x: float, y: float) -> str:
    """One coloured cell."""
    middle = y + CELL / 2 - (5 if cell.share else 0)
    count = (
        f'<text class="count" x="{x + CELL / 2:g}" y="{y + CELL - 11:g}">{cell.share}</text>'
        if cell.share
        else ""
    )
    return (
        f'<g><title>{escape(cell.title)}</title><rect class="worth {cell.kind}" x="{x + 2:g}" y="{y + 2:g}" '
        f'width="{CELL - 4}" height="{CELL - 4}" rx="6"/>'
        f'<text class="distance" x="{x + CELL / 2:g}" y="{middle:g}">{cell.label}</text>{count}</g>'
    )


def draw_legend(kinds: list[str], top: float) -> list[str]:
    """What the colours mean: those that occur."""
    parts = []
    x = float(MARGIN)
    for kind in (kind for kind in WORDS if kind in kinds):
        parts.append(
            f'<rect class="worth {kind}" x="{x:g}" y="{top:g}" width="14" height="14" rx="3"/>'
            f'<text class="legend" x="{x + 19:g}" y="{top + 7:g}">{WORDS[kind]}</text>'
        )
        x += 19 + 7 * len(WORDS[kind]) + 14
    return parts
