"""From what is asked for to a tournament in a folder: settings, players that can play, and openings."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from plyground.arena.answer_check import check_answers
from plyground.arena.folder import TournamentFolder, refuse_old
from plyground.arena.openings import Opening, RatedOpening, draw_openings, load_openings
from plyground.arena.referee import check_players
from plyground.arena.settings import NO_LIMITS, GameLimits, TournamentSettings
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.arena.executors import GameExecutor
    from plyground.game import Game

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")

GAMES: Final = 100
SPRT_GAMES: Final = 2000
MOST_OPENINGS: Final = 500
FROM_FILE: Final = "from a file"


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament that is asked for."""

    game: Game
    settings: TournamentSettings
    openings: tuple[Opening, ...] | None
    """The openings of a file, or just the start of the game; None if openings are to be drawn."""
    has_seed: bool
    """Whether the seed was asked for; otherwise it comes from chance."""

    @property
    def openings_to_draw(self) -> int:
        """How many openings are drawn if the tournament begins."""
        return 0 if self.openings is not None else int(self.settings.openings)

    def check(self, path: Path, executor: GameExecutor) -> None:
        """Refuse a folder that holds a tournament, and players that cannot play."""
        refuse_old(path)
        settings = self.settings
        problems = _run_there(executor, check_players, settings.game, settings.players, settings.limits)
        if problems:
            raise PlygroundError(problems[0])

    def check_answers(self, openings: Sequence[Opening], executor: GameExecutor) -> None:
        """Refuse players that answer differently in company."""
        if problem := _run_there(executor, check_answers, self.settings, tuple(openings)):
            raise PlygroundError(problem)

    def draw_openings(self) -> list[RatedOpening]:
        """As many openings as are to be drawn, or as there are."""
        drawn = draw_openings(self.game, self.openings_to_draw, self.settings.seed)
        if not drawn:
            raise PlygroundError(f"{self.game.full_name} is over too soon for openings; write --openings 0")
        return drawn

    def begin(self, path: Path, drawn: Sequence[RatedOpening] = ()) -> TournamentFolder:
        """The folder of a new tournament, with the openings that were drawn if there are no others."""
        if self.openings is not None:
            return TournamentFolder.begin(path, self.settings, self.openings)
        notes = [str(each.score) for each in drawn]
        return TournamentFolder.begin(path, self.settings, [each.moves for each in drawn], notes)

    def resume(self, path: Path) -> TournamentFolder:
        """The folder of a tournament that goes on; with the seed that it has, unless one is asked for."""
        folder = TournamentFolder.resume(path)
        try:
            seed = self.settings.seed if self.has_seed else folder.settings.seed
            folder.check_settings(replace(self.settings, seed=seed))
            if self.settings.openings == FROM_FILE and self.openings != folder.openings:
                raise PlygroundError(
                    f"{path} was begun with other openings; go on with the same, or choose another --out"
                )
        except PlygroundError:
            folder.release()
            raise
        return folder


def _run_there(
    executor: GameExecutor,
    function: Callable[_Parameters, _Answer],
    *args: _Parameters.args,
    **named: _Parameters.kwargs,
) -> _Answer:
    """What a function returns where the games are played."""
    future = executor.pool.submit(function, *args, **named)
    try:
        return future.result()
    except BaseException:
        executor.abandon([future])
        raise


def plan_tournament(
    game: Game,
    players: tuple[str, ...],
    *,
    games: int | None = None,
    openings: str | None = None,
    seed: int | None = None,
    gauntlet: bool = False,
    sprt: tuple[float, float] | None = None,
    limits: GameLimits = NO_LIMITS,
) -> TournamentPlan:
    """The plan for what is asked for; `openings` is a number or the name of a file.

    >>> from plyground.catalogue import find
    >>> plan = plan_tournament(find("noughts"), ("1", "2"), openings="4")
    >>> plan.settings.games, plan.openings_to_draw
    (8, 4)
    """
    if sprt and not all(math.isfinite(elo) for elo in sprt):
        raise PlygroundError("--sprt takes two numbers, the smaller one first, such as --sprt 0 10")
    lines: tuple[Opening, ...] | None = None
    if openings is None:
        games = games or (SPRT_GAMES if sprt else GAMES)
        openings = str(min(games // 2, MOST_OPENINGS))
    elif openings.isdecimal():
        openings = str(int(openings))
        games = games or (SPRT_GAMES if sprt else 2 * int(openings) or GAMES)
        lines = ((),) if openings == "0" else None
    else:
        lines = tuple(load_openings(Path(openings), game))
        openings = FROM_FILE
        games = games or (SPRT_GAMES if sprt else 2 * len(lines))
    settings = TournamentSettings(
        game=game.full_name,
        players=players,
        games=games,
        openings=openings,
        seed=secrets.randbelow(10**6) if seed is None else seed,
        gauntlet=gauntlet,
        sprt=sprt or None,
        limits=limits,
    )
    return TournamentPlan(game, settings, lines, has_seed=seed is not None)
