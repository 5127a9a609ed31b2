"""`plyground lab`: a search, step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.options import (
    Seconds,
    Whole,
    game_argument,
    json_option,
    position_options,
    read_board,
)
from plyground.commands.output import StatusLine, board_json
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.lab.notebook import ShownTrace
    from plyground.lab.search import Limits
    from plyground.lab.switches import Switches

MOST_COUNTED = 1_000_000
"""Positions of a run that is only counted, unless more are allowed."""
MOST_TRACED = 20_000
"""Positions of a run of which every step is written down."""


SWITCHES = {
    "order": "Order of the children: rules, reverse, name, guess, worst, random.",
    "cut": "Cut as soon as the window is reached, or only beyond it: equal, above.",
    "fail": "Return what was found, or the bound that it passed: soft, hard.",
    "wins": "Whether a shorter win is worth more: flat, short.",
    "view": "Whose values are shown: root, mover.",
}


def switch_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each switch that is a choice."""
    for name, words in reversed(SWITCHES.items()):
        command = click.option(f"--{name}", default=None, metavar="WHICH", help=words)(command)
    return command


@click.command()
@game_argument
@position_options
@click.option(
    "--algorithm",
    default="alphabeta",
    show_default=True,
    metavar="NAME",
    help="One of minimax, negamax, alphabeta, ordering, table, deepening, pvs, proofs, pns, dfpn, mcts.",
)
@click.option(
    "--depth", type=Whole(1, 64), default=3, show_default=True, metavar="N", help="Look N plies ahead."
)
@switch_options
@click.option("--no-evaluation", is_flag=True, help="Count 0 where the search ends.")
@click.option(
    "--rounds", type=Whole(1, 100_000), default=200, show_default=True, help="Games of mcts.", metavar="N"
)
@click.option(
    "--seed", type=Whole(0, 2**31), default=1, show_default=True, help="Where chance begins.", metavar="N"
)
@click.option("--compare", "compares", is_flag=True, help="Compare the algorithms in a table.")
@click.option("--trace", "traces", is_flag=True, help="With --json, every step.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Draw the tree into FILE."
)
@click.option("--screen", is_flag=True, help="Step through it on the full screen.")
@click.option(
    "--lines",
    type=Whole(1, 10**7),
    default=200,
    show_default=True,
    metavar="N",
    help="Print N lines of the tree.",
)
@click.option("--nodes", type=Whole(1, 10**9), metavar="N", help="Give up after N positions.")
@click.option("--seconds", type=Seconds(), help="Give up after SECONDS.")
@json_option
def lab(
    game: str,
    moves: str,
    position: str,
    algorithm: str,
    depth: int,
    no_evaluation: bool,
    rounds: int,
    seed: int,
    compares: bool,
    traces: bool,
    svg: Path | None,
    screen: bool,
    lines: int,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
    **choices: str | None,
) -> None:
    """Run a search algorithm on a position of GAME, and show what it looks at, cuts and finds.

    The algorithms are short plain Python (docs/lab.md); a tree that is too large for them is refused.
    """
    from plyground.lab.algorithms import find_algorithm
    from plyground.lab.search import Limits
    from plyground.lab.switches import Switches

    find_algorithm(algorithm)
    given = {name: value for name, value in choices.items() if value is not None}
    switches = Switches(depth=depth, evaluation=not no_evaluation, rounds=rounds, seed=seed, **given)
    if traces and not as_json:
        raise click.ClickException("--trace writes every step as JSON; add --json")
    board = read_board(game, moves, position)
    if screen:
        open_screen(board, algorithm, switches)
        return
    with StatusLine() as line:

        def show(count: int) -> None:
            line.show(f"{count:,} positions ...")

        most = nodes or (MOST_TRACED if traces else MOST_COUNTED)
        limits = Limits(nodes=most, seconds=seconds, on_progress=show)
        if compares:
            text = compare_text(board, switches, limits, as_json=as_json)
        else:
            text = run_text(board, algorithm, switches, limits, svg, lines, traces=traces, as_json=as_json)
    from plyground.lab.tree_text import plain_text
    from plyground.terminal.text import can_write

    click.echo(text if as_json or can_write("∞≥≤×…") else plain_text(text))


def run_text(
    board: Board,
    algorithm: str,
    switches: Switches,
    limits: Limits,
    svg: Path | None,
    lines: int,
    *,
    traces: bool,
    as_json: bool,
) -> str:
    """What one algorithm did, as the options want to read it."""
    from plyground.lab.experiment import run_algorithm

    record = traces or svg is not None or not as_json
    most = None if traces else max(lines, MOST_TRACED) if record else 0
    trace = run_algorithm(board, algorithm, switches, limits=limits, record=record, most_recorded=most)
    if svg is not None:
        write_svg(trace, svg)
    if not as_json:
        return trace.text(lines)
    if traces:
        return json.dumps(trace.as_json(), ensure_ascii=False)
    return json.dumps({**trace.summary(), **board_json(board), "depth": switches.depth}, ensure_ascii=False)


def write_svg(trace: ShownTrace, path: Path) -> None:
    """Draw the tree into a file."""
    from plyground.files import explain_errors, save_file

    with explain_errors(f"cannot write {path}"):
        save_file(path, trace.svg().encode())


def compare_text(board: Board, switches: Switches, limits: Limits, *, as_json: bool) -> str:
    """The table of algorithms."""
    from plyground.lab.comparison import Comparison, compare

    comparison = Comparison(compare(board, switches, limits=limits))
    if as_json:
        return json.dumps({**board_json(board), "depth": switches.depth, "rows": comparison.as_json()})
    problems = {row.problem: None for row in comparison.rows if row.problem}
    return "\n".join([str(comparison), *problems])


def open_screen(board: Board, algorithm: str, switches: Switches) -> None:
    """Step through a run on the full screen."""
    from plyground.terminal.screen.app import run_lab
    from plyground.terminal.screen.screens.lab_screen import LabSetup

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise PlygroundError("the full screen needs a terminal; leave --screen out")
    run_lab(LabSetup(board, algorithm, switches))
