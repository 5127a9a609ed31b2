"""What the engine thinks of the position: a bar, a sentence, and the best lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from plyground.board import Board
from plyground.terminal.report import judgement

if TYPE_CHECKING:
    from plyground.engine import Info, Score

LINES: Final = 3
HALF: Final = 50
"""An estimate of so much fills half of what is left of the bar."""


class EngineView(Widget):
    """The engine's view of one position, as it grows."""

    DEFAULT_CSS = """
    EngineView { height: 8; border-top: solid $foreground 30%; }
    EngineView.-ascii { border-top: ascii $foreground 30%; }
    """

    info: reactive[Info | None] = reactive(None)
    note: reactive[str] = reactive("")
    """What to say as long as there is no answer."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-ascii" if ascii_only else None)
        self.ascii_only = ascii_only
        self._board = Board()

    def show(self, board: Board, info: Info | None, note: str = "") -> None:
        """Show an answer about a position, or a note that there is none yet."""
        self._board = board
        self.note = note
        self.info = info

    def render(self) -> Text:
        """Bar, sentence, depth, lines."""
        text = Text(no_wrap=True, overflow="crop", end="")
        if self.info is None:
            return text.append(self.note, "italic")
        width = self.content_size.width
        game = self._board.game
        filled = "#" if self.ascii_only else "█"
        empty = "-" if self.ascii_only else "░"
        room = max(4, width - sum(len(name) + 1 for name in game.players))
        share = first_share(self.info.score, self._board.turn)
        left = round(share * room)
        text.append(f"{game.players[0]} {filled * left}{empty * (room - left)} {game.players[1]}\n")
        sentence = judgement(self._board, self.info.score)
        text.append(f"{sentence[:1].upper()}{sentence[1:]}"[:width], "bold")
        text.append(f"\ndepth {self.info.depth}, {self.info.nodes:,} nodes"[: width + 1], "dim")
        for line in self.info.lines[:LINES]:
            text.append(f"\n{short(line.score)} {' '.join(line.moves)}"[: width + 1])
        return text


def first_share(score: Score, turn: int) -> float:
    """How much of the bar belongs to the player who began: all of it only if the win is proven.

    >>> from plyground.engine import Score
    >>> first_share(Score(estimate=50), 0), first_share(Score(value="win", distance=3), 1)
    (0.75, 0.0)
    """
    if score.value is None:
        estimate = score.estimate or 0
        share = 0.5 + 0.5 * estimate / (abs(estimate) + HALF)
    else:
        share = {"win": 1.0, "draw": 0.5, "loss": 0.0}[score.value]
    return share if turn == 0 else 1.0 - share


def short(score: Score) -> str:
    """A score in a few characters, the proven ones as words.

    >>> from plyground.engine import Score
    >>> short(Score(estimate=7)), short(Score(value="loss", distance=4))
    ('+7', 'loss 4')
    """
    if score.value is None or score.distance is None:
        return str(score)
    return f"{score.value} {score.distance}"
