"""The widget around the frame of a board, which brings the moves that are made there to Python."""

from __future__ import annotations

from importlib.resources import files

import anywidget
import traitlets


class Courier(anywidget.AnyWidget):
    """A frame in a notebook, and the moves that were made in it."""

    _esm = (files("plyground.notebook") / "courier.js").read_text(encoding="utf-8")
    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    sandbox = traitlets.Unicode().tag(sync=True)
    style = traitlets.Unicode().tag(sync=True)
    seats = traitlets.List(traitlets.Unicode()).tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
