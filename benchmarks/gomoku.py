"""How strong the gomoku engine is: against other programs, without each of its ideas, and how fast it looks.

python -m benchmarks.gomoku against NAME=COMMAND ... [--games 40] [--seconds 1]
python -m benchmarks.gomoku ideas [--only fours] [--games 60] [--seconds 0.2]
python -m benchmarks.gomoku speed [--seconds 1]
python -m benchmarks.gomoku write            # put what has been measured into the pages of docs/

All games are played through the Gomocup protocol, on 20x20, every opening from both sides. COMMAND starts a
program that speaks that protocol; `piskworky` needs none. A measurement is a tournament in a folder of its
own below --results; one that was cut off goes on.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from benchmarks.gomoku_without import GAME, IDEAS, NOTHING
from plyground import tournament_report as report
from plyground.arena.executors import LocalExecutor
from plyground.arena.folder import SETTINGS, TournamentFolder
from plyground.arena.openings import draw_openings, load_openings
from plyground.arena.referee import check_players
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.arena.tournament import Tournament, TournamentState
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.terminal.tournament_progress import show_progress

OURS: Final = f"brain:{sys.executable} -m plyground brain"
OWN_BRAINS: Final = {"piskworky": f"brain:{sys.executable} -m benchmarks.piskworky_brain"}
DOCS: Final = Path(__file__).parent.parent / "docs"
PAGES: Final = ("gomoku.md", "benchmarks.md")
OPENINGS: Final = Path(__file__).with_name("gomoku_openings.txt")
TO_TAKE_OUT: Final = tuple(idea for idea in IDEAS if idea != NOTHING)
SPEED_FILE: Final = "speed.json"


def without(idea: str) -> str:
    """Our brain with an idea taken out."""
    return f"brain:{sys.executable} -m benchmarks.gomoku_without {idea}"


def play(name: str, players: tuple[str, str], given: argparse.Namespace, games: int, seconds: float) -> None:
    """Play a tournament to its end, and say how it went."""
    path: Path = given.results / name
    settings = TournamentSettings(
        game=GAME,
        players=players,
        games=games,
        openings=given.openings.name,
        seed=given.seed,
        limits=GameLimits(seconds=seconds, grace=2.0),
    )
    if (path / SETTINGS).exists():
        folder = TournamentFolder.resume(path)
    else:
        if wrong := check_players(settings.game, settings.players, settings.limits):
            raise PlygroundError(wrong[0])
        folder = TournamentFolder.begin(path, settings, _openings(given, games // 2))
    executor = LocalExecutor(given.jobs)
    try:
        folder.check_settings(settings)
        with show_progress() as watch:
            state = Tournament(folder, executor, watch).run()
    finally:
        folder.release()
        executor.close()
    print(f"{name}\n{report.report_text(state)}", flush=True)
    if state.is_interrupted:
        raise KeyboardInterrupt


def _openings(given: argparse.Namespace, count: int) -> list[tuple[str, ...]]:
    """The first openings of the file, and drawn ones if there are too few."""
    found = load_openings(given.openings, find(GAME))[:count]
    drawn = draw_openings(find(GAME), count - len(found), given.seed) if len(found) < count else []
    return [*found, *(opening.moves for opening in drawn)]


def measured(results: Path, kind: str) -> dict[str, TournamentState]:
    """The tournaments of a kind that have been played to their end."""
    found = {}
    for path in sorted(results.glob(f"{kind}-*")):
        if (path / SETTINGS).exists():
            folder = TournamentFolder.resume(path)
            state = Tournament(folder, LocalExecutor(1), lambda state, news: None).state()
            folder.release()
            if state.is_complete:
                found[path.name.removeprefix(f"{kind}-")] = state
    return found


# Speed


def speed(seconds: float) -> dict[str, float]:
    """What the engine sees in a second, in positions of the openings' and of its own play."""
    game = find(GAME)
    engine = Engine(game, memory=64)
    engine.prepare()
    nodes, depths, times = [], [], []
    decided = by_threats = 0
    for opening in draw_openings(game, 10, seed=3):
        board = Board(game, opening.moves)
        while not board.is_over and len(board.history) < 40:
            info = engine.search(board, seconds=seconds)
            if info.score.is_proven:
                decided += 1
                by_threats += info.depth == 0
                break
            nodes.append(info.nodes)
            times.append(info.seconds)
            depths.append(info.depth)
            assert info.best is not None
            board.push(info.best)
    return {
        "seconds": seconds,
        "positions": len(nodes),
        "nodes per second": sum(nodes) / sum(times),
        "depth": fmean(depths),
        "games": 10,
        "decided within 40 moves": decided,
        "of these by the search for threats": by_threats,
    }


# Tables


def rows(states: dict[str, TournamentState]) -> list[tuple[str, ...]]:
    """How the first player fared in each tournament."""
    found: list[tuple[str, ...]] = []
    for name, state in states.items():
        total = state.standings.rows[0].total
        elo, error = state.standings.ratings.difference(0, 1)
        found.append(
            (
                name,
                str(total.games),
                str(total.wins),
                str(total.draws),
                str(total.losses),
                f"{100 * total.points / total.games:.1f}",
                f"{elo:+.0f} ± {error:.0f}",
                f"{state.settings.limits.seconds:g}",
            )
        )
    return found


HEADINGS: Final = ("games", "won", "drawn", "lost", "score", "Elo", "seconds a move")


def tables(results: Path) -> dict[str, str]:
    """Every table of the pages; none where nothing has been measured."""
    against = rows(measured(results, "against"))
    ideas = [(f"{row[0]}: {IDEAS[row[0]].meaning}", *row[1:]) for row in rows(measured(results, "without"))]
    seen = json.loads((results / SPEED_FILE).read_text()) if (results / SPEED_FILE).exists() else {}
    looks = [(name, f"{value:,.1f}" if value % 1 else f"{value:,.0f}") for name, value in seen.items()]
    found: dict[str, tuple[Sequence[str], Sequence[Sequence[str]]]] = {
        "against": (("program", *HEADINGS), against),
        "ideas": (("with it against without it", *HEADINGS), ideas),
        "speed": (("", ""), looks),
    }
    return {name: report.markdown_table(heading, lines) for name, (heading, lines) in found.items() if lines}


def write(results: Path, docs: Path) -> None:
    """Put the tables into the pages."""
    found = tables(results)
    for page in PAGES:
        text = (docs / page).read_text()
        for name, table in found.items():
            text = re.sub(
                rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)",
                rf"\g<1>\n{table}\n\n\g<2>",
                text,
                flags=re.DOTALL,
            )
        (docs / page).write_text(text)


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description="How strong the gomoku engine is.")
    parser.add_argument("what", choices=("against", "ideas", "speed", "write"))
    parser.add_argument("opponents", nargs="*", metavar="NAME=COMMAND")
    parser.add_argument("--only", choices=TO_TAKE_OUT, help="only this idea")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--openings", type=Path, default=OPENINGS, help="a file of openings, one in a line")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("gomoku-results"))
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the pages to write to")
    given = parser.parse_args()
    if given.what == "write":
        write(given.results, given.docs)
    elif given.what == "speed":
        given.results.mkdir(parents=True, exist_ok=True)
        found = speed(given.seconds or 1.0)
        (given.results / SPEED_FILE).write_text(json.dumps(found))
        print(found)
    elif given.what == "against":
        for opponent in given.opponents:
            name, equals, command = opponent.partition("=")
            players = (OURS, f"brain:{command}" if equals else OWN_BRAINS.get(name, name))
            play(f"against-{name}", players, given, given.games or 40, given.seconds or 1.0)
    else:
        for idea in [given.only] if given.only else TO_TAKE_OUT:
            players = (without(NOTHING), without(idea))
            play(f"without-{idea}", players, given, given.games or 60, given.seconds or 0.2)


if __name__ == "__main__":
    main()
