"""The program on the full screen."""

from __future__ import annotations

import importlib
import sys
import threading
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from plyground.records import Record
from plyground.saved_games import SavedGame
from plyground.terminal.screen.help_text import help_text
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.screens.menu import Menu
from plyground.terminal.screen.screens.text_screen import TextScreen
from plyground.terminal.screen.services import Services
from plyground.terminal.screen.session import Session
from plyground.terminal.screen.settings import Settings

DARK, LIGHT = "textual-dark", "textual-light"


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
        settings: Settings | None = None,
        *,
        services: Services | None = None,
        ascii_only: bool = False,
        session: Session | None = None,
    ) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.services = services or Services()
        self.ascii_only = ascii_only
        self._session = session
        ScrollBar.renderer = AsciiScrollBar if ascii_only else ScrollBarRender

    def get_default_screen(self) -> Screen[None]:
        """The menu lies under everything."""
        return Menu(self.settings, ascii_only=self.ascii_only)

    def on_mount(self) -> None:
        """Go straight to a game if there is one."""
        if self._session is not None:
            self._open(self._session)

    # Games

    def start(self, settings: Settings, *, instead: bool = False) -> None:
        """Begin a game, `instead` of the one on the screen; PlygroundError if it cannot be played."""
        self._open(Session(settings, self.services), instead=instead)

    def resume(self, kept: SavedGame) -> None:
        """Take up a game that was kept; PlygroundError if somebody else was faster."""
        keeper = self.services.take_up(kept)
        self._open(Session.resumed(kept.record, self.services, keeper))

    def open(self, record: Record) -> None:
        """Go on with a game from a file, in place of the one on the screen."""
        self._open(Session.resumed(record, self.services), instead=True)

    def _open(self, session: Session, *, instead: bool = False) -> None:
        screen = GameScreen(session, ascii_only=self.ascii_only)
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


def run(
    settings: Settings | None = None, *, session: Session | None = None, ascii_only: bool | None = None
) -> None:
    """Open the full screen: the menu, filled in with `settings`, or a game at once.

    Plain ASCII is used where the terminal's encoding has nothing better, unless `ascii_only` says otherwise.
    """
    if ascii_only is None:
        ascii_only = not _writes_unicode()
    # Loading the compiler takes a moment in which the menu can already be used.
    threading.Thread(target=importlib.import_module, args=("plyground.engine",), daemon=True).start()
    PlygroundApp(settings, session=session, ascii_only=ascii_only).run()


def _writes_unicode() -> bool:
    try:
        "┼·█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
