"""The figures of a study: each a value with its interval, and what it rests on (docs/study.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from plyground.study.course import Course
from plyground.study.games import PlayedGame
from plyground.study.intervals import Interval, clip, mean, observe, ratio, share
from plyground.study.settings import player_name

LEAST_GAMES: Final = 8
"""Games that a figure needs, and those of at least two openings."""

Unit = Literal["share", "plies", "moves", "times", "log10", "rungs"]


@dataclass(frozen=True)
class Figure:
    """A value that was measured, between which bounds the truth lies with 95 %, and what it rests on."""

    name: str
    label: str
    """What people read."""
    value: float
    low: float
    high: float
    unit: Unit
    basis: str
    """Who played, and how often."""
    exact: float | None = None
    """The truth under best play, where the solver knows it, or by counting everything."""
    is_least: bool = False
    """Whether the value is a lower bound."""

    def as_json(self) -> dict[str, Any]:
        """The figure for programs."""
        data: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high}
        data = {name: round(value, 6) for name, value in data.items()}
        if self.exact is not None:
            data["exact"] = self.exact
        return data | {"unit": self.unit, "basis": self.basis}


@dataclass(frozen=True)
class LeftOut:
    """A figure that the budget did not carry."""

    name: str
    label: str
    why: str


LABELS: Final[dict[str, str]] = {
    "first_player": "Score of the first player",
    "draws": "Drawn games",
    "length": "Length of a game",
    "branching": "Legal moves in a position",
    "decision_moves": "Moves with a choice",
    "no_choice": "Moves that are forced",
    "repetition": "Games with a repeated position",
    "unfinished": "Games cut off by the limit",
    "decisiveness": "Decisiveness",
    "settled": "When the winner is settled",
    "lead_changes": "Lead changes in a game",
    "drama": "Drama",
    "deepest": "Deepest point of the winner",
    "killer_moves": "Killer moves",
    "clarity": "Clarity",
    "uncertainty": "Uncertainty",
    "rungs": "Rungs of the ladder",
    "game_tree": "Size of the game tree",
    "state_space": "Number of positions",
}
"""Every figure, in the order in which a report names them."""

Finding = Figure | LeftOut


class FigureMaker:
    """Makes figures from the games of one strength."""

    def __init__(self, games: Sequence[PlayedGame], nodes: int) -> None:
        self.games = games
        self.nodes = nodes

    @property
    def finished(self) -> list[PlayedGame]:
        """The games that came to their end."""
        return [game for game in self.games if game.points is not None]

    def outcome(self) -> list[Finding]:
        """Who wins, and how often nobody does."""
        ended = self.finished
        return [
            self._share("first_player", ended, lambda game: game.points),
            self._share("draws", ended, lambda game: float(game.points == 0.5)),
        ]

    def shape(self) -> list[Finding]:
        """How long games are, and how much choice there is in them."""
        ended = self.finished
        return [
            self._mean("length", ended, lambda game: game.plies, "plies"),
            self._ratio("branching", self.games, lambda game: sum(game.choices), "moves"),
            self._ratio("decision_moves", self.games, lambda game: sum(each > 1 for each in game.choices)),
            self._share("repetition", self.games, lambda game: float(game.repeats > 0)),
            self._share("unfinished", self.games, lambda game: float(game.points is None)),
            self._mean("game_tree", ended, tree_size, "log10"),
        ]

    def course(self, courses: Sequence[Course]) -> list[Finding]:
        """How games go, as the judge sees them."""
        won = [course for course in courses if course.game.is_won]
        judged = [course.game for course in courses]
        return [
            self._forced(judged),
            self._of_courses(
                "decisiveness", won, lambda course: course.decisiveness, what="judged and won games"
            ),
            self._of_courses(
                "settled",
                won,
                lambda course: course.settled_ply / course.game.plies,
                what="judged and won games",
            ),
            self._of_courses("lead_changes", courses, lambda course: course.lead_changes, "times"),
            self._of_courses("drama", won, lambda course: course.drama, what="judged and won games"),
            self._of_courses("deepest", won, lambda course: course.deepest, what="judged and won games"),
            self._of_courses("killer_moves", won, lambda course: course.killer, what="judged and won games"),
            self._of_courses("clarity", courses, lambda course: course.clarity),
            self._of_courses("uncertainty", courses, lambda course: course.uncertainty),
        ]

    # Each kind of figure

    def _share(
        self, name: str, games: Sequence[PlayedGame], value: Callable[[PlayedGame], float | None]
    ) -> Finding:
        seen = observe((value(game), game.opening) for game in games)
        return self._finding(name, share(seen), len(seen), "share", "games")

    def _mean(
        self, name: str, games: Sequence[PlayedGame], value: Callable[[PlayedGame], float], unit: Unit
    ) -> Finding:
        seen = observe((value(game), game.opening) for game in games)
        return self._finding(name, clip(mean(seen), 0.0, math.inf), len(seen), unit, "games")

    def _ratio(
        self,
        name: str,
        games: Sequence[PlayedGame],
        above: Callable[[PlayedGame], float],
        unit: Unit = "share",
        below: Callable[[PlayedGame], float] = lambda game: len(game.choices),
    ) -> Finding:
        pairs: list[tuple[float, float, Hashable]] = [
            (above(game), below(game), game.opening) for game in games
        ]
        most = 1.0 if unit == "share" else math.inf
        return self._finding(name, clip(ratio(pairs), 0.0, most), len(pairs), unit, "games")

    def _forced(self, judged: Sequence[PlayedGame]) -> Finding:
        return self._ratio(
            "no_choice", judged, lambda game: game.forced, below=lambda game: game.plies - game.begin
        )

    def _of_courses(
        self,
        name: str,
        courses: Sequence[Course],
        value: Callable[[Course], float | None],
        unit: Unit = "share",
        what: str = "judged games",
    ) -> Finding:
        seen = observe((value(course), course.game.opening) for course in courses)
        found = share(seen) if unit == "share" else clip(mean(seen), 0.0, math.inf)
        return self._finding(name, found, len(seen), unit, what)

    def _finding(self, name: str, found: Interval | None, count: int, unit: Unit, what: str) -> Finding:
        label = LABELS[name]
        if count < LEAST_GAMES:
            return LeftOut(name, label, f"it needs {LEAST_GAMES} {what}, and there were {count}")
        if found is None:
            return LeftOut(name, label, "it needs games from two openings, and there was one")
        basis = f"{count} {what}, {player_name(self.nodes)}"
        return Figure(name, label, found.value, found.low, found.high, unit, basis)


def tree_size(game: PlayedGame) -> float:
    """The size of the game tree by one game: its mean number of choices to the power of its length."""
    return game.plies * math.log10(sum(game.choices) / len(game.choices))


def with_truth(finding: Finding, exact: float | None) -> Finding:
    """A figure with what is known of it for certain."""
    return finding if isinstance(finding, LeftOut) else replace(finding, exact=exact)
