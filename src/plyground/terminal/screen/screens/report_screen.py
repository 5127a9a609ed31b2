"""The report on a game over the screen: the evaluation chart, and the mistakes to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.terminal.report_text import chart_text, plain_sentence, progress_words
from plyground.terminal.screen.screens.dialog import Dialog
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.widgets.choice_list import ChoiceList

if TYPE_CHECKING:
    from plyground.mistakes import GameReport, Mistake

KEYS: Final = "Enter: look at the move    w: why is it bad?    l: learn from your mistakes    Escape: back"
EXPLAIN_SECONDS: Final = 3.0
AROUND: Final = 4
"""Characters of the frame to the left and right of the chart."""

ReportChoice = int | Literal["learn"] | None
"""The number of a mistake to look at, or to learn from them all, or nothing."""


class ReportScreen(Dialog[ReportChoice]):
    """Grows while positions are judged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,o", "cancel", "Back", show=False),
        Binding("l", "learn", "Learn", show=False),
        Binding("w", "explain", "Why", show=False, priority=True),  # elsewhere it goes up in lists
    ]

    DEFAULT_CSS = """
    ReportScreen {
        & > .frame { width: 108; max-width: 96%; max-height: 96%; }
        & ChoiceList { height: auto; max-height: 8; }
        & Static { height: auto; }
        & #keys { color: $text-muted; }
        & #summary { text-style: bold; }
    }
    """

    def __init__(self, report: GameReport, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self.ascii_only = ascii_only
        self._report = report
        self._shown: list[str] = []

    def compose(self) -> ComposeResult:
        """The chart, a sentence, the mistakes and the keys."""
        frame = Vertical(
            Static(id="chart", markup=False),
            Static(id="summary", markup=False),
            ChoiceList(compact=True, markup=False),
            Static(KEYS, id="keys", markup=False),
            classes="frame",
        )
        frame.border_title = "Report on the game"
        yield frame

    def on_mount(self) -> None:
        """Show what is known."""
        self.query_one(ChoiceList).focus()

    def on_resize(self, event: events.Resize) -> None:
        """Use the width that is there."""
        self.call_after_refresh(self.show, self._report)

    def show(self, report: GameReport) -> None:
        """Show the report as far as it has come."""
        self._report = report
        width = self.query_one(".frame").content_size.width or self.app.size.width - AROUND
        chart = chart_text(report, width, ascii_only=self.ascii_only)
        self.query_one("#chart", Static).update(chart)
        self.query_one("#summary", Static).update(progress_words(report))
        lines = [plain_sentence(mistake.sentence, ascii_only=self.ascii_only) for mistake in report.mistakes]
        if lines != self._shown:
            self._shown = lines
            choices = self.query_one(ChoiceList)
            choices.clear_options()
            choices.add_options([Option(line) for line in lines])
            choices.highlighted = 0 if lines else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at the mistake that was chosen."""
        event.stop()
        self.dismiss(event.option_index)

    def action_learn(self) -> None:
        """Go through the mistakes one by one."""
        self.dismiss("learn")

    def action_explain(self) -> None:
        """Say why the move is bad that is chosen."""
        index = self.query_one(ChoiceList).highlighted
        if index is None:
            return
        mistake = self._report.mistakes[index]
        self.query_one("#summary", Static).update(f"Looking at {mistake.move} ...")
        self.run_worker(lambda: self._find_reasons(mistake), thread=True, exclusive=True)

    def _find_reasons(self, mistake: Mistake) -> None:
        """Look for what can be said of a mistake, on a thread, and show it."""
        from plyground.explain.explanation import explain_move  # loads Numba
        from plyground.explain.judge import Judge

        whole = self._report.board
        board = Board(whole.game, whole.history[: mistake.ply], position=whole.setup)
        try:
            text = explain_move(Judge(board.game), board, mistake.move, seconds=EXPLAIN_SECONDS).text
        except PlygroundError as error:
            text = str(error)
        if self.is_attached:
            self.app.call_from_thread(self._show_reasons, mistake.move, text)

    def _show_reasons(self, move: str, text: str) -> None:
        """Show what was found, each sentence with the line that shows it."""
        self.show(self._report)
        self.app.push_screen(TextScreen(f"Why is {move} bad?", text, ascii_only=self.ascii_only))

    def action_cancel(self) -> None:
        """Back to the game."""
        self.dismiss(None)
