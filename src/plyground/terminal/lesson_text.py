"""Lessons as lines of text: prose, trees and what can be chosen."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from plyground.lessons.lesson import ChooseTask
from plyground.lessons.prose import Paragraph
from plyground.lessons.tree import LessonTree, node_values

WIDEST: Final = 88
INDENT: Final = "  "


def width() -> int:
    """How many characters a line of prose has."""
    return max(30, min(WIDEST, shutil.get_terminal_size().columns - 1))


def prose_text(paragraphs: Sequence[Paragraph]) -> str:
    """Paragraphs as wrapped lines, with an empty line between them."""
    blocks = []
    for paragraph in paragraphs:
        first, rest = ("- ", "  ") if paragraph.is_point else ("", "")
        words = paragraph_text(paragraph)
        blocks.append(
            textwrap.fill(
                words, width(), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
            )
        )
    return "\n\n".join(blocks)


def paragraph_text(paragraph: Paragraph) -> str:
    """The words of a paragraph; what is typed keeps its marks."""
    return "".join(f"`{span.text}`" if span.style == "code" else span.text for span in paragraph.spans)


def wrapped(text: str) -> str:
    """A sentence as wrapped lines."""
    return textwrap.fill(text, width(), break_on_hyphens=False)


def tree_text(
    tree: LessonTree, *, values_at: Literal["all", "leaves", "none"] = "all", numbered: bool = False
) -> str:
    """A tree, indented by its plies, with values where they are to be seen; `numbered` counts the leaves."""
    trace = tree.trace
    values = node_values(trace)
    cuts = {event["node"]: event for event in trace.events if event["event"] == "cutoff"}
    children: dict[int, list[int]] = {}
    for node in trace.tree:
        children.setdefault(node["parent"] if node["parent"] is not None else -1, []).append(node["id"])
    movers = {node["id"]: node["player"] for node in trace.tree}
    moves = {node["id"]: node["move"] for node in trace.tree}
    leaf = 0

    def lines(node: int, depth: int) -> Iterator[str]:
        nonlocal leaf
        is_leaf = node not in children
        leaf += is_leaf
        number = f"  [{leaf}]" if is_leaf and numbered else ""
        name = f"{movers[parents[node]]} {moves[node]}" if depth else f"{movers[node]} to move"
        is_told = values_at == "all" or (values_at == "leaves" and is_leaf)
        value = f": {values[node]}" if node in values and is_told else ""
        yield f"{INDENT * depth}{name}{value}{number}"
        for child in children.get(node, []):
            yield from lines(child, depth + 1)
        if node in cuts:
            skipped = ", ".join(cuts[node]["skipped"])
            if skipped:
                yield f"{INDENT * (depth + 1)}x cut: {skipped}. {cuts[node]['text']}"

    parents = {node["id"]: node["parent"] for node in trace.tree if node["parent"] is not None}
    roots = children[-1]
    return "\n".join(line for root in roots for line in lines(root, 0))


def options_text(task: ChooseTask) -> str:
    """What can be chosen, by letters."""
    return "\n".join(
        textwrap.fill(f"{chr(ord('a') + place)}) {option}", width(), subsequent_indent="   ")
        for place, option in enumerate(task.options)
    )
