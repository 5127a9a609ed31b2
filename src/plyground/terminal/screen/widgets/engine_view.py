"""What the engine thinks of the position: a bar, a sentence, and the best lines."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from plyground.board import Board
from plyground.terminal.text import fit_moves
from plyground.words import first_share, score_sentence, short_score

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.score import Score

LINES: Final = ((50, 8), (36, 5), (0, 3))
"""How many lines of play are shown on a terminal of at least this height."""
LINES_AROUND: Final = 5
"""Lines of the widget besides: the border, the bar, a sentence in two lines, the depth."""


class EngineView(Widget):
    """The engine's view of one position, as it grows."""

    DEFAULT_CSS = """
    EngineView { border-top: solid $foreground 30%; }
    EngineView.-ascii { border-top: ascii $foreground 30%; }
    """

    info: reactive[Info | None] = reactive(None)
    note: reactive[str] = reactive("")
    """What to say as long as there is no answer."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-ascii" if ascii_only else None)
        self.ascii_only = ascii_only
        self._board = Board()
        self.line_count = LINES[-1][1]
        """How many lines of play there is room for."""

    def set_terminal_height(self, height: int) -> None:
        """Use the room that a terminal of this height has."""
        self.line_count = next(count for least, count in LINES if height >= least)
        self.styles.height = LINES_AROUND + self.line_count

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
        best = best_score(self.info)
        share = first_share(best, self._board.turn)
        left = round(share * room)
        text.append(f"{game.players[0]} {filled * left}{empty * (room - left)} {game.players[1]}\n")
        sentence = textwrap.wrap(score_sentence(self._board, best), max(1, width), max_lines=2)
        text.append("\n".join(sentence), "bold")
        text.append(f"\ndepth {self.info.depth}, {self.info.nodes:,} nodes"[: width + 1], "dim")
        for line in self.info.lines[: self.line_count]:
            score = short_score(line.score, ascii_only=self.ascii_only)
            moves = fit_moves(line.moves, width - len(score) - 1, ascii_only=self.ascii_only)
            text.append(f"\n{score} {moves}")
        return text


def best_score(info: Info) -> Score:
    """What is known of the position: what its best line proves counts more than an estimate."""
    proven = [line.score for line in info.lines[:1] if line.score.is_proven]
    return info.score if info.score.is_proven or not proven else proven[0]
