"""The lessons of a page without a server: those whose every position it can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plyground.lessons.data import lesson_data
from plyground.lessons.lesson import Lesson
from plyground.lessons.shelf import find_lesson, shipped_names

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game


def page_lessons(games: Sequence[Game]) -> list[dict[str, Any]]:
    """The lessons that ship and are about these games alone, as plain data."""
    names = {game.full_name for game in games}
    lessons = [find_lesson(name) for name in shipped_names()]
    return [lesson_data(lesson) for lesson in lessons if can_show(lesson, names)]


def can_show(lesson: Lesson, games: Iterable[str]) -> bool:
    """Whether a page with these games can run a lesson: it reads moves, but no positions as text."""
    boards = list(_boards(lesson))
    return bool(boards) and all(board.game.full_name in games and not board.setup for board in boards)


def _boards(lesson: Lesson) -> Iterable[Board]:
    blocks = (block for step in lesson.steps for block in step.blocks if not isinstance(block, tuple))
    return (block.board for block in blocks if block.board is not None)
