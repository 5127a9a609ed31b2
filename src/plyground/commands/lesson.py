"""`plyground lesson`: learn by doing, line by line."""

from __future__ import annotations

import click

from plyground.commands.output import NEGATIVE


@click.command()
@click.argument("lesson", required=False, metavar="[NAME|FILE.md]")
@click.option("--from-start", is_flag=True, help="Begin the lesson again, whatever was solved.")
@click.option("--check", is_flag=True, help="Read the lesson and prove what it claims, without running it.")
@click.option(
    "--export", "path", type=click.Path(dir_okay=False), metavar="FILE", help="Write your progress."
)
def lesson(lesson: str | None, from_start: bool, check: bool, path: str | None) -> None:
    """Do a lesson: one that ships, by name, or one of your own from a file. Alone it lists them."""
    from plyground.lessons.shelf import find_lesson

    if path is not None:
        export_progress(path)
        return
    if lesson is None:
        list_lessons()
        return
    found = find_lesson(lesson)
    if check:
        check_lesson(found)
        return
    from plyground.lessons.progress import LessonProgress
    from plyground.terminal.plain_lesson import PlainLesson

    progress = LessonProgress()
    if from_start:
        progress.forget(found.name)
    PlainLesson(found, progress).run()


def list_lessons() -> None:
    """Every lesson that ships, and how far it is done."""
    from plyground.lessons.progress import LessonProgress
    from plyground.lessons.shelf import count_tasks, lesson_head, shipped_names

    progress = LessonProgress()
    for name in shipped_names():
        title, _ = lesson_head(name)
        solved, tasks = len(progress.solved(name)), count_tasks(name)
        done = "done" if solved >= tasks else f"{solved} of {tasks}" if solved else ""
        click.echo(f"{name:<26}{title:<46}{done}".rstrip())
    click.echo(
        "\nplyground lesson NAME begins one; plyground lesson ./mine.md runs your own (docs/lessons.md)."
    )


def check_lesson(found: object) -> None:
    """Prove what a lesson claims; what is not true is named, line by line."""
    from plyground.lessons.claims import false_claims
    from plyground.lessons.lesson import Lesson

    assert isinstance(found, Lesson)
    wrong = list(false_claims(found))
    for line in wrong:
        click.echo(line)
    if wrong:
        raise SystemExit(NEGATIVE)
    click.echo(f"{found.title}: {len(found.tasks)} tasks in {len(found.steps)} steps, all claims hold.")


def export_progress(path: str) -> None:
    """Write what was solved to a file."""
    from pathlib import Path

    from plyground.files import save_file
    from plyground.lessons.progress import LessonProgress

    save_file(Path(path), LessonProgress().text().encode())
    click.echo(f"Your progress is in {path}.")
