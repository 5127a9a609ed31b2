"""`plyground puzzles`: solve puzzles, make them, and carry them and one's progress from place to place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.interruptible import run_interruptible
from plyground.commands.options import GameName, Whole, game_argument, json_option
from plyground.commands.output import INTERRUPTED, NEGATIVE, StatusLine
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.puzzles.maker import MakerProgress
    from plyground.puzzles.puzzle import Kind, Puzzle

DEFAULT_COUNT = 10
MOST_COUNT = 100_000


class PuzzleCommands(click.Group):
    """A group in which everything that is no command is a game whose puzzles are to be solved."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `play` before arguments that name no command."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["play", *args]
        return super().parse_args(ctx, args)


kind_option = click.option(
    "--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind: win, hold, defence, exists, trap."
)
optional_game = click.argument("game", type=GameName(), default="", metavar="[GAME]")


@click.group(cls=PuzzleCommands)
def puzzles() -> None:
    """Solve puzzles of GAME, or of all games, line by line; or make them.

    Every answer is proven. Without a command puzzles are solved: plyground puzzles squava.
    """


@puzzles.command()
@optional_game
@kind_option
@click.option("--theme", default="", help="Only puzzles with this theme.")
@click.option("--day", "is_daily", is_flag=True, help="Begin with the puzzle of the day.")
@click.option("--seed", type=Whole(0, 10**9), help="Choose puzzles by this seed.", metavar="N")
def play(game: str, kinds: Sequence[str], theme: str, is_daily: bool, seed: int | None) -> None:
    """Solve puzzles of GAME, or of all games, line by line."""
    from plyground.puzzles.collection import find_puzzles, puzzle_of_the_day
    from plyground.terminal.plain_puzzles import PlainPuzzles

    found = select(find_puzzles(game), kinds, theme)
    first = puzzle_of_the_day(today(), game) if is_daily else None
    PlainPuzzles(found, seed=seed).run(first)


@puzzles.command()
@game_argument
@click.option("--count", type=Whole(1, MOST_COUNT), default=DEFAULT_COUNT, show_default=True, metavar="N",
              help="How many to make.")  # fmt: skip
@click.option("--seed", type=Whole(0, 10**9), default=1, show_default=True, metavar="N",
              help="The same seed makes the same puzzles.")  # fmt: skip
@kind_option
@click.option("--save", is_flag=True, help="Keep them, so that plyground puzzles GAME asks them.")
@click.option("--csv", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write them to FILE.")  # fmt: skip
@json_option
def make(
    game: str, count: int, seed: int, kinds: Sequence[str], save: bool, file: Path | None, as_json: bool
) -> int:
    """Make puzzles of GAME.

    Games are played from the seed, and positions taken from them of which every answer can be proven.
    """
    from plyground import catalogue
    from plyground.files import save_file
    from plyground.puzzles.collection import keep_puzzles
    from plyground.puzzles.maker import Maker
    from plyground.puzzles.puzzle import KINDS
    from plyground.puzzles.puzzle_file import puzzles_csv

    maker = Maker(catalogue.find(game), seed=seed, kinds=read_kinds(kinds) or KINDS)
    with StatusLine() as line:
        line.show(f"getting {maker.game.full_name} ready ...")

        def show(progress: MakerProgress) -> None:
            line.show(f"{progress.made} of {progress.wanted} puzzles, from {progress.games} games")

        made, interrupted = run_interruptible(lambda report: maker.make(count, report), show, maker.stop)
    if file is not None:
        save_file(file, puzzles_csv(made).encode())
    if save:
        keep_puzzles(made)
    if as_json:
        print_json(made)
    elif file is None and not save:
        click.echo("\n".join(puzzle_line(puzzle) for puzzle in made))
    if len(made) < count:
        click.echo(f"plyground: {len(made)} of {count} puzzles were found", err=True)
    return INTERRUPTED if interrupted else 0


@puzzles.command("list")
@optional_game
@kind_option
@click.option("--theme", default="", help="Only puzzles with this theme.")
@json_option
def list_puzzles(game: str, kinds: Sequence[str], theme: str, as_json: bool) -> None:
    """List the puzzles of GAME, or of all games."""
    from plyground.puzzles.collection import find_puzzles

    found = select(find_puzzles(game), kinds, theme)
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(puzzle_line(puzzle) for puzzle in found))


@puzzles.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@optional_game
def export(file: Path, game: str) -> None:
    """Write the puzzles of GAME, or of all games, to FILE as CSV."""
    from plyground.files import save_file
    from plyground.puzzles.collection import find_puzzles
    from plyground.puzzles.puzzle_file import puzzles_csv

    found = find_puzzles(game)
    save_file(file, puzzles_csv(found).encode())
    click.echo(f"{len(found)} puzzles written to {file}")


@puzzles.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_puzzles(file: Path) -> None:
    """Keep the puzzles of FILE, a CSV file, so that they are asked.

    Positions and moves are checked to be legal; that the answers are right is the author's word.
    """
    from plyground.puzzles.collection import keep_puzzles
    from plyground.puzzles.puzzle_file import read_puzzles

    found = read_puzzles(read_text(file), str(file))
    for number, puzzle in enumerate(found, start=1):
        check_moves(puzzle, f"{file}, puzzle {number}")
    added = keep_puzzles(found)
    click.echo(f"{added} new puzzles of {len(found)} kept")


@puzzles.command()
@click.option("--export", "target", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write every attempt to FILE as CSV.")  # fmt: skip
@click.option("--import", "source", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              metavar="FILE", help="Add the attempts of FILE.")  # fmt: skip
@json_option
def progress(target: Path | None, source: Path | None, as_json: bool) -> None:
    """Show ratings, streaks and what is to be repeated."""
    from plyground.files import save_file
    from plyground.puzzles.training_file import attempts_csv, load_training, read_attempts, save_attempts
    from plyground.terminal.plain_puzzles import training_words

    if source is not None:
        added = save_attempts(read_attempts(read_text(source), str(source)))
        click.echo(f"{added} new attempts", err=as_json)
    training = load_training()
    if target is not None:
        save_file(target, attempts_csv(training.attempts).encode())
    if as_json:
        click.echo(
            json.dumps(
                {
                    "attempts": len(training.attempts),
                    "solved": sum(attempt.solved for attempt in training.attempts),
                    "ratings": {name: vars(rating) for name, rating in training.players.items()},
                    "streak": training.streak,
                    "best_streak": training.best_streak,
                    "days_in_a_row": training.days_in_a_row(today()),
                    "reviews": {name: card.due.isoformat() for name, card in training.cards.items()},
                }
            )
        )
    elif target is None:
        click.echo(training_words(training))


@puzzles.command()
@optional_game
@click.option("--count", type=Whole(1, MOST_COUNT), help="Only the first N.", metavar="N")
def check(game: str, count: int | None) -> int:
    """Prove the answers of the puzzles of GAME, or of all games, again."""
    from plyground.puzzles.collection import find_puzzles
    from plyground.puzzles.puzzle_check import PuzzleChecker

    checker = PuzzleChecker()
    faults = 0
    found = find_puzzles(game)[:count]
    with StatusLine() as line:
        for number, puzzle in enumerate(found, start=1):
            line.show(f"{number} of {len(found)}: {puzzle.id}, {puzzle.game}")
            if fault := checker.fault(puzzle):
                line.clear()
                click.echo(f"{puzzle.id} {puzzle.game} {puzzle.position}: {fault}")
                faults += 1
    click.echo(f"{len(found)} puzzles, {faults} wrong")
    return NEGATIVE if faults else 0


# What the commands share


def select(found: Sequence[Puzzle], kinds: Sequence[str], theme: str) -> list[Puzzle]:
    """The puzzles of some kinds and with a theme."""
    wanted = read_kinds(kinds)
    left = [
        puzzle
        for puzzle in found
        if (not wanted or puzzle.kind in wanted) and (not theme or theme in puzzle.themes)
    ]
    if not left:
        themes = sorted({theme for puzzle in found for theme in puzzle.themes})
        raise PlygroundError(
            f"none of the {len(found)} puzzles is like that; "
            f"their kinds are {', '.join(sorted({puzzle.kind for puzzle in found}))}, "
            f"their themes {', '.join(themes)}"
        )
    return left


def read_kinds(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds with these names."""
    from plyground.puzzles.puzzle import read_kind

    return tuple(read_kind(name) for name in names)


def check_moves(puzzle: Puzzle, place: str) -> None:
    """Refuse a puzzle whose position or moves are not legal."""
    try:
        board = puzzle.board()
        for move in puzzle.accepted:
            board.game.parse(board.position, move)
        for move in puzzle.solution:
            board.push(move)
    except PlygroundError as error:
        raise PlygroundError(f"{place}: {error}") from error


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle in a line."""
    answer = " ".join(puzzle.solution[:1]) or "no win"
    themes = f" ({', '.join(puzzle.themes)})" if puzzle.themes else ""
    return (
        f"{puzzle.id}  {puzzle.game}  {puzzle.position}  {puzzle.question} {answer}{themes}, {puzzle.rating}"
    )


def print_json(found: Sequence[Puzzle]) -> None:
    """Puzzles for programs."""
    from plyground.puzzles.puzzle import puzzle_json

    rows: list[dict[str, Any]] = [puzzle_json(puzzle) for puzzle in found]
    click.echo(json.dumps(rows))


def read_text(file: Path) -> str:
    """The text of a file that the user named."""
    from plyground.files import explain_errors

    with explain_errors(f"cannot read {file}"):
        return file.read_text(encoding="utf-8")


def today() -> date:
    """The day, the same for everybody at the same moment."""
    return datetime.now(UTC).date()
