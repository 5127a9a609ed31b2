"""What was learned in pictures: patterns that are worth much or little, and what a lone mark is worth where.

The page is one HTML file with SVG in it that needs nothing from outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

import numpy as np

from plyground.drawing import CELL, MARGIN, draw_svg
from plyground.drawing import STYLE as BOARD_STYLE
from plyground.game import Game
from plyground.game_values import Picture
from plyground.learn.evaluation_file import SCALE
from plyground.learn.kernels import Learned
from plyground.learn.network import Network
from plyground.learn.symmetries import Symmetry
from plyground.learn.training import LearningState

BEST: Final = 8
"""How many of the best and of the worst patterns are shown first."""
BEST_OF_TABLE: Final = 4
"""The same for each shape of windows."""
SELDOM: Final = 0.02
"""A pattern is shown if it was met this often, compared with the one that was met most often in its table."""
STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; width: 9rem; }
figure.wide { width: min(24rem, 100%); }
figure svg { width: 100%; height: auto; border-radius: 6px; }
figcaption { text-align: center; font-variant-numeric: tabular-nums; }
.good { color: #2e7d32; } .bad { color: #c0392b; }
@media (prefers-color-scheme: dark) { .good { color: #81c784; } .bad { color: #ef9a9a; } }
""".strip()
CURVE_WIDTH: Final = 520
CURVE_HEIGHT: Final = 200


class Pattern(NamedTuple):
    """What stands on the cells of a window, its worth to the side to move, and how often it was met."""

    cells: tuple[int, ...]
    marks: tuple[int, ...]
    worth: float
    met: float


def learned_page(network: Network, learned: Learned, states: Sequence[LearningState]) -> str:
    """The page; `states` are how far learning had come when."""
    game = network.game
    title = f"What was learned of {game.full_name}"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}{BOARD_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *_summary(network, states),
        "<h2>A lone mark</h2>",
        f"<p>What a mark {escape(game.mark_texts[0])} alone on its windows adds, if it is the turn of "
        f"{escape(game.players[0])}.</p>",
        f'<figure class="wide">{_lone_mark_map(network, learned)}</figure>',
        *_patterns_of_all(network, learned),
        *_patterns_by_table(network, learned),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _summary(network: Network, states: Sequence[LearningState]) -> Iterator[str]:
    patterns = network.patterns
    yield f"<p>{len(patterns.windows)} windows in {len(patterns.shapes)} tables, "
    yield f"{patterns.weights:,} weights. {escape(symmetry_words(patterns.symmetries))}</p>"
    if states:
        effort, strength = states[-1].effort, states[-1].strength
        yield f"<p>{effort.games:,} games, {effort.positions:,} positions, {effort.seconds:.0f} s. "
        yield f"Against the start, one move ahead: {escape(str(strength))}.</p>"
    if len(states) > 1:
        yield f'<figure class="wide">{_curve(states)}</figure>'
    yield (
        f"<p>Values are in the unit of the evaluation: {SCALE:.0f} are log-odds of 1, about 73 % for an even "
        "game. The patterns of a window are compared with the mean of those that were met. They are seen "
        "from the side to move, here always the one that begins.</p>"
    )


def symmetry_words(symmetries: Sequence[Symmetry]) -> str:
    """Which symmetries a game has, in a sentence.

    >>> symmetry_words([])
    'No symmetries were found.'
    """
    plain = [each.name for each in symmetries[1:] if not each.exchanges]
    exchanged = [each.name.partition(",")[0] for each in symmetries if each.exchanges]
    if exchanged:
        plain.append(f"with the sides exchanged {', '.join(exchanged)}")
    return f"Symmetries found: {', '.join(plain)}." if plain else "No symmetries were found."


def _curve(states: Sequence[LearningState]) -> str:
    """The strength over time, with its interval."""
    longest = max(state.effort.seconds for state in states) or 1.0
    left, top, width, height = 44, 16, CURVE_WIDTH - 60, CURVE_HEIGHT - 52

    def x(seconds: float) -> float:
        return left + width * seconds / longest

    def y(score: float) -> float:
        return top + height * (1.0 - min(1.0, max(0.0, score)))

    lines = "".join(
        f'<path d="M{left} {y(score):g}H{left + width}" stroke="#ccc"/>'
        f'<text x="{left - 6}" y="{y(score) + 4:g}" text-anchor="end">{score:.0%}</text>'
        for score in (0.0, 0.5, 1.0)
    )
    bars = "".join(
        f'<path d="M{x(each.effort.seconds):.1f} {y(each.strength.score - each.strength.error):.1f}'
        f'V{y(each.strength.score + each.strength.error):.1f}" stroke="#9bb8d8" stroke-width="3"/>'
        for each in states
    )
    points = " ".join(f"{x(each.effort.seconds):.1f},{y(each.strength.score):.1f}" for each in states)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12" fill="#444">'
        "<title>The score against the start over time</title>"
        f'<rect width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}" fill="#fff"/>{lines}{bars}'
        f'<polyline points="{points}" fill="none" stroke="#247" stroke-width="2"/>'
        f'<text x="{left}" y="{CURVE_HEIGHT - 20}">0 s</text>'
        f'<text x="{left + width}" y="{CURVE_HEIGHT - 20}" text-anchor="end">{longest:.0f} s</text>'
        f'<text x="{left + width / 2}" y="{CURVE_HEIGHT - 4}" text-anchor="middle">'
        "score against the start, with intervals of 95 %</text></svg>"
    )


# Patterns


def patterns_of_table(network: Network, learned: Learned, table: int) -> list[Pattern]:
    """The patterns of a shape that were met, each of those that are images of each other once, best first."""
    patterns = network.patterns
    shape = patterns.shapes[table]
    start = patterns.offsets[table]
    weight_of = patterns.weight_of[start : start + patterns.base ** len(shape)]
    weights, entries = np.unique(weight_of, return_index=True)
    met = learned.met[weights].astype(np.float64)
    if not met.any():
        return []
    worth = SCALE * learned.weights[weights].astype(np.float64)
    worth -= np.average(worth, weights=met)
    found = [
        Pattern(shape, _digits(int(entry), patterns.base, len(shape)), float(value), float(times))
        for entry, value, times in zip(entries, worth, met, strict=True)
        if times >= SELDOM * met.max()
    ]
    return sorted(found, key=lambda pattern: -pattern.worth)


def _digits(number: int, base: int, length: int) -> tuple[int, ...]:
    return tuple(number // base**place % base for place in range(length))


def worth_text(worth: float) -> str:
    """A whole number with its sign.

    >>> worth_text(12.4), worth_text(-0.3)
    ('+12', '0')
    """
    return f"{round(worth):+}" if round(worth) else "0"


def _patterns_of_all(network: Network, learned: Learned) -> Iterator[str]:
    every = [
        pattern
        for table in range(len(network.patterns.shapes))
        for pattern in patterns_of_table(network, learned, table)
    ]
    every.sort(key=lambda pattern: -pattern.worth)
    yield "<h2>The best patterns</h2>"
    yield from _figures(network.game, every[:BEST])
    yield "<h2>The worst patterns</h2>"
    yield from _figures(network.game, every[: -BEST - 1 : -1])


def _patterns_by_table(network: Network, learned: Learned) -> Iterator[str]:
    yield "<h2>Every window</h2>"
    yield "<p>Of windows that are images of each other one is shown, with its best and worst patterns.</p>"
    for table, shape in enumerate(network.patterns.shapes):
        found = patterns_of_table(network, learned, table)
        if found:
            names = " ".join(network.game.cell_text(cell) for cell in sorted(shape))
            yield f"<h3>{escape(names)}</h3>"
            few = found if len(found) <= 2 * BEST_OF_TABLE else found[:BEST_OF_TABLE] + found[-BEST_OF_TABLE:]
            yield from _figures(network.game, few)


def _figures(game: Game, patterns: Sequence[Pattern]) -> Iterator[str]:
    yield '<div class="row">'
    for pattern in patterns:
        kind = "good" if pattern.worth >= 0 else "bad"
        caption = f'<figcaption class="{kind}">{worth_text(pattern.worth)}</figcaption>'
        yield f"<figure>{draw_pattern(game, pattern)}{caption}</figure>"
    yield "</div>"


def draw_pattern(game: Game, pattern: Pattern) -> str:
    """A board with the window in colour and what stands on it."""
    marks = {
        game.cell_text(cell): game.mark_texts[kind - 1]
        for cell, kind in zip(pattern.cells, pattern.marks, strict=True)
        if kind
    }
    window = [game.cell_text(cell) for cell in pattern.cells]
    board = _empty_board(game)._replace(marks=marks)
    return draw_board(board, window, f"{', '.join(window)}: {worth_text(pattern.worth)}")


def draw_board(board: Picture, window: Sequence[str], title: str) -> str:
    """A board in a page that has the style of boards once for all of them."""
    return draw_svg(board, last=window, title=title).replace(f"<style>{BOARD_STYLE}</style>\n", "")


def _empty_board(game: Game) -> Picture:
    return game.picture(game.start)._replace(marks={}, trays=())


# A lone mark


def lone_mark_values(network: Network, learned: Learned) -> list[float]:
    """For each cell what the first kind of mark on it adds to an empty board."""
    patterns = network.patterns
    values = [0.0] * patterns.grid.cells
    for window in patterns.windows:
        start = patterns.offsets[window.table]
        nothing = learned.weights[patterns.weight_of[start]]
        for place, cell in enumerate(window.cells):
            alone = learned.weights[patterns.weight_of[start + patterns.base**place]]
            values[cell] += SCALE * float(alone - nothing)
    return values


def _lone_mark_map(network: Network, learned: Learned) -> str:
    game = network.game
    values = lone_mark_values(network, learned)
    largest = max(map(abs, values)) or 1.0
    plain = draw_board(_empty_board(game), (), "What a lone mark is worth on each cell")
    rows = network.patterns.grid.rows
    boxes = []
    for cell, value in enumerate(values):
        x = MARGIN + cell % network.patterns.grid.columns * CELL
        y = MARGIN + (rows - 1 - cell // network.patterns.grid.columns) * CELL
        colour = "#2e7d32" if value >= 0 else "#c0392b"
        share = 0.08 + 0.6 * math.sqrt(abs(value) / largest)
        boxes.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" fill="{colour}" '
            f'fill-opacity="{share:.2f}"/><text x="{x + CELL / 2:g}" y="{y + CELL / 2:g}" font-size="13" '
            f'fill="#222">{worth_text(value)}</text>'
        )
    return plain.replace("</svg>", "".join(boxes) + "</svg>")
