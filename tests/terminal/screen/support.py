"""What the tests of the full screen share: players, engines, a clock that stands still, a person's acts."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.game import Game
from plyground.players import Choice, Player
from plyground.terminal.local_game import LocalGame
from plyground.terminal.screen.app import PlygroundApp
from plyground.terminal.screen.backend import AnalysisEngine, Backend
from plyground.terminal.screen.screens.game_screen import GameScreen
from plyground.terminal.screen.widgets.board_view import BoardView
from plyground.terminal.screen.widgets.tray_view import TrayView
from tests.terminal.drawn import find_drawn_cell

AppPilot: TypeAlias = Pilot[None]
PATIENCE: Final = 300.0
"""Seconds after which what has not happened is taken as a failure, on the busiest machine."""


class Quick:
    """Plays the first legal move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stops = 0

    def prepare(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        self.stops += 1

    def choose(self, board: Board) -> Choice:
        move = board.legal_moves[0]
        return Choice(move, Score(estimate=3), (move,), 1, 0.25)


class Slow(Quick):
    """Thinks, or gets ready, until it is told otherwise."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.compiled = threading.Event()
        self.compiled.set()
        self.stopped = threading.Event()
        self.asked = threading.Event()
        self.left = threading.Event()

    def prepare(self) -> None:
        assert self.compiled.wait(PATIENCE)

    def stop(self) -> None:
        super().stop()
        self.stopped.set()

    def choose(self, board: Board) -> Choice:
        self.stopped.clear()  # like an engine, which does not hear what was said before it began
        self.asked.set()
        assert self.stopped.wait(PATIENCE)
        self.left.set()
        return super().choose(board)


class Failing(Quick):
    """Cannot move."""

    def choose(self, board: Board) -> Choice:
        raise RuntimeError("out of ideas")


class FixedEngine:
    """An engine that knows two things about every position, and a move that it was given or the first one."""

    def __init__(self, move: str = "") -> None:
        self.move = move
        self.analysed: list[tuple[str, ...]] = []

    def prepare(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        """Nothing to do."""

    def analyse(self, board: Board, *, seconds: float | None = None, lines: int = 1) -> Iterator[Info]:
        self.analysed.append(board.history)
        for depth, score in enumerate((Score(estimate=10), Score(value="win", distance=5)), start=1):
            found = tuple(Line(score, (move,)) for move in board.legal_moves[:lines])
            yield Info(depth=depth, lines=found, nodes=1234, seconds=0.5, fill=0.0, score=score)

    def search(self, board: Board, *, seconds: float | None = None) -> Info:
        if board.is_over:
            return Info(0, (), nodes=0, seconds=0.0, fill=0.0, score=Score(value="loss", distance=0))
        score, move = Score(estimate=3), self.move or board.legal_moves[0]
        return Info(1, (Line(score, (move,)),), nodes=1, seconds=0.5, fill=0.0, score=score)


def fake_backend(
    player: Player | None = None, engine: AnalysisEngine | None = None, hint: str = ""
) -> Backend:
    """Everybody but people is this player (or a quick one), and no time passes."""

    def find_player(who: str, game: Game, *, seconds: float | None = None) -> Player | None:
        if who == "human":
            return None
        return player or Quick(f"level {who}" if who.isdigit() else who)

    return Backend(
        find_player=find_player,
        analysis_engine=lambda game: engine or FixedEngine(),
        hint_engine=lambda game: FixedEngine(hint),
        now=lambda: 0.0,
        move_pause=0.0,
    )


def game_app(
    game: str,
    seats: tuple[str, str] = ("human", "human"),
    moves: str = "",
    *,
    using: Backend | None = None,
    ascii_only: bool = False,
    seconds: float | None = None,
) -> PlygroundApp:
    """The program with a game already on the screen."""
    using = using or fake_backend()
    find = partial(using.find_player, seconds=seconds)
    local = LocalGame.start(Board(game, moves), seats, find, now=using.now)
    return PlygroundApp(backend=using, game=local, ascii_only=ascii_only)


def run_app(
    app: PlygroundApp, play: Callable[[AppPilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the program and do something with it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(run())


async def resize(pilot: AppPilot, size: tuple[int, int]) -> None:
    """Give the terminal another size, and wait until everything is drawn for it."""
    await pilot.resize_terminal(*size)
    await wait_until(pilot, lambda: pilot.app.screen.size == size)
    await pilot.pause()
    await pilot.pause()


async def wait_until(pilot: AppPilot, is_true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        if is_true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"still not:\n{screen_text(pilot)}")


def screen_text(pilot: AppPilot) -> str:
    """What a person reads on the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def drawn_cell(pilot: AppPilot, column: str, row: str) -> tuple[int, int]:
    """Where on the screen a cell is drawn."""
    return find_drawn_cell(screen_text(pilot), column, row)


def drawn_item(pilot: AppPilot, item: str) -> tuple[int, int]:
    """Where on the screen something beside the board is drawn: below the board, after the player's name."""
    for y, line in reversed([*enumerate(screen_text(pilot).splitlines())]):
        tray = re.match(r"^ *(?:odd|even|choose)\b([^│]*)", line)
        if tray and (found := re.search(rf"(?<![0-9]){item}(?![0-9])", tray[1])):
            return tray.start(1) + found.start(), y
    raise AssertionError(f"{item} is not drawn:\n{screen_text(pilot)}")


def game_screen(pilot: AppPilot) -> GameScreen:
    """The game that is on the screen, or under what lies over it."""
    return next(screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, GameScreen))


def current_board(pilot: AppPilot) -> Board:
    return game_screen(pilot).board


def find_widget(pilot: AppPilot, kind: type[Widget]) -> Widget:
    return game_screen(pilot).query_one(kind)


async def choose_cell(pilot: AppPilot, cell: str, keys: str = "wasd") -> None:
    """Walk the cursor to a cell and choose it."""
    view = game_screen(pilot).query_one(BoardView)
    assert view.has_focus
    here, there = view.places.at(view.cursor), view.places.at(cell)
    assert here is not None
    assert there is not None
    up, left, down, right = tuple("wasd") if keys == "wasd" else ("up", "left", "down", "right")
    for axis, less, more in ((0, left, right), (1, down, up)):
        steps = there[axis] - here[axis]
        await pilot.press(*[more if steps > 0 else less] * abs(steps))
    assert view.cursor == cell
    await pilot.press("enter" if keys == "wasd" else "space")
    await pilot.pause()


async def type_answer(pilot: AppPilot, text: str) -> None:
    """Type into the line that the screen asks for."""
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def choose_item(pilot: AppPilot, item: str) -> None:
    """Walk along the tray to an item and choose it."""
    tray = game_screen(pilot).query_one(TrayView)
    assert tray.has_focus
    for _ in range(20):
        if tray.cursor == item:
            break
        await pilot.press("right")
    assert tray.cursor == item
    await pilot.press("enter")
    await pilot.pause()


async def click(pilot: AppPilot, cell: str) -> None:
    """Click a cell of the board where it is drawn."""
    column, row = re.fullmatch(r"([a-z]+|-?[0-9]+(?=,)),?(-?[0-9]+)", cell).groups()  # type: ignore[union-attr]
    await pilot.click(offset=drawn_cell(pilot, column, row))
    await pilot.pause()


async def click_item(pilot: AppPilot, item: str) -> None:
    """Click something beside the board where it is drawn."""
    await pilot.click(offset=drawn_item(pilot, item))
    await pilot.pause()
