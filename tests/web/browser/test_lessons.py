"""Lessons in a real browser: with the mouse, with the keyboard alone, on a phone, and in a class."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Locator, expect

from plyground.lessons.lesson import CutsTask, LeavesTask, PlayTask
from plyground.lessons.puzzle_set import find_set
from plyground.lessons.shelf import find_lesson
from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.test_classroom import come, teacher_place
from tests.web.browser.window import Window

OWN = """# Home made

## One

```number
ask: One and one?
answer: 2
```
"""


def tasks(window: Window) -> Locator:
    """The tasks of the step that is shown."""
    return window.page.locator(".lesson-task")


def feedback(window: Window, task: int = 0) -> Locator:
    """What is said of an answer."""
    return tasks(window).nth(task).locator(".lesson-feedback")


def pick(window: Window, name: str, task: int = 0) -> None:
    """Click on a cell of the board of a task."""
    tasks(window).nth(task).locator(f'[data-cell="{name}"]').click()


def test_a_whole_lesson_with_the_mouse(window: Window) -> None:
    window.go("lessons")
    assert grave_problems(window.page) == []
    window.page.get_by_role("link", name="Noughts and crosses").click()
    expect(window.page.get_by_role("heading", name="Make a row")).to_be_visible()
    pick(window, "c3")
    expect(feedback(window)).to_contain_text("That makes no row")
    expect(tasks(window).locator(".mark")).to_have_count(4)
    pick(window, "a3")
    expect(feedback(window)).to_contain_text("Three in a row!")
    assert grave_problems(window.page) == []
    window.page.get_by_role("button", name="Next").click()
    pick(window, "a3", 0)
    pick(window, "b3", 1)
    expect(feedback(window, 1)).to_contain_text("Winning beats blocking")
    window.page.get_by_role("button", name="Next").click()
    pick(window, "b2")
    expect(feedback(window)).to_have_text("Yes. And now?")
    expect(tasks(window).locator(".mark")).to_have_count(6)
    pick(window, "c3")
    expect(feedback(window)).to_contain_text("O has one move, and needs two")
    window.page.reload()
    expect(window.page.locator(".lesson")).to_contain_text("4 of 6 tasks done")
    window.page.get_by_role("button", name="Next").click()
    pick(window, "c1")
    window.page.get_by_role("button", name="It is a draw.").click()
    expect(window.page.locator(".lesson-done")).to_have_text("You have done the whole lesson.")
    window.page.get_by_role("link", name="All lessons").click()
    expect(window.page.locator(".lesson-row").first).to_contain_text("done")


def test_trees_by_the_keyboard_alone(window: Window) -> None:
    lesson = find_lesson("search-2-minimax")
    leaves = next(task for task in lesson.tasks if isinstance(task, LeavesTask))
    window.go("lesson/search-2-minimax")
    page = window.page
    for place, value in enumerate(leaves.tree.leaf_values):
        field = page.get_by_label(f"Value of leaf {place + 1},")
        field.focus()
        page.keyboard.type(value)
        expect(field).to_have_value(value)
    page.get_by_role("button", name="Check").focus()
    page.keyboard.press("Enter")
    expect(feedback(window)).to_contain_text("Well read")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Climbing up")).to_be_focused()
    expect(page.locator(".tree-node")).to_have_count(leaves.tree.trace.nodes)
    page.keyboard.press("b")
    tasks(window).locator('[data-cell="a3"]').focus()
    page.keyboard.press("Enter")
    expect(feedback(window)).to_contain_text("The only move whose value is a win")
    assert grave_problems(page) == []


def test_cuts_and_numbers_on_a_phone(windows: Windows, server: ServerProcess) -> None:
    window = windows.open(server, phone=True)
    lesson = find_lesson("search-4-alpha-beta")
    cuts = next(task for task in lesson.tasks if isinstance(task, CutsTask))
    window.go("lesson/search-4-alpha-beta/2")
    first = tasks(window).first
    first.get_by_role("button", name="Check").tap()
    expect(feedback(window)).to_contain_text("Go through it from left to right")
    for place in cuts.answer:
        first.get_by_label(f"Leaf {place + 1},").tap()
    first.get_by_role("button", name="Check").tap()
    expect(feedback(window)).to_contain_text("Exactly those")
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 360
    window.go("lesson/numerical")
    first = tasks(window).first
    first.get_by_role("button", name="5", exact=True).tap()
    first.locator('[data-cell="c1"]').tap()
    expect(feedback(window)).to_contain_text("You have won")


def test_a_lesson_of_the_owner_for_a_whole_class(windows: Windows, tmp_path: Path) -> None:
    own = tmp_path / "home-made.md"
    own.write_text(OWN)
    school = ServerProcess(tmp_path / "school", "--class", "--lesson", str(own))
    school.start()
    try:
        teacher = windows.open(school)
        teacher.page.goto(f"{school.address}#/{teacher_place(school)}")
        code = teacher.page.locator(".class-letters").inner_text()
        pupil = windows.open(school, phone=True)
        come(pupil, f"{school.address}#/class/{code}", "Ada")
        teacher.page.get_by_text("The same lesson").click()
        teacher.page.get_by_label("Lesson", exact=True).select_option("home-made")
        teacher.page.get_by_role("button", name="Give the lesson").click()
        expect(pupil.page.get_by_role("heading", name="Home made")).to_be_visible()
        field = pupil.page.get_by_label("Your answer")
        for answer in ("3", "2"):
            field.fill(answer)
            pupil.page.get_by_role("button", name="Check").tap()
        expect(teacher.page.locator(".pupil")).to_contain_text("1 of 1")
        give_and_solve_puzzles(teacher, pupil)
    finally:
        school.stop()


def give_and_solve_puzzles(teacher: Window, pupil: Window) -> None:
    """The teacher gives two puzzles, and the pupil solves the first of them."""
    page = teacher.page
    page.get_by_text("The same puzzles").click()
    page.get_by_label("Puzzles of").select_option("noughts")
    page.get_by_label("How many").fill("2")
    page.get_by_role("button", name="Give the puzzles").click()
    expect(pupil.page.get_by_role("heading", name="2 puzzles")).to_be_visible()
    name = unquote(pupil.page.url.split("#/lesson/")[1].split("/")[0])
    lesson = find_set(name)
    assert lesson is not None
    first = lesson.tasks[0]
    assert isinstance(first, PlayTask)
    for moves in first.accepted:
        expect(tasks(pupil).first.locator(f'[data-cell="{moves[0]}"]')).to_be_visible()
        tasks(pupil).first.locator(f'[data-cell="{moves[0]}"]').tap()
        expect(feedback(pupil)).not_to_be_empty()
    expect(feedback(pupil)).to_contain_text("Solved.")
    expect(page.locator(".pupil")).to_contain_text("1 of 2")
