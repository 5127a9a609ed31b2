"""A game on the screen: its course, and the keys that change it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from plyground.board import Board
from plyground.errors import BrokenGame, PlygroundError
from plyground.players import Choice
from plyground.records import Record, load_record
from plyground.terminal.local_game import LocalGame, free_name
from plyground.terminal.screen.background.analysis import Analysis
from plyground.terminal.screen.background.computers import Computers
from plyground.terminal.screen.background.hints import HintFinder
from plyground.terminal.screen.background.work import StoppableWork
from plyground.terminal.screen.picking import Picks, pick
from plyground.terminal.screen.screens.ask_screen import AskScreen
from plyground.terminal.screen.screens.board_screen import BoardScreen
from plyground.terminal.screen.screens.confirm_screen import ConfirmScreen
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import EndPanel
from plyground.terminal.screen.widgets.engine_view import EngineView
from plyground.terminal.screen.widgets.move_list import MoveList
from plyground.terminal.screen.widgets.state_line import state_text
from plyground.terminal.screen.widgets.tray_view import TrayView
from plyground.terminal.tactics import Tactics, find_tactics, tactics_text
from plyground.words import choice_words

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.hint import Hint
    from plyground.terminal.screen.backend import Backend

TICK_SECONDS: Final = 0.5
TACTICS_SECONDS: Final = 3.0


class GameScreen(BoardScreen):
    """A game that is played, looked back on and analysed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="the best move and why"),
        Binding("u", "undo", "Undo", tooltip="take back your last move"),
        Binding("r", "redo", "Redo", tooltip="make again what was taken back"),
        Binding(
            "t",
            "tactics",
            "Tactics",
            tooltip="mark moves that win or lose at once and cells that decide, on and off",
        ),
        Binding("e", "engine", "Engine", tooltip="the engine's view of the position, on and off"),
        Binding("m", "move_now", "Move now", tooltip="have the computer move at once"),
        Binding("p", "pause", "Pause", show=False, tooltip="hold the computer back, and let it go on"),
        Binding("comma,pageup", "view(-1)", "Back", show=False, tooltip="look at the position a move before"),
        Binding(
            "full_stop,pagedown",
            "view(1)",
            "Forward",
            show=False,
            tooltip="look at the next position",
        ),
        Binding("home", "home", "Last move", show=False, tooltip="the cursor to the last move"),
        Binding("g", "go", "Go to", show=False, tooltip="the cursor to a cell whose name you type"),
        Binding("escape", "escape", "Back", show=False, tooltip="take back a pick, or stop looking back"),
        Binding("f", "save", "Save", show=False, tooltip="save the game to a file"),
        Binding("l", "load", "Load", show=False, tooltip="load a game from a file"),
        Binding("x", "resign", "Resign", show=False, tooltip="give up, after a question"),
        Binding("i", "rules", "Rules", show=False, tooltip="the rules of the game"),
        Binding("n", "leave", "Menu", tooltip="a new game: back to the menu; this one can be resumed"),
    ]

    def __init__(self, local: LocalGame, backend: Backend, *, ascii_only: bool = False) -> None:
        super().__init__(local.match, ascii_only=ascii_only)
        self.local = local
        local.autosave.on_screen = True
        self.is_paused = False
        self._move_pause = backend.move_pause
        self._now = backend.now
        self._last_tick = backend.now()
        self._wants_tactics = False
        self._wants_engine = False
        self._wants_hint = False
        """Whether the next answer of the analysis is shown as a hint."""
        self._computers = Computers(
            self,
            local,
            on_choice=self._wait_and_play,
            on_error=self._hold_computer,
            on_change=self._show_state,
        )
        self._hint_finder = HintFinder(self, backend.hint_engine, on_hint=self._show_hint, on_error=self.say)
        self._analysis = Analysis(self, backend.analysis_engine, on_info=self._show_info, on_error=self.say)
        self._tactics_finder = StoppableWork(self, on_error=self.say)

    def on_mount(self) -> None:
        """Show the game; whoever is not to move compiles meanwhile."""
        game = self.board.game
        self.query_one("#heading", Static).update(f"{game.title} ({game.full_name})")
        self.match.start_turn()
        self.set_interval(TICK_SECONDS, self._tick)
        self._computers.prepare()
        with self._leave_if_broken():
            self._advance()
            self._place_cursor()

    def on_unmount(self) -> None:
        """Stop everything that thinks, and let others take the game up."""
        self._close()

    def _close(self) -> None:
        self._computers.stop()
        for work in (self._hint_finder, self._tactics_finder, self._analysis):
            work.cancel()
        self.local.autosave.release()

    @contextmanager
    def _leave_if_broken(self) -> Iterator[None]:
        """Leave a game whose own functions fail."""
        try:
            yield
        except BrokenGame as error:
            self._close()
            self._app.call_later(self._app.leave_broken_game, error)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Some work in the background has begun or ended."""
        for work in (self._computers, self._hint_finder, self._tactics_finder, self._analysis):
            work.handle(event)

    def _state(self) -> str:
        return state_text(
            self.match,
            viewed_ply=self.viewed_ply,
            chosen=self.chosen,
            is_paused=self.is_paused,
            compiling=self._computers.compiling,
        )

    def _tick(self) -> None:
        """Set the clocks; while the game is paused no time passes."""
        now = self._now()
        if self.is_paused:
            self.match.turn_began = min(now, self.match.turn_began + now - self._last_tick)
        self._last_tick = now
        super()._tick()

    # Choosing a move

    @on(BoardView.Picked)
    def pick_cell(self, event: BoardView.Picked) -> None:
        """A cell was chosen."""
        self.pick(event.name)

    @on(TrayView.Picked)
    def pick_item(self, event: TrayView.Picked) -> None:
        """Something beside the board was chosen."""
        self.pick(event.name)

    @on(BoardView.Left)
    def to_tray(self) -> None:
        """Down from the board."""
        if self.query_one(TrayView).display:
            self.query_one(TrayView).focus()

    @on(TrayView.Left)
    def to_board(self) -> None:
        """Up from the tray."""
        self.query_one(BoardView).focus()

    def pick(self, name: str) -> None:
        """Take the next step on the way to a move, and make the move if it is complete."""
        if self.viewed_ply is not None:
            self.say("this is an earlier position; Escape comes back to the game")
        elif self.match.is_over:
            self.say("the game is over")
        elif not self.match.waits_for_person:
            self.say(f"{self.board.player} is to move, not you")
        else:
            with self._leave_if_broken():
                self._pick(name)

    def _pick(self, name: str) -> None:
        step = pick(self.board, self.chosen, name)
        if step.why_not:
            self.say(step.why_not)
        elif step.move is not None:
            self._play(step.move)
        else:
            self._choose(step.chosen)

    def _choose(self, chosen: Picks) -> None:
        self.chosen = chosen
        self.say("")
        self._show()
        self._focus_pick()

    def _play(self, move: str) -> None:
        """Make a person's move."""
        self.say("")
        self._tick()
        self.match.play(move, self.match.elapsed)
        self._save()
        self._advance()

    # The course of the game

    def _save(self) -> None:
        """Save the game after a change."""
        self.local.save()
        if trouble := self.local.autosave.trouble:
            self.say(f"the game is not kept: {trouble}")

    def _advance(self) -> None:
        """After any change of the position: show it, and see who is next."""
        self.chosen, self._hint_picks, self._tactics = (), (), None
        self._hint_finder.cancel()
        self._show()
        self.query_one(EndPanel).show(self.match.outcome)
        if self.match.waits_for_person:
            self._focus_pick()
        elif not self.match.is_over and not self.is_paused:
            self._computers.think()
        self._find_tactics()
        self._analyse()

    def _wait_and_play(self, choice: Choice) -> None:
        """Make the computer's move; against itself it leaves people time to look."""
        wait = 0.0 if self.match.people else self._move_pause - self.match.elapsed
        if wait > 0:
            self._computers.wait(wait, lambda: self._play_choice(choice))
        else:
            self._play_choice(choice)

    def _play_choice(self, choice: Choice) -> None:
        board = self.board
        text = f"{board.player} plays {choice.move} ({choice_words(board, choice)})"
        try:
            self.match.play(choice.move, choice.seconds)
        except PlygroundError as error:
            self._hold_computer(str(error))
            return
        self.say(text)
        with self._leave_if_broken():
            self._save()
            self._advance()

    def _hold_computer(self, why: str) -> None:
        """Whatever goes wrong with the computer, the game is still there."""
        self._computers.compiling.clear()
        self.is_paused = True
        self._show_state()
        self.say(f"{self.board.player} cannot move: {why}")

    # Keys

    def action_undo(self) -> None:
        """Take back a move, also while the computer thinks."""
        self._change(self.match.undo, "took back")

    def action_redo(self) -> None:
        """Make a move again."""
        self._change(self.match.redo, "made again")

    def _change(self, change: Callable[[Collection[int]], tuple[str, ...]], word: str) -> None:
        try:
            moves = change(self.match.people or (0, 1))
        except PlygroundError as error:
            self.say(str(error))
            return
        self._computers.stop()
        self.viewed_ply = None
        self.is_paused = not self.match.people
        self.say(f"{word} {' and '.join(moves) or 'the end of the game'}")
        with self._leave_if_broken():
            self._save()
            self._advance()

    def action_hint(self) -> None:
        """Find a good move; if the engine analyses the position, the move that it shows."""
        if self.viewed_ply is not None or not self.match.waits_for_person:
            self.say("a hint is for a person whose turn it is")
            return
        self.say("looking for a hint ...")
        if self._analysis.info is not None:
            self._show_info_as_hint(self._analysis.info)
        elif self._analysis.is_busy:
            self._wants_hint = True
        else:
            self._hint_finder.start(self.board)

    def _show_info_as_hint(self, info: Info) -> None:
        from plyground.hint import hint_from  # loads Numba, which a menu can do without

        self._wants_hint = False
        self._show_hint(hint_from(self.board, info))

    def _show_hint(self, hint: Hint) -> None:
        board = hint.board
        self._hint_picks = board.picks_of(board.game.parse(board.position, hint.move))
        self.say(str(hint))
        self._show()
        self._reveal(self._hint_picks)

    def action_move_now(self) -> None:
        """Interrupt whoever thinks."""
        if not self._computers.hurry() | self._hint_finder.hurry():
            self.say("nobody is thinking")

    def action_pause(self) -> None:
        """Hold the computer back or let it go on."""
        self._tick()
        self.is_paused = not self.is_paused
        self._computers.stop()
        if not (self.is_paused or self.match.is_over or self.match.waits_for_person):
            self._computers.think()
        self._show_state()

    def action_tactics(self) -> None:
        """Mark what wins or loses at once and what decides, or stop doing so."""
        self._wants_tactics = not self._wants_tactics
        self.say("" if self._wants_tactics else "tactics are no longer marked")
        self._find_tactics()
        self._show()

    def _find_tactics(self) -> None:
        self._tactics_finder.cancel()
        self._tactics = None
        if self._wants_tactics and self.match.waits_for_person:
            board = self.board.copy()

            def find() -> Tactics:
                worker = get_current_worker()
                return find_tactics(board, TACTICS_SECONDS, lambda: not worker.is_cancelled)

            self._tactics_finder.start(find, self._show_tactics)

    def _show_tactics(self, found: Tactics) -> None:
        self._tactics = found
        self.say(tactics_text(self.board, found, endless=self.query_one(BoardView).places.endless))
        self._show()

    def action_engine(self) -> None:
        """Switch the engine's view on or off."""
        self._wants_engine = not self._wants_engine
        self.query_one(EngineView).display = self._wants_engine
        wants_hint = self._wants_hint or self._hint_finder.is_busy
        self._hint_finder.cancel()
        self._analyse()
        if wants_hint:
            self.action_hint()

    def view_ply(self, ply: int) -> None:
        """Show the position after `ply` moves, and analyse it if the engine's view is open."""
        before = self.viewed_ply
        with self._leave_if_broken():
            super().view_ply(ply)
            if self.viewed_ply != before:
                self._analyse()

    def _analyse(self) -> None:
        """Analyse the position on the screen, as long as it is there."""
        self._analysis.cancel()
        self._wants_hint = False
        if not self._wants_engine:
            return
        board = self.visible_board.copy()
        note = board.caption if board.is_over else "the engine is getting ready ..."
        self.query_one(EngineView).show(board, None, note)
        if not board.is_over:
            self._analysis.start(board, self.query_one(EngineView).line_count)

    def _show_info(self, board: Board, info: Info) -> None:
        self.query_one(EngineView).show(board, info)
        if self._wants_hint:
            self._show_info_as_hint(info)

    def action_escape(self) -> None:
        """Take back a pick, come back to the game, or at least to the board."""
        if self.chosen:
            self._choose(self.chosen[:-1])
        elif self.viewed_ply is not None:
            self.view_ply(len(self.board.history))
            self._focus_pick()
        else:
            self._focus_pick()

    def action_save(self) -> None:
        """Ask where to, and save."""
        question = AskScreen(
            "Save the game to",
            self._save_to,
            answer=free_name(Path(self.board.game.source).stem),
            doubt=lambda name: "" if self.local.may_write(Path(name)) else f"Overwrite {name}?",
            ascii_only=self.ascii_only,
        )
        self.app.push_screen(question, lambda path: self.say(f"saved to {path}" if path else ""))

    def _save_to(self, name: str) -> Path:
        return self.local.write_to(Path(name))

    def action_load(self) -> None:
        """Ask where from, and go on with that game."""
        question = AskScreen("Load a game from", _read_record, ascii_only=self.ascii_only)
        self.app.push_screen(question, self._load)

    def _load(self, record: Record | None) -> None:
        if record is not None:
            self._try(lambda: self._app.open(record))

    def action_resign(self) -> None:
        """Give up, if that is really meant."""
        people, turn = self.match.people, self.board.turn
        if self.match.is_over or not people:
            self.say("the game is over" if self.match.is_over else "only a person can resign")
            return
        side = turn if turn in people else people[0]
        player = self.board.game.players[side]
        question = ConfirmScreen(f"{player} resigns?", "play on", "resign", ascii_only=self.ascii_only)
        self.app.push_screen(question, lambda is_meant: self._resign(side, is_meant=bool(is_meant)))

    def _resign(self, side: int, *, is_meant: bool) -> None:
        if is_meant and not self.match.is_over:
            self._computers.stop()
            self.viewed_ply = None
            self.say("")
            self.match.resign(side)
            with self._leave_if_broken():
                self._save()
                self._advance()

    def _try(self, call: Callable[[], None], done: str = "") -> None:
        """Do something that can fail; say what went wrong or that it is done."""
        try:
            call()
        except PlygroundError as error:
            self.say(str(error))
        else:
            self.say(done)

    def action_rules(self) -> None:
        """The rules in words."""
        game = self.board.game
        text = "\n\n".join(part for part in (game.summary, game.words, game.origin) if part)
        self.app.push_screen(TextScreen(game.title, text, ascii_only=self.ascii_only))

    def action_leave(self) -> None:
        """Back to the menu; the game is kept."""
        self._close()
        self.dismiss()

    @on(EndPanel.Chosen)
    def go_on(self, event: EndPanel.Chosen) -> None:
        """What to do after the end."""
        if event.what == "review":
            self.say("Up and Down go through the moves, Escape comes back")
            self.query_one(MoveList).focus()
        elif event.what == "menu":
            self.action_leave()
        else:
            self._try(lambda: self._app.start_again(self.local, swap=event.what == "swapped"))


def _read_record(name: str) -> Record:
    return load_record(Path(os.path.expanduser(name)))
