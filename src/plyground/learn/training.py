"""Learning by playing against oneself: threads that play, a clock, checkpoints, and the strength so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from plyground.contract import mix
from plyground.game import Game
from plyground.learn.checkpoint import Effort, load_checkpoint, no_weights, save_checkpoint
from plyground.learn.kernels import GAMES, POSITIONS, Learned, Settings, Workspace, learn_from_games
from plyground.learn.network import Network
from plyground.learn.strength import Strength, measure_strength
from plyground.native.compiler import compile_kernel
from plyground.threads import ThreadGroup

STEP: Final = 1.0
LAST_STEP: Final = 0.03
STEADY: Final = 0.3
"""The first step, the last one, and for what part of the time the first is kept."""
TRACE: Final = 0.9
EXPLORATION: Final = 0.07
MATCH_OPENING: Final = 4
"""At most this many moves are drawn by lot at the start of the games that tell the strength."""
BATCH_SECONDS: Final = 0.1
CHECKPOINT_SECONDS: Final = 15.0
"""How often a checkpoint is written; more often in the first seconds."""
REPORTS: Final = 20
"""How often the strength is measured."""


@dataclass(frozen=True)
class Budget:
    """For how long to learn: seconds, or games."""

    seconds: float | None = None
    games: int | None = None

    def part(self, effort: Effort) -> float:
        """What part of it is used up, 0 to 1."""
        if self.games is not None:
            return min(1.0, effort.games / self.games)
        assert self.seconds is not None
        return min(1.0, effort.seconds / self.seconds)


@dataclass(frozen=True)
class LearningState:
    """How far learning has come."""

    part: float
    effort: Effort
    strength: Strength


OnLearning = Callable[[LearningState], None]


class Training:
    """Learns the weights of one game."""

    def __init__(
        self,
        network: Network,
        budget: Budget,
        *,
        threads: int = 1,
        seed: int = 1,
        checkpoint: Path | None = None,
        resume: bool = False,
    ) -> None:
        self.network = network
        self.budget = budget
        self.seed = seed
        self.checkpoint = checkpoint
        self.learned: Learned = no_weights(network.patterns)
        self.effort = Effort()
        if resume and checkpoint is not None:
            self.learned, self.effort = load_checkpoint(checkpoint, self.game.full_name, network.patterns)
        self.effort.rounds += 1
        self._threads = threads
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._handed_out = self.effort.games

    @property
    def game(self) -> Game:
        """The game that is learned."""
        return self.network.game

    @property
    def is_done(self) -> bool:
        """Whether the budget is used up."""
        return self.budget.part(self.effort) >= 1.0

    def prepare(self) -> None:
        """Compile what plays and learns, or load it from the disk."""
        self._play(self.network.workspace(1), 0.0, 1, no_weights(self.network.patterns))
        self.strength()

    def run(self, on_learning: OnLearning = lambda state: None) -> LearningState:
        """Learn until the budget is used up; what was learned is saved now and then, and at the end."""
        self.prepare()
        began = time.monotonic() - self.effort.seconds
        saved = reported = first = time.monotonic()
        pause = max(1.0, (self.budget.seconds or 60.0) / REPORTS)
        spaces = [self.network.workspace(self._seed_of(thread)) for thread in range(self._threads)]
        tasks = [lambda space=space: self._work(space, began) for space in spaces]
        try:
            with ThreadGroup(tasks, stop=self._stopped.set) as group:
                while not group.join(timeout=BATCH_SECONDS):
                    now = time.monotonic()
                    if now - reported >= pause:
                        reported = now
                        on_learning(self.state())
                    if now - saved >= min(CHECKPOINT_SECONDS, max(1.0, saved - first)):
                        saved = now
                        self.save()
        finally:
            self._stopped.clear()
            self.save()
        return self.state()

    def state(self) -> LearningState:
        """How far it has come, and how strong it is by now."""
        with self._lock:
            effort = replace(self.effort)
        return LearningState(self.budget.part(effort), effort, self.strength())

    def strength(self) -> Strength:
        """How strong what was learned so far is against the start."""
        opening = min(MATCH_OPENING, self.network.opening)
        return measure_strength(self.network, self.learned.weights.copy(), opening)

    def save(self) -> None:
        """Write a checkpoint, if there is a place for it."""
        if self.checkpoint is not None:
            with self._lock:
                effort = replace(self.effort)
            save_checkpoint(self.checkpoint, self.game.full_name, self.network.patterns, self.learned, effort)

    def _seed_of(self, thread: int) -> int:
        return int(mix(mix(np.uint64(self.seed)) ^ np.uint64(self.effort.rounds << 16 | thread)))

    def _work(self, space: Workspace, began: float) -> None:
        """Play batch after batch; more than one thread may write the same weight, which harms little."""
        batch = 1
        while not self._stopped.is_set():
            with self._lock:
                part = self.budget.part(replace(self.effort, games=self._handed_out))
                if self.budget.games is not None:
                    batch = min(batch, self.budget.games - self._handed_out)
                self._handed_out += max(0, batch)
            if part >= 1.0 or batch < 1:
                return
            start = time.monotonic()
            space.counted[:] = 0.0
            self._play(space, step_at(part), batch, self.learned)
            now = time.monotonic()
            with self._lock:
                self.effort.seconds = max(self.effort.seconds, now - began)
                self.effort.games += int(space.counted[GAMES])
                self.effort.positions += int(space.counted[POSITIONS])
            if self.budget.games is None:
                batch = max(1, min(10_000, round(batch * min(4.0, BATCH_SECONDS / max(1e-6, now - start)))))
            else:
                batch = max(1, self.budget.games // 200)

    def _play(self, space: Workspace, step: float, games: int, learned: Learned) -> None:
        view = self.game.view(self.game.start)
        settings = Settings(step, TRACE, EXPLORATION, self.network.opening)
        play = compile_kernel(learn_from_games, self.game)
        play(view.rules, view.pos, self.network.tables, learned, settings, space, games)


def step_at(part: float) -> float:
    """How large a step is when this part of the budget is used up.

    >>> step_at(0.0), step_at(0.2), round(step_at(1.0), 3)
    (1.0, 1.0, 0.03)
    """
    falling = max(0.0, (part - STEADY) / (1.0 - STEADY))
    return float(STEP * (LAST_STEP / STEP) ** falling)
