"""The lessons that ship: every answer that they accept is right, by brute force on models of the rules."""

from __future__ import annotations

import re

import pytest

from plyground.board import Board
from plyground.lab.experiment import run_algorithm
from plyground.lab.switches import Switches
from plyground.lessons.claims import false_claims
from plyground.lessons.lesson import CutsTask, LeavesTask, Lesson, NumberTask, PlayTask
from plyground.lessons.shelf import SHIPPED, count_tasks, find_lesson, lesson_head, shipped_names
from tests.lessons import brute_force

WORDS = {1: "win", 0: "draw", -1: "loss"}
GAMES = ["noughts", "squava", "numerical", "squeeze", "gomoku"]


@pytest.fixture(params=shipped_names())
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """Each of them."""
    return find_lesson(request.param)


def test_there_is_one_for_each_game_and_a_course_of_eight() -> None:
    names = shipped_names()
    assert names[:5] == GAMES
    assert [name.split("-")[:2] for name in names[5:]] == [["search", str(number)] for number in range(1, 9)]


def test_the_list_says_what_the_lesson_says(lesson: Lesson) -> None:
    assert lesson_head(lesson.name) == (lesson.title, lesson.summary)
    assert count_tasks(lesson.name) == len(lesson.tasks) >= 3


def test_every_move_that_is_accepted_is_right_and_no_other_is(lesson: Lesson) -> None:
    tasks = [task for task in lesson.tasks if isinstance(task, PlayTask)]
    assert all(task.claim for task in tasks), "every move is worth a claim"
    assert [wrong for task in tasks for wrong in brute_force.false_claims(task)] == []


def test_a_line_of_play_is_legal_and_ends_with_a_win(lesson: Lesson) -> None:
    for task in lesson.tasks:
        if not isinstance(task, PlayTask) or not task.replies:
            continue
        game = brute_force.model_of(task.board)
        side = game.turn
        for place, accepted in enumerate(task.accepted):
            game.play(accepted[0])
            if place < len(task.replies):
                game.play(task.replies[place])
        ending = game.ending()
        assert ending is not None
        assert ending.winner == side


def test_trees_are_as_a_textbook_search_finds_them(lesson: Lesson) -> None:
    for task in lesson.tasks:
        if not isinstance(task, LeavesTask | CutsTask):
            continue
        depth = task.tree.trace.switches["depth"]
        whole = brute_force.PlainSearch(task.board, depth)
        whole.minimax()
        assert task.tree.leaves == whole.leaves
        assert task.tree.leaf_values == [WORDS[value] for value in whole.values]
        if isinstance(task, CutsTask):
            pruned = brute_force.PlainSearch(task.board, depth)
            pruned.alpha_beta()
            cut = {place for place, line in enumerate(whole.leaves) if line not in pruned.leaves}
            assert cut == set(task.answer) != set(), "a task about cuts has some"


def test_numbers_that_are_counted_are_right(lesson: Lesson) -> None:
    for task in lesson.tasks:
        if not isinstance(task, NumberTask) or task.tree is None or task.board is None:
            continue
        trace = task.tree.trace
        search = brute_force.PlainSearch(task.board, trace.switches["depth"])
        if trace.algorithm == "minimax":
            search.minimax()
            assert (trace.nodes, trace.leaves) == (search.nodes, len(search.leaves))
        else:
            search.alpha_beta()
            assert trace.nodes <= search.nodes
        assert task.answer in (trace.nodes, trace.leaves)


def test_numbers_in_the_prose_about_order_are_those_of_the_lab() -> None:
    text = (SHIPPED / "search-5-move-order.md").read_text(encoding="utf-8")
    board = Board("noughts", "a1 b2")
    counts = {
        order: run_algorithm(board, "alphabeta", Switches(depth=4, order=order), record=False).nodes
        for order in ("worst", "guess")
    }
    assert re.search(rf"enters {counts['worst']} positions", text)
    assert f"[x] {counts['guess']}\n" in text


def test_the_number_of_games_of_noughts_is_the_one_that_is_told() -> None:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def count(marks: list[int], side: int) -> int:
        if any(all(marks[cell] == 3 - side for cell in row) for row in rows) or all(marks):
            return 1
        found = 0
        for cell in range(9):
            if not marks[cell]:
                marks[cell] = side
                found += count(marks, 3 - side)
                marks[cell] = 0
        return found

    corner, edge, middle = (count([1 if cell == first else 0 for cell in range(9)], 2) for first in (0, 1, 4))
    assert 4 * corner + 4 * edge + middle == 255_168
    for name in ("noughts", "search-1-game-trees"):
        assert "255168" in (SHIPPED / f"{name}.md").read_text(encoding="utf-8")


def test_the_program_itself_finds_no_claim_wrong() -> None:
    for name in ("noughts", "squava", "squeeze"):
        assert list(false_claims(find_lesson(name))) == []
