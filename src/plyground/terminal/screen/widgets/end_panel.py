"""The end of a game: why it ended, and what to do now."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from plyground.board import Outcome
from plyground.scorecard import Scorecard
from plyground.terminal.screen.widgets.choice_list import ChoiceList


class Choices(ChoiceList):
    """Ways to go on; the first does no harm to whoever presses Enter once more."""


class EndPanel(Vertical):
    """Stands under the moves when there are no more of them."""

    DEFAULT_CSS = """
    EndPanel {
        height: auto;
        border-top: solid $foreground 30%;
        & Static { text-style: bold; height: auto; }
        & #score { text-style: none; color: $text-muted; display: none; }
        & Choices { height: 5; }
    }
    EndPanel.-ascii { border-top: ascii $foreground 30%; }
    """

    class Chosen(Message):
        """What the person wants: `review`, `again`, `swapped`, `menu` or `report`."""

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-ascii" if ascii_only else None)

    def compose(self) -> ComposeResult:
        """A sentence and the choices."""
        yield Static(id="outcome", markup=False)
        yield Static(id="score", markup=False)
        yield Choices(
            Option("Look back at the moves", id="review"),
            Option("Play again", id="again"),
            Option("Play again, sides swapped", id="swapped"),
            Option("Back to the menu", id="menu"),
            Option("Report and mistakes", id="report"),
            compact=True,
        )

    def show(self, outcome: Outcome | None) -> None:
        """Say how the game ended and wait for a choice; None hides the panel."""
        self.display = outcome is not None
        if outcome is not None:
            text = str(outcome)
            self.query_one("#outcome", Static).update(f"{text[0].upper()}{text[1:]}.")
            choices = self.query_one(Choices)
            choices.highlighted = 0
            choices.focus()

    def show_score(self, card: Scorecard) -> None:
        """Say how the games between these two have ended so far."""
        line = self.query_one("#score", Static)
        line.display = bool(card.games)
        line.update(f"So far {card.words}.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pass the choice on."""
        event.stop()
        self.post_message(self.Chosen(event.option.id or "menu"))
