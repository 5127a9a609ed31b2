"""Learning an evaluation from self-play: from a game with nothing but rules to a player."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from plyground import catalogue
from plyground.errors import PlygroundError
from plyground.files import save_file
from plyground.game import Game
from plyground.learn.evaluation_file import evaluation_text
from plyground.learn.network import Network, make_network
from plyground.learn.picture import learned_page
from plyground.learn.strength import Strength
from plyground.learn.training import Budget, LearningState, OnLearning, Training

MINUTES: Final = 10.0


@dataclass
class Learning:
    """An evaluation that is being learned, or was."""

    training: Training
    states: list[LearningState] = field(default_factory=list)
    """How far it had come when; the last is what it is now."""

    @property
    def network(self) -> Network:
        """The patterns of the game."""
        return self.training.network

    @property
    def strength(self) -> Strength | None:
        """The score against the start, one move ahead; None before the first game."""
        return self.states[-1].strength if self.states else None

    def run(self, on_learning: OnLearning | None = None) -> None:
        """Learn until the budget is used up."""

        def note(state: LearningState) -> None:
            self.states.append(state)
            if on_learning is not None:
                on_learning(state)

        self.training.prepare()
        self.states.append(self.training.state())
        try:
            self.training.run(note)
        finally:
            self.states.append(self.training.state())

    @property
    def text(self) -> str:
        """What was learned, as a file with a function `evaluate`."""
        return evaluation_text(self.network, self.training.learned.weights, self._note)

    @property
    def page(self) -> str:
        """What was learned in pictures, as HTML."""
        return learned_page(self.network, self.training.learned, self.states)

    def save(self, path: str | Path) -> Path:
        """Write the evaluation to a file, and the page with the pictures beside it."""
        file = Path(path)
        save_file(file, self.text.encode())
        save_file(page_path(file), self.page.encode())
        return file

    @property
    def _note(self) -> str:
        effort, patterns = self.training.effort, self.network.patterns
        strength = f" Against the start, one move ahead, it scored {self.strength}." if self.strength else ""
        return (
            f"{effort.games:,} games against itself, {effort.positions:,} positions, {effort.seconds:.0f} s, "
            f"{len(patterns.windows)} windows, {patterns.weights:,} weights.{strength}"
        )


def page_path(file: Path) -> Path:
    """Where the pictures of an evaluation are."""
    return file.with_suffix(".html")


def checkpoint_path(file: Path) -> Path:
    """Where the checkpoint of an evaluation is."""
    return file.with_suffix(".checkpoint")


def begin_learning(
    game: str | Game,
    *,
    minutes: float | None = None,
    games: int | None = None,
    threads: int = 1,
    seed: int = 1,
    checkpoint: Path | None = None,
    resume: bool = False,
) -> Learning:
    """Look at a game and get ready to learn it."""
    if minutes is not None and games is not None:
        raise PlygroundError("learn for a time or for a number of games, not both")
    found = catalogue.find(game) if isinstance(game, str) else game
    budget = Budget(games=games) if games is not None else Budget(seconds=60.0 * (minutes or MINUTES))
    training = Training(
        make_network(found), budget, threads=threads, seed=seed, checkpoint=checkpoint, resume=resume
    )
    return Learning(training)


def learn(
    game: str | Game,
    *,
    minutes: float | None = None,
    games: int | None = None,
    threads: int = 1,
    seed: int = 1,
    on_learning: OnLearning | None = None,
) -> Learning:
    """Learn an evaluation of a game from self-play, for ten minutes if nothing else is said.

    >>> learned = learn("squava", games=500)
    >>> learned.strength.score > 0.5
    True
    >>> learned.text.startswith('\\"\\"\\"What `plyground learn squava` learned')
    True
    """
    learning = begin_learning(game, minutes=minutes, games=games, threads=threads, seed=seed)
    learning.run(on_learning)
    return learning
