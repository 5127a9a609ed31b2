"""The computers at the tables: they think when it is their turn and somebody waits for their move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.memory import MEGABYTE
from plyground.players import Choice, Player
from plyground.players.engine_player import EnginePlayer
from plyground.players.levels import read_level
from plyground.players.plain_player import PlainPlayer, plain_player_for
from plyground.seats import seat
from plyground.web.games.hub import Hub
from plyground.web.games.registry import Registry
from plyground.web.games.server_game import iso_time
from plyground.web.games.snapshot import Snapshot
from plyground.web.messages import ThinkingView
from plyground.web.thinking.pool import Pool
from plyground.web.thinking.search_queue import SearchPhase, SearchQueue, SearchTask

SWEEP: Final = 5.0
IDLE_PLAYERS: Final = 128 * MEGABYTE
"""The memory of players who wait for their next move, most of it never written to."""
QUICK: Final = 0.1
"""Seconds of thinking that are not worth a word."""

log = logging.getLogger("plyground.web")


@dataclass(frozen=True)
class Thought:
    """A computer's thinking about one position."""

    version: int
    task: asyncio.Task[None]
    is_step: bool
    """Whether somebody asked for this one move of a game that is paused."""


class Thinker:
    """Starts and stops thinking, game by game."""

    def __init__(self, registry: Registry, hub: Hub, searches: SearchQueue, patience: float) -> None:
        self.registry = registry
        self.hub = hub
        self.searches = searches
        self.patience = patience
        self.players: Pool[Player] = Pool(IDLE_PLAYERS, _player_bytes)
        self.on_move: Callable[[float], None] = lambda seconds: None
        """Called after every move with the seconds from the turn to the stored move."""
        self._thoughts: dict[str, Thought] = {}

    def consider(self, snapshot: Snapshot, address: str | None = None, *, step: bool = False) -> None:
        """Think about a game, go on thinking, or stop, whatever its state asks for."""
        thought = self._thoughts.get(snapshot.id)
        step = step or (thought is not None and thought.is_step and thought.version == snapshot.version)
        wanted = self._is_wanted(snapshot) or (step and snapshot.computer is not None)
        if thought is not None and (thought.version != snapshot.version or not wanted):
            self.forget(snapshot.id)
            thought = None
        if thought is None and wanted:
            asker = address or self.hub.address(snapshot.id) or ""
            task = asyncio.create_task(self._think(snapshot, asker, at_once=step))
            self._thoughts[snapshot.id] = Thought(snapshot.version, task, step)
        elif not (wanted or snapshot.is_over or self.hub.is_thought_elsewhere(snapshot.id)) and (
            self.hub.count(snapshot.id) > 0  # who does not follow yet may want to think for themselves
        ):
            self._compile_ahead(snapshot)

    def _compile_ahead(self, snapshot: Snapshot) -> None:
        """While a person thinks, compile the game for the computer that will answer."""
        if any(read_level(who) for who in snapshot.seats):
            self.searches.begin_compiling(snapshot.board.game, urgent=True)

    def forget(self, id: str) -> None:
        """Stop thinking about a game."""
        thought = self._thoughts.pop(id, None)
        if thought is not None:
            thought.task.cancel()
            if self.hub.thinking(id) is not None:
                self.hub.set_thinking(id, None)

    async def sweep(self) -> None:
        """From time to time stop thinking about games that nobody waits for."""
        while True:
            await asyncio.sleep(SWEEP)
            for id in [id for id in self._thoughts if not self._is_awaited(id)]:
                self.forget(id)

    def close(self) -> None:
        """Stop all thinking; what was not finished is taken up when somebody comes back."""
        for id in list(self._thoughts):
            self.forget(id)

    def _is_wanted(self, snapshot: Snapshot) -> bool:
        if snapshot.computer is None or self.hub.is_thought_elsewhere(snapshot.id):
            return False
        if snapshot.is_auto:
            return not snapshot.paused and self.hub.count(snapshot.id) > 0
        return self._is_awaited(snapshot.id)

    def _is_awaited(self, id: str) -> bool:
        return self.hub.count(id) > 0 or time.monotonic() - self.registry.last_used(id) < self.patience

    async def _think(self, snapshot: Snapshot, address: str, *, at_once: bool) -> None:
        id, game, who = snapshot.id, snapshot.board.game, snapshot.computer
        assert who is not None
        since = time.time()
        quiet: asyncio.TimerHandle | None = None

        def announce(thinking: ThinkingView) -> None:
            if self._thoughts.get(id) is not None and self._thoughts[id].version == snapshot.version:
                self.hub.set_thinking(id, thinking)

        def on_phase(phase: SearchPhase | Literal["plain"], ahead: int) -> None:
            thinking = ThinkingView(side=snapshot.turn, phase=phase, ahead=ahead, since=iso_time(since))
            nonlocal quiet
            if quiet is not None:
                quiet.cancel()
            late = 0.0 if phase == "plain" else max(0.0, since + QUICK - time.time())
            quiet = asyncio.get_running_loop().call_later(late, announce, thinking)

        def choose(task: SearchTask[Choice]) -> Choice:
            kind = (game.full_name, who, snapshot.seconds)
            with self.players.borrow(kind, lambda: _seat_computer(snapshot, who)) as player:
                player.prepare()
                with task.stoppable(player.stop):
                    return player.choose(snapshot.board)

        try:
            if snapshot.is_auto and not at_once:
                await asyncio.sleep(snapshot.delay)
            level = read_level(who)
            if level is not None and not await self.searches.is_soon_ready(game):
                self.searches.begin_compiling(game, urgent=True)
                plain = plain_player_for(game, level, snapshot.seconds)
                choice = await self.searches.run(
                    game,
                    lambda task: choose_plainly(task, plain, snapshot.board),
                    owner=id,
                    address=address,
                    urgent=True,
                    on_phase=lambda phase, ahead: on_phase("plain" if phase == "searching" else phase, ahead),
                    needs_engine=False,
                )
            else:
                choice = await self.searches.run(
                    game, choose, owner=id, address=address, urgent=True, on_phase=on_phase
                )
            self._thoughts.pop(id, None)
            if self.hub.thinking(id) is not None:
                self.hub.set_thinking(id, None)
            if await self.registry.computer_move(id, snapshot.version, choice.move, choice.seconds):
                self.on_move(time.time() - since)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("a computer cannot move", extra={"game": id, "who": who})
            self.hub.set_thinking(id, _failure(snapshot, error, since))


def choose_plainly(task: SearchTask[Choice], plain: PlainPlayer, board: Board) -> Choice:
    """A move without the engine."""
    with task.stoppable(plain.stop):
        return plain.choose(board)


def _player_bytes(player: Player) -> int:
    """What a player takes; all but engines have no memory to speak of."""
    return player.bytes if isinstance(player, EnginePlayer) else 0


def _seat_computer(snapshot: Snapshot, who: str) -> Player:
    player = seat(who, snapshot.board.game, seconds=snapshot.seconds)
    assert player is not None
    return player


def _failure(snapshot: Snapshot, error: Exception, since: float) -> ThinkingView:
    """What the page shows when a computer cannot move."""
    why = (
        str(error)
        if isinstance(error, PlygroundError)
        else "the computer cannot find a move; undo, or ask again later"
    )
    return ThinkingView(side=snapshot.turn, phase="failed", ahead=0, since=iso_time(since), message=why)
