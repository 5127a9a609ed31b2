"""The menu: which game, which variant, who plays, how long the computer may think."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from plyground import catalogue
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.saved_games import SavedGame, count_finished_games, list_saved_games
from plyground.seats import FILE, describe_players
from plyground.terminal.screen.drawing.preview import preview
from plyground.terminal.screen.preferences import Preferences
from plyground.terminal.screen.screens.ask_screen import AskScreen
from plyground.terminal.screen.screens.finished_screen import FinishedScreen
from plyground.terminal.screen.screens.setup_screen import SetupScreen
from plyground.terminal.screen.setup import GameSetup
from plyground.terminal.screen.widgets.key_line import KeyLine
from plyground.terminal.screen.widgets.option_row import ASK, OptionRow
from plyground.variants import describe

if TYPE_CHECKING:
    from plyground.terminal.screen.app import PlygroundApp

DEFAULT_LEVEL: Final = "3"
"""Who sits down in place of somebody who does not play the game that is chosen."""
NEEDED: Final = (64, 16)
FIELDS: Final = {"variant": "Variant", "seconds": "Seconds"}
FORCED: Final = (("no", "moves you make yourself"), ("yes", "moves are made for you"))
SECONDS_NOTE: Final = "a move of the computer; empty leaves it to the level"


class Menu(Screen[None]):
    """Lines to go through with the arrow keys, and a picture of the game beside them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,w", "app.focus_previous", "Up", show=False, tooltip="the line above"),
        Binding("down,s", "app.focus_next", "Down", show=False, tooltip="the line below"),
        Binding("p", "play", "Play", tooltip="start the game from any line"),
    ]

    DEFAULT_CSS = """
    Menu {
        & #heading { height: 1; text-style: bold; padding: 0 1; background: $panel; }
        & #form { width: 1fr; height: 100%; padding: 1 1; overflow-y: auto; }
        & #preview { width: 34; padding: 1 1; }
        & .field { height: 1; }
        & .field Static { width: 12; }
        & .field Input { width: 1fr; }
        & .note { height: auto; min-height: 1; color: $text-muted; padding: 0 0 0 12; }
        & .note.-wrong { color: $text-error; }
        & #resume, & #finished { margin: 0 1; }
        & #body { height: 1fr; }
        & #about { height: auto; }
        & #small { display: none; }
        & #status { height: 1; padding: 0 1; color: $text-error; }
    }
    """

    def __init__(self, preferences: Preferences, game_name: str = "", *, ascii_only: bool = False) -> None:
        super().__init__()
        self.ascii_only = ascii_only
        self._saved_games: list[SavedGame] = []
        self._first_setup = preferences.setup
        self._first_plays_forced = preferences.plays_forced
        self._game_files = preferences.game_files
        self._evaluation_files = preferences.evaluation_files
        self._is_game_given = bool(game_name)
        self._game: Game = catalogue.find(game_name) if game_name else self._last_game()
        self._add_game_file(self._game.source)

    def _last_game(self) -> Game:
        try:
            return catalogue.find(self._first_setup.game)
        except PlygroundError:
            return catalogue.find(GameSetup.game)

    @property
    def _app(self) -> PlygroundApp:
        return cast("PlygroundApp", self.app)

    def compose(self) -> ComposeResult:
        """The form on the left, the game on the right."""
        seats = self._first_setup.seats
        players = self._player_options(self._game)
        seconds = self._first_setup.seconds
        yield Static("Plyground", id="heading", markup=False)
        yield OptionRow("Resume", acts=True, id="resume")
        yield OptionRow("Finished", acts=True, id="finished")
        with Horizontal(id="body"):
            with Vertical(id="form"):
                yield OptionRow("Game", self._game_options(), self._game.source, id="game")
                with Horizontal(classes="field"):
                    yield Static("  Variant", id="variant-label", markup=False)
                    yield Input(self._game.variant, id="variant", compact=True)
                yield Static(id="variant-note", classes="note", markup=False)
                yield OptionRow("", players, _known(seats[0], players), id="first")
                yield OptionRow("", players, _known(seats[1], players), id="second")
                yield Static(id="level-note", classes="note", markup=False)
                with Horizontal(classes="field"):
                    yield Static("  Seconds", id="seconds-label", markup=False)
                    yield Input("" if seconds is None else f"{seconds:g}", id="seconds", compact=True)
                yield Static(SECONDS_NOTE, id="seconds-note", classes="note", markup=False)
                yield OptionRow("Play", [("", "start the game")], acts=True, id="start")
                yield OptionRow("Set up", [("", "a position to play from")], acts=True, id="set-up")
                yield OptionRow("Forced", FORCED, _yes_or_no(self._first_plays_forced), id="forced")
            with Vertical(id="preview"):
                yield Static(id="about", markup=False)
        yield Static(id="small", markup=False)
        yield Static(id="status", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin on the first line."""
        self._list_saved_games()
        self._show_game()
        first = "#start" if self._is_game_given else "#resume" if self._saved_games else "#game"
        self.query_one(first).focus()

    def on_screen_resume(self) -> None:
        """A game may have been left since, and settings changed in it."""
        if self.is_mounted:
            self._list_saved_games()
            values = [value for value, _ in FORCED]
            plays_forced = _yes_or_no(self._app.preferences.plays_forced)
            self.query_one("#forced", OptionRow).index = values.index(plays_forced)

    def on_resize(self, event: events.Resize) -> None:
        """Say so if there is too little room."""
        width, height = NEEDED
        fits = event.size.width >= width and event.size.height >= height
        self.query_one("#body").display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(
            f"The menu needs {width}x{height}; this terminal has {event.size.width}x{event.size.height}."
        )

    def say(self, text: str) -> None:
        """What went wrong, in one line."""
        self.query_one("#status", Static).update(text)

    # What the person does

    @on(OptionRow.Changed, "#game")
    def change_game(self) -> None:
        """Another game: its own variants."""
        self.query_one("#variant", Input).value = ""
        self._show_game()

    @on(Input.Changed, "#variant")
    def change_variant(self) -> None:
        """Look whether there is such a variant while it is typed."""
        self._show_game()

    @on(Input.Changed, "#seconds")
    def change_seconds(self) -> None:
        """Look whether that is a time."""
        try:
            self._seconds()
            self._note("#seconds-note", SECONDS_NOTE)
        except PlygroundError as error:
            self._note("#seconds-note", str(error), wrong=True)

    @on(OptionRow.Pressed, "#game")
    def ask_for_game(self) -> None:
        """Open a file with a game."""
        question = AskScreen("Open a file with a game", _read_game, ascii_only=self.ascii_only)
        self.app.push_screen(question, self._open_game_file)

    def _open_game_file(self, game: Game | None) -> None:
        if game is not None:
            self._add_game_file(game.source)
            row = self.query_one("#game", OptionRow)
            row.options = tuple(self._game_options())
            row.choose(game.source)

    @on(OptionRow.Pressed, "#first")
    @on(OptionRow.Pressed, "#second")
    def ask_for_evaluation(self, event: OptionRow.Pressed) -> None:
        """Seat an evaluation of a file."""
        row = event.row
        question = AskScreen(
            "Open a file with an evaluation", self._read_evaluation, ascii_only=self.ascii_only
        )
        self.app.push_screen(question, lambda path: self._seat_evaluation(row, path))

    def _read_evaluation(self, name: str) -> str:
        path = os.path.abspath(os.path.expanduser(name))
        if not path.endswith(".py"):
            raise PlygroundError(f"{name} is no Python file; an evaluation is a file such as mine.py")
        self._app.backend.find_player(path, self._game)
        return path

    def _seat_evaluation(self, row: OptionRow, path: str | None) -> None:
        if path is not None:
            self._evaluation_files = tuple(dict.fromkeys([path, *self._evaluation_files]))
            self._show_game()
            row.choose(path)

    @on(OptionRow.Changed, "#first")
    @on(OptionRow.Changed, "#second")
    def change_seat(self) -> None:
        """Another player: say what the level means."""
        self._show_levels()

    @on(OptionRow.Pressed, "#resume")
    def resume(self) -> None:
        """Take up the game that is shown."""
        saved = self._saved_games[int(self.query_one("#resume", OptionRow).value)]
        try:
            self._app.resume(saved)
            self.say("")
        except PlygroundError as error:
            self.say(str(error))
            self._list_saved_games()

    @on(OptionRow.Pressed, "#finished")
    def open_finished(self) -> None:
        """Show the finished games, and open the one that is chosen."""
        self.app.push_screen(FinishedScreen(ascii_only=self.ascii_only), self._review)

    def _review(self, saved: SavedGame | None) -> None:
        if saved is None:
            return
        try:
            self._app.review(saved.record)
            self.say("")
        except PlygroundError as error:
            self.say(str(error))

    @on(Input.Submitted)
    def leave_field(self) -> None:
        """Enter in a field goes to the next line; only `Play` and `p` outside of fields start a game."""
        self.app.action_focus_next()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Mark the line of a field, as other lines mark themselves."""
        self._mark_field(event.widget, ">")

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Take the mark of a field away."""
        self._mark_field(event.widget, " ")

    def _mark_field(self, widget: Widget, mark: str) -> None:
        if isinstance(widget, Input) and widget.id in FIELDS:
            self.query_one(f"#{widget.id}-label", Static).update(f"{mark} {FIELDS[widget.id]}")

    @on(OptionRow.Pressed, "#start")
    def action_play(self) -> None:
        """Start the game."""
        try:
            self._app.start(self.setup())
            self.say("")
        except PlygroundError as error:
            self.say(str(error))

    @on(OptionRow.Pressed, "#set-up")
    def set_up(self) -> None:
        """Set up a position of the game that is chosen, and play from it."""
        try:
            setup = self.setup()
            screen = SetupScreen(Board(setup.game), ascii_only=self.ascii_only)
        except PlygroundError as error:
            self.say(str(error))
            return
        self.app.push_screen(screen, lambda board: self._play_setup(setup, board))

    def _play_setup(self, setup: GameSetup, board: Board | None) -> None:
        if board is None:
            return
        try:
            self._app.start(setup, board)
            self.say("")
        except PlygroundError as error:
            self.say(str(error))

    @on(OptionRow.Changed, "#forced")
    def change_forced(self, event: OptionRow.Changed) -> None:
        """Have forced moves played, or make them yourself."""
        self._app.remember(replace(self._app.preferences, plays_forced=event.row.value == "yes"))

    def setup(self) -> GameSetup:
        """What the lines say; PlygroundError if it cannot be played."""
        game = self._chosen_game()
        seats = self.query_one("#first", OptionRow).value, self.query_one("#second", OptionRow).value
        if ASK in seats:
            raise PlygroundError("nobody is chosen for a seat; Enter on its line asks for a file")
        return GameSetup(game.full_name, seats, self._seconds())

    # What is shown

    def _chosen_game(self) -> Game:
        name = self.query_one("#game", OptionRow).value
        if name == ASK:
            raise PlygroundError("Enter asks for the name of a file")
        variant = self.query_one("#variant", Input).value.replace(" ", "")
        return catalogue.find(f"{name}:{variant}" if variant else name)

    def _seconds(self) -> float | None:
        text = self.query_one("#seconds", Input).value.strip()
        if not text:
            return None
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0):
            raise PlygroundError(f"{text!r} is no time; write a number of seconds such as 2 or 0.5")
        return seconds

    def _show_game(self) -> None:
        try:
            self._game = game = self._chosen_game()
        except PlygroundError as error:
            self._note("#variant-note", str(error), wrong=True)
            if self.query_one("#game", OptionRow).value != self._game.source:
                self.query_one("#about", Static).update("")
            return
        self._note("#variant-note", f"takes {describe(game.options)}")
        for side, name in enumerate(("#first", "#second")):
            row = self.query_one(name, OptionRow)
            row.label = game.players[side]
            row.offer(self._player_options(game), DEFAULT_LEVEL)
        self._show_levels()
        small = preview(game.picture(game.start), ascii_only=self.ascii_only)
        self.query_one("#about", Static).update("\n".join([game.title, game.summary, "", *small]))

    def _show_levels(self) -> None:
        meanings = {sitter.who: sitter.meaning for sitter in describe_players(self._game)[1:]}
        rows = [self.query_one(name, OptionRow) for name in ("#first", "#second")]
        lines = dict.fromkeys(
            f"{row.options[row.index][1]}: {meanings[row.value]}" for row in rows if row.value in meanings
        )
        self._note("#level-note", "\n".join(lines))

    def _list_saved_games(self) -> None:
        self._saved_games = list_saved_games()
        row = self.query_one("#resume", OptionRow)
        row.index = 0
        row.options = tuple(
            (str(number), _saved_game_text(saved)) for number, saved in enumerate(self._saved_games)
        )
        if not self._saved_games and row.has_focus:
            self.query_one("#game").focus()
        row.display = bool(self._saved_games)
        finished = self.query_one("#finished", OptionRow)
        count = count_finished_games()
        finished.options = (("", "1 game" if count == 1 else f"{count} games"),)
        if not count and finished.has_focus:
            self.query_one("#game").focus()
        finished.display = bool(count)

    def _add_game_file(self, source: str) -> None:
        if source not in (*catalogue.names(), *catalogue.EXAMPLES):
            self._game_files = tuple(dict.fromkeys([source, *self._game_files]))

    def _game_options(self) -> list[tuple[str, str]]:
        """Every game by name, the files that were opened, the examples, and a way to open another file."""
        return [
            *((name, _title(name)) for name in catalogue.names()),
            *((file, Path(file).name) for file in self._game_files),
            *((name, f"example: {_title(name)}") for name in catalogue.EXAMPLES),
            (ASK, "open a file ..."),
        ]

    def _player_options(self, game: Game) -> list[tuple[str, str]]:
        """Everybody who can sit down at a game."""
        return [
            *((sitter.who, sitter.title) for sitter in describe_players(game) if sitter.who != FILE),
            *((file, f"evaluation {Path(file).name}") for file in self._evaluation_files),
            (ASK, "an evaluation in a file ..."),
        ]

    def _note(self, name: str, text: str, *, wrong: bool = False) -> None:
        note = self.query_one(name, Static)
        note.update(text)
        note.set_class(wrong, "-wrong")


def _yes_or_no(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _title(name: str) -> str:
    """The title of a game. A broken one has none; choosing it shows what is wrong."""
    try:
        return catalogue.find(name).title
    except PlygroundError:
        return f"{name} (broken)"


def _read_game(name: str) -> Game:
    path = os.path.abspath(os.path.expanduser(name))
    if not path.endswith(".py"):
        raise PlygroundError(f"{name} is no Python file; a game is a file such as mygame.py")
    return catalogue.find(path)


def _known(who: str, players: list[tuple[str, str]]) -> str:
    """Somebody who sat here, or a level in place of somebody who is not there any more."""
    return who if any(who == player for player, _ in players) else DEFAULT_LEVEL


def _saved_game_text(saved: SavedGame) -> str:
    """A game that waits, in a few words."""
    record = saved.record
    count = len(record.moves)
    moves = "1 move" if count == 1 else f"{count} moves"
    game = Path(record.game).name  # of a game in a file without the folders
    return f"{saved.date}  {game}, {record.players[0]} - {record.players[1]}, {moves}"
