"""What a lesson is made of: steps with prose, boards, trees and tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.board import Board
from plyground.lessons.prose import Paragraph
from plyground.lessons.tree import LessonTree


@dataclass(frozen=True)
class Words:
    """What is said around a task."""

    ask: str
    right: str = "Right."
    wrong: str = "Not that. Try again."
    hint: str = ""


@dataclass(frozen=True)
class BoardBlock:
    """A position to look at."""

    line: int
    board: Board
    caption: str = ""


@dataclass(frozen=True)
class TreeBlock:
    """A search of the lab to look at."""

    line: int
    board: Board
    tree: LessonTree
    caption: str = ""


@dataclass(frozen=True)
class PlayTask:
    """Play the right move, or the right moves with an answer after each."""

    line: int
    words: Words
    board: Board
    accepted: tuple[tuple[str, ...], ...]
    """For each move of the learner those that are right."""
    replies: tuple[str, ...]
    """The answers between them."""
    claim: str = ""
    """What the first move does, for `plyground lesson --check`: `win in 3`, `safe`; empty for nothing."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """What to say of a wrong move."""


@dataclass(frozen=True)
class ChooseTask:
    """Choose one of several sentences."""

    line: int
    words: Words
    options: tuple[str, ...]
    answer: int
    board: Board | None = None


@dataclass(frozen=True)
class NumberTask:
    """Find a number: one that stands in the lesson, or one that the lab counts."""

    line: int
    words: Words
    answer: int
    board: Board | None = None
    tree: LessonTree | None = None
    """What was counted, to be shown afterwards."""


@dataclass(frozen=True)
class LeavesTask:
    """Put in what each leaf of a tree is worth."""

    line: int
    words: Words
    board: Board
    tree: LessonTree


@dataclass(frozen=True)
class CutsTask:
    """Say which leaves of a tree alpha-beta never looks at."""

    line: int
    words: Words
    board: Board
    tree: LessonTree
    """The whole tree."""
    answer: frozenset[int]
    """The leaves that are cut, by their places among the leaves."""


Task = PlayTask | ChooseTask | NumberTask | LeavesTask | CutsTask
Block = tuple[Paragraph, ...] | BoardBlock | TreeBlock | Task


@dataclass(frozen=True)
class Step:
    """What is read or done in one go."""

    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Lesson:
    """A whole lesson."""

    name: str
    title: str
    summary: str
    steps: tuple[Step, ...]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Everything to be done in it, in order."""
        return tuple(block for step in self.steps for block in step.blocks if isinstance(block, Task))
