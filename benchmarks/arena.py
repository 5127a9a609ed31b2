"""The engine against each classic, and the levels against each other; the tables of docs/arena.md.

python -m benchmarks.arena play classics [--only squava] [--games 40] [--seconds 1]
python -m benchmarks.arena play levels [--only squava] [--games 40]
python -m benchmarks.arena losses [--only squava]     # why the engine lost what it lost
python -m benchmarks.arena write                      # put what has been measured into docs/arena.md

Each measurement is a tournament in a folder of its own below --results; one that was cut off goes on.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground import tournament_report as report
from plyground.arena.executors import LocalExecutor
from plyground.arena.folder import SETTINGS, TournamentFolder
from plyground.arena.openings import draw_openings
from plyground.arena.referee import check_players
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.arena.standings import Standings
from plyground.arena.tournament import Tournament, TournamentState
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.players import LEVELS, Player
from plyground.records import Record, load_record
from plyground.seats import seat
from plyground.terminal.tournament_progress import show_progress

ENGINE = "perfect"
CLASSICS = {
    "noughts": "hoxo",
    "squava": "squava-classic",
    "numerical": "numerical-classic",
    "gomoku": "piskworky",
    "squeeze": "squeeze-classic",
}
"""The old program of each game."""
OWN_PACE = 60.0
"""A classic is told no limit and thinks as its document says; so many seconds more than ours are forgiven."""
SEAT_FUNCTION = "benchmarks.arena:seat_at_own_pace"
PAGE = Path(__file__).parent.parent / "docs" / "arena.md"
CLASSICS_HEADINGS = ("game", "player", "won", "drawn", "lost", "score", "as first", "as second", "limits")
LEVELS_HEADINGS = ("game", "player", "games", "score", "Elo", "95 %", "as first", "as second")


@dataclass(frozen=True)
class Measurement:
    """One tournament."""

    kind: str
    game: str

    def folder(self, results: Path) -> Path:
        """Where its games lie."""
        return results / f"{self.kind}-{self.game}"

    def settings(self, games: int, seconds: float, seed: int) -> TournamentSettings:
        """What is played."""
        is_classic = self.kind == "classics"
        return TournamentSettings(
            game=self.game,
            players=(ENGINE, CLASSICS[self.game]) if is_classic else LEVELS[:5],
            games=games,
            openings=str(games // 2),
            seed=seed,
            limits=GameLimits(seconds=seconds, grace=OWN_PACE) if is_classic else GameLimits(),
        )


def seat_at_own_pace(who: str, game: Game, **options: Any) -> Player | None:
    """A player; the limit of time is for the engine alone."""
    return seat(who, game, **options if who == ENGINE else options | {"seconds": None})


def measurements(kinds: tuple[str, ...], only: str | None) -> Iterator[Measurement]:
    """All that can be measured, or what belongs to one game."""
    for kind in kinds:
        for game in CLASSICS:
            if only in (None, game):
                yield Measurement(kind, game)


def play(wanted: Measurement, given: argparse.Namespace) -> None:
    """Play a tournament to its end, and say how it went."""
    path = wanted.folder(given.results)
    settings = wanted.settings(given.games, given.seconds, given.seed)
    if (path / SETTINGS).exists():
        folder = TournamentFolder.resume(path)
    else:
        if wrong := check_players(settings.game, settings.players, settings.limits, SEAT_FUNCTION):
            raise PlygroundError(wrong[0])
        openings = draw_openings(find(wanted.game), given.games // 2, given.seed)
        folder = TournamentFolder.begin(path, settings, [each.moves for each in openings])
    executor = LocalExecutor(given.jobs)
    try:
        folder.check_settings(settings)
        with show_progress() as watch:
            state = Tournament(folder, executor, watch, SEAT_FUNCTION).run()
    finally:
        folder.release()
        executor.close()
    print(report.report_text(state), flush=True)
    if state.is_interrupted:
        raise KeyboardInterrupt


def measured(wanted: Measurement, results: Path) -> TournamentState | None:
    """A tournament that has been played, to its end or in part."""
    path = wanted.folder(results)
    if not (path / SETTINGS).exists():
        return None
    folder = TournamentFolder.resume(path)
    state = Tournament(folder, LocalExecutor(1), lambda state, news: None).state()
    folder.release()
    return state if state.results else None


# The tables


def classics_row(state: TournamentState) -> tuple[str, ...]:
    """How the engine fared against a classic."""
    row = state.standings.rows[0]
    total, limits = row.total, state.settings.limits
    return (
        state.settings.game,
        state.settings.players[1],
        str(total.wins),
        str(total.draws),
        str(total.losses),
        f"{100 * total.points / total.games:.1f}",
        str(row.as_first),
        str(row.as_second),
        f"{limits.seconds:g} s a move",
    )


def levels_rows(state: TournamentState) -> list[tuple[str, ...]]:
    """How the levels fared against each other in one game, best first."""
    standings: Standings = state.standings
    _, rows = report.standings_rows(standings)
    return [(state.settings.game, *row[1:3], *row[6:]) for row in rows]


def tables(results: Path) -> dict[str, str]:
    """What has been measured, and in words what has not."""
    found = {}
    for kind, headings in (("classics", CLASSICS_HEADINGS), ("levels", LEVELS_HEADINGS)):
        rows: list[tuple[str, ...]] = []
        missing, partial = [], []
        for wanted in measurements((kind,), None):
            state = measured(wanted, results)
            if state is None:
                missing.append(wanted.game)
                continue
            if not state.is_complete:
                partial.append(f"{wanted.game} ({len(state.results)} of {state.total} games)")
            rows += [classics_row(state)] if kind == "classics" else levels_rows(state)
        parts = [report.markdown_table(headings, rows)] if rows else []
        parts += [f"Not played to the end: {', '.join(partial)}."] if partial else []
        parts += [f"Not measured yet: {', '.join(missing)}."] if missing else []
        found[kind] = "\n\n".join(parts)
    return found


def write(results: Path, page: Path) -> None:
    """Put the tables between their marks in the page."""
    text = page.read_text(encoding="utf-8")
    for name, table in tables(results).items():
        place = re.search(rf"<!-- {name} -->\n(.*?)<!-- end of {name} -->", text, re.DOTALL)
        if place is None:
            raise PlygroundError(f"{page} has no place for the table of {name}")
        text = f"{text[: place.start(1)]}{table}\n{text[place.end(1) :]}"
    page.write_text(text, encoding="utf-8")


# Why the engine lost


def losses(wanted: Measurement, results: Path, seconds: float) -> Iterator[str]:
    """For each game that the engine lost, where it went wrong as far as a longer search can tell."""
    folder = TournamentFolder.resume(wanted.folder(results))
    folder.release()
    judge = Engine(find(wanted.game), memory=256)
    for number in sorted(folder.results):
        result = folder.results[number]
        side = 0 if result.first == ENGINE else 1
        if result.points == (0.0, 1.0)[side]:
            record = load_record(folder.game_path(number))
            yield f"game {number + 1} ({folder.game_path(number)}): {explained(judge, record, side, seconds)}"


def explained(judge: Engine, record: Record, side: int, seconds: float) -> str:
    """The last position in which the loser was not yet known to be lost, or that there is none."""
    moves = [played.move for played in record.moves]
    opening = sum(played.comment == "opening" for played in record.moves)
    for ply in range(len(moves) - 1, opening - 1, -1):
        if ply % 2 != side:
            continue
        info = judge.search(Board(record.game, moves[:ply]), seconds=seconds)
        if info.score.value != "loss":
            better = f"the judge plays {info.best} there ({info.score})"
            return f"not proven lost before move {ply + 1} {moves[ply]}; {better}"
    return f"proven lost from its opening {' '.join(moves[:opening])}"


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(
        description="The engine against each classic; the levels among themselves."
    )
    parser.add_argument("what", choices=("play", "losses", "write"))
    parser.add_argument("kinds", nargs="*", metavar="classics|levels", help="both by default")
    parser.add_argument("--only", choices=tuple(CLASSICS), help="only this game")
    parser.add_argument("--games", type=int, default=40, help="games of each two players")
    parser.add_argument("--seconds", type=float, default=1.0, help="the engine's time for a move")
    parser.add_argument(
        "--judge", type=float, default=20.0, help="seconds to judge a position of a lost game"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("arena-results"))
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write to")
    given = parser.parse_args()
    kinds = tuple(given.kinds) or ("classics", "levels")
    if not set(kinds) <= {"classics", "levels"}:
        parser.error(f"there are classics and levels, not {' '.join(kinds)}")
    if given.what == "write":
        write(given.results, given.page)
        return
    for wanted in measurements(kinds if given.what == "play" else ("classics",), given.only):
        try:
            if given.what == "play":
                play(wanted, given)
            else:
                for line in losses(wanted, given.results, given.judge):
                    print(line, flush=True)
        except PlygroundError as error:
            print(f"{wanted.kind} {wanted.game}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
