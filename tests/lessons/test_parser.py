"""Mistakes in a lesson: one line each, which names the line of the file."""

from __future__ import annotations

import pytest

from plyground.lessons.checks import Feedback, answer_text, judge_answer, judge_move
from plyground.lessons.claims import false_claims
from plyground.lessons.lesson import ChooseTask, NumberTask, PlayTask
from plyground.lessons.parser import LessonError, read_lesson

HEAD = "# Title\n\nA summary.\n\n## Step\n\n"
"""Six lines; a block begins in line 7."""


def block(kind: str, *lines: str) -> str:
    return HEAD + "\n".join([f"```{kind}", *lines, "```", ""])


PLAY = ("game: noughts", "moves: a1 b1 a2 b2", "ask: Win!")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a lesson begins with its title, as '# TITLE'"),
        ("Hello\n", "line 1: a lesson begins with its title, as '# TITLE'"),
        ("# Title\n\nWords.\n", "line 3: a lesson needs a step, which begins with '## HEADING'"),
        ("# Title\n## Step\n", "line 2: nothing stands below the heading 'Step'"),
        ("# Title\n```play\n```\n## Step\nWords.\n", "line 2: a block stands in a step, below a heading"),
        (HEAD + "```play\n", "line 7: this block has no end; close it with ```"),
        (block("dance"), "line 7: there is no block 'dance'; there are board, tree, play, "),
        (block("play", *PLAY, "accept: b9"), "line 11: no such move: b9"),
        (block("play", *PLAY, "accept: a1"), "line 11: no such move: a1 (a1 is taken)"),
        (block("play", *PLAY), "line 7: a block 'play' needs accept:"),
        (block("play", "game: noughts", "accept: a1"), "line 7: a block 'play' needs ask:"),
        (block("play", *PLAY, "accept: a3", "color: red"), "line 12: a block 'play' has no color:, only "),
        (
            block("play", *PLAY, "accept: a3", "nonsense"),
            "line 12: 'nonsense' is not of the form 'key: value'",
        ),
        (block("play", *PLAY, "accept: a3", "claim: nice"), "line 12: claim: 'nice' is none of win, "),
        (block("play", *PLAY, "reply: c1", "accept: a3"), "line 11: reply: comes after an accept:"),
        (
            block("play", *PLAY, "accept: c1", "reply: c2"),
            "line 7: the last reply: needs an accept: after it",
        ),
        (block("play", *PLAY, "accept: a3", "on z1: no"), "line 12: no such move: z1"),
        (block("play", *PLAY, "ask: Again?", "accept: a3"), "line 11: ask: stands here twice"),
        (block("board", "game: chess"), "line 8: there is no game 'chess'"),
        (block("board", "moves: a1"), "line 7: a block 'board' needs game:, as none was named before it"),
        (block("board", "game: noughts", "moves: a1 a1"), "line 9: no such move: a1 (a1 is taken)"),
        (block("board", "game: noughts", "position: what"), "line 9: "),
        (
            block("play", "game: noughts", "moves: a1 b1 a2 b2 a3", "ask: ?", "accept: c3"),
            "line 9: the game is over",
        ),
        (block("choose", "ask: ?", "[x] one"), "line 7: a block 'choose' needs two or more lines"),
        (block("choose", "ask: ?", "[x] one", "[x] two"), "line 7: a block 'choose' needs two or more lines"),
        (block("number", "ask: ?", "answer: many"), "line 9: answer: 'many' is not a whole number"),
        (block("tree", "game: noughts", "depth: 9"), "line 7: "),
        (block("tree", "game: noughts", "algorithm: magic"), "line 9: algorithm 'magic' does not exist"),
        (block("tree", "game: noughts", "order: up"), "line 9: order 'up' does not exist"),
        (block("cuts", "game: noughts", "depth: 2", "ask: ?"), "line 7: this tree has 72 leaves, and a task"),
        (block("count", "game: noughts", "depth: 1", "ask: ?", "count: stars"), "line 11: count: 'stars' is"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_line(text: str, message: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_lesson(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_block_goes_on_with_the_game_before_it() -> None:
    text = block("board", "game: squava", "moves: c3") + "\n".join(
        ["```play", "moves: c3 a1", "ask: Where to,", "  my friend?", "accept: b3 b2", "```", ""]
    )
    board, task = read_lesson(text).steps[0].blocks
    assert isinstance(task, PlayTask)
    assert task.board.game.full_name == "squava"
    assert task.words.ask == "Where to, my friend?"
    assert task.accepted == (("b3", "b2"),)
    assert board is not task


def test_answers_are_judged_with_the_words_of_the_lesson() -> None:
    lines = (*PLAY, "accept: a3", "right: Yes!", "wrong: No.", "on b3: Only a block.")
    (task,) = read_lesson(block("play", *lines)).tasks
    assert isinstance(task, PlayTask)
    assert judge_move(task, 0, "a3") == Feedback(True, "Yes!")
    assert judge_move(task, 0, "b3") == Feedback(False, "Only a block.")
    assert judge_move(task, 0, "c3") == Feedback(False, "No.")
    (choice,) = read_lesson(block("choose", "ask: ?", "[ ] one", "[x] two")).tasks
    assert isinstance(choice, ChooseTask)
    assert [judge_answer(choice, typed).right for typed in ("a", "B", "2", "1")] == [False, True, True, False]
    with pytest.raises(ValueError, match="type a letter from a to b"):
        judge_answer(choice, "z")
    (number,) = read_lesson(block("number", "ask: ?", "answer: -12")).tasks
    assert isinstance(number, NumberTask)
    assert judge_answer(number, " -12 ").right
    assert answer_text(number) == "-12"


def test_a_claim_that_is_wrong_is_found() -> None:
    (wrong, missing) = (
        read_lesson(block("play", *PLAY, "accept: b3", "claim: win in 1")),
        read_lesson(block("play", "game: noughts", "moves: b2", "ask: ?", "accept: a1", "claim: draw")),
    )
    assert list(false_claims(wrong)) == [
        "line 7: a3 is right, too (win in 1), and is not accepted",
        "line 7: b3 is accepted, and is not right (win in 1)",
    ]
    assert [line.split()[2] for line in false_claims(missing)] == ["c1", "a3", "c3"]
