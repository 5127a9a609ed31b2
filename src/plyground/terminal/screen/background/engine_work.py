"""Work with an engine of its own, which is made and compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import Worker

    from plyground.game import Game


class PreparedEngine(Protocol):
    """What such work does with any engine."""

    def prepare(self) -> None:
        """Compile, if that is not done."""

    def stop(self) -> None:
        """End the search under way soon."""


_Engine = TypeVar("_Engine", bound=PreparedEngine)


class EngineWork(Generic[_Engine]):
    """What searches for the screen have in common: one at a time, with one engine, until it is stopped."""

    def __init__(
        self, screen: DOMNode, new_engine: Callable[[Game], _Engine], *, on_error: Callable[[str], None]
    ) -> None:
        self._new_engine = new_engine
        self._engine: _Engine | None = None
        self._work = StoppableWork(screen, stop=self._stop_engine, on_error=on_error)

    @property
    def is_busy(self) -> bool:
        """Whether there is a search whose result is still of interest."""
        return self._work.is_busy

    def cancel(self) -> None:
        """Stop searching."""
        self._work.cancel()

    def handle(self, event: Worker.StateChanged) -> None:
        """Take note of what has become of a worker of the screen."""
        self._work.handle(event)

    def _ready_engine(self, game: Game) -> _Engine:
        """From within a worker: the engine, compiled."""
        if self._engine is None:
            self._engine = self._new_engine(game)
        self._engine.prepare()
        raise_if_cancelled()
        return self._engine

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()
