"""An analysis in a notebook: one line that changes while the engine searches."""

from __future__ import annotations

from html import escape
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from plyground.threads import ThreadGroup
from plyground.words import depth_text

if TYPE_CHECKING:
    from plyground.engine.analysis import Analysis
    from plyground.engine.info import Info

PAUSE: Final = 0.1
"""Seconds between two looks at what the engine has found; an interrupt of the kernel is heard in between."""


def show_live(analysis: Analysis) -> None:
    """Go on with an analysis to its end, and show its last line. An interrupt of the kernel ends it."""
    from IPython import get_ipython
    from IPython.display import display, update_display

    found: SimpleQueue[Info] = SimpleQueue()
    is_live = hasattr(get_ipython(), "kernel")  # elsewhere a line cannot be written over
    identity = f"plyground-{id(analysis)}"

    def search() -> None:
        for info in analysis:
            found.put(info)

    def show(info: Info, *, is_first: bool) -> None:
        bundle = line_bundle(analysis, info)
        if is_first:
            display(bundle, raw=True, display_id=identity)
        else:
            update_display(bundle, raw=True, display_id=identity)

    shown: Info | None = None
    try:
        with ThreadGroup([search], analysis.stop) as thread:
            is_over = False
            while not is_over:
                is_over = thread.join(PAUSE)
                info = newest(found)
                if is_live and info is not None:
                    show(info, is_first=shown is None)
                    shown = info
    except KeyboardInterrupt:
        pass  # the line says how far it came
    last = analysis.last
    if last is not None and last is not shown:
        show(last, is_first=shown is None)


def newest(found: SimpleQueue[Info]) -> Info | None:
    """What was put last, and nothing of what it has replaced."""
    info = None
    while True:
        try:
            info = found.get_nowait()
        except Empty:
            return info


def line_bundle(analysis: Analysis, info: Info) -> dict[str, str]:
    """The line, for front ends and for plain text."""
    text = depth_text(analysis.board, info)
    style = "margin:0;white-space:pre-wrap;font-family:monospace"
    return {"text/plain": text, "text/html": f'<p style="{style}">{escape(text)}</p>'}
