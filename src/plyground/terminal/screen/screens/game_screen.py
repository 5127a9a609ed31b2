"""A game on the screen: its course, and the keys that change it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from plyground.board import Board
from plyground.errors import BrokenGame, PlygroundError
from plyground.forced_moves import find_forced_move
from plyground.players import Choice
from plyground.records import Record, load_record
from plyground.scorecard import Scorecard
from plyground.terminal.local_game import LocalGame, free_name
from plyground.terminal.report_text import plain_sentence
from plyground.terminal.saved_scorecard import saved_scorecard
from plyground.terminal.screen.background.analysis import Analysis
from plyground.terminal.screen.background.computers import Computers
from plyground.terminal.screen.background.hints import HintFinder
from plyground.terminal.screen.background.report_maker import ReportMaker
from plyground.terminal.screen.background.work import StoppableWork
from plyground.terminal.screen.screens.ask_screen import AskScreen
from plyground.terminal.screen.screens.confirm_screen import ConfirmScreen
from plyground.terminal.screen.screens.lab_screen import LabScreen, LabSetup
from plyground.terminal.screen.screens.learn_screen import LearnScreen
from plyground.terminal.screen.screens.report_screen import ReportChoice, ReportScreen
from plyground.terminal.screen.screens.review_screen import ReviewScreen
from plyground.terminal.screen.screens.setup_screen import SetupScreen
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.end_panel import EndPanel
from plyground.terminal.screen.widgets.move_list import MoveList
from plyground.terminal.screen.widgets.state_line import state_text
from plyground.terminal.tactics import Tactics, find_tactics, tactics_text
from plyground.words import choice_words

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.hint import Hint
    from plyground.mistakes import GameReport
    from plyground.terminal.screen.backend import Backend

TICK_SECONDS: Final = 0.5
TACTICS_SECONDS: Final = 3.0


class GameScreen(ReviewScreen):
    """A game that is played, looked back on and analysed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="the best move and why"),
        Binding("u", "undo", "Undo", tooltip="take back your last move"),
        Binding("r", "redo", "Redo", show=False, tooltip="make again what was taken back"),
        Binding(
            "t",
            "tactics",
            "Tactics",
            tooltip="mark moves that win or lose at once and cells that decide, on and off",
        ),
        Binding("e", "engine", "Engine", tooltip="the engine's view of the position, on and off"),
        Binding("v", "values", "Values", tooltip="the value of every legal move on the board, on and off"),
        Binding("b", "best", "Best", show=False, tooltip="play the engine's move for you"),
        Binding("k", "variation", "Try", show=False, tooltip="try moves out, and back to the game"),
        Binding("o", "report", "Report", tooltip="a chart of the game, and each mistake"),
        Binding("y", "forced", "Forced", show=False, tooltip="have forced moves played for you, on and off"),
        Binding("j", "set_up", "Set up", show=False, tooltip="set up a position by hand, from this one"),
        Binding("L", "lab", "Lab", show=False, tooltip="search this position step by step"),
        Binding("m", "move_now", "Move now", show=False, tooltip="have the computer move at once"),
        Binding("p", "pause", "Pause", show=False, tooltip="hold the computer back, and let it go on"),
        Binding("comma,pageup", "view(-1)", "Back", show=False, tooltip="look at the position a move before"),
        Binding(
            "full_stop,pagedown",
            "view(1)",
            "Forward",
            show=False,
            tooltip="look at the next position",
        ),
        Binding("less_than_sign", "jump(False)", "Start", show=False, tooltip="look at the start"),
        Binding("greater_than_sign", "jump(True)", "End", show=False, tooltip="look at the last position"),
        Binding("z", "flip", "Turn", show=False, tooltip="see the board from the other side, and back"),
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
        super().__init__(local.match, backend, ascii_only=ascii_only)
        self.local = local
        local.autosave.on_screen = True
        self.is_paused = False
        self._move_pause = backend.move_pause
        self._now = backend.now
        self._last_tick = backend.now()
        self._wants_tactics = False
        self._wants_hint = False
        """Whether the next answer of the analysis is shown as a hint."""
        self._plays_hint = False
        """Whether the next hint is played, not shown."""
        self._computers = Computers(
            self,
            local,
            on_choice=self._wait_and_play,
            on_error=self._hold_computer,
            on_change=self._show_state,
        )
        self._hint_finder = HintFinder(self, backend.hint_engine, on_hint=self._take_hint, on_error=self.say)
        self._tactics_finder = StoppableWork(self, on_error=self.say)
        self._forced_finder = StoppableWork(self, on_error=self.say)
        self._score_counter = StoppableWork(self, on_error=self.say)
        self._report_maker = ReportMaker(
            self, backend.hint_engine, on_change=self._show_report, on_error=self.say
        )
        self._backend = backend

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
        for work in self._other_work:
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
        self._computers.handle(event)
        for work in self._other_work:
            work.handle(event)

    @property
    def _other_work(self) -> tuple[HintFinder | StoppableWork | Analysis | ReportMaker, ...]:
        """What else is done in the background, besides the computers' thinking."""
        return (
            self._hint_finder,
            self._tactics_finder,
            self._forced_finder,
            self._score_counter,
            self._analysis,
            self._report_maker,
        )

    def _state(self) -> str:
        return state_text(
            self.match,
            viewed_ply=self.viewed_ply,
            variation=self.variation,
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

    def _refusal(self) -> str:
        if self.variation is not None or self.viewed_ply is not None:
            return "the game is over in this position" if self.visible_board.is_over else ""
        if self.match.is_over:
            return "the game is over"
        return "" if self.match.waits_for_person else f"{self.board.player} is to move, not you"

    def _make_move(self, move: str) -> None:
        """Make a person's move, or try it out where it is no move of the game as it stands."""
        if self.variation is not None or self.viewed_ply is not None:
            self._try_out(move)
        else:
            self._play(move)

    def _play(self, move: str) -> None:
        """Make a person's move."""
        self.say("")
        self._tick()
        self.match.play(move, self.match.elapsed)
        self._save()
        self._advance(has_moved=True)

    # The course of the game

    def _save(self) -> None:
        """Save the game after a change."""
        self.local.save()
        if trouble := self.local.autosave.trouble:
            self.say(f"the game is not kept: {trouble}")

    def _advance(self, *, has_moved: bool = False) -> None:
        """After any change of the position: show it, and see who is next.

        Only after a move that was made is the next one played if it is forced, so that it can be taken back.
        """
        self.chosen, self._hint_picks, self._tactics = (), (), None
        self._hint_finder.cancel()
        self._show()
        self.query_one(EndPanel).show(self.match.outcome)
        if self.match.is_over:
            self._count_score()
        if self.match.waits_for_person:
            self._focus_pick()
        elif not self.match.is_over and not self.is_paused:
            self._computers.think()
        self._find_tactics()
        self._analyse()
        self._forced_finder.cancel()
        if has_moved:
            self._find_forced_move()

    def _find_forced_move(self) -> None:
        """Play the move of a person who has no choice, if they want that."""
        if not (self._app.preferences.plays_forced and self.match.waits_for_person):
            return
        board = self.board.copy()

        def find() -> str | None:
            worker = get_current_worker()
            return find_forced_move(board, wanted=lambda: not worker.is_cancelled)

        self._forced_finder.start(find, self._play_forced_move)

    def _play_forced_move(self, move: str | None) -> None:
        if move is None or self.is_paused:
            return
        player = self.board.player
        self._play(move)
        self.say(f"{player} plays {move}, which was forced; y leaves such moves to you")

    def _count_score(self) -> None:
        """Say how the games between these two have ended so far."""
        record = self.match.record
        people = self.match.people
        side = people[0] if people else 0

        def count() -> Scorecard:
            return saved_scorecard(record, side)

        self._score_counter.start(count, self.query_one(EndPanel).show_score)

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
            self._advance(has_moved=True)

    def _hold_computer(self, why: str) -> None:
        """Whatever goes wrong with the computer, the game is still there."""
        self._computers.compiling.clear()
        self.is_paused = True
        self._show_state()
        self.say(f"{self.board.player} cannot move: {why}")

    # Keys

    def action_undo(self) -> None:
        """Take back a move, also while the computer thinks; in a variation one of its moves."""
        if self.variation is not None:
            self._take_back_variation()
            return
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
        self._find_hint(plays=False)

    def action_best(self) -> None:
        """Find the engine's move, and play it."""
        self._find_hint(plays=True)

    def _find_hint(self, *, plays: bool) -> None:
        if not self.is_open:
            self.say("a hint is for a person whose turn it is")
            return
        self._plays_hint = plays
        self.say("looking for the best move ..." if plays else "looking for a hint ...")
        if self._analysis.info is not None:
            self._use_info_as_hint(self._analysis.info)
        elif self._analysis.is_busy:
            self._wants_hint = True
        else:
            self._hint_finder.start(self.visible_board)

    def _use_info_as_hint(self, info: Info) -> None:
        from plyground.hint import hint_from  # loads Numba, which a menu can do without

        self._wants_hint = False
        self._take_hint(hint_from(self.visible_board, info))

    def _take_hint(self, hint: Hint) -> None:
        if not self._plays_hint:
            self._show_hint(hint)
            return
        self._make_move(hint.move)
        self.say(f"{hint.board.player} plays the engine's move {hint.move}")

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
        """Switch the engine's view on or off; a hint that is looked for comes from it then."""
        wants_hint = self._wants_hint or self._hint_finder.is_busy
        self._hint_finder.cancel()
        super().action_engine()
        if wants_hint:
            self._find_hint(plays=self._plays_hint)

    def _analyse(self) -> None:
        self._wants_hint = False
        self._hint_picks = ()
        self._hint_finder.cancel()
        super()._analyse()

    def _show_info(self, board: Board, info: Info) -> None:
        super()._show_info(board, info)
        if self._wants_hint:
            self._use_info_as_hint(info)

    def action_escape(self) -> None:
        """Take back a pick, come back to the game, or at least to the board."""
        if self.chosen:
            self._choose(self.chosen[:-1])
        elif self.variation is not None:
            self._leave_variation()
        elif self.viewed_ply is not None:
            self.view_ply(len(self.board.history))
            self._focus_pick()
        else:
            self._focus_pick()

    # Learning from the game

    def action_report(self) -> None:
        """Judge every position, and show a chart and the mistakes."""
        if not self.board.history:
            self.say("a report needs a game with a move")
            return
        report = self._report_maker.start(self.board)
        self.app.push_screen(ReportScreen(report, ascii_only=self.ascii_only), self._follow_report)

    def _show_report(self, report: GameReport) -> None:
        for screen in self.app.screen_stack:
            if isinstance(screen, ReportScreen) and screen.is_mounted:
                screen.show(report)

    def _follow_report(self, choice: ReportChoice) -> None:
        report = self._report_maker.report
        if report is None or choice is None:
            return
        if choice == "learn":
            self._learn(report)
            return
        mistake = report.mistakes[choice]
        if self.variation is not None:
            self._leave_variation()
        self.view_ply(mistake.ply)
        board = self.visible_board
        self._hint_picks = board.picks_of(board.game.parse(board.position, mistake.better.move))
        self.say(plain_sentence(mistake.sentence, ascii_only=self.ascii_only))
        self._show()

    def _learn(self, report: GameReport) -> None:
        """Go through the mistakes of the people who played."""
        if len(report.values) <= len(report.board.history):
            self.say("the report is not ready yet; o shows how far it has come")
            return
        sides = self.match.people or (0, 1)
        mistakes = [mistake for mistake in report.mistakes if mistake.side in sides]
        if not mistakes:
            self.say("there is no mistake of yours in this game")
            return
        self.app.push_screen(LearnScreen(self.match, mistakes, self._backend, ascii_only=self.ascii_only))

    def action_forced(self) -> None:
        """Have forced moves played, or make them yourself."""
        plays = not self._app.preferences.plays_forced
        self._app.remember(replace(self._app.preferences, plays_forced=plays))
        self.say("forced moves are played for you now" if plays else "forced moves are left to you now")

    def action_set_up(self) -> None:
        """Set up a position by hand, and play it with the same players."""
        self.app.push_screen(SetupScreen(self.visible_board, ascii_only=self.ascii_only), self._play_setup)

    def action_lab(self) -> None:
        """Search the position on the screen step by step."""
        if self.visible_board.is_over:
            self.say("the game is over: there is nothing to search")
            return
        self.app.push_screen(LabScreen(LabSetup(self.visible_board.copy()), ascii_only=self.ascii_only))

    def _play_setup(self, board: Board | None) -> None:
        if board is not None:
            self._try(lambda: self._app.play_position(self.local, board))

    # Files

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
        elif event.what == "report":
            self.action_report()
        elif event.what == "menu":
            self.action_leave()
        else:
            self._try(lambda: self._app.start_again(self.local, swap=event.what == "swapped"))


def _read_record(name: str) -> Record:
    return load_record(Path(os.path.expanduser(name)))
