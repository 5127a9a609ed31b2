"""Puzzles line by line: try, see the refutation, try again, see the whole proof."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.explain.explanation import explain_move
from plyground.explain.judge import Judge
from plyground.puzzles.proof_text import proof_text
from plyground.puzzles.puzzle import NO, Puzzle
from plyground.puzzles.solving import Reaction, Solving
from plyground.puzzles.training import Attempt, Training, base_name
from plyground.puzzles.training_file import load_training, save_attempts
from plyground.terminal.prompt import Leaving, ask
from plyground.terminal.text import add_colours, board_text
from plyground.words import line_text

REFUTATION_SECONDS: Final = 3.0
HELP: Final = """\
Type a move to try it{no}, or
  hint        the first move of the solution
  proof       the whole solution, and why it is right
  next        another puzzle
  help        this
  quit        enough for today"""


class PlainPuzzles:
    """Puzzles one after the other, until the person has had enough."""

    def __init__(self, puzzles: Sequence[Puzzle], *, seed: int | None = None) -> None:
        self.puzzles = puzzles
        self.training = load_training()
        self._chance = random.Random(seed)
        self._judges: dict[str, Judge] = {}

    def run(self, first: Puzzle | None = None) -> None:
        """Ask one puzzle after the other; `first` is the one to begin with."""
        try:
            puzzle = first
            while True:
                puzzle = puzzle or self.training.next_puzzle(self.puzzles, _now(), self._chance)
                if puzzle is None:
                    print("All puzzles are done for today; those that failed come again on their day.")
                    return
                self._ask(puzzle)
                puzzle = None
        except Leaving:
            print()
            print(training_words(self.training))

    def _ask(self, puzzle: Puzzle) -> None:
        """One puzzle, until it is solved or given up."""
        solving = Solving(puzzle)
        print(f"Puzzle {puzzle.id}, {puzzle.game}, about {puzzle.rating}")
        print(add_colours(board_text(solving.board)))
        print(puzzle.question)
        noted = False
        while not solving.is_solved:
            word = ask("> ")
            if word == "quit":
                self._note(solving, noted)
                raise Leaving
            if word == "next":
                self._note(solving, noted)
                return
            try:
                self._answer(solving, word)
            except (IllegalMove, PlygroundError) as error:
                print(error)
            if not solving.is_clean and not noted:
                self._save(puzzle, solved=False)
                noted = True
        if not noted:
            self._save(puzzle, solved=True)
        print(training_words(self.training, base_name(puzzle.game)))
        print()

    def _note(self, solving: Solving, noted: bool) -> None:
        """A puzzle that is left after a wrong try has failed; one that nobody has tried has not."""
        if not noted and not solving.is_clean:
            self._save(solving.puzzle, solved=False)

    def _answer(self, solving: Solving, word: str) -> None:
        """Do what was typed."""
        puzzle = solving.puzzle
        if word in ("", "help"):
            print(HELP.format(no=f", or {NO} if there is no win" if puzzle.kind == "exists" else ""))
        elif word == "hint":
            solving.is_clean = False
            print(_hint(solving))
        elif word == "proof":
            solving.is_clean = False
            solving.is_solved = True
            self._print_proof(puzzle)
        else:
            self._react(solving, solving.attempt(word))

    def _react(self, solving: Solving, reaction: Reaction) -> None:
        print(reaction.sentence)
        if reaction.wrong:
            self._refute(solving.board, reaction.wrong)
        elif reaction.is_right:
            print(add_colours(board_text(solving.board)))
        if reaction.is_solved:
            self._print_proof(solving.puzzle)

    def _refute(self, board: Board, move: str) -> None:
        """Show on the board what is wrong with a move."""
        found = explain_move(self._judge(board), board, move, seconds=REFUTATION_SECONDS)
        claim = found.claims[0]
        line = claim.line if claim.line[:1] == (move,) else (move,)
        shown = board.copy()
        for each in line:
            shown.push(each)
        print(add_colours(board_text(shown)))
        print(claim.sentence)
        if len(line) > 1:
            print(f"line: {line_text(line)}")
        print("Try again.")

    def _print_proof(self, puzzle: Puzzle) -> None:
        print(proof_text(self._judge(puzzle.board()), puzzle))
        if puzzle.themes:
            print(f"themes: {', '.join(puzzle.themes)}")

    def _judge(self, board: Board) -> Judge:
        return self._judges.setdefault(board.game.full_name, Judge(board.game))

    def _save(self, puzzle: Puzzle, *, solved: bool) -> None:
        attempt = Attempt(_now(), puzzle.id, puzzle.game, puzzle.rating, solved)
        self.training.add(attempt)
        save_attempts([attempt])


def training_words(training: Training, game: str = "") -> str:
    """Where the player stands: ratings, streaks, what is due."""
    parts = []
    for name, rating in training.players.items():
        if not game or name == game:
            parts.append(f"your rating in {name} is {rating.rating:.0f} ± {2 * rating.deviation:.0f}")
    if not parts:
        return "No puzzle tried yet."
    parts.append(f"{training.streak} solved in a row (best {training.best_streak})")
    days = training.days_in_a_row(_now().date())
    parts.append(f"{days} {'day' if days == 1 else 'days'} in a row")
    due = sum(card.due <= _now() for card in training.cards.values())
    if due:
        parts.append(f"{due} to repeat")
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _hint(solving: Solving) -> str:
    puzzle = solving.puzzle
    if puzzle.has_no_win:
        return "Is there really a win?"
    return f"hint: {puzzle.solution[2 * solving.step]}"


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
