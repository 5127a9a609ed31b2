"""The command `plyground arena`."""

from __future__ import annotations

import json
import math
import re
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import Seconds, Whole, count_cores
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.arena.executors import GameExecutor
    from plyground.arena.folder import TournamentFolder
    from plyground.arena.openings import Opening
    from plyground.arena.settings import TournamentSettings
    from plyground.arena.tournament import TournamentState
    from plyground.game import Game

GAMES = 100
SPRT_GAMES = 2000
MOST_OPENINGS = 500
INTERRUPTED = 130
FROM_FILE = "from a file"


@click.command()
@click.argument("game")
@click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@click.option(
    "--games",
    type=Whole(2, 10**9),
    help=f"Each two players meet so often, an even number ({GAMES}, or twice the openings; "
    f"with --sprt at most {SPRT_GAMES}).",
)
@click.option(
    "--openings",
    metavar="K|FILE",
    help="Draw so many openings, 0 for none, or take them from a file with a line of moves each "
    f"(half as many as games, at most {MOST_OPENINGS}).",
)
@click.option("--seconds", type=Seconds(), help="Time for each move; who takes more has lost.")
@click.option("--nodes", type=Whole(1, 10**18), help="Look at so many positions for each move.")
@click.option("--depth", type=Whole(1, 10_000), help="Look so many plies ahead.")
@click.option("--jobs", type=Whole(1, 4096), help="Play so many games at once (one a core).")
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
    "--grace", type=Seconds(), default=0.5, show_default=True, help="Forgive so many seconds above --seconds."
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
    help="A game that is still going on after so many moves is a draw.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def arena(game: str, players: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Let PLAYERs meet in GAME, and say who is stronger.

    A PLAYER is whoever can sit down in plyground play: a level 1 to 5, perfect, and so on. Every opening is
    played from both sides. Every finished game is kept at once.
    """
    from plyground.arena import report
    from plyground.catalogue import find

    found = find(game)
    asked, openings = _asked(found, players, options)
    out = options["out"] or Path(f"arena-{_word(game)}")
    executor = _executor(options)
    try:
        if options["resume"]:
            folder = _taken_up(out, asked, openings, has_seed=options["seed"] is not None)
        else:
            folder = _begun(out, asked, openings, found, executor)
        try:
            state = _played(folder, executor)
        finally:
            folder.release()
    finally:
        executor.close()
    answer = (
        json.dumps(report.report_json(state) | {"out": str(out)}) if as_json else report.report_text(state)
    )
    click.echo(answer, nl=as_json)
    if state.is_interrupted:
        click.echo(
            f"stopped; {len(state.results)} of {state.total} games are kept in {out}: "
            "the same command with --resume goes on",
            err=True,
        )
        return INTERRUPTED
    return 0


def _asked(
    game: Game, players: tuple[str, ...], options: dict[str, Any]
) -> tuple[TournamentSettings, list[Opening] | None]:
    """The settings that the options ask for, and the openings if they come from a file.

    Where no seed is given, there is one of chance.
    """
    from plyground.arena.openings import load_openings
    from plyground.arena.settings import GameLimits, TournamentSettings

    openings, wanted = None, options["openings"]
    games = options["games"]
    if wanted is None:
        games = games or (SPRT_GAMES if options["sprt"] else GAMES)
        wanted = str(min(games // 2, MOST_OPENINGS))
    elif wanted.isdecimal():
        wanted = str(int(wanted))
        games = games or (SPRT_GAMES if options["sprt"] else 2 * int(wanted) or GAMES)
    else:
        openings = load_openings(Path(wanted), game)
        wanted = FROM_FILE
        games = games or (SPRT_GAMES if options["sprt"] else 2 * len(openings))
    if options["sprt"] and not all(math.isfinite(elo) for elo in options["sprt"]):
        raise PlygroundError("--sprt takes two numbers, the smaller one first, such as --sprt 0 10")
    names = ("seconds", "nodes", "depth", "memory", "grace", "patience", "longest")
    seed = secrets.randbelow(10**6) if options["seed"] is None else options["seed"]
    settings = TournamentSettings(
        game=game.full_name,
        players=players,
        games=games,
        openings=wanted,
        seed=seed,
        gauntlet=options["gauntlet"],
        sprt=options["sprt"] or None,
        limits=GameLimits(**{name: options[name] for name in names}),
    )
    return settings, openings


def _executor(options: dict[str, Any]) -> GameExecutor:
    if options["cluster"]:
        from plyground.arena.cluster import ClusterExecutor

        if options["jobs"]:
            raise PlygroundError("--cluster plays on all its workers; leave out --jobs")
        return ClusterExecutor(options["cluster"])
    from plyground.arena.executors import LocalExecutor

    return LocalExecutor(options["jobs"] or count_cores())


def _begun(
    out: Path, asked: TournamentSettings, openings: list[Opening] | None, game: Game, executor: GameExecutor
) -> TournamentFolder:
    """The folder of a new tournament, whose players are known to be able to play."""
    from plyground.arena.folder import TournamentFolder, refuse_old
    from plyground.arena.referee import check_players

    refuse_old(out)
    check = executor.pool.submit(check_players, asked.game, asked.players, asked.limits)
    try:
        wrong = check.result()
    except BaseException:
        executor.abandon([check])
        raise
    if wrong:
        raise PlygroundError(wrong[0])
    if openings is not None:
        return TournamentFolder.begin(out, asked, openings)
    if asked.openings == "0":
        return TournamentFolder.begin(out, asked, [()])
    return TournamentFolder.begin(out, asked, *_drawn(game, asked))


def _drawn(game: Game, asked: TournamentSettings) -> tuple[list[Opening], list[str]]:
    """Openings drawn by chance, with what is thought of each."""
    from plyground.arena.openings import draw_openings

    wanted = int(asked.openings)
    if sys.stderr.isatty():
        click.echo(f"drawing {wanted} openings ...", err=True)
    drawn = draw_openings(game, wanted, asked.seed)
    if not drawn:
        raise PlygroundError(f"{game.full_name} is over too soon for openings; write --openings 0")
    if not drawn[0].is_open:
        click.echo(
            "every short opening is decided; those with the longest way to the end are played", err=True
        )
    if len(drawn) < wanted:
        click.echo(f"there are only {len(drawn)} different even openings, not {wanted}", err=True)
    return [each.moves for each in drawn], [str(each.score) for each in drawn]


def _taken_up(
    out: Path, asked: TournamentSettings, openings: list[Opening] | None, *, has_seed: bool
) -> TournamentFolder:
    """The folder of a tournament that goes on; without --seed, with the seed that it has."""
    from dataclasses import replace

    from plyground.arena.folder import TournamentFolder

    folder = TournamentFolder.resume(out)
    try:
        folder.check_settings(asked if has_seed else replace(asked, seed=folder.settings.seed))
        if openings is not None and tuple(openings) != folder.openings:
            raise PlygroundError(
                f"{out} was begun with other openings; go on with the same, or choose another --out"
            )
    except PlygroundError:
        folder.release()
        raise
    return folder


def _played(folder: TournamentFolder, executor: GameExecutor) -> TournamentState:
    """The tournament, played and written down."""
    from plyground.arena import report
    from plyground.arena.folder import PLOT, TABLE
    from plyground.arena.live import show_progress
    from plyground.arena.plot import ratings_svg
    from plyground.arena.tournament import Tournament

    with show_progress() as watch:
        state = Tournament(folder, executor, watch).run()
    folder.write(TABLE, report.report_text(state))
    folder.write(PLOT, ratings_svg(state.standings, report.title(state)))
    return state


def _word(game: str) -> str:
    """A game's name as part of a file's name.

    >>> _word("noughts:5x5,row=4"), _word("./my game.py:9x9")
    ('noughts-5x5-row-4', 'my-game-9x9')
    """
    name = game.rpartition("/")[2].replace(".py", "")
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-") or "game"
