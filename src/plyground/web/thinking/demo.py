"""A short game of each kind, for the boards on the first page."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Final

from plyground.board import Board
from plyground.engine.compiled import CompiledSearch
from plyground.game import Game
from plyground.players import Player
from plyground.players.plain_player import PlainPlayer
from plyground.seats import seat
from plyground.web.board_json import frame_json
from plyground.web.messages import FrameView
from plyground.web.thinking.search_queue import SearchQueue, SearchTask

LEVEL: Final = "3"
SEED: Final = 7
MOST_PLIES: Final = 40
PLAIN_SECONDS: Final = 0.1
"""For each move while the game is not compiled."""

log = logging.getLogger("plyground.web")
Frames = list[FrameView]


class Demos:
    """Makes a demonstration of each game once, when somebody first asks for it.

    No game is compiled for it, as that would keep those waiting who have begun to play.
    """

    def __init__(self, searches: SearchQueue) -> None:
        self.searches = searches
        self._made: dict[str, Frames] = {}
        self._random: dict[str, Frames] = {}
        self._making: dict[str, asyncio.Task[None]] = {}

    def frames(self, game: Game) -> Frames | None:
        """The pictures of a game of this kind, or None as long as there are none."""
        if game.name not in self._made and game.name not in self._making:
            self._making[game.name] = asyncio.create_task(self._make(game))
        return self._made.get(game.name)

    def random_frames(self, game: Game) -> Frames:
        """A game of random moves: it needs no compiled search, so it is there at once."""
        if game.name not in self._random:
            self._random[game.name] = _random_demo(game)
        return self._random[game.name]

    def close(self) -> None:
        """Stop what is under way."""
        for task in self._making.values():
            task.cancel()

    async def _make(self, game: Game) -> None:
        try:
            is_on_disk = await asyncio.to_thread(CompiledSearch.is_on_disk, game)
            player = (
                seat(LEVEL, game, seed=SEED)
                if is_on_disk
                else PlainPlayer(game, seconds=PLAIN_SECONDS, depth=2, seed=SEED)
            )
            assert player is not None
            self._made[game.name] = await self.searches.run(
                game,
                lambda task: play_demo(task, game, player),
                owner=f"demo {game.name}",
                address="demo",
                urgent=False,
                needs_engine=is_on_disk,
            )
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a demonstration cannot be made", extra={"game": game.full_name})
            self._made[game.name] = [frame_json(Board(game))]


def _random_demo(game: Game) -> Frames:
    chance = random.Random(SEED)
    board = Board(game)
    frames = [frame_json(board)]
    while not board.is_over and len(board.history) < MOST_PLIES:
        board.push_number(chance.choice(board.legal_numbers()))
        frames.append(frame_json(board))
    return frames


def play_demo(task: SearchTask[Frames], game: Game, player: Player) -> Frames:
    """A game of the computer against itself, picture by picture, as far as there is time."""
    board = Board(game)
    frames = [frame_json(board)]
    while not (board.is_over or task.stopped) and len(board.history) < MOST_PLIES:
        with task.stoppable(player.stop):
            board.push(player.choose(board).move)
        frames.append(frame_json(board))
    return frames
