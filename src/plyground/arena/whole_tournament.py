"""A whole tournament in one call, for programs and notebooks."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from plyground import catalogue
from plyground.arena.executors import LocalExecutor
from plyground.arena.plan import plan_tournament
from plyground.arena.settings import GameLimits
from plyground.arena.tournament import Observer, Tournament, TournamentState
from plyground.game import Game


def tournament(
    game: str | Game,
    players: Iterable[str],
    *,
    games: int | None = None,
    openings: str | int | None = None,
    seed: int | None = None,
    gauntlet: bool = False,
    sprt: tuple[float, float] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: int = 16,
    jobs: int = 1,
    out: str | Path | None = None,
    on_progress: Observer | None = None,
) -> TournamentState:
    """Let players meet, as `plyground arena` does, and give the standings; a notebook draws the ratings.

    Every opening is played from both sides, `jobs` games at a time. `seconds`, `nodes` and `depth` limit
    each move, `memory` is a player's table in MB. With `out` every game is kept in a new folder there.
    """
    found = catalogue.find(game) if isinstance(game, str) else game
    plan = plan_tournament(
        found,
        tuple(players),
        games=games,
        openings=None if openings is None else str(openings),
        seed=seed,
        gauntlet=gauntlet,
        sprt=sprt,
        limits=GameLimits(seconds, nodes, depth, memory),
    )
    with tempfile.TemporaryDirectory(prefix="plyground-arena-") as place:
        path = Path(place) / "games" if out is None else Path(out)
        executor = LocalExecutor(jobs)
        try:
            plan.check(path, executor)
            drawn = plan.draw_openings() if plan.openings is None else []
            plan.check_answers(plan.openings or [each.moves for each in drawn], executor)
            folder = plan.begin(path, drawn)
            try:
                return Tournament(folder, executor, on_progress or _say_nothing).run()
            finally:
                folder.release()
        finally:
            executor.close()


def _say_nothing(state: TournamentState, news: object) -> None:
    """An observer for whom the end is enough."""
