"""`plyground study`: what a game is like."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from plyground.commands.arena import folder_word, make_executor
from plyground.commands.options import GameName, Minutes, Whole, json_option
from plyground.commands.output import INTERRUPTED, StatusLine
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.arena.executors import GameExecutor
    from plyground.game import Game
    from plyground.study.folder import StudyFolder
    from plyground.study.report import StudyReport
    from plyground.study.run import Budget, StudyProgress

DEFAULT_MINUTES: Final = 10.0
LINE_SECONDS: Final = 20.0
"""Seconds between two lines about the progress where there is no terminal."""
SCREEN_GAMES: Final = 12
"""Games that decide whether a variant is worth more time."""


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=GameName())
@click.option("--minutes", type=Minutes(), metavar="M", help="Study for M minutes in all (10).")
@click.option(
    "--games", "count", type=Whole(1, 10**6), metavar="N", help="Play N games at each strength instead."
)
@click.option("--vary", metavar="RANGES", help="Study variants, such as size=4x4..8x8,row=3..5.")
@click.option("--nodes", type=Whole(1, 10**9), default=1000, show_default=True, metavar="N",
              help="Positions a move of the player that is called 1x; 4x and 16x look at more.")  # fmt: skip
@click.option("--longest", type=Whole(2, 100_000), default=500, show_default=True, metavar="N",
              help="Cut a game off after N plies.")  # fmt: skip
@click.option(
    "--seed", type=Whole(0, 2**31), default=1, show_default=True, help="Make openings and choices repeatable."
)
@click.option("--jobs", type=Whole(1, 4096), metavar="N", help="Play N games at once (one a core).")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Where to write the report (study-GAME.html); games are kept in a folder beside it.",
)
@click.option("--resume", is_flag=True, help="Go on with the study whose games are kept there.")
@json_option
def study(
    games: tuple[str, ...],
    minutes: float | None,
    count: int | None,
    vary: str | None,
    nodes: int,
    longest: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    output: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Measure what GAME is like, and write a report with plots.

    Who wins at which strength, how long games take, how they go, how deep the game is: every figure with its
    95 % interval. Several games, or the variants of --vary, are compared side by side. Every finished game is
    kept.
    """
    from plyground.study.folder import StudyFolder
    from plyground.study.run import Budget, stable_name
    from plyground.study.settings import StudySettings

    if minutes is not None and count is not None:
        raise PlygroundError("a study takes either --minutes or --games; leave out one of them")
    budget = Budget(DEFAULT_MINUTES if minutes is None and count is None else minutes, count)
    found = find_games(games, vary)
    settings = [StudySettings(stable_name(each), base=nodes, longest=longest, seed=seed) for each in found]
    page = output or Path(f"study-{folder_word(games[0])}.html")
    executor = make_executor(jobs, cluster)
    try:
        folder = StudyFolder.open(page.with_suffix(".study"), settings, is_resumed=resume)
        try:
            report = run(folder, budget, executor, is_varied=bool(vary))
        finally:
            folder.release()
    finally:
        executor.close()
    return answer(report, page, folder.path, as_json=as_json)


def find_games(names: Sequence[str], ranges: str | None) -> list[Game]:
    """The games to be studied, each once."""
    from plyground.catalogue import find
    from plyground.study.variation import vary

    found = [find(name) for name in names]
    if not ranges:
        return list(dict.fromkeys(found))
    if len(found) > 1:
        raise PlygroundError("--vary walks through the variants of one game; name one")
    variation = vary(found[0], ranges)
    if variation.impossible:
        click.echo(f"not possible: {', '.join(variation.impossible)}", err=True)
    return list(variation.games)


def run(folder: StudyFolder, budget: Budget, executor: GameExecutor, *, is_varied: bool) -> StudyReport:
    """Study everything, and show how it goes."""
    from plyground.study.run import run_all, run_variants

    with StatusLine() as line:
        show = ProgressLine(line)
        if is_varied:
            return run_variants(folder, budget, executor, show, SCREEN_GAMES)
        return run_all(folder, budget, executor, show)


def answer(report: StudyReport, page: Path, folder: Path, *, as_json: bool) -> int:
    """Write the report, and say what there is to say."""
    from plyground.files import save_file

    if not report.has_figures and not report.refused:
        if report.is_interrupted:
            return INTERRUPTED
        played = sum(len(each.games) for each in report.studies)
        raise PlygroundError(
            f"the budget was too small for any figure: {played} games were finished; "
            "they are kept, and --resume with more --minutes or --games goes on"
        )
    save_file(page, report.html().encode())
    if as_json:
        click.echo(json.dumps(report.as_json() | {"report": str(page)}))
    else:
        click.echo(report.text(), nl=False)
        click.echo(f"report: {page}")
    if report.is_interrupted:
        click.echo(
            f"stopped; the games are kept in {folder}: the same command with --resume goes on", err=True
        )
        return INTERRUPTED
    return 0


class ProgressLine:
    """How far a study has come: a bar that changes on a terminal, a line now and then elsewhere."""

    def __init__(self, line: StatusLine) -> None:
        self.line = line
        self.written_at = time.monotonic()
        self.stage = ""

    def __call__(self, progress: StudyProgress) -> None:
        """Show it."""
        if self.line.is_shown:
            self.line.show(progress_line(progress, shutil.get_terminal_size().columns))
            return
        now = time.monotonic()
        stage = f"{progress.game} {progress.stage}"
        if stage != self.stage or now - self.written_at >= LINE_SECONDS:
            self.stage, self.written_at = stage, now
            print(progress_line(progress, 200), file=sys.stderr, flush=True)


def progress_line(progress: StudyProgress, width: int) -> str:
    """A bar, and what is being done.

    >>> from plyground.study.run import StudyProgress
    >>> progress_line(StudyProgress("squava", "ladder", 412, 5, 0.75, 42), 80)
    '[#########---] squava: ladder, 412 games, 5 rungs, 0:42 left'
    """
    from plyground.terminal.tournament_progress import clock_text

    cells = 12 if width >= 40 else 0
    full = round(cells * progress.share)
    bar = f"[{'#' * full}{'-' * (cells - full)}] " if cells else ""
    left = "" if progress.seconds_left is None else f", {clock_text(progress.seconds_left)} left"
    game = progress.game.rpartition("/")[2]
    return f"{bar}{game}: {progress.stage}, {progress.games} games, {progress.rungs} rungs{left}"
