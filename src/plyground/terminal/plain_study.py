"""What the prompt offers beside playing: looking back, values, variations, a report, learning, setting up."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.hint import Hint, find_hint, hint_engine
from plyground.match import Match
from plyground.mistakes import GameReport, Mistake, judge_attempt, positions_from_end
from plyground.position_setup import PositionSetup, marks_to_set
from plyground.score import Score
from plyground.solver.proving_engine import ProvingEngine
from plyground.terminal.move_values import MOST_VALUES
from plyground.terminal.prompt import ask
from plyground.terminal.report_text import chart_text, plain_sentence
from plyground.terminal.text import add_colours, board_text, can_write, values_board_text
from plyground.words import move_values_text, score_sentence

SECONDS: Final = 1.0
"""How long the engine looks at one position that somebody asks about."""
REPORT_SECONDS: Final = 0.5
"""How long it looks at each position of a whole game."""
NO_MORE: Final = ("stop", "quit", "")
SETUP_HELP: Final = """\
Type a cell and a mark ({marks}) to put it there, a cell alone to empty it, or
  side NAME   who is to move ({players})
  clear       take every mark away
  start       the position at the start of the game
  done        play from this position
  stop        back to the game"""


class PlainStudy:
    """Answers questions about a game with an engine of its own; the game stays as it is."""

    def __init__(self) -> None:
        self.is_flipped = False
        """Whether boards are drawn from the other side."""
        self._engine: ProvingEngine | None = None

    @property
    def ascii_only(self) -> bool:
        """Whether the terminal takes nothing but ASCII."""
        return not can_write("┼…█")

    def find_hint(self, board: Board) -> Hint:
        """The best move and why."""
        return find_hint(self._engine_for(board), board)

    def print_board(self, board: Board) -> None:
        """The board from the side from which it is to be seen."""
        print(add_colours(board_text(board, is_flipped=self.is_flipped)))

    def print_position(self, match: Match, ply: int) -> None:
        """The position after `ply` moves."""
        count = len(match.moves)
        if not 0 <= ply <= count:
            raise PlygroundError(f"there is no position {ply}; positions go from 0, the start, to {count}")
        board = match.board_after(ply)
        self.print_board(board)
        print(f"position {ply} of {count}: {board.caption}")

    def print_values(self, board: Board) -> None:
        """What every legal move is worth: on the board where a move is one cell, else in lines."""
        if outcome := board.outcome:
            raise PlygroundError(f"the game is over: {outcome}")
        lines = min(len(board.legal_moves), MOST_VALUES)
        info = self._engine_for(board).search(board, seconds=SECONDS, lines=lines)
        scores = {line.move: line.score for line in info.lines}
        if drawn := values_board_text(board, scores, is_flipped=self.is_flipped):
            print(drawn)
        for line in move_values_text(scores.items()):
            print(line)

    def print_variation(self, board: Board, moves: list[str]) -> None:
        """The position that some moves would lead to, and what it is worth."""
        twin = board.copy()
        for move in moves:
            twin.push(twin.game.typed(twin.position, move))
        self.print_board(twin)
        print(f"variation, not played: {' '.join(twin.history[len(board.history) :])}")
        print(twin.caption if twin.is_over else score_sentence(twin, self._score(twin)))

    # Learning from a game

    def print_report(self, match: Match) -> GameReport:
        """The evaluation chart and every mistake."""
        report = self._report(match.board)
        ascii_only = self.ascii_only
        print(chart_text(report, shutil.get_terminal_size().columns, ascii_only=ascii_only))
        for mistake in report.mistakes:
            print(plain_sentence(mistake.sentence, ascii_only=ascii_only))
        print(report.summary)
        return report

    def learn(self, match: Match) -> None:
        """Go back to each mistake of the people who played, and let them find a better move."""
        sides = match.people or (0, 1)
        mistakes = [mistake for mistake in self._report(match.board).mistakes if mistake.side in sides]
        if not mistakes:
            print("There is no mistake of yours in this game.")
        for number, mistake in enumerate(mistakes, start=1):
            print(f"Mistake {number} of {len(mistakes)}")
            if not self._learn_from(match.board_after(mistake.ply), mistake):
                return

    def _learn_from(self, board: Board, mistake: Mistake) -> bool:
        """Let somebody try moves in place of a mistake; returns whether they want to see the next one."""
        self.print_board(board)
        sentence = plain_sentence(mistake.sentence, ascii_only=self.ascii_only)
        print(sentence.partition(";")[0])
        while True:
            text = ask(f"A better move for {board.player} (or: show, next, stop): ")
            if text in NO_MORE:
                return False
            if text == "next":
                return True
            if text == "show":
                print(f"{sentence} Line: {' '.join(mistake.better.moves)}")
                return True
            try:
                is_found = self._judge(board, board.game.typed(board.position, text), mistake)
            except PlygroundError as error:
                print(error)
                continue
            if is_found:
                return True

    def _judge(self, board: Board, move: str, mistake: Mistake) -> bool:
        after = board.copy()
        after.push(move)
        attempt = judge_attempt(
            board,
            after.history[-1],
            self._score(after),
            made=mistake.move,
            better=mistake.better.move,
            before=mistake.before,
        )
        print(attempt.sentence)
        return attempt.holds

    def _report(self, board: Board) -> GameReport:
        if not board.history:
            raise PlygroundError("a report needs a game with a move")
        count = len(board.history) + 1
        print(f"judging {count} positions, about {count * REPORT_SECONDS:.0f} s ...", flush=True)
        report = GameReport(board.copy())
        engine = self._engine_for(board)
        for position in positions_from_end(board):
            report.add(position, engine.search(position, seconds=REPORT_SECONDS))
        return report

    # Setting up

    def set_up(self, board: Board, play: Callable[[Board], None]) -> None:
        """Let somebody put marks on cells until the position is done, and play from it."""
        setup = PositionSetup(board)
        marks, players = marks_to_set(board.game), board.game.players
        print(SETUP_HELP.format(marks=" ".join(marks), players=" or ".join(players)))
        while True:
            print(add_colours(board_text(board, is_flipped=self.is_flipped, marks=setup.marks)))
            print(f"{players[setup.side]} to move; {setup.problem or 'this can be played'}")
            text = ask("Set up: ")
            if text in NO_MORE:
                return
            if text == "done":
                ready = self._ready_board(setup)
                if ready is not None:
                    play(ready)
                    return
                continue
            try:
                _change_setup(setup, text, marks)
            except PlygroundError as error:
                print(error)

    def _ready_board(self, setup: PositionSetup) -> Board | None:
        """The board to play from; None if it cannot be played, which is said."""
        if setup.problem:
            return None  # the line above the prompt says it again
        board = setup.board()
        if board.is_over:
            print(f"the game is over here: {board.outcome}")
            return None
        return board

    # The engine

    def _score(self, board: Board) -> Score:
        return self._engine_for(board).search(board, seconds=SECONDS).score

    def _engine_for(self, board: Board) -> ProvingEngine:
        if self._engine is None:
            self._engine = hint_engine(board.game)
        return self._engine


def _change_setup(setup: PositionSetup, text: str, marks: tuple[str, ...]) -> None:
    """Do what was typed while a position is set up."""
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if text == "clear":
        setup.clear()
    elif text == "start":
        setup.restore()
    elif word == "side":
        setup.side = setup.game.read_player(rest)
    elif not setup.game.has_cells(setup.game.start, [word]):
        raise PlygroundError(f"{word!r} is no cell; write a cell and a mark, such as a cell and {marks[0]}")
    elif rest and rest not in marks:
        raise PlygroundError(f"{rest!r} is no mark; there are {' '.join(marks)}")
    else:
        setup.put(word, rest)
