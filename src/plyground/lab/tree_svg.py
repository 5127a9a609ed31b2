"""A trace as a picture: the tree with its small boards, values, windows and cuts, as SVG."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Final

from plyground.drawing import CELL, MARGIN, STYLE, draw_svg
from plyground.game import GAP, Picture
from plyground.lab.playback import NodeState, final_states
from plyground.lab.small_boards import marks_at
from plyground.lab.trace import Trace
from plyground.lab.tree_text import counts_text, head_text, number_text
from plyground.lab.value_words import window_text

MOST_NODES: Final = 120
"""Nodes that are drawn unless more are asked for."""
BOARD: Final = 64
"""How wide a small board is."""
GAP_ACROSS: Final = 18
TEXT_LINE: Final = 15
TOP: Final = 58

TREE_STYLE: Final = """
.lab text { font-family: system-ui, sans-serif; font-size: 12px; text-anchor: middle; fill: #2b2a28; }
.lab .head { font-size: 14px; font-weight: 600; text-anchor: start; }
.lab .note { text-anchor: start; fill: #55524c; }
.lab .edge { stroke: #8b867b; fill: none; }
.lab .edge.best { stroke: #2f5fb3; stroke-width: 3; }
.lab .cut { stroke: #b3402f; stroke-width: 2; stroke-dasharray: 4 3; }
.lab .cut-text { fill: #b3402f; }
.lab .proven { font-weight: 700; }
.lab .window { fill: #77726a; font-size: 10px; }
""".strip()


class TreeDrawing:
    """Places the nodes of a trace and draws them."""

    def __init__(self, trace: Trace, most_nodes: int = MOST_NODES) -> None:
        self.trace = trace
        self.nodes = trace.tree[:most_nodes]
        self.hidden = trace.nodes - len(self.nodes)
        self.states = final_states(trace)
        self.children: list[list[int]] = [[] for _ in self.nodes]
        self.roots: list[int] = []
        for node in self.nodes:
            (self.roots if node["parent"] is None else self.children[node["parent"]]).append(node["id"])
        picture = trace.picture
        columns = [label for label in picture.columns if label != GAP]
        rows = [label for label in picture.rows if label != GAP]
        self.high = round(BOARD * len(rows) / len(columns))
        self.level = self.high + 5 * TEXT_LINE + 34
        self.width: float = 2 * GAP_ACROSS
        self.place: dict[int, float] = {}
        for root in self.roots:
            self._lay_out(root)
        self.depth = max((node["ply"] for node in self.nodes), default=0)

    def _lay_out(self, number: int) -> None:
        """Give a node its place: a leaf beside the last one, any other above the middle of its children."""
        below = self.children[number]
        for child in below:
            self._lay_out(child)
        stub = 1 if self.states[number].skipped else 0
        if not below:
            self.place[number] = self.width + BOARD / 2
            self.width += BOARD + GAP_ACROSS
        else:
            self.place[number] = (self.place[below[0]] + self.place[below[-1]]) / 2
        self.width += stub * (BOARD / 2 + GAP_ACROSS)

    def svg(self) -> str:
        """The document."""
        width = max(round(self.width + GAP_ACROSS), 640)
        height = TOP + (self.depth + 1) * self.level + 40
        title = f"{self.trace.game}: {head_text(self.trace)}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plyground lab" role="img" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}\n{TREE_STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            f'<text class="head" x="16" y="20">{escape(title)}</text>',
            f'<text class="note" x="16" y="40">{escape(self._summary())}</text>',
        ]
        for node in self.nodes:
            parts += self._edge(node)
        for node in self.nodes:
            parts += self._node(node)
        return "\n".join([*parts, "</svg>"])

    def _summary(self) -> str:
        hidden = f"; {self.hidden:,} of them not drawn" if self.hidden else ""
        return f"{self.trace.sentence} {counts_text(self.trace)}{hidden}."

    def _top(self, node: dict[str, Any]) -> int:
        return TOP + int(node["ply"]) * self.level

    def _edge(self, node: dict[str, Any]) -> list[str]:
        parent = node["parent"]
        if parent is None:
            return []
        x, y = self.place[node["id"]], self._top(node)
        above = self.nodes[parent]
        from_x, from_y = self.place[parent], self._top(above) + self._height(self.states[parent])
        best = " best" if self.states[parent].best == node["move"] else ""
        return [f'<path class="edge{best}" d="M{from_x:g} {from_y:g}L{x:g} {y:g}"/>']

    def _height(self, state: NodeState) -> int:
        return self.high + TEXT_LINE * (2 + (state.first_window is not None) + state.has_numbers) + 4

    def _node(self, node: dict[str, Any]) -> list[str]:
        state, x, y = self.states[node["id"]], self.place[node["id"]], self._top(node)
        label = node["move"] or f"{node['player']} to move"
        parts = [f'<text x="{x:g}" y="{y + 12}">{escape(label)}</text>', self._board(node, x, y + 18)]
        line = y + 18 + self.high + 13
        if state.shown:
            proven = ' class="proven"' if state.proven else ""
            parts.append(f'<text{proven} x="{x:g}" y="{line}">{escape(value_label(state))}</text>')
            line += TEXT_LINE
        if state.first_window is not None:
            window = window_text(*state.first_window)
            parts.append(f'<text class="window" x="{x:g}" y="{line}">{window}</text>')
            line += TEXT_LINE
        if state.has_numbers:
            numbers = f"{number_text(state.proof)} / {number_text(state.disproof)}"
            parts.append(f'<text class="window" x="{x:g}" y="{line}">{numbers}</text>')
        if state.skipped:
            parts += self._stub(node, state)
        return parts

    def _stub(self, node: dict[str, Any], state: NodeState) -> list[str]:
        """What was cut, as a dashed line to nowhere."""
        below = self.children[node["id"]]
        x, y = self.place[node["id"]], self._top(node) + self._height(state)
        end = (self.place[below[-1]] if below else x) + BOARD / 2 + GAP_ACROSS
        low = self._top(node) + self.level - 6
        count = len(state.skipped)
        return [
            f'<path class="cut" d="M{x:g} {y}L{end:g} {low}"><title>{escape(state.reason)}</title></path>',
            f'<text class="cut-text" x="{end:g}" y="{low + 14}">{count} cut</text>',
        ]

    def _board(self, node: dict[str, Any], x: float, y: float) -> str:
        """The board of a node without its labels, as a picture inside the picture."""
        picture = self.trace.picture
        marks = marks_at(self.trace.tree, picture.marks, node["id"])
        columns = tuple(label for label in picture.columns if label != GAP)
        rows = tuple(label for label in picture.rows if label != GAP)
        small = Picture(columns, rows, marks, (), picture.shapes, picture.joint, picture.endless)
        drawn = draw_svg(small, node["cells"], title=node["move"] or "the root")
        body = re.sub(r"<style>.*?</style>\n?", "", drawn[drawn.index(">") + 1 :], flags=re.DOTALL)
        inside = f"{MARGIN} {MARGIN} {len(columns) * CELL} {len(rows) * CELL}"
        size = f'width="{BOARD}" height="{self.high}" viewBox="{inside}"'
        return f'<svg x="{x - BOARD / 2:g}" y="{y:g}" {size}>{body}'


def value_label(state: NodeState) -> str:
    """The value of a node under its board."""
    return f"{state.shown}, {state.visits}×" if state.visits else state.shown


def tree_svg(trace: Trace, most_nodes: int = MOST_NODES) -> str:
    """The tree of a trace as an SVG document; nodes beyond the first `most_nodes` are counted, not drawn."""
    return TreeDrawing(trace, most_nodes).svg()
