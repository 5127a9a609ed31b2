"""A lesson line by line: prose, boards, tasks and a prompt. Works on a terminal and on a pipe."""

from __future__ import annotations

from typing import Final

from plyground.board import Board
from plyground.errors import IllegalMove
from plyground.lessons.checks import Feedback, answer_text, is_last, judge_answer, judge_move
from plyground.lessons.lesson import (
    Block,
    BoardBlock,
    ChooseTask,
    CutsTask,
    LeavesTask,
    Lesson,
    NumberTask,
    PlayTask,
    Task,
    TreeBlock,
)
from plyground.lessons.progress import LessonProgress
from plyground.lessons.tree import MOST_NODES
from plyground.terminal.lesson_text import options_text, prose_text, tree_text, wrapped
from plyground.terminal.prompt import Leaving, ask
from plyground.terminal.text import board_text

HELP: Final = "Type your answer, or: hint, skip (shows the answer), quit."
TRIES_UNTIL_OFFER: Final = 3


class Skipped(Exception):
    """The learner gives up on a task."""


class PlainLesson:
    """One lesson, from the first step that is not done to the end."""

    def __init__(self, lesson: Lesson, progress: LessonProgress) -> None:
        self.lesson = lesson
        self.progress = progress
        self._solved = progress.solved(lesson.name)
        self._place = 0
        """The place of the next task."""

    def run(self) -> bool:
        """Go through the lesson; False if the learner leaves before its end. Progress is kept either way."""
        lesson = self.lesson
        print(f"{lesson.title}\n{'=' * len(lesson.title)}\n")
        if lesson.summary:
            print(wrapped(lesson.summary) + "\n")
        begin = self._first_open_step()
        if begin:
            print(
                f"You have done {len(self._solved)} of {len(lesson.tasks)} tasks, and go on where you were.\n"
            )
        try:
            for number, step in enumerate(lesson.steps):
                tasks = sum(isinstance(block, Task) for block in step.blocks)
                if number < begin:
                    self._place += tasks
                    continue
                print(f"{number + 1}. {step.heading}\n")
                for block in step.blocks:
                    self._show(block)
                if not tasks and number + 1 < len(lesson.steps):
                    ask("Press Enter to go on. ")
                    print()
        except Leaving:
            print(f"\nLeft. {self._summary()}")
            return False
        print(f"That was the lesson. {self._summary()}")
        return True

    def _first_open_step(self) -> int:
        """The first step with a task that is not solved; the first of all if everything is."""
        place = 0
        for number, step in enumerate(self.lesson.steps):
            tasks = sum(isinstance(block, Task) for block in step.blocks)
            if any(place + each not in self._solved for each in range(tasks)):
                return number if self._solved else 0
            place += tasks
        return 0

    def _summary(self) -> str:
        solved = self.progress.solved(self.lesson.name)
        trouble = f" ({self.progress.trouble})" if self.progress.trouble else ""
        return f"You have solved {len(solved)} of {len(self.lesson.tasks)} tasks.{trouble}"

    # Blocks

    def _show(self, block: Block) -> None:
        if isinstance(block, tuple):
            print(prose_text(block) + "\n")
        elif isinstance(block, BoardBlock):
            self._show_board(block.board)
            if block.caption:
                print(wrapped(block.caption))
            print()
        elif isinstance(block, TreeBlock):
            print(tree_text(block.tree) + "\n")
            print(wrapped(block.caption or block.tree.trace.sentence) + "\n")
        else:
            self._do(block)

    def _show_board(self, board: Board) -> None:
        print(board_text(board))
        print(board.caption)

    # Tasks

    def _do(self, task: Task) -> None:
        place = self._place
        self._place += 1
        if place in self._solved:
            return
        if task.board is not None:
            self._show_board(task.board)
        if isinstance(task, LeavesTask):
            print(tree_text(task.tree, values_at="none", numbered=True))
        if isinstance(task, CutsTask):
            print(tree_text(task.tree, values_at="leaves", numbered=True))
        print("\n" + wrapped(task.words.ask))
        if isinstance(task, ChooseTask):
            print(options_text(task))
        try:
            if isinstance(task, PlayTask):
                self._play(task)
            else:
                self._answer(task)
        except Skipped:
            print(wrapped(f"The answer is: {answer_text(task)}") + "\n")
            return
        if (
            isinstance(task, NumberTask)
            and task.tree is not None
            and task.tree.trace.nodes <= MOST_NODES // 8
        ):
            print(tree_text(task.tree) + "\n")
        self.progress.add(self.lesson.name, place)

    def _answer(self, task: Task) -> None:
        """Ask until the answer is right."""
        tries = 0
        while True:
            typed = self._ask(task, "answer> ")
            try:
                feedback = judge_answer(task, typed)
            except ValueError as error:
                print(f"{str(error).capitalize()}. {HELP}")
                continue
            tries += 1
            if self._hear(feedback, tries):
                return

    def _play(self, task: PlayTask) -> None:
        """Ask for each move until it is right; answers come by themselves."""
        board = task.board.copy()
        tries = 0
        for step in range(len(task.accepted)):
            while True:
                typed = self._ask(task, f"{board.player}> ")
                try:
                    move = self._read_move(board, typed)
                except IllegalMove as error:
                    print(f"{error}. {HELP}")
                    continue
                tries += 1
                if self._hear(judge_move(task, step, move), tries):
                    break
            if is_last(task, step, move):
                return
            board.push(move)
            board.push(task.replies[step])
            self._show_board(board)
            print(f"The other side plays {task.replies[step]}.")

    def _read_move(self, board: Board, typed: str) -> str:
        twin = board.copy()
        twin.push(typed.replace(" ", ""))
        return twin.history[-1]

    def _hear(self, feedback: Feedback, tries: int) -> bool:
        """Say what there is to say of an answer; whether it was right."""
        print(wrapped(feedback.words))
        if feedback.right:
            print()
        elif tries == TRIES_UNTIL_OFFER:
            print("(hint helps, skip shows the answer)")
        return feedback.right

    def _ask(self, task: Task, prompt: str) -> str:
        """What the learner types, once it is an answer."""
        while True:
            typed = ask(prompt)
            word = typed.lower()
            if word in ("quit", "exit", "q"):
                raise Leaving
            if word == "skip":
                raise Skipped
            if word in ("hint", "help", "?"):
                print(wrapped(task.words.hint) if task.words.hint and word == "hint" else HELP)
            elif not typed:
                print(HELP)
            else:
                return typed
