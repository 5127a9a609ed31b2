"""`plyground arena`: tournaments."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import Seconds, Whole, count_cores, game_argument, json_option
from plyground.commands.output import INTERRUPTED
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.arena.executors import GameExecutor
    from plyground.arena.folder import TournamentFolder
    from plyground.arena.openings import RatedOpening
    from plyground.arena.plan import TournamentPlan
    from plyground.arena.tournament import TournamentState


@click.command()
@game_argument
@click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@click.option(
    "--games",
    type=Whole(2, 10**9),
    metavar="N",
    help="Each two players meet N times, an even number (100, or twice the openings; "
    "with --sprt at most 2000).",
)
@click.option(
    "--openings",
    metavar="N|FILE",
    help="Draw N openings, 0 for none, or take them from a file with a line of moves each "
    "(half as many as games, at most 500).",
)
@click.option("--seconds", type=Seconds(), help="Time for each move; who takes more has lost.")
@click.option("--nodes", type=Whole(1, 10**18), metavar="N", help="Look at N positions for each move.")
@click.option("--depth", type=Whole(1, 10_000), metavar="N", help="Look N plies ahead.")
@click.option("--jobs", type=Whole(1, 4096), metavar="N", help="Play N games at once (one a core).")
@click.option("--seed", type=Whole(0, 2**63), help="Make openings and choices repeatable.")
@click.option("--gauntlet", is_flag=True, help="Only the first player meets all others.")
@click.option(
    "--sprt",
    type=float,
    nargs=2,
    metavar="ELO0 ELO1",
    help="Stop as soon as it is clear enough which of these the first player is to the second.",
)
@click.option("--resume", is_flag=True, help="Go on with the tournament in the folder.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Where to keep all (arena-GAME)."
)
@click.option(
    "--memory", type=Whole(1, 1_000_000), default=16, show_default=True, help="A player's table in MB."
)
@click.option(
    "--grace",
    type=Seconds(),
    default=0.5,
    show_default=True,
    help="Seconds beyond --seconds to forgive.",
)
@click.option(
    "--patience",
    type=Seconds(),
    default=300.0,
    show_default=True,
    help="Who needs more seconds to get ready, or for a move without --seconds, has lost.",
)
@click.option(
    "--longest",
    type=Whole(1, 100_000),
    default=500,
    show_default=True,
    metavar="N",
    help="A game that is still going on after N moves is a draw.",
)
@json_option
def arena(
    game: str,
    players: tuple[str, ...],
    games: int | None,
    openings: str | None,
    seed: int | None,
    gauntlet: bool,
    sprt: tuple[float, float] | None,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let PLAYERs meet in GAME, and say who is stronger.

    A PLAYER is whoever can sit down in plyground play: a level 1 to 5, perfect, and so on. Every opening is
    played from both sides. Every finished game is saved at once.
    """
    from plyground.arena.plan import plan_tournament
    from plyground.arena.settings import GameLimits
    from plyground.catalogue import find
    from plyground.tournament_report import report_json, report_text

    plan = plan_tournament(
        find(game),
        players,
        games=games,
        openings=openings,
        seed=seed,
        gauntlet=gauntlet,
        sprt=sprt,
        limits=GameLimits(**limits),
    )
    path = out or Path(f"arena-{folder_word(game)}")
    executor = make_executor(jobs, cluster)
    try:
        folder = plan.resume(path) if resume else begin(plan, path, executor)
        try:
            if resume:
                plan.check_answers(folder.openings, executor)
            state = play(folder, executor)
        finally:
            folder.release()
    finally:
        executor.close()
    if as_json:
        click.echo(json.dumps(report_json(state) | {"out": str(path)}))
    else:
        click.echo(report_text(state), nl=False)
    if state.is_interrupted:
        click.echo(
            f"stopped; {len(state.results)} of {state.total} games are kept in {path}: "
            "the same command with --resume goes on",
            err=True,
        )
        return INTERRUPTED
    return 0


def make_executor(jobs: int | None, cluster: str | None) -> GameExecutor:
    """Who plays the games: this machine, or a cluster."""
    if not cluster:
        from plyground.arena.executors import LocalExecutor

        return LocalExecutor(jobs or count_cores())
    from plyground.arena.cluster import ClusterExecutor

    if jobs:
        raise PlygroundError("--cluster plays on all its workers; leave out --jobs")
    return ClusterExecutor(cluster)


def begin(plan: TournamentPlan, path: Path, executor: GameExecutor) -> TournamentFolder:
    """The folder of a new tournament; says what there is to say of its openings."""
    plan.check(path, executor)
    if plan.openings is not None:
        plan.check_answers(plan.openings, executor)
        return plan.begin(path)
    if sys.stderr.isatty():
        click.echo(f"drawing {plan.openings_to_draw} openings ...", err=True)
    drawn = plan.draw_openings()
    for note in opening_notes(drawn, plan.openings_to_draw):
        click.echo(note, err=True)
    plan.check_answers([each.moves for each in drawn], executor)
    return plan.begin(path, drawn)


def opening_notes(drawn: list[RatedOpening], wanted: int) -> Iterator[str]:
    """Where the openings are not what was asked for."""
    if not drawn[0].is_open:
        yield "every short opening is decided; those with the longest way to the end are played"
    if len(drawn) < wanted:
        yield f"there are only {len(drawn)} different even openings, not {wanted}"


def play(folder: TournamentFolder, executor: GameExecutor) -> TournamentState:
    """Play the tournament, show how it goes, and put its report into the folder."""
    from plyground.arena.folder import PLOT, TABLE
    from plyground.arena.tournament import Tournament
    from plyground.ratings_picture import ratings_svg
    from plyground.terminal.tournament_progress import show_progress
    from plyground.tournament_report import report_text, title

    with show_progress() as observer:
        state = Tournament(folder, executor, observer).run()
    folder.write(TABLE, report_text(state))
    folder.write(PLOT, ratings_svg(state.standings, title(state)))
    return state


def folder_word(game: str) -> str:
    """A game's name as part of a file's name.

    >>> folder_word("noughts:5x5,row=4"), folder_word("./my game.py:9x9")
    ('noughts-5x5-row-4', 'my-game-9x9')
    """
    name = game.rpartition("/")[2].replace(".py", "")
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-") or "game"
