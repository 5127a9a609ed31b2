"""Learning from mistakes: back to each of them, to find a better move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.worker import Worker

from plyground.board import Board
from plyground.match import Match
from plyground.terminal.report_text import plain_sentence
from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled
from plyground.terminal.screen.screens.picking_screen import PickingScreen

if TYPE_CHECKING:
    from plyground.hint import HintEngine
    from plyground.mistakes import Attempt, Mistake
    from plyground.terminal.screen.backend import Backend

ATTEMPT_SECONDS: Final = 1.0
"""How long the engine looks at a move that is tried."""


class LearnScreen(PickingScreen):
    """One mistake after the other: the position before it, and moves to try in its place."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "step(1)", "Next", tooltip="the next mistake"),
        Binding("b", "step(-1)", "Before", tooltip="the mistake before"),
        Binding("h", "solve", "Solution", tooltip="show the better move"),
        Binding("z", "flip", "Turn", tooltip="see the board from the other side, and back"),
        Binding("escape", "escape", "Back to the game", tooltip="take back a pick, or back to the game"),
    ]

    def __init__(
        self, match: Match, mistakes: Sequence[Mistake], backend: Backend, *, ascii_only: bool = False
    ) -> None:
        self._whole = match
        self._mistakes = mistakes
        self._index = 0
        self._now = backend.now
        super().__init__(self._match_before(mistakes[0]), ascii_only=ascii_only)
        self._new_engine = backend.hint_engine
        self._engine: HintEngine | None = None
        self._found: set[int] = set()
        """The mistakes in whose place a move was found that holds."""
        self._work = StoppableWork(self, stop=self._stop_engine, on_error=self.say)

    @property
    def _mistake(self) -> Mistake:
        return self._mistakes[self._index]

    def _match_before(self, mistake: Mistake) -> Match:
        """The position in which a mistake was made, with both sides free to move."""
        board = self._whole.board_after(mistake.ply)
        return Match(Board(board.game, board.history, position=board.setup), now=self._now)

    def on_mount(self) -> None:
        """Begin with the first mistake."""
        self.query_one("#heading", Static).update(f"Learn from your mistakes: {self.board.game.title}")
        self._begin()

    def on_unmount(self) -> None:
        """Stop thinking."""
        self._work.cancel()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A move has been looked at."""
        self._work.handle(event)

    def _begin(self) -> None:
        self._work.cancel()
        self.match = self._match_before(self._mistake)
        self.chosen, self._hint_picks = (), ()
        self.say(plain_sentence(self._made_words(), ascii_only=self.ascii_only))
        self._show()
        self._focus_pick()
        self._place_cursor()

    def _made_words(self) -> str:
        """What was played, without what would have been better."""
        return self._mistake.sentence.partition(";")[0]

    def _state(self) -> str:
        number = f"Mistake {self._index + 1} of {len(self._mistakes)}"
        if self._index in self._found:
            found = f"found {len(self._found)} of {len(self._mistakes)}"
            return f"{number}: {found}; n: the next one, Escape: back to the game"
        return f"{number}: {self.board.player} played {self._mistake.move} here; find a better move"

    def _refusal(self) -> str:
        return "the move is being looked at" if self._work.is_busy else ""

    def _make_move(self, move: str) -> None:
        """Have the engine judge a move that somebody tries."""
        from plyground.mistakes import judge_attempt  # loads Numba

        mistake, board = self._mistake, self.board.copy()
        self.chosen = ()
        self.say(f"looking at {move} ...")
        self._show()

        def judge() -> Attempt:
            if self._engine is None:
                self._engine = self._new_engine(board.game)
            self._engine.prepare()
            raise_if_cancelled()
            after = board.copy()
            after.push(move)
            info = self._engine.search(after, seconds=ATTEMPT_SECONDS)
            return judge_attempt(
                board,
                move,
                info.score,
                made=mistake.move,
                better=mistake.better.move,
                before=mistake.before,
            )

        self._work.start(judge, self._tell)

    def _tell(self, attempt: Attempt) -> None:
        if attempt.holds:
            self._found.add(self._index)
            self._mark(attempt.move)
        self.say(attempt.sentence if attempt.holds else f"{attempt.sentence} Try another, or h shows it")
        self._show()
        self._focus_pick()

    def _mark(self, move: str) -> None:
        self._hint_picks = self.board.picks_of(self.board.game.parse(self.board.position, move))

    def action_step(self, by: int) -> None:
        """Another mistake."""
        index = self._index + by
        if 0 <= index < len(self._mistakes):
            self._index = index
            self._begin()
        else:
            self.say(f"there is no mistake {'after' if by > 0 else 'before'} this one; Escape goes back")

    def action_solve(self) -> None:
        """Show the better move and the play after it."""
        better = self._mistake.better
        self._mark(better.move)
        self.say(
            f"{plain_sentence(self._mistake.sentence, ascii_only=self.ascii_only)} {' '.join(better.moves)}"
        )
        self._show()

    def action_escape(self) -> None:
        """Take back a pick, or go back to the game."""
        if self.chosen:
            self._choose(self.chosen[:-1])
        else:
            self.dismiss()

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()
