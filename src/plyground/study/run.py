"""A study from its first game to its report, or to the next one that goes on with it."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from plyground import catalogue
from plyground.arena.executors import GameExecutor, LocalExecutor, count_cores
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.study.folder import GameFolder, StudyFolder
from plyground.study.games import PlayedGame
from plyground.study.ladder import FEWEST_PAIRS, MOST_PAIRS, Ladder, LadderGame
from plyground.study.report import StudyReport
from plyground.study.results import Study
from plyground.study.runner import Job, Runner
from plyground.study.settings import BASE_NODES, StudySettings

COMPILE_PATIENCE: Final = 900.0
GAME_PATIENCE: Final = 900.0
FACT_PATIENCE: Final = 300.0
PLAY_SHARE: Final = 0.65
"""Of the time, for the games at each strength and for the solver; the rest is for the ladder."""
TRUTH_SHARE: Final = 0.4
TRUTH_SECONDS: Final = 20.0
"""For the solver, where games are counted and not minutes."""
LATE_SHARE: Final = 0.25
LATE_SECONDS: Final = 20.0
"""How much longer than asked a study waits for the games under way: long ones must not be missing."""
FIRST_MOVE_PLAYERS: Final = 64
ENDLESS_GAMES: Final = 8
"""If none of so many games of the players has come to an end, nor a random one, the game is not studied."""
STALE: Final = 60
"""Games at each strength without a new one after which there is nothing more to see."""


@dataclass(frozen=True)
class Budget:
    """What one game may take: minutes, or a number of games at each strength."""

    minutes: float | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.games is None):
            raise PlygroundError("a study takes either minutes or a number of games")

    @property
    def seconds(self) -> float | None:
        """The time, if it is limited."""
        return None if self.minutes is None else 60 * self.minutes

    @property
    def most_pairs(self) -> int:
        """Pairs of games in each test of the ladder."""
        return MOST_PAIRS if self.games is None else min(MOST_PAIRS, max(FEWEST_PAIRS, self.games // 2))

    def part(self, among: int) -> Budget:
        """What one of several games may take."""
        return Budget(None if self.minutes is None else self.minutes / among, self.games)


@dataclass(frozen=True)
class StudyProgress:
    """How far a study has come."""

    game: str
    stage: str
    games: int
    rungs: int
    share: float
    """How much of it is done, 0 to 1."""
    seconds_left: float | None = None


OnStudyProgress = Callable[[StudyProgress], None]


class GameStudy:
    """The study of one game: hands out what is to be played, and keeps what comes back."""

    def __init__(
        self,
        folder: GameFolder,
        budget: Budget,
        executor: GameExecutor,
        on_progress: OnStudyProgress = lambda progress: None,
    ) -> None:
        self.folder = folder
        self.settings = folder.settings
        self.budget = budget
        self.on_progress = on_progress
        self.runner = Runner(executor, self._report)
        self.executor = executor
        self.stage = "compiling"
        self.began = time.monotonic()
        self.ladder = Ladder(self.settings.ladder, budget.most_pairs)
        self.ladder.add_all([game for game in folder.games if not game.is_self_play])
        self._played = 0
        """Up to which number the games at each strength were handed out."""
        self._seen: set[tuple[int, tuple[str, ...]]] = set()
        self._stale = 0
        self._cut_off = self._ended = 0
        for game in folder.games:
            self._watch(game)

    # The stages

    def run(self) -> None:
        """Everything that the budget allows."""
        self._report()
        self._prepare()
        self.began = time.monotonic()
        self.stage = "games"
        self.runner.run(self._next_of_all, self._is_late)

    def screen(self, games: int) -> str:
        """Why the game is not worth more time, after a few games at the base strength; else nothing."""
        self._prepare()
        self.stage = "screening"
        nodes = self.settings.base
        numbers = [number for number in range(games) if not self.folder.has_game((nodes, nodes), number)]
        self.runner.run(lambda: self._play_job(nodes, numbers.pop(0)) if numbers else None)
        played = [game for game in self.folder.games if game.nodes == (nodes, nodes) and game.number < games]
        cut_off = sum(game.points is None for game in played)
        if 2 * cut_off >= len(played):
            return f"{cut_off} of {len(played)} games did not end within {self.settings.longest} plies"
        if all(game.points == 0.5 for game in played):
            return f"all of {len(played)} games were drawn"
        return ""

    def _prepare(self) -> None:
        """Compile, and draw openings."""
        name = self.settings.game
        self.stage = "compiling"
        self.runner.run_one("prepare", {"game": name}, COMPILE_PATIENCE)
        if "openings" not in self.folder.facts:
            self.stage = "openings"
            wanted = self.settings.openings
            arguments = {
                "game": name,
                "count": min(wanted, self.budget.games or wanted),
                "seed": self.settings.seed,
                "nodes": self.settings.strongest,
                "longest": self.settings.longest,
            }
            self.folder.add_fact("openings", self.runner.run_one("draw_openings", arguments, FACT_PATIENCE))
        self.facts_wanted = [
            fact for fact in ("truth", "size", "first_moves") if fact not in self.folder.facts
        ]

    # What to do next

    @property
    def spent(self) -> float:
        """Seconds since the game was compiled and its openings were drawn."""
        return time.monotonic() - self.began

    def _is_late(self) -> bool:
        seconds = self.budget.seconds
        return seconds is not None and self.spent > seconds * (1 + LATE_SHARE) + LATE_SECONDS

    def _next_of_all(self) -> Job | None:
        """Facts first; then games at each strength; then the ladder; then games until the time is over."""
        if self.facts_wanted:
            return self._fact_job(self.facts_wanted.pop(0))
        seconds = self.budget.seconds
        if seconds is not None and self.spent >= seconds:
            return None
        if seconds is None or self.spent < PLAY_SHARE * seconds:
            self.stage = "games"
            if job := self._next_self_play():
                return job
        self.stage = "ladder"
        if game := self.ladder.next_game(self.executor.size):
            return self._ladder_job(game)
        return self._next_self_play() if seconds is not None else None

    def _fact_job(self, fact: str) -> Job:
        settings = self.settings
        name = settings.game
        if fact == "truth":
            seconds = self.budget.seconds
            limit = TRUTH_SECONDS if seconds is None else TRUTH_SHARE * seconds
            return self._job("solve", {"game": name, "seconds": limit}, fact, limit + 0.5 * limit + 30)
        if fact == "size":
            return self._job("count_positions", {"game": name, "seed": settings.seed}, fact, FACT_PATIENCE)
        arguments = {
            "game": name,
            "nodes": settings.strongest,
            "players": min(FIRST_MOVE_PLAYERS, self.budget.games or FIRST_MOVE_PLAYERS),
            "seed": settings.seed,
        }
        return self._job("first_moves", arguments, fact, FACT_PATIENCE)

    def _job(self, function: str, arguments: dict[str, Any], fact: str, patience: float) -> Job:
        def keep(answer: Any) -> None:
            self.folder.add_fact(fact, answer)

        def leave_out(error: PlygroundError) -> None:
            self.folder.facts[fact] = None

        return Job(function, arguments, keep, patience, leave_out)

    def _next_self_play(self) -> Job | None:
        """The next game at the next strength, if more are wanted."""
        strengths = self.settings.strengths
        if self._stale >= max(STALE, 2 * len(self.openings)) * len(strengths):
            return None
        while True:
            number, place = divmod(self._played, len(strengths))
            if self.budget.games is not None and number >= self.budget.games:
                return None
            self._played += 1
            nodes = strengths[place]
            if not self.folder.has_game((nodes, nodes), number):
                return self._play_job(nodes, number)

    @property
    def openings(self) -> list[list[str]]:
        """The openings of this study."""
        found: list[list[str]] = self.folder.facts["openings"]["openings"]
        return found

    def _play_job(self, nodes: int, number: int) -> Job:
        judge = self.settings.strongest if nodes == self.settings.strongest else 0
        return self._game_job((nodes, nodes), number, number, judge)

    def _ladder_job(self, game: LadderGame) -> Job:
        return self._game_job(game.nodes, game.number, game.pair, 0)

    def _game_job(self, nodes: tuple[int, int], number: int, opening: int, judge: int) -> Job:
        place = opening % len(self.openings)
        head = {"number": number, "nodes": list(nodes), "opening": place}
        arguments = {
            "game": self.settings.game,
            "nodes": list(nodes),
            "opening": self.openings[place],
            "seed": self.settings.seed * 1_000_003 + number,
            "longest": self.settings.longest,
            "judge": judge,
        }

        def keep(answer: Any) -> None:
            game = self.folder.add_game(head | answer)
            self._watch(game)
            if not game.is_self_play:
                self.ladder.add(game)

        def explain(error: PlygroundError) -> None:
            raise PlygroundError(f"{self.settings.game}: a game was not finished: {error}") from error

        return Job("play", arguments, keep, GAME_PATIENCE, explain)

    # What has come back

    def _watch(self, game: PlayedGame) -> None:
        """Count games that bring nothing new, and those that do not end."""
        self._cut_off += game.points is None
        self._ended += game.points is not None
        random_ended = self.folder.facts.get("openings", {}).get("random_ended", 0)
        if not self._ended and not random_ended and self._cut_off >= ENDLESS_GAMES:
            raise PlygroundError(
                f"{self.settings.game}: none of {self._cut_off} games ended within {self.settings.longest} "
                "plies; a game that is studied has to end (--longest N plays on for longer)"
            )
        if game.is_self_play:
            mark = (game.nodes[0], game.moves)
            self._stale = self._stale + 1 if mark in self._seen else 0
            self._seen.add(mark)

    def _report(self) -> None:
        seconds = self.budget.seconds
        if self.stage in ("compiling", "openings"):
            done, left = 0.0, None
        elif seconds is not None:
            done, left = min(1.0, self.spent / seconds), max(0.0, seconds - self.spent)
        else:
            wanted = (self.budget.games or 1) * len(self.settings.strengths)
            tests = len(self.settings.ladder) - 1
            games = sum(game.is_self_play for game in self.folder.games)
            over = sum(test.is_over(self.budget.most_pairs) for test in self.ladder.tests)
            done, left = 0.7 * min(1.0, games / wanted) + 0.3 * over / tests, None
        self.on_progress(
            StudyProgress(
                self.settings.game,
                self.stage,
                len(self.folder.games),
                len(self.ladder.rungs) - 1,
                done,
                left,
            )
        )

    @property
    def result(self) -> Study:
        """What there is to say so far."""
        return Study(self.folder, self.ladder, self.budget.games)


# From Python


def study_game(
    game: str | Game,
    *,
    minutes: float | None = None,
    games: int | None = None,
    nodes: int = BASE_NODES,
    seed: int = 1,
    jobs: int | None = None,
    folder: str | Path | None = None,
    longest: int = 500,
    on_progress: OnStudyProgress = lambda progress: None,
) -> Study:
    """Studies one game for some minutes (one, if none are given), or with so many games at each strength.

    With a folder every finished game is kept there, and a study that lies there already goes on.
    """
    report = study_games(
        [game],
        minutes=minutes,
        games=games,
        nodes=nodes,
        seed=seed,
        jobs=jobs,
        folder=folder,
        longest=longest,
        on_progress=on_progress,
    )
    return report.studies[0]


def study_games(
    games_or_names: Sequence[str | Game],
    *,
    minutes: float | None = None,
    games: int | None = None,
    nodes: int = BASE_NODES,
    seed: int = 1,
    jobs: int | None = None,
    folder: str | Path | None = None,
    longest: int = 500,
    on_progress: OnStudyProgress = lambda progress: None,
) -> StudyReport:
    """Studies several games, to be seen side by side; `minutes` are for all of them together."""
    budget = Budget(1.0 if minutes is None and games is None else minutes, games)
    found = [catalogue.find(each) if isinstance(each, str) else each for each in games_or_names]
    settings = [StudySettings(stable_name(each), base=nodes, longest=longest, seed=seed) for each in found]
    executor = LocalExecutor(jobs or count_cores())
    try:
        with tempfile.TemporaryDirectory(prefix="plyground-study-") as temporary:
            place = Path(folder) if folder else Path(temporary) / secrets.token_hex(4)
            is_resumed = (place / "study.json").exists()
            opened = StudyFolder.open(place, settings, is_resumed=is_resumed)
            try:
                return run_all(opened, budget, executor, on_progress)
            finally:
                opened.release()
    finally:
        executor.close()


def run_all(
    folder: StudyFolder, budget: Budget, executor: GameExecutor, on_progress: OnStudyProgress
) -> StudyReport:
    """Study the games of a folder one after the other, each on all cores; Ctrl-C leaves what there is."""
    studies = []
    part = budget.part(len(folder.folders))
    is_interrupted = False
    for each in folder.folders:
        study = GameStudy(each, part, executor, on_progress)
        try:
            study.run()
        except KeyboardInterrupt:
            is_interrupted = True
        studies.append(study.result)
        if is_interrupted:
            break
    return StudyReport(studies, is_interrupted=is_interrupted)


def run_variants(
    folder: StudyFolder, budget: Budget, executor: GameExecutor, on_progress: OnStudyProgress, games: int
) -> StudyReport:
    """Play a few games of each variant, throw out what does not end or is always drawn, study the rest."""
    kept: list[GameFolder] = []
    refused: list[tuple[str, str]] = []
    try:
        for each in folder.folders:
            if "refused" not in each.facts:
                each.add_fact("refused", why_not(each, budget, executor, on_progress, games))
            if each.facts["refused"]:
                refused.append((each.settings.game.rpartition("/")[2], each.facts["refused"]))
            else:
                kept.append(each)
    except KeyboardInterrupt:
        return StudyReport([], refused=refused, is_interrupted=True)
    report = run_all(folder.only(kept), budget, executor, on_progress)
    return StudyReport(report.studies, refused=refused, is_interrupted=report.is_interrupted)


def why_not(
    folder: GameFolder, budget: Budget, executor: GameExecutor, on_progress: OnStudyProgress, games: int
) -> str:
    """Why a variant is not worth more time, or nothing."""
    try:
        return GameStudy(folder, budget, executor, on_progress).screen(games)
    except PlygroundError as error:
        return str(error).removeprefix(f"{folder.settings.game}: ")


def stable_name(game: Game) -> str:
    """A game's name and variant with the whole path of a file, as other processes find it."""
    in_file = re.fullmatch(r"(.*\.py)(:.*)?", game.full_name)
    if not in_file:
        return game.full_name
    return os.path.abspath(os.path.expanduser(in_file[1])) + (in_file[2] or "")
