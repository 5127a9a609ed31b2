"""`plyground learn`: learn an evaluation from self-play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.commands.arena import folder_word
from plyground.commands.options import Minutes, Whole, count_cores, game_argument, json_option
from plyground.commands.output import INTERRUPTED, StatusLine, compiling
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.learn.learning import Learning
    from plyground.learn.training import LearningState, OnLearning


@click.command()
@game_argument
@click.option("--minutes", type=Minutes(), help="Learn for so long, all in all (10).", metavar="M")
@click.option("--games", type=Whole(1, 10**12), help="Learn from N games instead.", metavar="N")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write (learned-GAME.py); pictures and checkpoint are put beside it.",
)
@click.option("--resume", is_flag=True, help="Go on with what FILE's checkpoint holds.")
@click.option("--threads", type=Whole(1, 256), help="Threads that play (one a core).")
@click.option(
    "--seed", type=Whole(0, 2**63), default=1, show_default=True, help="Let chance take another way."
)
@json_option
def learn(
    game: str,
    minutes: float | None,
    games: int | None,
    out: Path | None,
    resume: bool,
    threads: int | None,
    seed: int,
    as_json: bool,
) -> int:
    """Learn an evaluation of GAME by playing it, and write it to a file that can play.

    What is learned is how much patterns of cells are worth: plyground play GAME --second FILE.
    """
    from plyground.learn.learning import begin_learning, checkpoint_path

    path = out or Path(f"learned-{folder_word(game)}.py")
    check_place(path, checkpoint_path(path), resume)
    learning = begin_learning(
        game,
        minutes=minutes,
        games=games,
        threads=threads or count_cores(),
        seed=seed,
        checkpoint=checkpoint_path(path),
        resume=resume,
    )
    if learning.training.is_done:
        raise PlygroundError(
            f"{checkpoint_path(path)} has learned for that long already; give it more minutes or games"
        )
    interrupted = run(learning)
    if not learning.states:
        click.echo("stopped before the first game; nothing was written", err=True)
        return INTERRUPTED
    learning.save(path)
    click.echo(json.dumps(learning_json(learning, path)) if as_json else learning_text(learning, path))
    if interrupted:
        click.echo("stopped early; the same command with --resume goes on", err=True)
    return INTERRUPTED if interrupted else 0


def check_place(path: Path, checkpoint: Path, resume: bool) -> None:
    """Refuse a file that is no evaluation file, or that would be written over."""
    if path.suffix != ".py":
        raise PlygroundError(f"{path} must end in .py: an evaluation is a Python file")
    if not path.parent.is_dir():
        raise PlygroundError(f"there is no folder {path.parent}")
    for each in (path, checkpoint):
        if each.exists() and not resume:
            raise PlygroundError(
                f"{each} is there already; go on with --resume, or name another file with -o"
            )


def run(learning: Learning) -> bool:
    """Learn, and show how it goes; returns whether it was interrupted."""
    try:
        with compiling(learning.network.game):
            learning.training.prepare()
        with StatusLine() as line:
            learning.run(show_on(line))
    except KeyboardInterrupt:
        return True
    return False


def show_on(line: StatusLine) -> OnLearning:
    """Shows how far learning is: on a terminal in a line that changes, elsewhere in a line each time."""

    def show(state: LearningState) -> None:
        if line.is_shown:
            line.show(state_text(state))
        else:
            click.echo(state_text(state), err=True)

    return show


def state_text(state: LearningState) -> str:
    """How far learning is, on one line."""
    effort = state.effort
    speed = effort.positions / effort.seconds if effort.seconds else 0.0
    return (
        f"{state.part:.0%}, {effort.seconds:.0f} s, {effort.games:,} games, {effort.positions:,} positions "
        f"({speed:,.0f}/s), {state.strength} against the start"
    )


def learning_text(learning: Learning, path: Path) -> str:
    """What came of it, and what can be done with it."""
    from plyground.learn.learning import page_path

    name = learning.network.game.full_name
    return "\n".join(
        [
            state_text(learning.states[-1]),
            f"wrote {path} and {page_path(path)}",
            f"  plyground play {name} --second {file_word(path)}    play against it",
            f"  plyground arena {name} {file_word(path)} 5    measure it",
        ]
    )


def file_word(path: Path) -> str:
    """A file as a player is named.

    >>> file_word(Path("learned.py"))
    './learned.py'
    """
    return str(path) if path.is_absolute() or path.parent != Path() else f"./{path}"


def learning_json(learning: Learning, path: Path) -> dict[str, Any]:
    """The same for programs."""
    from plyground.learn.learning import page_path

    state = learning.states[-1]
    patterns = learning.network.patterns
    return {
        "game": learning.network.game.full_name,
        "file": str(path),
        "page": str(page_path(path)),
        "seconds": round(state.effort.seconds, 1),
        "games": state.effort.games,
        "positions": state.effort.positions,
        "windows": len(patterns.windows),
        "weights": patterns.weights,
        "symmetries": [each.name for each in patterns.symmetries],
        "against_start": {
            "score": round(state.strength.score, 4),
            "error": round(state.strength.error, 4),
            "games": state.strength.games,
        },
    }
