"""A tournament from its first game to its last, or to the next one that goes on with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Final

from plyground.arena.executors import GameExecutor
from plyground.arena.folder import GameResult, TournamentFolder
from plyground.arena.interrupts import Interrupts, delay_interrupts
from plyground.arena.pairing import Pairing, count_games, schedule
from plyground.arena.referee import SEAT_FUNCTION, FinishedGame, GameTask, play_game
from plyground.arena.settings import TournamentSettings
from plyground.arena.sprt import Sprt, SprtStatus
from plyground.arena.standings import Standings, whole_pairs
from plyground.errors import PlygroundError
from plyground.plots import Plottable

TRIES: Final = 5
"""How often a game is handed out before the tournament is given up."""
POLL_SECONDS: Final = 0.25
"""How long to wait for a game to end before the observer is called again."""


@dataclass(frozen=True)
class TournamentState(Plottable):
    """How a tournament stands."""

    settings: TournamentSettings
    results: tuple[GameResult, ...]
    """The games that count, by number."""
    total: int
    """How many games there are to be."""
    left_out: int = 0
    """Games beyond the one that decided the sequential test."""
    sprt: SprtStatus | None = None
    """How the sequential test stands, if there is one."""
    is_interrupted: bool = False

    @property
    def standings(self) -> Standings:
        """What the games come to."""
        return Standings(self.settings.players, self.results)

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to play."""
        return len(self.results) == self.total or bool(self.sprt and self.sprt.is_decided)


Observer = Callable[[TournamentState, GameResult | None], None]
"""Called after every game with what it changed, and from time to time with nothing new."""


class Tournament:
    """Hands out games, keeps those that come back, and stops when all is played or decided."""

    def __init__(
        self,
        folder: TournamentFolder,
        executor: GameExecutor,
        observer: Observer,
        seat_function: str = SEAT_FUNCTION,
    ) -> None:
        self.folder = folder
        self.executor = executor
        self.observer = observer
        self.seat_function = seat_function
        self.settings = folder.settings
        self.sprt = Sprt(*self.settings.sprt) if self.settings.sprt else None
        self.under_way: dict[Future[FinishedGame], Pairing] = {}
        self.tries: Counter[int] = Counter()
        self.retries: list[Pairing] = []
        """Games that have to be handed out again."""

    def run(self) -> TournamentState:
        """Play what is left to play; on Ctrl-C, what is under way is given up."""
        try:
            with delay_interrupts() as interrupts:
                self._play(interrupts)
        except KeyboardInterrupt:
            return self.state(is_interrupted=True)
        finally:
            self.executor.abandon(self.under_way)
        return self.state()

    def _play(self, interrupts: Interrupts) -> None:
        settings = self.settings
        plan = schedule(len(settings.players), settings.games, gauntlet=settings.gauntlet)
        todo = iter([pairing for pairing in plan if pairing.number not in self.folder.results])
        self.observer(self.state(), None)
        while not self._is_decided():
            interrupts.check()
            places = self.executor.size
            while len(self.under_way) < places:
                pairing = self.retries.pop() if self.retries else next(todo, None)
                if pairing is None:
                    break
                self._submit(pairing)
            if not self.under_way:
                return
            ended, _ = wait(self.under_way, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in ended:
                interrupts.check()
                self._collect(future)
            if not ended:
                self.observer(self.state(), None)

    def _submit(self, pairing: Pairing) -> None:
        settings, openings = self.settings, self.folder.openings
        task = GameTask(
            number=pairing.number,
            game=settings.game,
            players=(settings.players[pairing.first], settings.players[pairing.second]),
            opening=openings[pairing.opening % len(openings)],
            seeds=(settings.seed_for(pairing.number, 0), settings.seed_for(pairing.number, 1)),
            limits=settings.limits,
            seat_function=self.seat_function,
        )
        self.tries[pairing.number] += 1
        self.under_way[self.executor.pool.submit(play_game, task)] = pairing

    def _collect(self, future: Future[FinishedGame]) -> None:
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
            self.retries.append(pairing)
            return
        result = self.folder.add_game(pairing, finished)
        if result is not None:
            self._is_decided()
            self.observer(self.state(), result)

    def _is_decided(self) -> bool:
        """Whether the sequential test is over. It counts pairs in their order, not in that of their ends."""
        if self.sprt is None:
            return False
        pairs = whole_pairs(self.settings.players, self.folder.results)
        return self.sprt.update(pairs[self.sprt.status.pairs :]).is_decided

    def state(self, *, is_interrupted: bool = False) -> TournamentState:
        """How the tournament stands now."""
        settings, results = self.settings, self.folder.results
        sprt = self.sprt.status if self.sprt else None
        counted = [
            results[number]
            for number in sorted(results)
            if not (sprt and sprt.is_decided) or number < 2 * sprt.pairs
        ]
        return TournamentState(
            settings,
            tuple(counted),
            count_games(len(settings.players), settings.games, gauntlet=settings.gauntlet),
            len(results) - len(counted),
            sprt,
            is_interrupted,
        )
