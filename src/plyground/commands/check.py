"""`plyground check`: does a game keep the laws of the contract?"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import click

from plyground.commands.options import Seconds, Whole, game_argument, json_option
from plyground.commands.output import NEGATIVE, StatusLine

if TYPE_CHECKING:
    from plyground.check.checker import Report, Violation


@click.command()
@game_argument
@click.option(
    "--games", type=Whole(1, 1_000_000), help="Random games to play; by default what seconds allow."
)
@click.option("--seconds", type=Seconds(), default=2.0, show_default=True, help="For each of three stages.")
@click.option("--seed", type=Whole(0, 1_000_000_000), default=1, show_default=True, help="For other games.")
@click.option("--slow-model", default="", metavar="FILE", help="Compare with the class Model in a file, too.")
@click.option("--moves", default=None, metavar="MOVES", help="Look at this game alone, such as 'b2 a1'.")
@json_option
def check(
    game: str, games: int | None, seconds: float, seed: int, slow_model: str, moves: str | None, as_json: bool
) -> int:
    """Check that GAME keeps every law that a game owes, in random games; exit code 1 if one is broken."""
    from plyground import catalogue
    from plyground.check import check_game
    from plyground.check.moments import read_moves
    from plyground.check.watch import EndlessLoop, Watch
    from plyground.errors import PlygroundError

    found = catalogue.find_unchecked(game)
    try:
        with Watch().over_python():
            line = None if moves is None else read_moves(found, moves.split())
    except EndlessLoop as error:
        raise PlygroundError(f"{moves} cannot be played again: the game does not come back") from error
    with StatusLine() as status:

        def show(stage: str) -> None:
            status.show(f"checking {found.full_name}: {stage} ...")

        report = check_game(
            found, games=games, budget=seconds, slow_model=slow_model, moves=line, seed=seed, on_stage=show
        )
    if as_json:
        click.echo(json.dumps(report_json(report)))
    else:
        click.echo(report_text(report, slow_model))
    return NEGATIVE if report.violations else 0


def report_json(report: Report) -> dict[str, object]:
    """A report for programs."""
    return {
        "game": report.game,
        "games": report.games,
        "laws": list(report.laws),
        "violations": [{**each._asdict(), "moves": list(each.moves)} for each in report.violations],
    }


def report_text(report: Report, slow_model: str) -> str:
    """A report for people."""
    played = f"{report.games} random games" if report.games != 1 else "one game"
    head = f"{report.game}: {len(report.laws)} laws, {played} ({report.plain_games} also in plain Python)"
    if not report.violations:
        return f"{head}, {report.solved} positions solved by brute force: every law is kept."
    return "\n".join([head, *(violation_text(report.game, each, slow_model) for each in report.violations)])


def violation_text(game: str, violation: Violation, slow_model: str) -> str:
    """A broken law: where, what, the law itself, and how to see it."""
    from plyground.check.checker import law_sentence

    moves = " ".join(violation.moves)
    words = ["plyground", "check", game, "--moves", moves]
    if violation.law == "slow-model":
        words += ["--slow-model", slow_model]
    place = f"{violation.file}:{violation.line}: " if violation.file else ""
    return "\n".join(
        [
            "",
            f"{place}{violation.words}",
            f"  law: {violation.law}: {law_sentence(violation.law)}",
            f"  game: {moves or 'the start'}",
            f"  again: {shlex.join(words)}",
        ]
    )
