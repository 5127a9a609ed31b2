"""What the screens use from the other rooms, gathered so that a test can put something quick in its place."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from plyground.board import Board
from plyground.game import Game
from plyground.players import Player
from plyground.seats import seat

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.hint import HintEngine

ANALYSIS_MEMORY = 32


class PlayerFinder(Protocol):
    """Finds who is to play, None for a person."""

    def __call__(self, who: str, game: Game, *, seconds: float | None = None) -> Player | None: ...


class AnalysisEngine(Protocol):
    """The part of an engine that the engine's view needs."""

    def prepare(self) -> None: ...

    def stop(self) -> None: ...

    def analyse(self, board: Board, *, seconds: float | None = None, lines: int = 1) -> Iterator[Info]: ...


# Engines and computers load Numba, which a menu can do without.


def find_quick_player(who: str, game: Game, *, seconds: float | None = None) -> Player | None:
    """A player that answers at once, in plain Python as long as its engine is being compiled."""
    from plyground.players.plain_player import with_stand_in

    return with_stand_in(seat(who, game, seconds=seconds))


def new_analysis_engine(game: Game) -> AnalysisEngine:
    """An engine for the engine's view."""
    from plyground.solver.proving_engine import ProvingEngine

    return ProvingEngine(game, memory=ANALYSIS_MEMORY)


def new_hint_engine(game: Game) -> HintEngine:
    """An engine for hints."""
    from plyground.hint import hint_engine

    return hint_engine(game)


@dataclass(frozen=True)
class Backend:
    """Players, engines, a clock."""

    find_player: PlayerFinder = find_quick_player
    analysis_engine: Callable[[Game], AnalysisEngine] = new_analysis_engine
    hint_engine: Callable[[Game], HintEngine] = new_hint_engine
    now: Callable[[], float] = time.monotonic
    move_pause: float = 0.8
    """The least seconds from move to move when the computer plays against itself."""
