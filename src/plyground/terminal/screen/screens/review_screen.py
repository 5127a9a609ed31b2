"""A game that is looked back on: earlier positions, variations, the engine's view, the value of each move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.board import Board
from plyground.match import Match
from plyground.terminal.move_values import MOST_VALUES
from plyground.terminal.screen.background.analysis import Analysis
from plyground.terminal.screen.screens.picking_screen import PickingScreen
from plyground.terminal.screen.variation import Variation
from plyground.terminal.screen.widgets.engine_view import EngineView

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.terminal.screen.backend import Backend


class ReviewScreen(PickingScreen):
    """Everything that leaves the game as it is."""

    def __init__(self, match: Match, backend: Backend, *, ascii_only: bool = False) -> None:
        super().__init__(match, ascii_only=ascii_only)
        self.variation: Variation | None = None
        self._wants_engine = False
        self._wants_values = False
        self._analysis = Analysis(self, backend.analysis_engine, on_info=self._show_info, on_error=self.say)

    # Which position is on the screen

    @property
    def _variation(self) -> Variation | None:
        return self.variation

    @property
    def visible_board(self) -> Board:
        """The position on the screen: the game's, an earlier one, or one of a variation."""
        return super().visible_board if self.variation is None else self.variation.board

    @property
    def is_open(self) -> bool:
        """Whether a move can be picked: to play it, or to try it out."""
        if self.variation is not None or self.viewed_ply is not None:
            return not self.visible_board.is_over
        return super().is_open

    def action_view(self, by: int) -> None:
        """Show the position a move before or after the one on the screen."""
        self.view_ply(len(self.visible_board.history) + by)

    def action_jump(self, to_end: bool) -> None:
        """Show the position at the start, or the last one."""
        line = self.board.history if self.variation is None else self.variation.line
        self.view_ply(len(line) if to_end else 0)

    def view_ply(self, ply: int) -> None:
        """Show the position after `ply` moves of the game or of the variation, and analyse it."""
        before = len(self.visible_board.history)
        with self._leave_if_broken():
            if self.variation is None:
                super().view_ply(ply)
            else:
                self.variation.go_to(ply)
                self.chosen = ()
                self._show()
            if len(self.visible_board.history) != before:
                self._analyse()

    # Variations

    def action_variation(self) -> None:
        """Try moves out from the position on the screen, or go back to the game."""
        if self.variation is not None:
            self._leave_variation()
            return
        self.variation = Variation(self.board, len(self.visible_board.history))
        self.chosen = ()
        self.say("moves are tried out now, for both sides; k or Escape goes back to the game")
        self._show()
        self._focus_pick()

    def _leave_variation(self) -> None:
        self.variation = None
        self.viewed_ply = None
        self.chosen = ()
        self.say("back to the game")
        self._show()
        self._focus_pick()
        self._analyse()

    def _try_out(self, move: str) -> None:
        """Make a move of a variation, which begins with it if there is none."""
        if self.variation is None:
            self.variation = Variation(self.board, len(self.visible_board.history))
        self.variation.play(move)
        self.chosen = ()
        self.say("")
        self._show()
        self._focus_pick()
        self._analyse()

    def _take_back_variation(self) -> None:
        assert self.variation is not None
        move = self.variation.take_back()
        self.chosen = ()
        self.say(f"took back {move}" if move else "there is no move of the variation to take back")
        self._show()
        self._analyse()

    # What the engine says

    def action_engine(self) -> None:
        """Switch the engine's view on or off."""
        self._wants_engine = not self._wants_engine
        self.query_one(EngineView).display = self._wants_engine
        self._analyse()

    def action_values(self) -> None:
        """Show what every legal move is worth on the board, or stop doing so."""
        self._wants_values = not self._wants_values
        self.say(
            "W5 wins in 5 plies, L5 loses, D draws: proven; +3 and -3 are estimates for the side to move"
            if self._wants_values
            else "values are no longer shown"
        )
        self._analyse()
        self._show()

    def _analyse(self) -> None:
        """Analyse the position on the screen, as long as it is there."""
        self._analysis.cancel()
        self._values = {}
        if not (self._wants_engine or self._wants_values):
            return
        board = self.visible_board.copy()
        note = board.caption if board.is_over else "the engine is getting ready ..."
        view = self.query_one(EngineView)
        view.show(board, None, note)
        if not board.is_over:
            lines = min(len(board.legal_moves), MOST_VALUES) if self._wants_values else view.line_count
            self._analysis.start(board, lines)

    def _show_info(self, board: Board, info: Info) -> None:
        self.query_one(EngineView).show(board, info)
        if self._wants_values:
            self._values |= {
                line.move: line.score
                for line in info.lines
                if line.score.is_proven or not self._is_proven(line.move)
            }
            self._show()

    def _is_proven(self, move: str) -> bool:
        known = self._values.get(move)
        return known is not None and known.is_proven
