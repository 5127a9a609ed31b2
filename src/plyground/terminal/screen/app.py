"""The program on the full screen."""

from __future__ import annotations

import asyncio
import importlib
import threading
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from plyground.board import Board
from plyground.errors import BrokenGame, PlygroundError
from plyground.records import Record
from plyground.saved_games import SavedGame, resume_saved_game
from plyground.terminal.local_game import FindPlayer, LocalGame
from plyground.terminal.screen.backend import Backend
from plyground.terminal.screen.background.work import DaemonThreads
from plyground.terminal.screen.help_text import help_text
from plyground.terminal.screen.preferences import (
    DARK,
    LIGHT,
    Preferences,
    load_preferences,
    save_preferences,
)
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.lab_screen import LabScreen, LabSetup
from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.setup import GameSetup
from plyground.terminal.text import can_write


class AsciiScrollBar(ScrollBarRender):
    """A scrollbar of blanks."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class PlygroundApp(App[None]):
    """A menu, and a game on top of it."""

    TITLE = "Plyground"
    ENABLE_COMMAND_PALETTE = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?", tooltip="every key"),
        Binding("c", "theme", "Light/dark", show=False, tooltip="light or dark colours"),
        Binding("q,ctrl+c", "quit", "Quit", key_display="q", tooltip="leave; the game can be resumed"),
    ]

    def __init__(
        self,
        *,
        backend: Backend | None = None,
        ascii_only: bool = False,
        game: LocalGame | None = None,
        saved: SavedGame | None = None,
        game_name: str = "",
        lab: LabSetup | None = None,
    ) -> None:
        """Open the menu, a game or a search of the lab; `game_name` is the game that the menu begins with."""
        super().__init__()
        self.preferences = load_preferences()
        self._game_name = game_name
        self.backend = backend or Backend()
        self.ascii_only = ascii_only
        self._first_game = game
        self._first_saved = saved
        self._lab = lab
        ScrollBar.renderer = AsciiScrollBar if ascii_only else ScrollBarRender

    def get_default_screen(self) -> Screen[None]:
        """The menu lies under everything."""
        return Menu(self.preferences, self._game_name, ascii_only=self.ascii_only)

    def on_mount(self) -> None:
        """Give workers their threads, and go straight to a game if there is one."""
        asyncio.get_running_loop().set_default_executor(DaemonThreads())
        self.theme = self.preferences.theme
        if self._first_game is not None:
            self._open(self._first_game)
        elif self._lab is not None:
            screen = LabScreen(self._lab, ascii_only=self.ascii_only)
            self.push_screen(screen, lambda _: self.exit())
        elif self._first_saved is not None:
            try:
                self.resume(self._first_saved)
            except PlygroundError as error:
                self.exit(return_code=2, message=str(error))

    # Games

    def start(self, setup: GameSetup, board: Board | None = None) -> None:
        """Begin a game, on this board if one was set up; PlygroundError if it cannot be played."""
        find = self._finder(setup.seconds)
        board = board or Board(setup.game)
        self._open(LocalGame.start(board, setup.seats, find, now=self.backend.now))
        self.remember(self.preferences.after(setup))

    def start_again(self, game: LocalGame, *, swap: bool) -> None:
        """Play the game on the screen once more, on the other sides if `swap` says so."""
        self._open(game.start_again(swap=swap), instead=True)

    def play_position(self, game: LocalGame, board: Board) -> None:
        """Play from a position that was set up, with the players of the game on the screen."""
        self._open(game.start_from(board), instead=True)

    def resume(self, saved: SavedGame) -> None:
        """Take up a game under way; PlygroundError if somebody else was faster."""
        autosave = resume_saved_game(saved)
        self._open(LocalGame.from_record(saved.record, self._finder(), autosave, now=self.backend.now))

    def open(self, record: Record) -> None:
        """Go on with a game from a file, in place of the one on the screen."""
        self._open(LocalGame.from_record(record, self._finder(), now=self.backend.now), instead=True)

    def review(self, record: Record) -> None:
        """Look at a finished game again, over the menu."""
        self._open(LocalGame.from_record(record, self._finder(), now=self.backend.now))

    def leave_broken_game(self, error: BrokenGame) -> None:
        """Go back to the menu, which says what is wrong with the game."""
        self.pop_screen()
        menu = self.screen
        assert isinstance(menu, Menu)
        menu.say(str(error))

    def _finder(self, seconds: float | None = None) -> FindPlayer:
        return partial(self.backend.find_player, seconds=seconds)

    def _open(self, game: LocalGame, *, instead: bool = False) -> None:
        screen = GameScreen(game, self.backend, ascii_only=self.ascii_only)
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    # Keys

    def action_help(self) -> None:
        """Every key of this screen."""
        self.push_screen(TextScreen("Keys", help_text(self.screen, self), ascii_only=self.ascii_only))

    def action_theme(self) -> None:
        """Light or dark."""
        self.theme = LIGHT if self.theme == DARK else DARK
        self.remember(replace(self.preferences, theme=self.theme))

    def remember(self, preferences: Preferences) -> None:
        """Keep these settings for the next time."""
        self.preferences = preferences
        save_preferences(preferences)


def run(saved: SavedGame | None = None, game_name: str = "") -> None:
    """Open the full screen, in ASCII where the terminal has nothing better.

    It begins with the menu, at the game with this name if there is one, or with a saved game.
    """
    # Loading the compiler takes a moment in which the menu can already be used.
    threading.Thread(target=importlib.import_module, args=("plyground.engine",), daemon=True).start()
    PlygroundApp(ascii_only=not can_write("┼·█"), saved=saved, game_name=game_name).run()


def run_lab(lab: LabSetup) -> None:
    """Open the full screen with a search to step through."""
    PlygroundApp(ascii_only=not can_write("┼·█"), lab=lab).run()
