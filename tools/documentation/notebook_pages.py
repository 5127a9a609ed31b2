"""Notebooks as pages: their text, their code, and what came out when they were run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.notebooks import NOTEBOOKS, run_notebook

FRAME = re.compile(r"<iframe\b.*?</iframe>", re.DOTALL)
FRAMES: dict[str, str] = {}
"""The frames of all pages by what stands for them."""
ORDER = ("play-and-analyse", "solve-and-prove", "write-a-game", "run-an-experiment")


def notebook_paths() -> list[str]:
    """The paths of the pages, in the order in which they are read."""
    return [f"notebooks/{name}.md" for name in ORDER]


def notebook_pages() -> Iterator[tuple[str, str]]:
    """The path and the text of each page."""
    for name in ORDER:
        path = NOTEBOOKS / f"{name}.ipynb"
        yield f"notebooks/{name}.md", notebook_text(run_notebook(path), path)


def notebook_text(notebook: Any, path: Path) -> str:
    """A notebook with its outputs, as Markdown."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts += [text for output in cell.outputs if (text := output_text(output))]
    parts.append(f"*This page is the notebook `docs/notebooks/{path.name}`, run as it stands.*")
    return "\n\n".join(parts) + "\n"


def output_text(output: Any) -> str:
    """What a cell brought: the best form that a page can show."""
    if output.output_type == "stream":
        return fenced(output.text)
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return f'<div class="picture">{one_piece(data["image/svg+xml"])}</div>'
    if "text/html" in data and (frame := FRAME.search(data["text/html"])):
        return keep_frame(frame[0])
    return fenced(data.get("text/plain", ""))


def keep_frame(frame: str) -> str:
    """A place for a frame, which Markdown would not leave as it is."""
    place = f'<div data-frame="{len(FRAMES)}"></div>'
    FRAMES[place] = frame
    return place


def put_frames(html: str) -> str:
    """A page with the frames in their places."""
    for place, frame in FRAMES.items():
        html = html.replace(place, frame)
    return html


def fenced(text: str) -> str:
    """Plain text as it was printed."""
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def one_piece(html: str) -> str:
    """HTML without empty lines, at which Markdown would begin anew."""
    return re.sub(r"\n\s*\n", "\n", html.strip())
