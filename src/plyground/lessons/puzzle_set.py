"""A set of puzzles as a lesson: the same puzzles for a whole class, found again by the name of the set."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final

from plyground import catalogue
from plyground.errors import PlygroundError
from plyground.lessons.lesson import Lesson, PlayTask, Step, Words
from plyground.puzzles.collection import own_puzzles, shipped_puzzles
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.training import base_name

NAME: Final = re.compile(r"puzzles:(?P<game>[a-z_]{1,40}):(?P<count>[1-9]\d?):(?P<seed>\d{1,9})")


def set_name(game: str, count: int, seed: int) -> str:
    """The name of a set; the same name always means the same puzzles.

    >>> set_name("squava", 10, 3)
    'puzzles:squava:10:3'
    """
    return f"puzzles:{game}:{count}:{seed}"


def games_with_puzzles() -> list[str]:
    """The games of which there are puzzles to play: those that ship, and the user's own."""
    games = [*catalogue.names(), *(base_name(puzzle.game) for puzzle in own_puzzles())]
    return [game for game in dict.fromkeys(games) if playable_puzzles(game)]


def playable_puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game that are answered by a move."""
    own = [puzzle for puzzle in own_puzzles() if base_name(puzzle.game) == game]
    return [puzzle for puzzle in (*shipped_puzzles(game), *own) if puzzle.steps and puzzle.kind != "exists"]


def find_set(name: str) -> Lesson | None:
    """The set with this name, easy puzzles first; None if it is no name of a set."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    puzzles = playable_puzzles(found["game"])
    if not puzzles:
        raise PlygroundError(f"there are no puzzles of {found['game']!r}")
    count = min(int(found["count"]), len(puzzles))
    chosen = random.Random(found["seed"]).sample(puzzles, count)
    return puzzle_lesson(name, sorted(chosen, key=lambda puzzle: puzzle.rating))


def puzzle_lesson(name: str, puzzles: Sequence[Puzzle]) -> Lesson:
    """Puzzles as a lesson with a step for each."""
    title = f"{puzzles[0].board().game.title}: {len(puzzles)} puzzles"
    steps = [Step(f"Puzzle {number}", (puzzle_task(puzzle),)) for number, puzzle in enumerate(puzzles, 1)]
    return Lesson(name, title, "", tuple(steps))


def puzzle_task(puzzle: Puzzle) -> PlayTask:
    """A puzzle as a task. The line of its solution is played, whatever else is right."""
    line = puzzle.solution
    accepted = tuple(
        (line[2 * place], *(move for move in right if move != line[2 * place]))
        for place, right in enumerate(puzzle.steps)
    )
    replies = line[1 : 2 * len(accepted) - 1 : 2]
    words = Words(puzzle.question, "Solved.", "That is not it. Try again.")
    return PlayTask(0, words, puzzle.board(), accepted, replies)
