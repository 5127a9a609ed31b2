"""`plyground lesson`: whole lessons through a pipe, progress, and files of one's own."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from plyground.lessons.checks import answer_text
from plyground.lessons.lesson import ChooseTask, Lesson, PlayTask, Task
from plyground.lessons.shelf import find_lesson, shipped_names
from tests.commands.program import COMMAND, Plyground

OWN = """# Mine

A lesson of my own.

## Only words

Read this.

## Do it

```play
game: noughts
moves: a1 b1 a2 b2
ask: Win.
accept: a3
claim: win in 1
hint: The left column.
```
"""


def typed_answers(lesson: Lesson) -> list[str]:
    """What somebody types who knows everything, but errs once in each task."""
    lines: list[str] = []
    for step in lesson.steps:
        tasks = [block for block in step.blocks if isinstance(block, Task)]
        for task in tasks:
            lines.append("hint")
            if isinstance(task, PlayTask):
                wrong = [move for move in task.board.legal_moves if move not in task.accepted[0]]
                lines += [*wrong[:1], *(accepted[0] for accepted in task.accepted)]
            else:
                answer = answer_text(task)
                lines += ["what?", answer[0] if isinstance(task, ChooseTask) else answer]
        if not tasks and step is not lesson.steps[-1]:
            lines.append("")
    return lines


def run_lesson(data: Path, *arguments: str, typed: list[str]) -> subprocess.CompletedProcess[str]:
    """The program with what is typed on a pipe."""
    return subprocess.run(
        [*COMMAND, "lesson", *arguments],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        env=os.environ | {"PLYGROUND_DATA": str(data)},
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("name", ["squeeze", "search-4-alpha-beta"])
def test_a_whole_lesson_through_a_pipe(tmp_path: Path, name: str) -> None:
    lesson = find_lesson(name)
    done = run_lesson(tmp_path, name, typed=typed_answers(lesson))
    assert done.returncode == 0, done.stderr
    count = len(lesson.tasks)
    assert done.stdout.endswith(f"That was the lesson. You have solved {count} of {count} tasks.\n")
    for task in lesson.tasks:
        assert task.words.right.split()[0] in done.stdout
    saved = json.loads((tmp_path / "lessons.json").read_text())
    assert saved["solved"] == {name: list(range(count))}


def test_every_lesson_can_be_done(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    for name in shipped_names():
        typed = iter(typed_answers(find_lesson(name)))
        monkeypatch.setattr("plyground.terminal.plain_lesson.ask", lambda prompt, typed=typed: next(typed))
        answer = plyground("lesson", name)
        count = len(find_lesson(name).tasks)
        assert answer.out.endswith(f"You have solved {count} of {count} tasks.\n")
    listed = plyground("lesson").out.splitlines()
    assert [line.split()[-1] for line in listed[: len(shipped_names())]] == ["done"] * len(shipped_names())


def test_somebody_who_leaves_goes_on_there(tmp_path: Path) -> None:
    first = run_lesson(tmp_path, "noughts", typed=["a3", "a3"])
    assert first.returncode == 0
    assert first.stdout.endswith("Left. You have solved 2 of 6 tasks.\n")
    again = run_lesson(tmp_path, "noughts", typed=["quit"])
    assert "You have done 2 of 6 tasks, and go on where you were." in again.stdout
    assert "Make a row\n" not in again.stdout
    anew = run_lesson(tmp_path, "noughts", "--from-start", typed=["skip"])
    assert "1. Make a row" in anew.stdout
    assert "The answer is: a3" in anew.stdout
    assert anew.stdout.endswith("You have solved 0 of 6 tasks.\n")


def test_a_lesson_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text(OWN)
    done = run_lesson(tmp_path, str(file), typed=["", "hint", "z9", "c3", "a3"])
    assert "The left column." in done.stdout
    assert "Not that. Try again." in done.stdout
    assert done.stdout.endswith("That was the lesson. You have solved 1 of 1 tasks.\n")
    checked = run_lesson(tmp_path, str(file), "--check", typed=[])
    assert checked.stdout == "Mine: 1 tasks in 2 steps, all claims hold.\n"
    file.write_text(OWN.replace("accept: a3", "accept: b3"))
    wrong = run_lesson(tmp_path, str(file), "--check", typed=[])
    assert wrong.returncode == 1
    assert wrong.stdout.splitlines()[1] == "line 11: b3 is accepted, and is not right (win in 1)"


def test_a_mistake_is_one_clear_line(plyground: Plyground, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text(OWN.replace("accept: a3", "accept: b9"))
    answer = plyground("lesson", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert (
        answer.err
        == "plyground: mine.md: line 15: no such move: b9 ('b9' is no cell; cells go from a1 to c3)\n"
    )
    for missing in ("nothing", str(tmp_path / "none.md")):
        answer = plyground("lesson", missing)
        assert answer.code == 2
        assert len(answer.err.splitlines()) == 1


def test_progress_can_be_taken_along(tmp_path: Path) -> None:
    run_lesson(tmp_path, "noughts", typed=["a3"])
    done = run_lesson(tmp_path, "--export", str(tmp_path / "kept.json"), typed=[])
    assert done.returncode == 0
    assert json.loads((tmp_path / "kept.json").read_text()) == {"solved": {"noughts": [0]}}


def test_the_example_in_the_documentation_runs(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "lessons.md"
    found = re.search(r"````markdown\n(.*?)````\n", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    file = tmp_path / "fork.md"
    file.write_text(found[1], encoding="utf-8")
    assert run_lesson(tmp_path, str(file), "--check", typed=[]).returncode == 0
    done = run_lesson(tmp_path, str(file), typed=["a2", "b2", "c3"])
    assert "That makes only one threat." in done.stdout
    assert done.stdout.endswith("You have solved 1 of 1 tasks.\n")
