"""What a study has found out about one game: what Python users and notebooks see."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median, pstdev
from typing import Any, Final

from plyground import catalogue
from plyground.board import Board
from plyground.study.course import Course, fit_scale
from plyground.study.figures import LABELS, LEAST_GAMES, Figure, FigureMaker, Finding, LeftOut, with_truth
from plyground.study.folder import GameFolder
from plyground.study.games import PlayedGame
from plyground.study.intervals import Interval, Observation, share
from plyground.study.ladder import Ladder, LadderTest, rungs_interval
from plyground.study.settings import player_name, strength_name
from plyground.study.truth import FirstMove, Truth, read_first_moves, read_truth
from plyground.words import score_json

FIRST_FIGURES: Final = (
    "first_player",
    "draws",
    "length",
    "branching",
    "decisiveness",
    "lead_changes",
    "rungs",
)
"""What every report in JSON has, unless it is left out and named."""
POINTS_IN_TIME: Final = 21
"""At how many points of a game uncertainty is measured, from the end of the opening to the last move."""


@dataclass(frozen=True)
class Strength:
    """What the games between players of one strength came to."""

    nodes: int
    name: str
    games: int
    distinct: int
    findings: tuple[Finding, ...]

    def figure(self, name: str) -> Figure | None:
        """One of its figures, if the budget carried it."""
        return next((each for each in self.findings if isinstance(each, Figure) and each.name == name), None)


@dataclass(frozen=True)
class Rung:
    """A test of the ladder: a strength against the rung below it."""

    lower: int
    upper: int
    pairs: int
    score: Interval | None
    verdict: str
    """`rung`, `no rung` or `undecided`."""


class Study:
    """The figures of one game, and everything else that a report shows."""

    def __init__(self, folder: GameFolder, ladder: Ladder, wanted: int | None = None) -> None:
        self.settings = folder.settings
        self.facts = folder.facts
        self.games: tuple[PlayedGame, ...] = tuple(folder.games)
        self.game = catalogue.find(folder.settings.game)
        self._ladder = ladder
        self.wanted = wanted

    def __repr__(self) -> str:
        return f"<study of {self.name}: {len(self.games)} games, {len(self.figures)} figures>"

    def __getitem__(self, name: str) -> Figure:
        return self.figures[name]

    @property
    def name(self) -> str:
        """The game and its variant."""
        variant = f":{self.game.variant}" if self.game.variant else ""
        return f"{self.game.name}{variant}"

    @property
    def title(self) -> str:
        """What people read."""
        return f"{self.game.title} ({self.game.variant})" if self.game.variant else self.game.title

    # The games

    def games_at(self, nodes: int) -> list[PlayedGame]:
        """The games between two players of a strength, in their order."""
        return sorted(
            (game for game in self.games if game.nodes == (nodes, nodes)), key=lambda game: game.number
        )

    @cached_property
    def judged(self) -> list[PlayedGame]:
        """The games of the strongest players, as they were judged."""
        return [game for game in self.games_at(self.settings.strongest) if game.is_judged]

    @cached_property
    def scale(self) -> float:
        """The estimate that is worth an expected score of 73 %, as the judged games ended."""
        return fit_scale(self.judged)

    @cached_property
    def courses(self) -> list[Course]:
        """The judged games as expected scores."""
        return [Course(game, self.scale) for game in self.judged if len(game.scores) > 1]

    @property
    def openings(self) -> list[list[str]]:
        """The openings that games began from; the first is the start."""
        found: list[list[str]] = (self.facts.get("openings") or {}).get("openings", [])
        return found

    # The figures

    @cached_property
    def strengths(self) -> list[Strength]:
        """The outcome at each strength, the weakest first."""
        found = []
        for nodes in self.settings.strengths:
            games = self.games_at(nodes)
            maker = FigureMaker(games, nodes)
            distinct = len({game.moves for game in games})
            findings = (*maker.outcome(), *maker.shape())
            name = strength_name(nodes, self.settings.base)
            found.append(Strength(nodes, name, len(games), distinct, findings))
        return found

    @cached_property
    def findings(self) -> list[Finding]:
        """Every figure or why there is none, in the order of a report."""
        maker = FigureMaker(self.games_at(self.settings.strongest), self.settings.strongest)
        found: list[Finding] = [*maker.outcome(), *maker.shape(), *maker.course(self.courses)]
        found += [self._rungs(), self._state_space()]
        exact = self._exact()
        order = list(LABELS)
        held = [with_truth(each, exact.get(each.name)) for each in found]
        return sorted(held, key=lambda each: order.index(each.name))

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures that the budget carried, by name."""
        return {each.name: each for each in self.findings if isinstance(each, Figure)}

    @cached_property
    def left_out(self) -> list[LeftOut]:
        """What it did not carry, and why."""
        return [each for each in self.findings if isinstance(each, LeftOut)]

    def _exact(self) -> dict[str, float | None]:
        """What is known for certain."""
        truth, size = self.truth, self.facts.get("size") or {}
        known: dict[str, float | None] = {}
        if truth is not None and truth.points is not None:
            known["first_player"] = truth.points
            known["draws"] = float(truth.points == 0.5)
            known["length"] = truth.length
        if size.get("positions"):
            known["state_space"] = round(math.log10(size["positions"]), 6)
            known["game_tree"] = round(math.log10(int(size["games"])), 6)
        return known

    def _rungs(self) -> Finding:
        tests = self._ladder_tests
        accepted = sum(test.is_accepted for test in tests)
        rejected = sum(test.is_rejected for test in tests)
        if not accepted + rejected:
            return LeftOut("rungs", LABELS["rungs"], "no test of the ladder came to a decision")
        low, high = rungs_interval(accepted, rejected, len(tests) - accepted - rejected)
        top = player_name(tests[-1].upper)
        basis = f"{len(tests)} sequential tests, random moves to {top}"
        return Figure("rungs", LABELS["rungs"], accepted, low, high, "rungs", basis)

    def _state_space(self) -> Finding:
        size = self.facts.get("size") or {}
        label = LABELS["state_space"]
        if size.get("positions"):
            value = math.log10(size["positions"])
            return Figure("state_space", label, value, value, value, "log10", "all positions counted")
        seen, least, most = size.get("seen"), size.get("least"), size.get("most")
        if seen is None:
            return LeftOut("state_space", label, "its positions were not counted in time")
        if most is None:
            why = f"too many to count, and no upper bound is known; there are at least about 10^{least:.1f}"
            return LeftOut("state_space", label, why)
        basis = "bounds: positions met in random games; Chao's lower bound from them; any mark on any cell"
        return Figure("state_space", label, min(least, most), seen, most, "log10", basis, is_least=True)

    # The ladder

    @property
    def _ladder_tests(self) -> list[LadderTest]:
        return [test for test in self._ladder.tests if test.pairs]

    @cached_property
    def rungs(self) -> list[Rung]:
        """Every test of the ladder, the lowest first."""
        found = []
        for test in self._ladder_tests:
            seen = [Observation(points / 2, number) for number, points in enumerate(test.counted)]
            verdict = "rung" if test.is_accepted else "no rung" if test.is_rejected else "undecided"
            found.append(Rung(test.lower, test.upper, len(seen), share(seen), verdict))
        return found

    # The start

    @cached_property
    def truth(self) -> Truth | None:
        """What the solver knows; None if it was not asked or did not come back in time."""
        return read_truth(self.facts.get("truth"))

    @cached_property
    def first_moves(self) -> list[FirstMove]:
        """What first moves are worth by a search, and how often they are chosen."""
        return read_first_moves(Board(self.game), self.facts.get("first_moves"), self.scale)

    @property
    def fairest(self) -> tuple[list[str], str]:
        """The fairest first moves for a pie rule, and how that is known; no moves if it is not."""
        if self.truth is not None and (fairest := self.truth.fairest()):
            is_drawn = fairest[0].score is not None and fairest[0].score.value == "draw"
            how = "proven: a draw" if is_drawn else f"proven: {fairest[0].score}, the longest way to the end"
            return [each.move for each in fairest], how
        estimates = [each for each in self.first_moves if not each.is_proven]
        if not estimates:
            return [], ""
        nearest = min(abs(each.expected - 0.5) for each in estimates)
        fair = [each for each in estimates if abs(each.expected - 0.5) <= nearest + 0.01]
        return [each.move for each in fair], f"estimate: {100 * fair[0].expected:.0f} % for the first player"

    # How games go

    @cached_property
    def endings(self) -> Counter[str]:
        """How the games of the strongest players ended."""
        return Counter(game.ending for game in self.games_at(self.settings.strongest))

    @cached_property
    def uncertainty_over_time(self) -> list[Interval]:
        """How open games are, at equal steps from the end of the opening to the last move; may be empty."""
        if "uncertainty" not in self.figures:
            return []
        curve = []
        for step in range(POINTS_IN_TIME):
            progress = step / (POINTS_IN_TIME - 1)
            seen = [Observation(each.uncertainty_at(progress), each.game.opening) for each in self.courses]
            found = share(seen)
            if found is not None:
                curve.append(found)
        return curve

    @cached_property
    def cell_use(self) -> dict[str, float]:
        """In what share of the judged games a move went to each cell; nothing if there are too few."""
        if len(self.judged) < LEAST_GAMES:
            return {}
        used = Counter(cell for game in self.judged for cell in {cells[-1] for cells in game.cells if cells})
        return {cell: count / len(self.judged) for cell, count in used.items()}

    @cached_property
    def deciding_cells(self) -> dict[str, float]:
        """Where the move went after which the winner was settled, of the won games if there are enough."""
        won = [
            course for course in self.courses if course.game.is_won and course.settled_ply > course.game.begin
        ]
        if len(won) < LEAST_GAMES:
            return {}
        places = Counter(
            course.game.cells[course.settled_ply - 1][-1]
            for course in won
            if course.game.cells[course.settled_ply - 1]
        )
        return {cell: count / len(won) for cell, count in places.items()}

    # Games to see

    @cached_property
    def shown_games(self) -> dict[str, Course]:
        """A typical game, the most dramatic one and the shortest win, as far as there are such games."""
        won = [course for course in self.courses if course.game.is_won]
        found: dict[str, Course] = {}
        if self.courses:
            found["typical"] = _most_typical(self.courses)
        if won and max(each.deepest for each in won) > 0:
            found["dramatic"] = max(won, key=lambda each: (each.deepest, each.drama, each.lead_changes))
        if won:
            found["shortest"] = min(won, key=lambda each: (each.game.plies, each.game.number))
        return found

    # For programs, for notebooks

    def as_json(self) -> dict[str, Any]:
        """The whole study for programs."""
        settings, truth = self.settings, self.truth
        return {
            "game": self.name,
            "title": self.title,
            "seed": settings.seed,
            "games": len(self.games),
            "players": [player_name(nodes) for nodes in settings.strengths],
            "judge": player_name(settings.strongest),
            "openings": len(self.openings),
            **{name: figure.as_json() for name, figure in self.figures.items()},
            "left_out": [{"figure": each.name, "why": each.why} for each in self.left_out],
            "by_strength": [
                {
                    "strength": each.name,
                    "nodes": each.nodes,
                    "games": each.games,
                    "distinct": each.distinct,
                    **{
                        finding.name: finding.as_json()
                        for finding in each.findings
                        if isinstance(finding, Figure)
                    },
                }
                for each in self.strengths
            ],
            "ladder": [
                {
                    "lower": each.lower,
                    "upper": each.upper,
                    "pairs": each.pairs,
                    "score": each.score and each.score._asdict(),
                    "verdict": each.verdict,
                }
                for each in self.rungs
            ],
            "truth": truth
            and {
                **score_json(truth.start if truth.points is not None else None),
                "moves": [{"move": each.move, **score_json(each.score)} for each in truth.moves],
                "how": truth.how,
            },
            "first_moves": [
                {
                    "move": each.move,
                    "expected": round(each.expected, 4),
                    "proven": each.is_proven,
                    "chosen": round(each.chosen, 4),
                }
                for each in self.first_moves
            ],
            "fairest_first_moves": {"moves": self.fairest[0], "how": self.fairest[1]},
            "endings": dict(self.endings.most_common()),
            "cells": {
                "used": {cell: round(used, 4) for cell, used in sorted(self.cell_use.items())},
                "decided": {cell: round(part, 4) for cell, part in sorted(self.deciding_cells.items())},
            },
            "shown_games": {
                name: {"moves": " ".join(course.game.moves), "points": course.game.points}
                for name, course in self.shown_games.items()
            },
        }

    def html(self) -> str:
        """The report as one HTML document."""
        from plyground.study.report import StudyReport

        return StudyReport([self]).html()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from plyground.study.report import StudyReport

        return StudyReport([self])._repr_html_()


def _most_typical(courses: Sequence[Course]) -> Course:
    """The game that is nearest to the middle of all in length, lead changes, clarity and result."""

    def features(course: Course) -> tuple[float, ...]:
        points = course.game.points
        return (
            float(course.game.plies),
            float(course.lead_changes),
            course.clarity or 0.0,
            course.uncertainty,
            0.5 if points is None else points,
        )

    rows = [features(course) for course in courses]
    columns = list(zip(*rows, strict=True))
    middles = [median(column) for column in columns]
    spreads = [pstdev(column) or 1.0 for column in columns]

    def distance(row: tuple[float, ...]) -> float:
        return math.dist(
            [value / spread for value, spread in zip(row, spreads, strict=True)],
            [middle / spread for middle, spread in zip(middles, spreads, strict=True)],
        )

    return min(zip(rows, courses, strict=True), key=lambda pair: distance(pair[0]))[1]
