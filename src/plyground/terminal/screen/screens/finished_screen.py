"""The finished games, to look at again or to delete."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from plyground import catalogue
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.records import Record
from plyground.saved_games import SavedGame, delete_finished_game, list_finished_games
from plyground.scorecard import make_scorecard
from plyground.seats import HUMAN
from plyground.terminal.saved_scorecard import MOST_GAMES
from plyground.terminal.screen.screens.confirm_screen import ConfirmScreen
from plyground.terminal.screen.screens.dialog import Dialog
from plyground.terminal.screen.widgets.choice_list import ChoiceList


class FinishedScreen(Dialog[SavedGame | None]):
    """A list with a line for each finished game, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "cancel", "Back", show=False),
        Binding("delete,x", "delete", "Delete", show=False),
    ]

    DEFAULT_CSS = """
    FinishedScreen {
        & > .frame { width: 100; }
        & ChoiceList { height: auto; max-height: 16; }
        & Static { height: auto; color: $text-muted; }
    }
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self.ascii_only = ascii_only
        self._games = list_finished_games(MOST_GAMES)

    def compose(self) -> ComposeResult:
        """The games and the keys."""
        frame = Vertical(
            ChoiceList(
                *(Option(finished_game_text(game)) for game in self._games), compact=True, markup=False
            ),
            Static(id="score", markup=False),
            Static("Enter: open    x: delete    Escape: back", id="keys", markup=False),
            classes="frame",
        )
        frame.border_title = "Finished games"
        yield frame

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say how the two players of this game have fared against each other."""
        event.stop()
        record = self._games[event.option_index].record
        player, opponent = record.players if record.players[1] != HUMAN else record.players[::-1]
        card = make_scorecard((game.record for game in self._games), record.game, player, opponent)
        self.query_one("#score", Static).update(card.text(self._side_names(record)))

    def _side_names(self, record: Record) -> tuple[str, str]:
        try:
            return catalogue.find(record.game).players
        except PlygroundError:
            return Game.players

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the game that was chosen."""
        event.stop()
        self.dismiss(self._games[event.option_index])

    def action_delete(self) -> None:
        """Delete the game under the cursor, if that is really meant."""
        index = self.query_one(ChoiceList).highlighted
        if index is not None:
            question = ConfirmScreen("Delete this game?", "keep it", "delete it", ascii_only=self.ascii_only)
            self.app.push_screen(question, lambda is_meant: self._delete(index) if is_meant else None)

    def _delete(self, index: int) -> None:
        try:
            delete_finished_game(self._games[index])
        except PlygroundError as error:
            self.query_one("#keys", Static).update(str(error))
            return
        del self._games[index]
        self.query_one(ChoiceList).remove_option_at_index(index)
        if not self._games:
            self.dismiss(None)

    def action_cancel(self) -> None:
        """Open none."""
        self.dismiss(None)


def finished_game_text(saved: SavedGame) -> str:
    """A finished game in one line: when, which game, who, and how it ended."""
    record = saved.record
    reason = f", {record.reason}" if record.reason else ""
    return f"{saved.date}  {record.game}, {record.players[0]} - {record.players[1]}, {record.result}{reason}"
