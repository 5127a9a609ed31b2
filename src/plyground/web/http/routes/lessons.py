"""Lessons: those that ship, and those that the server's owner has named."""

from __future__ import annotations

from typing import Annotated, Final, cast

from fastapi import APIRouter, Path
from starlette.responses import Response

from plyground.errors import PlygroundError
from plyground.lessons.data import lesson_data
from plyground.lessons.lesson import Lesson
from plyground.lessons.puzzle_set import find_set
from plyground.lessons.shelf import count_tasks, find_lesson, lesson_head, shipped_names
from plyground.web.errors import Refusal
from plyground.web.http.middleware import json_answer
from plyground.web.http.responses import refusals
from plyground.web.http.site import CurrentSite, Site
from plyground.web.messages import LessonAnswer, LessonHead, LessonsAnswer

routes: Final = APIRouter(prefix="/api", tags=["lessons"])


@routes.get("/lessons", response_model=LessonsAnswer, responses=refusals())
async def list_lessons(site: CurrentSite) -> Response:
    """Every lesson."""
    return json_answer(LessonsAnswer(lessons=await site.compute(lambda: lesson_heads(site))))


@routes.get("/lessons/{name}", response_model=LessonAnswer, responses=refusals(400, 404))
async def lesson(site: CurrentSite, name: Annotated[str, Path(max_length=120)]) -> Response:
    """A whole lesson, with its answers: lessons are for learning."""
    return json_answer(await site.compute_json(lambda: lesson_json(named_lesson(site, name))))


def lesson_heads(site: Site) -> list[LessonHead]:
    """The lessons that a page lists, those of the owner first."""
    own = [
        LessonHead(name=each.name, title=each.title, summary=each.summary, tasks=len(each.tasks))
        for each in site.lessons.values()
    ]
    shipped = []
    for name in shipped_names():
        title, summary = lesson_head(name)
        shipped.append(LessonHead(name=name, title=title, summary=summary, tasks=count_tasks(name)))
    return own + shipped


def named_lesson(site: Site, name: str) -> Lesson:
    """A lesson that this server offers; never a file that somebody names."""
    if name in site.lessons:
        return site.lessons[name]
    try:
        if (puzzles := find_set(name)) is not None:
            return puzzles
        if name not in shipped_names():
            raise Refusal(404, "not_found", "there is no such lesson here")
        return find_lesson(name)
    except Refusal:
        raise
    except PlygroundError as error:
        raise Refusal(404, "not_found", str(error)) from error


def lesson_json(lesson: Lesson) -> LessonAnswer:
    """A lesson for a page."""
    return cast(LessonAnswer, lesson_data(lesson))
