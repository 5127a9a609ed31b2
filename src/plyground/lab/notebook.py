"""A trace that a notebook shows: the tree as a picture, and the numbers under it."""

from __future__ import annotations

from html import escape

from plyground.lab.trace import Trace
from plyground.lab.tree_svg import tree_svg
from plyground.lab.tree_text import counts_text, tree_text


class ShownTrace(Trace):
    """A finished run that can be printed, drawn and shown in a notebook."""

    def text(self, most_lines: int = 200) -> str:
        """The tree as indented text."""
        return tree_text(self, most_lines)

    def svg(self, most_nodes: int = 120) -> str:
        """The tree as an SVG document."""
        return tree_svg(self, most_nodes)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        picture = f'<div style="overflow-x: auto">{self.svg()}</div>' if self.tree else ""
        return f"{picture}<p>{escape(self.sentence)} {escape(counts_text(self))}.</p>"
