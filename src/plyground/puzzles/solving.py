"""Solving a puzzle step by step: what is right, what comes next, what was wrong with a try."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.puzzles.puzzle import NO, Puzzle


@dataclass(frozen=True)
class Reaction:
    """What happens after a try."""

    is_right: bool
    is_solved: bool
    sentence: str
    played: tuple[str, ...] = ()
    """The moves that were made on the board: the right one, and the reply to it."""
    wrong: str = ""
    """The move that was wrong, as it is written; empty if the answer was not a move."""


class Solving:
    """A puzzle on the table of somebody who solves it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board()
        self.step = 0
        self.is_solved = False
        self.is_clean = True
        """Whether there was no wrong try and no help so far."""

    def attempt(self, text: str) -> Reaction:
        """Try a move, or the answer that there is no win; an `IllegalMove` changes nothing.

        >>> solving = Solving(Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),)))
        >>> solving.attempt("a3").is_right, solving.attempt("b1").is_solved, solving.is_clean
        (False, True, False)
        """
        if self.is_solved:
            raise PlygroundError("this puzzle is solved")
        if text == NO:
            return self._answer_no()
        board = self.board
        move = board.game.move_text(board.game.parse(board.position, board.game.typed(board.position, text)))
        if self.puzzle.has_no_win or move not in self.puzzle.steps[self.step]:
            self.is_clean = False
            return Reaction(False, False, f"{move} is not it.", wrong=move)
        return self._go_on(move)

    def _answer_no(self) -> Reaction:
        if self.puzzle.kind != "exists":
            raise PlygroundError("this puzzle asks for a move")
        if self.puzzle.has_no_win:
            self.is_solved = True
            return Reaction(True, True, "Right: there is no win here.")
        self.is_clean = False
        return Reaction(False, False, f"But there is: a win in {self.puzzle.plies} plies.")

    def _go_on(self, move: str) -> Reaction:
        """The right move was made: the reply to it comes, or the puzzle is solved."""
        puzzle = self.puzzle
        main = puzzle.solution[2 * self.step]
        same = "" if move == main else f" ({main} is as good, and the line goes on with it)"
        self.step += 1
        if self.step == len(puzzle.steps):
            self.board.push(move)
            self.is_solved = True
            return Reaction(True, True, f"{move} is right: solved.", (move,))
        reply = puzzle.solution[2 * self.step - 1]
        self.board.push(main)
        self.board.push(reply)
        return Reaction(True, False, f"{move} is right{same}; the reply is {reply}.", (main, reply))
