"""The prose of a lesson: paragraphs and lists with bold, slanted and typed words, no more of Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Style = Literal["plain", "bold", "slanted", "code"]
SPAN: Final = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<slanted>[^*\s][^*]*)\*|`(?P<code>[^`]+)`")


@dataclass(frozen=True)
class Span:
    """Some words in one style."""

    text: str
    style: Style = "plain"


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, or a point of a list."""

    spans: tuple[Span, ...]
    is_point: bool = False

    @property
    def text(self) -> str:
        """The words without their styles."""
        return "".join(span.text for span in self.spans)


def read_prose(lines: list[str]) -> tuple[Paragraph, ...]:
    """The paragraphs in some lines.

    >>> [paragraph.text for paragraph in read_prose(["One", "*two*.", "", "- three", "- **four**"])]
    ['One two.', 'three', 'four']
    """
    paragraphs: list[tuple[bool, list[str]]] = []
    is_open = False
    for line in lines:
        words = line.strip()
        is_point = words.startswith(("- ", "* "))
        if not words:
            is_open = False
        elif is_point or not is_open:
            paragraphs.append((is_point, [words[2:] if is_point else words]))
            is_open = True
        else:
            paragraphs[-1][1].append(words)
    return tuple(Paragraph(read_spans(" ".join(parts)), is_point) for is_point, parts in paragraphs)


def read_spans(text: str) -> tuple[Span, ...]:
    """A line of text in its styles.

    >>> read_spans("a **b** c")
    (Span(text='a ', style='plain'), Span(text='b', style='bold'), Span(text=' c', style='plain'))
    """
    spans: list[Span] = []
    at = 0
    styles: tuple[Style, ...] = ("bold", "slanted", "code")
    for found in SPAN.finditer(text):
        if found.start() > at:
            spans.append(Span(text[at : found.start()]))
        style = next(name for name in styles if found[name] is not None)
        spans.append(Span(found[style], style))
        at = found.end()
    if at < len(text):
        spans.append(Span(text[at:]))
    return tuple(spans)
