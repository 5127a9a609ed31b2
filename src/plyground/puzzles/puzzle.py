"""A puzzle: a position, a task, and every answer that is right."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from plyground.board import Board
from plyground.errors import PlygroundError

Kind = Literal["win", "hold", "defence", "exists", "trap"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
NO: Final = "no"
"""The answer that there is no win."""


@dataclass(frozen=True)
class Puzzle:
    """A position and a task for the side to move.

    >>> puzzle = Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),))
    >>> puzzle.question
    'O to move. Only one move does not lose. Find the defence.'
    """

    game: str
    position: str
    kind: Kind
    plies: int
    """How far one has to look: to the end of the win, or of the longest of the losses to avoid."""
    solution: tuple[str, ...]
    """The right move and best play after it; empty if the answer is that there is no win."""
    steps: tuple[tuple[str, ...], ...]
    """For each move of the solver every move that is right; none if the answer is that there is no win."""
    within: int = 0
    """Everything is proven for this many plies; 0 if it is proven to the end of the game."""
    themes: tuple[str, ...] = ()
    rating: int = 1500
    """How hard it is, as a rating to begin with."""

    @property
    def id(self) -> str:
        """A short name, the same wherever the puzzle is the same."""
        text = "\n".join([self.game, self.position, self.kind])
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def accepted(self) -> tuple[str, ...]:
        """Every first move that is right."""
        return self.steps[0] if self.steps else ()

    @property
    def has_no_win(self) -> bool:
        """Whether the right answer is that there is no win."""
        return not self.steps

    def board(self) -> Board:
        """The position on a board of its own."""
        return Board(self.game, position=self.position)

    @property
    def question(self) -> str:
        """The task, in a sentence."""
        return question(self, self.board().player)


def question(puzzle: Puzzle, player: str) -> str:
    """The task of a puzzle, in a sentence that names the side to move."""
    soon = f" within {_plies(puzzle.within)}" if puzzle.within else ""
    if puzzle.kind == "win":
        return f"{player} to move wins in {_plies(puzzle.plies)}. Find the win."
    if puzzle.kind == "hold":
        task = f"Find a move that does not lose{soon}." if puzzle.within else "Hold the draw."
        return f"{player} to move. {task}"
    if puzzle.kind == "defence":
        return f"{player} to move. Only one move does not lose{soon}. Find the defence."
    if puzzle.kind == "exists":
        return f"{player} to move. Is there a win{soon or ' here'}? Play it, or answer that there is none."
    return f"{player} to move. There is a trap here: find a move that gives nothing away{soon}."


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle for programs."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "kind": puzzle.kind,
        "plies": puzzle.plies,
        "solution": list(puzzle.solution),
        "accepted": list(puzzle.accepted),
        "steps": [list(step) for step in puzzle.steps],
        "within": puzzle.within,
        "themes": list(puzzle.themes),
        "rating": puzzle.rating,
        "question": puzzle.question,
    }


def read_kind(text: str) -> Kind:
    """The kind with this name."""
    for kind in KINDS:
        if kind == text:
            return kind
    raise PlygroundError(f"there is no kind of puzzle {text!r}, only {', '.join(KINDS)}")
