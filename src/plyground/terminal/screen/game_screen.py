"""A game on the screen: the board, what stands beside it, and the thinking behind it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Static

from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.players import Choice, Player
from plyground.records import load_record, save_record
from plyground.terminal.report import judgement, remark
from plyground.terminal.screen.backstage import Backstage, Errand, Told
from plyground.terminal.screen.board_view import BoardView
from plyground.terminal.screen.end_panel import Choices, EndPanel
from plyground.terminal.screen.engine_view import LINES, EngineView
from plyground.terminal.screen.file_screen import FileScreen
from plyground.terminal.screen.grid import Look
from plyground.terminal.screen.move_list import MoveList
from plyground.terminal.screen.seats_view import SeatLine, SeatsView
from plyground.terminal.screen.session import Session
from plyground.terminal.screen.text_screen import TextScreen
from plyground.terminal.screen.tray_view import Shelf, TrayView
from plyground.threats import Threats, find_threats

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.terminal.screen.app import PlygroundApp
    from plyground.terminal.screen.services import Analyser

ADVISER: Final = "perfect"
HINT_SECONDS: Final = 2.0
THREAT_SECONDS: Final = 3.0
ANALYSIS_SECONDS: Final = 120.0
TICK_SECONDS: Final = 0.5
DONE: Final = "done"
"""The pick that plays a move which could also go on."""
SIDE: Final = 32
WIDE_SIDE: Final = 46
WIDE: Final = 110
FRAME: Final = 4
"""Lines above and below the board: a title, two lines of words, the keys."""
SIDE_LINES: Final = 8


class GameScreen(Screen[None]):
    """A game that is played, looked back on and analysed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="the best move and why"),
        Binding("u", "undo", "Undo", tooltip="take back your last move"),
        Binding("r", "redo", "Redo", tooltip="make again what was taken back"),
        Binding("t", "threats", "Threats", tooltip="mark moves that lose at once, on and off"),
        Binding("e", "engine", "Engine", tooltip="the engine's view of the position, on and off"),
        Binding("m", "move_now", "Move now", tooltip="have the computer move at once"),
        Binding("p", "pause", "Pause", show=False, tooltip="hold the computer back, and let it go on"),
        Binding("comma,pageup", "look(-1)", "Back", show=False, tooltip="look at the position a move before"),
        Binding("full_stop,pagedown", "look(1)", "Forward", show=False, tooltip="and a move later again"),
        Binding("home", "home", "Last move", show=False, tooltip="the cursor to the last move"),
        Binding("escape", "escape", "Back", show=False, tooltip="take back a pick, or stop looking back"),
        Binding("f", "save", "Save", show=False, tooltip="save the game to a file"),
        Binding("l", "load", "Load", show=False, tooltip="load a game from a file"),
        Binding("i", "rules", "Rules", show=False, tooltip="the rules of the game"),
        Binding("n", "leave", "Menu", tooltip="a new game: back to the menu; this one can be resumed"),
    ]

    DEFAULT_CSS = """
    GameScreen {
        & #heading { height: 1; text-style: bold; padding: 0 1; background: $panel; }
        & #table { height: 1fr; }
        & #left { width: 1fr; }
        & #side { width: 32; padding: 0 1; border-left: solid $foreground 30%; }
        & #state { height: 1; padding: 0 1; text-style: bold; }
        & #status { height: 1; padding: 0 1; }
        & #small { display: none; height: 1fr; content-align: center middle; }
        &.-ascii #side { border-left: ascii $foreground 30%; }
    }
    """

    def __init__(self, session: Session, *, ascii_only: bool = False) -> None:
        super().__init__(classes="-ascii" if ascii_only else None)
        self.ascii_only = ascii_only
        self.session = session
        self.chosen: tuple[str, ...] = ()
        """The picks so far on the way to a move."""
        self.looking: int | None = None
        """After how many moves is the position that is shown, None for the game itself."""
        self.is_paused = False
        self._hint: tuple[str, ...] = ()
        self._threats: Threats | None = None
        self._wants_threats = False
        self._wants_engine = False
        self._getting_ready: set[str] = set()
        self._pending: Timer | None = None
        self._adviser: Player | None = None
        self._analyser: Analyser | None = None
        self._seats = [
            Backstage(self, player.stop, self._computer_failed) if player is not None else None
            for player in session.players
        ]
        self._advice = Backstage(self, self._stop_adviser, self.say)
        self._scout = Backstage(self, failed=self.say)
        self._study = Backstage(self, self._stop_analyser, self.say)

    @property
    def _app(self) -> PlygroundApp:
        return cast("PlygroundApp", self.app)

    @property
    def board(self) -> Board:
        """The game as it stands, whatever is shown."""
        return self.session.board

    @property
    def is_thinking(self) -> bool:
        """Whether a computer's move is awaited."""
        return any(seat is not None and seat.is_busy for seat in self._seats) or self._pending is not None

    def compose(self) -> ComposeResult:
        """The board on the left, everything else beside and below it."""
        ascii_only = self.ascii_only
        yield Static(id="heading", markup=False)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield BoardView(ascii_only=ascii_only)
                yield TrayView(ascii_only=ascii_only)
            with Vertical(id="side"):
                yield SeatsView()
                yield MoveList()
                yield EngineView(ascii_only=ascii_only)
                yield EndPanel(ascii_only=ascii_only)
        yield Static(id="small", markup=False)
        yield Static(id="state", markup=False)
        yield Static(id="status", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Set the table; whoever is not to move gets ready meanwhile."""
        game = self.board.game
        self.query_one("#heading", Static).update(f"{game.title} ({game.full_name})")
        self.query_one(EngineView).display = False
        self.query_one(EndPanel).display = False
        self._turn_began = self._app.services.now()
        self.set_interval(TICK_SECONDS, self._tick)
        for side, player in enumerate(self.session.players):
            if player is not None and side != self.board.turn:
                self._get_ready(side, player)
        self._advance()
        self._place_cursor()

    def on_unmount(self) -> None:
        """Stop everything that thinks, and let others take the game up."""
        self._close()

    def _close(self) -> None:
        for backstage in (*self._seats, self._advice, self._scout, self._study):
            if backstage is not None:
                backstage.drop()
        self.session.leave()

    def on_told(self, event: Told) -> None:
        """An answer from a thread."""
        event.stop()
        event.heard()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is, or say how much is missing."""
        self.query_one("#side").styles.width = WIDE_SIDE if event.size.width >= WIDE else SIDE
        self._fit()

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
        if self.looking is not None:
            self.say("this is an earlier position; Escape comes back to the game")
        elif self.board.is_over:
            self.say("the game is over")
        elif not self.session.waits_for_human:
            self.say(f"{self.board.player} is to move, not you")
        elif self.chosen and name == DONE and (move := self.board.move_for(*self.chosen)):
            self._play(move)
        elif self.chosen and name == self.chosen[-1]:
            self._choose(self.chosen[:-1])
        else:
            self._pick_next(name)

    def _pick_next(self, name: str) -> None:
        board, chosen = self.board, self.chosen
        if name not in board.picks(*chosen):
            if chosen and name in board.picks(*chosen[:-1]):
                chosen = chosen[:-1]  # another piece instead
            else:
                self.say(self._why_not(name))
                return
        chosen = (*chosen, name)
        move = board.move_for(*chosen)
        if move is not None and not board.picks(*chosen):
            self._play(move)
        else:
            self._choose(chosen)

    def _choose(self, chosen: tuple[str, ...]) -> None:
        self.chosen = chosen
        self.say("")
        self._show()
        self._aim()

    def _why_not(self, name: str) -> str:
        """Why a pick leads to no move: in the game's own words if a move is one pick."""
        board = self.board
        first = next(iter(board.picks()), "")
        if not self.chosen and board.move_for(first) is not None:
            with suppress(PlygroundError):
                try:
                    board.game.parse(board.position, name)
                except IllegalMove as error:
                    return str(error)
        where = f" after {' '.join(self.chosen)}" if self.chosen else ""
        return f"{name} cannot be chosen{where}; {self._wanted()}"

    def _wanted(self) -> str:
        """What can be chosen next, in words."""
        picks = self.board.picks(*self.chosen)
        shelved = {item for shelf in self._shelves(self.board, picks) for item in shelf.items}
        if any(pick in shelved for pick in picks):
            return "choose below the board"
        marks = self.board.game.picture(self.board.position).marks
        return "choose a piece" if all(pick in marks for pick in picks) else "choose a cell"

    def _play(self, move: str) -> None:
        """Make a person's move."""
        self.say("")
        self.session.play(move, self._app.services.now() - self._turn_began)
        self._advance()

    # The course of the game

    def _advance(self) -> None:
        """After any change of the position: show it, and see who is next."""
        self.chosen, self._hint, self._threats = (), (), None
        self._turn_began = self._app.services.now()
        self._advice.drop()
        trouble = self.session.keeper.trouble
        if trouble:
            self.say(f"the game is not kept: {trouble}")
        self._show()
        self.query_one(EndPanel).show(self.board.outcome)
        if not self.board.is_over and self.session.waits_for_human:
            self._aim()
        elif not self.board.is_over and not self.is_paused:
            self._think()
        self._find_threats()
        self._analyse()

    def _get_ready(self, side: int, player: Player) -> None:
        def job(errand: Errand) -> None:
            player.prepare()
            errand.tell(self._is_ready, player.name)

        backstage = self._seats[side]
        assert backstage is not None
        self._getting_ready.add(player.name)
        backstage.ask(job)

    def _is_ready(self, name: str) -> None:
        self._getting_ready.discard(name)
        self._show_state()

    def _think(self) -> None:
        """Have the computer think about its move."""
        side, board = self.board.turn, self.board.copy()
        player, backstage = self.session.players[side], self._seats[side]
        assert player is not None
        assert backstage is not None

        def job(errand: Errand) -> None:
            player.prepare()
            errand.tell(self._is_ready, player.name)
            if errand.wanted:
                errand.tell(self._answered, player.choose(board))

        self._getting_ready.add(player.name)
        backstage.ask(job)
        self._show_state()

    def _answered(self, choice: Choice) -> None:
        """The computer has decided; against itself it leaves people time to look."""
        spent = self._app.services.now() - self._turn_began
        wait = 0.0 if self.session.has_human else self.session.settings.delay - spent
        if wait > 0:
            self._pending = self.set_timer(wait, lambda: self._computer_plays(choice))
        else:
            self._computer_plays(choice)

    def _computer_plays(self, choice: Choice) -> None:
        self._pending = None
        board = self.board
        told = f"{board.player} plays {choice.move} ({remark(board, choice)})"
        try:
            self.session.play(choice.move, choice.seconds)
        except PlygroundError as error:
            self._computer_failed(str(error))
            return
        self.say(told)
        self._advance()

    def _computer_failed(self, why: str) -> None:
        """Whatever goes wrong with the computer, the game is still there."""
        self._getting_ready.clear()
        self.is_paused = True
        self._show_state()
        self.say(f"{self.board.player} cannot move: {why}")

    def _stop_thinking(self) -> None:
        for seat in self._seats:
            if seat is not None:
                seat.drop()
        self._getting_ready.clear()
        if self._pending is not None:
            self._pending.stop()
            self._pending = None

    # Keys

    def action_undo(self) -> None:
        """Take back a move, also while the computer thinks."""
        self._change(self.session.undo, "took back")

    def action_redo(self) -> None:
        """Make a move again."""
        self._change(self.session.redo, "made again")

    def _change(self, change: Callable[[], list[str]], word: str) -> None:
        try:
            moves = change()
        except PlygroundError as error:
            self.say(str(error))
            return
        self._stop_thinking()
        self.looking = None
        self.is_paused = not self.session.has_human
        self._advance()
        self.say(f"{word} {' and '.join(moves)}")

    def action_hint(self) -> None:
        """Ask the strongest player there is."""
        if self.looking is not None or not self.session.waits_for_human:
            self.say("a hint is for a person whose turn it is")
            return
        board = self.board.copy()

        def job(errand: Errand) -> None:
            if self._adviser is None:
                self._adviser = self._app.services.seat(ADVISER, board.game, seconds=HINT_SECONDS)
            adviser = self._adviser
            assert adviser is not None
            adviser.prepare()
            if errand.wanted:
                errand.tell(self._advised, board, adviser.choose(board))

        self._advice.ask(job)
        self.say("looking for a hint ...")

    def _advised(self, board: Board, choice: Choice) -> None:
        number = board.game.parse(board.position, choice.move)
        self._hint = board.game.picks(number)
        told = f"hint: {choice.move}"
        if choice.score is not None:
            told += f" ({judgement(board, choice.score)})"
        if len(choice.line) > 1:
            told += f", line {' '.join(choice.line)}"
        self.say(told)
        self._show()

    def _stop_adviser(self) -> None:
        if self._adviser is not None:
            self._adviser.stop()

    def action_move_now(self) -> None:
        """Interrupt whoever thinks."""
        waiting = [seat for seat in (*self._seats, self._advice) if seat is not None and seat.is_busy]
        for seat in waiting:
            seat.hurry()
        if not waiting:
            self.say("nobody is thinking")

    def action_pause(self) -> None:
        """Hold the computer back or let it go on."""
        self.is_paused = not self.is_paused
        self._stop_thinking()
        if not (self.is_paused or self.board.is_over or self.session.waits_for_human):
            self._think()
        self._show_state()

    def action_threats(self) -> None:
        """Mark what loses at once, or stop doing so."""
        self._wants_threats = not self._wants_threats
        self.say("" if self._wants_threats else "threats are no longer marked")
        self._find_threats()
        self._show()

    def _find_threats(self) -> None:
        self._scout.drop()
        self._threats = None
        if not self._wants_threats or not self.session.waits_for_human:
            return
        board = self.board.copy()

        def job(errand: Errand) -> None:
            found = find_threats(board, THREAT_SECONDS, lambda: errand.wanted)
            errand.tell(self._threatened, found)

        self._scout.ask(job)

    def _threatened(self, found: Threats) -> None:
        self._threats = found
        some = "" if found.seen == found.total else f", of {found.seen} looked at"
        self.say(f"{len(found.losing)} of {found.total} moves lose at once{some}")
        self._show()

    def action_engine(self) -> None:
        """Switch the engine's view on or off."""
        self._wants_engine = not self._wants_engine
        self.query_one(EngineView).display = self._wants_engine
        self._analyse()

    def _analyse(self) -> None:
        """Look at the position that is shown, as long as it is shown."""
        self._study.drop()
        if not self._wants_engine:
            return
        board = self.shown.copy()
        view = self.query_one(EngineView)
        view.show(board, None, board.caption if board.is_over else "the engine is getting ready ...")
        if board.is_over:
            return

        def job(errand: Errand) -> None:
            if self._analyser is None:
                self._analyser = self._app.services.engine(board.game)
            self._analyser.prepare()
            if not errand.wanted:
                return
            for info in self._analyser.analyse(board, seconds=ANALYSIS_SECONDS, lines=LINES):
                errand.tell(self._analysed, board, info)
                if not errand.wanted:
                    return

        self._study.ask(job)

    def _analysed(self, board: Board, info: Info) -> None:
        self.query_one(EngineView).show(board, info)

    def _stop_analyser(self) -> None:
        if self._analyser is not None:
            self._analyser.stop()

    def action_escape(self) -> None:
        """Take back a pick, come back to the game, or at least to the board."""
        if self.chosen:
            self._choose(self.chosen[:-1])
        elif self.looking is not None:
            self.look_at(len(self.board.history))
            self._aim()
        else:
            self._aim()

    def action_home(self) -> None:
        """The cursor to the last move."""
        cells = last_cells(self.shown)
        if cells:
            self.query_one(BoardView).cursor = cells[-1]

    def _place_cursor(self) -> None:
        """Begin at the last move, or at a cell that can be picked."""
        self.action_home()
        view = self.query_one(BoardView)
        picks = [pick for pick in self.board.picks() if view.has(pick)]
        if not self.board.history and picks and view.cursor not in picks:
            view.cursor = picks[len(picks) // 2]

    def action_look(self, by: int) -> None:
        """Look at the position a move before or after the one that is shown."""
        self.look_at(len(self.shown.history) + by)

    @on(MoveList.Looked)
    def look(self, event: MoveList.Looked) -> None:
        """A move of the list was chosen."""
        self.look_at(event.ply)

    def look_at(self, ply: int) -> None:
        """Show the position after so many moves; the last one is the game itself."""
        moves = len(self.board.history)
        ply = min(max(ply, 0), moves)
        looking = None if ply == moves else ply
        if looking == self.looking:
            return
        self.looking = looking
        self.chosen = ()
        self.say("")
        self._show()
        self._analyse()

    def action_save(self) -> None:
        """Ask where to, and save."""
        default = f"{Path(self.board.game.source).stem}.ply"
        question = FileScreen("Save the game to", default, ascii_only=self.ascii_only)
        self.app.push_screen(question, self._save)

    def _save(self, path: Path | None) -> None:
        if path is not None:
            self._try(lambda: save_record(self.session.record(), path), f"saved to {path}")

    def action_load(self) -> None:
        """Ask where from, and go on with that game."""
        question = FileScreen("Load a game from", ascii_only=self.ascii_only)
        self.app.push_screen(question, self._load)

    def _load(self, path: Path | None) -> None:
        if path is not None:
            self._try(lambda: self._app.open(load_record(path)))

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
        settings = self.session.settings
        if event.what == "menu":
            self.action_leave()
        else:
            again = settings if event.what == "again" else settings.swapped()
            self._try(lambda: self._app.start(again, instead=True))

    # What is shown

    @property
    def shown(self) -> Board:
        """The position that is shown: the game's, or an earlier one."""
        return self.board if self.looking is None else self.session.position_after(self.looking)

    def say(self, text: str) -> None:
        """Something to tell, until there is something else."""
        self.query_one("#status", Static).update(text)

    def _show(self) -> None:
        board = self.shown
        is_open = self.looking is None and self.session.waits_for_human
        picks = board.picks(*self.chosen) if is_open else ()
        if is_open and self.chosen and board.move_for(*self.chosen):
            picks = (*picks, DONE)
        threats = self._threats
        outcome = board.outcome
        look = Look(
            legal=set(picks),
            chosen=self.chosen,
            last=last_cells(board),
            line=outcome.line if outcome else (),
            danger=threats.marks(board, self.chosen) if threats and is_open else (),
            hint=self._hint if self.looking is None else (),
        )
        picture = board.game.picture(board.position)
        self.query_one(BoardView).show(picture, look)
        self.query_one(TrayView).show(self._shelves(board, picks), look)
        movers = [board.game.players[(board.first_turn + side) % 2] for side in range(2)]
        self.query_one(MoveList).show(self.board.history, movers, len(board.history))
        self._show_state()
        self._tick()
        self._fit()

    def _shelves(self, board: Board, picks: tuple[str, ...]) -> list[Shelf]:
        """What lies beside the board: the trays, and picks that are no cells."""
        picture = board.game.picture(board.position)
        shelves = [
            Shelf(player, tray) for player, tray in zip(board.game.players, picture.trays, strict=False)
        ]
        known = {f"{column}{picture.joint}{row}" for column in picture.columns for row in picture.rows}
        known |= {item for shelf in shelves for item in shelf.items}
        others = tuple(pick for pick in picks if pick not in known)
        return [*shelves, Shelf("choose", others)] if others else shelves

    def _show_state(self) -> None:
        self.query_one("#state", Static).update(self._state())

    def _state(self) -> str:
        """Where the game stands, in one line."""
        board = self.board
        ready = f"compiling {board.game.full_name} (once; it is kept on disk) ..."
        if self.looking is not None:
            return f"Looking at the position after {self.looking} moves; Escape comes back"
        if outcome := board.outcome:
            return f"{str(outcome)[0].upper()}{str(outcome)[1:]}"
        if self.session.waits_for_human:
            chosen = f", {' '.join(self.chosen)} chosen (Escape takes it back)" if self.chosen else ""
            state = f"{board.player} to move{chosen}: {self._wanted()}"
            return f"{state}   [{ready}]" if self._getting_ready else state
        if self.is_paused:
            return f"{board.player} to move: paused, p goes on"
        if self.session.name(board.turn) in self._getting_ready:
            return f"{board.player}: {ready}"
        return f"{board.player} is thinking ... (m: move now)"

    def _tick(self) -> None:
        """Set the clocks."""
        board = self.board
        view = self.query_one(SeatsView)
        view.turn = None if board.is_over else board.turn
        running = self._app.services.now() - self._turn_began
        view.seats = tuple(
            SeatLine(
                board.game.players[side],
                self.session.name(side),
                self.session.spent(side) + (running if side == view.turn else 0.0),
            )
            for side in (0, 1)
        )

    def _aim(self) -> None:
        """Put the focus where the next pick is."""
        picks = set(self.board.picks(*self.chosen))
        tray = self.query_one(TrayView)
        beside = {place.name for place in tray.places(SIDE)}
        if self.board.is_over and self.looking is None:
            self.query_one(Choices).focus()
        elif self.session.waits_for_human and picks and picks <= beside:
            tray.focus()
        else:
            self.query_one(BoardView).focus()

    def _fit(self) -> None:
        """Hide everything and say what is missing if the terminal is too small."""
        size = self.app.size
        wide, high = self.query_one(BoardView).room()
        tray = self.query_one(TrayView)
        places = tray.places(size.width - SIDE - 2)
        high += places[-1].y + 1 if places else 0
        wide, high = wide + SIDE, max(high, SIDE_LINES) + FRAME
        fits = size.width >= wide and size.height >= high
        self.query_one("#table").display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(f"This game needs {wide}x{high}; this terminal has {size.width}x{size.height}.")


def last_cells(board: Board) -> tuple[str, ...]:
    """The cells of the last move."""
    if not board.history:
        return ()
    before = board.copy()
    move = before.pop()
    return board.game.cells(board.game.parse(before.position, move))
