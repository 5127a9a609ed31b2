"""Judging what a learner answers, the same on every surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.lessons.lesson import ChooseTask, CutsTask, LeavesTask, NumberTask, PlayTask, Task

SHORT = {"w": "win", "d": "draw", "l": "loss", "1": "win", "0": "draw", "-1": "loss", "+1": "win"}
"""Other ways to write the value of a leaf where the game is over."""


@dataclass(frozen=True)
class Feedback:
    """Whether an answer is right, and what to say."""

    right: bool
    words: str


def judge_move(task: PlayTask, step: int, move: str) -> Feedback:
    """Whether a move is right, as the learner's move number `step`."""
    if move in task.accepted[step]:
        return Feedback(True, task.words.right if is_last(task, step, move) else "Yes.")
    remark = task.remarks.get(move) if step == 0 else None
    return Feedback(False, remark or task.words.wrong)


def is_last(task: PlayTask, step: int, move: str) -> bool:
    """Whether a right move is the last one: a line goes on after the first of the moves that are accepted."""
    return step == len(task.accepted) - 1 or move != task.accepted[step][0]


def judge_answer(task: Task, answer: str) -> Feedback:
    """Whether a typed answer to any other task is right; a `ValueError` says how to write one."""
    if isinstance(task, ChooseTask):
        right = read_choice(answer, len(task.options)) == task.answer
    elif isinstance(task, NumberTask):
        right = read_number(answer) == task.answer
    elif isinstance(task, LeavesTask):
        right = read_values(answer, task.tree.leaf_values) == task.tree.leaf_values
    elif isinstance(task, CutsTask):
        right = read_places(answer, len(task.tree.leaves)) == task.answer
    else:
        raise TypeError(f"moves are judged one by one: {task}")
    return Feedback(right, task.words.right if right else task.words.wrong)


def solves(task: Task, answer: str) -> bool:
    """Whether an answer solves a task: the learner's moves with spaces between them, or what is typed.

    A `ValueError` says how to write an answer.
    """
    if not isinstance(task, PlayTask):
        return judge_answer(task, answer).right
    for step, move in enumerate(answer.split()[: len(task.accepted)]):
        if not judge_move(task, step, move).right:
            return False
        if is_last(task, step, move):
            return True
    return False


def read_choice(answer: str, count: int) -> int:
    """The place of an option, by its letter or its number.

    >>> read_choice("B", 3), read_choice("3", 3)
    (1, 2)
    """
    letter = answer.strip().lower()
    place = int(letter) - 1 if letter.isdecimal() else ord(letter) - ord("a") if len(letter) == 1 else -1
    if not 0 <= place < count:
        raise ValueError(f"type a letter from a to {chr(ord('a') + count - 1)}")
    return place


def read_number(answer: str) -> int:
    """A whole number."""
    try:
        return int(answer.replace(" ", "").replace(",", ""))
    except ValueError:
        raise ValueError("type a whole number") from None


def read_values(answer: str, wanted: Sequence[str]) -> list[str]:
    """The value of each leaf; 1, 0 and -1 are results where no leaf is an estimate.

    >>> read_values("w, draw l", ["win", "win", "win"])
    ['win', 'draw', 'loss']
    """
    are_results = set(wanted) <= {"win", "draw", "loss"}
    words = answer.lower().replace(",", " ").split()
    values = [SHORT.get(word, word) if are_results or word.isalpha() else word for word in words]
    count = len(wanted)
    if len(values) != count:
        raise ValueError(
            f"type {count} values with spaces between them, such as: {' '.join(['w', 'd', 'l'][:count])}"
        )
    return values


def read_places(answer: str, count: int) -> frozenset[int]:
    """The places of leaves, which people count from 1; `none` for none.

    >>> sorted(read_places("2 4", 5)), sorted(read_places("none", 5))
    ([1, 3], [])
    """
    if answer.strip().lower() in ("none", "-", "0"):
        return frozenset()
    places = frozenset(read_number(word) - 1 for word in answer.replace(",", " ").split())
    if not places or not all(0 <= place < count for place in places):
        raise ValueError(f"type numbers from 1 to {count} with spaces between them, or none")
    return places


def answer_text(task: Task) -> str:
    """The right answer, for somebody who gives up."""
    if isinstance(task, PlayTask):
        line = [task.accepted[0][0]]
        for reply, accepted in zip(task.replies, task.accepted[1:], strict=True):
            line += [reply, accepted[0]]
        return " ".join(line)
    if isinstance(task, ChooseTask):
        return f"{chr(ord('a') + task.answer)}: {task.options[task.answer]}"
    if isinstance(task, NumberTask):
        return str(task.answer)
    if isinstance(task, LeavesTask):
        return " ".join(task.tree.leaf_values)
    return " ".join(str(place + 1) for place in sorted(task.answer)) or "none"
