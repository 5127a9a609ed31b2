"""A tournament from its first game to its last, or to the next one that goes on with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Final

from plyground.arena.crew import Crew
from plyground.arena.folder import Folder, Result
from plyground.arena.interrupts import Interrupts, interrupts_put_off
from plyground.arena.match import SEATS, Finished, Task, play_game
from plyground.arena.pairing import Pairing, count_games, schedule
from plyground.arena.settings import Settings
from plyground.arena.sprt import Sprt, Verdict
from plyground.arena.standings import Standings, whole_pairs
from plyground.errors import PlygroundError

TRIES: Final = 5
"""How often a game is handed out before the crew is given up."""
BEAT: Final = 0.25
"""Seconds after which to look around even if no game has ended."""


@dataclass(frozen=True)
class State:
    """How a tournament stands."""

    settings: Settings
    results: tuple[Result, ...]
    """The games that count, by number."""
    total: int
    """How many games there are to be."""
    left_out: int = 0
    """Games beyond the one that decided the sequential test."""
    verdict: Verdict | None = None
    is_interrupted: bool = False

    @property
    def standings(self) -> Standings:
        """What the games come to."""
        return Standings(self.settings.players, self.results)

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to play."""
        return len(self.results) == self.total or bool(self.verdict and self.verdict.decided)


Watch = Callable[[State, Result | None], None]
"""Called after every game with what it changed, and from time to time with nothing new."""


class Tournament:
    """Hands out games, keeps those that come back, and stops when all is played or decided."""

    def __init__(self, folder: Folder, crew: Crew, watch: Watch, seats: str = SEATS) -> None:
        self.folder = folder
        self.crew = crew
        self.watch = watch
        self.seats = seats
        self.settings = folder.settings
        self.sprt = Sprt(*self.settings.sprt) if self.settings.sprt else None
        self.under_way: dict[Future[Finished], Pairing] = {}
        self.tries: Counter[int] = Counter()
        self.again: list[Pairing] = []
        """Games that were handed out in vain."""

    def run(self) -> State:
        """Play what is left to play; on Ctrl-C, what is under way is given up."""
        try:
            with interrupts_put_off() as interrupts:
                self._play(interrupts)
        except KeyboardInterrupt:
            return self.state(is_interrupted=True)
        finally:
            self.crew.abandon(self.under_way)
        return self.state()

    def _play(self, interrupts: Interrupts) -> None:
        settings = self.settings
        plan = schedule(len(settings.players), settings.games, gauntlet=settings.gauntlet)
        todo = iter([pairing for pairing in plan if pairing.number not in self.folder.results])
        self.watch(self.state(), None)
        while not self._is_decided():
            interrupts.check()
            places = self.crew.size
            while len(self.under_way) < places:
                pairing = self.again.pop() if self.again else next(todo, None)
                if pairing is None:
                    break
                self._hand_out(pairing)
            if not self.under_way:
                return
            ended, _ = wait(self.under_way, timeout=BEAT, return_when=FIRST_COMPLETED)
            for future in ended:
                interrupts.check()
                self._take_in(future)
            if not ended:
                self.watch(self.state(), None)

    def _hand_out(self, pairing: Pairing) -> None:
        settings, openings = self.settings, self.folder.openings
        task = Task(
            number=pairing.number,
            game=settings.game,
            players=(settings.players[pairing.first], settings.players[pairing.second]),
            opening=openings[pairing.opening % len(openings)],
            seeds=(settings.seed_for(pairing.number, 0), settings.seed_for(pairing.number, 1)),
            limits=settings.limits,
            seats=self.seats,
        )
        self.tries[pairing.number] += 1
        self.under_way[self.crew.executor.submit(play_game, task)] = pairing

    def _take_in(self, future: Future[Finished]) -> None:
        pairing = self.under_way.pop(future)
        try:
            finished = future.result()
        except PlygroundError:
            raise
        except (Exception, CancelledError) as error:
            if self.tries[pairing.number] >= TRIES:
                raise PlygroundError(
                    f"game {pairing.number + 1} could not be played: {type(error).__name__}: {error}; "
                    "the games up to now are kept, --resume goes on"
                ) from error
            self.again.append(pairing)
            return
        result = self.folder.keep(pairing, finished)
        if result is not None:
            self._is_decided()
            self.watch(self.state(), result)

    def _is_decided(self) -> bool:
        """Look at the pairs in their order, so that the decision does not depend on who finished first."""
        if self.sprt is None:
            return False
        pairs = whole_pairs(self.settings.players, self.folder.results)
        return self.sprt.look(pairs[self.sprt.verdict.pairs :]).decided

    def state(self, *, is_interrupted: bool = False) -> State:
        """How the tournament stands now."""
        settings, results = self.settings, self.folder.results
        verdict = self.sprt.verdict if self.sprt else None
        counted = [
            results[number]
            for number in sorted(results)
            if not (verdict and verdict.decided) or number < 2 * verdict.pairs
        ]
        return State(
            settings,
            tuple(counted),
            count_games(len(settings.players), settings.games, gauntlet=settings.gauntlet),
            len(results) - len(counted),
            verdict,
            is_interrupted,
        )
