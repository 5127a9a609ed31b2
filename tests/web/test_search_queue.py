"""The fair queue: who has a turn when, and what becomes of searches that nobody waits for."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from plyground.catalogue import find
from plyground.game import Game
from plyground.web.errors import Refusal
from plyground.web.thinking.search_queue import CompileTurns, SearchQueue, SearchTask

GAME = find("noughts")
LONG = 60.0


class Prepared(SearchQueue):
    """A queue for work that needs no engine."""

    def is_ready(self, game: Game) -> bool:
        """There is nothing to compile."""
        return True


class Stage:
    """A queue, and work that lasts until it is released or stopped."""

    def __init__(self, total: int = 1, per_address: int = 1, most_waiting: int = 100) -> None:
        self.searches = Prepared(total, per_address, most_waiting)
        self.gate = threading.Event()
        self.order: list[str] = []
        self.most_at_once = 0
        self.tasks: list[asyncio.Task[Any]] = []

    def work(self, name: str, *, holds: bool = False) -> Callable[[SearchTask[str]], str]:
        """Work that writes its name down, and if it holds, waits for the gate or for a stop."""

        def run(search: SearchTask[str]) -> str:
            self.order.append(name)
            self.most_at_once = max(self.most_at_once, len(self.searches.running))
            if holds:
                stopped = threading.Event()
                with search.stoppable(stopped.set):
                    while not (self.gate.is_set() or stopped.is_set()):
                        self.gate.wait(0.005)
            return name

        return run

    def submit(
        self, name: str, *, address: str = "a", urgent: bool = True, holds: bool = False
    ) -> asyncio.Task[Any]:
        """Ask for a turn."""
        search = self.searches.run(
            GAME, self.work(name, holds=holds), owner=name, address=address, urgent=urgent
        )
        task = asyncio.ensure_future(search)
        self.tasks.append(task)
        return task

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Let others work until something is so."""
        async with asyncio.timeout(LONG):
            while not wanted():
                await asyncio.sleep(0.005)

    async def all_done(self) -> None:
        """Wait for everybody, and close."""
        self.gate.set()
        async with asyncio.timeout(LONG):
            await asyncio.gather(*self.tasks, return_exceptions=True)
            await self.searches.close()


def on_stage(play: Callable[[Stage], Awaitable[None]], **settings: int) -> Stage:
    """Play a scene, from the first submission to the end of every search."""

    async def run() -> Stage:
        stage = Stage(**settings)
        await play(stage)
        await stage.all_done()
        return stage

    return asyncio.run(run())


def test_never_more_at_once_than_there_are_cores() -> None:
    async def play(stage: Stage) -> None:
        for number in range(20):
            stage.submit(str(number), address=str(number))
        await asyncio.gather(*stage.tasks)

    stage = on_stage(play, total=2, per_address=2)
    assert len(stage.order) == 20
    assert stage.most_at_once <= 2


def test_every_address_has_its_turn() -> None:
    async def play(stage: Stage) -> None:
        stage.submit("first", address="greedy", holds=True)
        await stage.until(lambda: stage.order == ["first"])
        for number in range(4):
            stage.submit(f"greedy {number}", address="greedy")
        stage.submit("modest", address="modest")
        stage.gate.set()
        await asyncio.gather(*stage.tasks)

    assert on_stage(play).order.index("modest") <= 2


def test_one_address_does_not_take_every_core() -> None:
    async def play(stage: Stage) -> None:
        for number in range(3):
            stage.submit(f"greedy {number}", address="greedy", holds=True)
        stage.submit("modest", address="modest", holds=True)
        await stage.until(lambda: "modest" in stage.order)
        assert len(stage.order) == 2

    on_stage(play, total=3, per_address=1)


def test_one_owner_has_one_search_at_a_time() -> None:
    async def play(stage: Stage) -> None:
        stage.submit("game", holds=True)
        stage.submit("game", holds=True)
        stage.submit("other", holds=True)
        await stage.until(lambda: "other" in stage.order)
        assert stage.order == ["game", "other"]

    on_stage(play, total=3, per_address=3)


def test_moves_come_before_analyses_but_do_not_starve_them() -> None:
    async def play(stage: Stage) -> None:
        stage.submit("first", holds=True)
        await stage.until(lambda: stage.order == ["first"])
        stage.submit("analysis", urgent=False)
        for number in range(6):
            stage.submit(f"move {number}")
        stage.gate.set()
        await asyncio.gather(*stage.tasks)

    order = on_stage(play).order
    assert order[1] == "move 0"
    assert order.index("analysis") < len(order) - 1


def test_an_analysis_makes_room_when_somebody_waits() -> None:
    async def play(stage: Stage) -> None:
        analysis = stage.submit("analysis", urgent=False, holds=True)
        await stage.until(lambda: stage.order == ["analysis"])
        move = stage.submit("move")
        async with asyncio.timeout(LONG):
            assert await move == "move"
            assert await analysis == "analysis"

    on_stage(play)


def test_a_move_does_not_make_room() -> None:
    async def play(stage: Stage) -> None:
        first = stage.submit("first", holds=True)
        await stage.until(lambda: stage.order == ["first"])
        second = stage.submit("second")
        await asyncio.sleep(0.6)
        assert not first.done()
        assert not second.done()

    on_stage(play)


def test_what_nobody_waits_for_is_stopped_or_never_begun() -> None:
    async def play(stage: Stage) -> None:
        running = stage.submit("running", holds=True)
        waiting = stage.submit("waiting")
        await stage.until(lambda: stage.order == ["running"])
        waiting.cancel()
        running.cancel()
        await stage.until(lambda: not stage.searches.running and not stage.searches.waiting)
        assert stage.order == ["running"]

    on_stage(play)


def test_who_waits_hears_how_many_are_ahead() -> None:
    async def play(stage: Stage) -> None:
        heard: list[tuple[str, int]] = []
        stage.submit("first", holds=True)
        await stage.until(lambda: stage.order == ["first"])
        stage.submit("second")
        stage.tasks.append(
            asyncio.ensure_future(
                stage.searches.run(
                    GAME,
                    stage.work("third"),
                    owner="third",
                    address="a",
                    urgent=True,
                    on_phase=lambda phase, ahead: heard.append((phase, ahead)),
                )
            )
        )
        await stage.until(lambda: bool(heard))
        stage.gate.set()
        await asyncio.gather(*stage.tasks)
        assert heard[0] == ("queued", 1)
        assert heard[-1] == ("searching", 0)

    on_stage(play)


def test_an_error_in_a_search_reaches_whoever_asked() -> None:
    def fail(search: SearchTask[str]) -> str:
        raise ArithmeticError("oh")

    async def play(stage: Stage) -> None:
        with pytest.raises(ArithmeticError):
            await stage.searches.run(GAME, fail, owner="x", address="a", urgent=True)
        assert await stage.submit("next") == "next"

    on_stage(play)


def test_one_address_cannot_fill_the_queue_with_analyses() -> None:
    async def play(stage: Stage) -> None:
        for number in range(3):
            stage.submit(str(number), urgent=False, holds=True)
        await stage.until(lambda: stage.order == ["0"])
        with pytest.raises(Refusal) as refused:
            await stage.submit("too many", urgent=False)
        assert refused.value.code == "too_many"
        stage.submit("a move")
        stage.submit("of another address", address="b", urgent=False)

    on_stage(play, most_waiting=3)


class Found:
    """What a search gives."""


def test_nothing_is_kept_of_a_search_that_is_over_while_others_go_on() -> None:
    async def play(stage: Stage) -> None:
        stage.submit("goes on", address="a", holds=True)
        busy = threading.Event()
        first = asyncio.ensure_future(
            stage.searches.run(GAME, lambda search: busy.wait(LONG), owner="first", address="b", urgent=True)
        )
        phases: list[str] = []
        second = asyncio.ensure_future(
            stage.searches.run(
                GAME,
                lambda search: Found(),
                owner="second",
                address="c",
                urgent=True,
                on_phase=lambda phase, ahead: phases.append(phase),
            )
        )
        await stage.until(lambda: phases.count("queued") >= 2)  # by whom asks, and by the clock of the queue
        busy.set()
        await first
        found = weakref.ref(await second)
        del second
        await stage.until(lambda: gc.collect() >= 0 and found() is None)
        assert len(stage.searches.running) == 1

    on_stage(play, total=2)


def test_closing_ends_everything() -> None:
    async def play(stage: Stage) -> None:
        running, waiting = stage.submit("running", holds=True), stage.submit("waiting")
        await stage.until(lambda: stage.order == ["running"])
        await stage.searches.close()
        await asyncio.gather(running, waiting, return_exceptions=True)
        assert running.cancelled()
        assert waiting.cancelled()
        assert stage.order == ["running"]

    on_stage(play)


# The order in which games are compiled


def test_what_somebody_waits_for_is_compiled_first() -> None:
    order: list[str] = []

    async def play() -> None:
        turns = CompileTurns()
        go_on = asyncio.Event()

        async def compile_game(name: str) -> None:
            async with turns.turn(name):
                order.append(name)
                await go_on.wait()

        tasks = []
        for name in ("first", "card", "dropped", "card too", "awaited", "awaited later"):
            tasks.append(asyncio.create_task(compile_game(name)))
            await asyncio.sleep(0)
        turns.hurry("awaited")
        turns.hurry("awaited later")
        tasks[2].cancel()
        go_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(play())
    assert order == ["first", "awaited", "awaited later", "card", "card too"]
