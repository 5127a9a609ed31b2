"""Proving the answers of puzzles again, whoever made them."""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.explain.judge import Judge
from plyground.puzzles.move_values import MoveValues, TooHard, Valuer
from plyground.puzzles.puzzle import Puzzle


class PuzzleChecker:
    """Checks puzzles of any games; what is proven of a game is kept for the next."""

    def __init__(self) -> None:
        self._valuers: dict[str, Valuer] = {}

    def fault(self, puzzle: Puzzle) -> str:
        """What is wrong with a puzzle, or nothing.

        >>> right = Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),))
        >>> PuzzleChecker().fault(right)
        ''
        """
        try:
            board = puzzle.board()
            if puzzle.game not in self._valuers:
                self._valuers[puzzle.game] = Valuer(Judge(board.game))
            valuer = self._valuers[puzzle.game]
            values = valuer.values(board, puzzle.within)
            if values.within and not puzzle.within:
                return "it cannot be proven to the end of the game"
            if puzzle.kind in ("win", "exists"):
                return self._win_fault(valuer, puzzle, values)
            right = values.moves("win") or (*values.moves("draw"), *values.moves(None))
            wrong = set(right) ^ set(puzzle.accepted)
            return f"{min(wrong)} is wrongly judged" if wrong else ""
        except TooHard:
            return "it takes too long to prove"
        except PlygroundError as error:
            return str(error)

    def _win_fault(self, valuer: Valuer, puzzle: Puzzle, values: MoveValues) -> str:
        if puzzle.has_no_win:
            return f"there is a win in {values.win} plies" if values.win else ""
        if values.win != puzzle.plies:
            return (
                f"it is a win in {values.win} plies, not {puzzle.plies}" if values.win else "there is no win"
            )
        board, now = puzzle.board(), values
        for step, accepted in enumerate(puzzle.steps):
            wrong = set(now.shortest_wins) ^ set(accepted)
            if wrong:
                return f"step {step + 1}: {min(wrong)} is wrongly judged"
            for move in puzzle.solution[2 * step : 2 * step + 2]:
                board.push(move)
            if step + 1 < len(puzzle.steps):
                now = valuer.values_like(values, board)
        return "" if board.is_over else "the solution does not end the game"
