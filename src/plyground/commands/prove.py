"""`plyground prove`: search for the proof that five in a row on the infinite board is a win."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from plyground.commands.interruptible import run_interruptible
from plyground.commands.options import Seconds, threads_option
from plyground.commands.output import INTERRUPTED, NEGATIVE, StatusLine
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from plyground.arena.cluster import ClusterExecutor
    from plyground.infinite.first_reply import ReplyProgress
    from plyground.infinite.job_campaign import JobCampaign
    from plyground.infinite.proof_folder import ReplyFolder

GAMES = ("gomoku",)
PATIENCE: Final = 3600.0
"""Seconds after which a job is given up: the last of the portfolio takes minutes."""


@click.command()
@click.argument("game")
@click.option("--replies", default="", metavar="CELLS", help="Only these first replies, such as '0,2 1,2'.")
@click.option("--second", metavar="X,Y", help="The attacker's second move, for replies not begun yet.")
@click.option(
    "--hints",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Moves to try first: a line of play on each line, whose last move is the one to try.",
)
@threads_option
@click.option("--cluster", metavar="ADDRESS", help="Prove by jobs on the Dask cluster with this scheduler.")
@click.option("--minutes", type=Seconds(), metavar="MINUTES", help="End after MINUTES (never, if not given).")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where proofs are kept (by default in the user's data folder).",
)
@click.option("--status", is_flag=True, help="Only show how far it has come.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw how far it has come as SVG (with --status).",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a certificate of what is proven, all of it or --replies (does not search).",
)
def prove(
    game: str,
    replies: str,
    second: str | None,
    hints: Path | None,
    threads: int,
    cluster: str | None,
    minutes: float | None,
    out: Path | None,
    status: bool,
    picture: Path | None,
    certificate: Path | None,
) -> int:
    """Search for the proof that the first player wins GAME (gomoku) on the infinite board.

    It goes first reply by first reply, and keeps every piece as soon as it is found: ended at any time, the
    same command goes on. Ends with 0 if the replies asked for are proven, and else with 1.
    """
    from plyground.files import data_root
    from plyground.infinite.proof_folder import read_point

    if game not in GAMES:
        raise PlygroundError(
            f"there is no prover for {game}, only for {', '.join(GAMES)}; try plyground solve"
        )
    root = out or data_root() / "proofs" / game
    cells = [read_point(word) for word in replies.split()]
    if picture is not None and not status:
        raise click.ClickException("--picture draws what --status shows; add --status")
    if status:
        return show_status(root, picture)
    if certificate is not None:
        return write_found(root, cells, certificate, threads)
    if cluster and hints is not None:
        raise click.ClickException("workers take no hints; leave out --hints or --cluster")
    return search(root, cells, read_point(second) if second else None, hints, threads, minutes, cluster)


def search(
    root: Path,
    replies: list[tuple[int, int]],
    second: tuple[int, int] | None,
    hints: Path | None,
    threads: int,
    minutes: float | None,
    cluster: str | None,
) -> int:
    """Prove replies until nothing is left to try."""
    from plyground.infinite.campaign import Campaign
    from plyground.infinite.cover import find_cover
    from plyground.infinite.proof_folder import ReplyFolder, read_point

    lines = hints.read_text(encoding="utf-8").splitlines() if hints else []
    tries = [[read_point(word) for word in line.split()] for line in lines if line.strip()]

    def work(report: Callable[[ReplyProgress], None]) -> None:
        campaign.report = report
        campaign.run()

    campaign: Campaign | JobCampaign
    executor = None
    if cluster:
        from plyground.arena.cluster import ClusterExecutor

        executor = ClusterExecutor(cluster)
        campaign = job_campaign(root, replies, second, minutes, executor)
    else:
        campaign = Campaign(
            root, replies=replies, second=second, hints=tries, threads=threads, minutes=minutes
        )
    with StatusLine() as line:
        line.show("compiling the prover (once; it is kept on disk) ...")

        def show(progress: ReplyProgress) -> None:
            if progress.is_complete:
                line.clear()
                click.echo(progress_text(progress))
            else:
                line.show(progress_text(progress))

        try:
            _, interrupted = run_interruptible(work, show, campaign.stop)
        finally:
            if executor is not None:
                executor.close()
    if interrupted:
        click.echo("interrupted; the same command goes on where it was", err=True)
        return INTERRUPTED
    if replies:
        left = [reply for reply in replies if not ReplyFolder(root, reply).is_complete()]
    else:
        left = list(find_cover(root).to_prove)
    if left:
        click.echo("not proven: " + " ".join("{},{}".format(*reply) for reply in left))
    return NEGATIVE if left else 0


def job_campaign(
    root: Path,
    replies: list[tuple[int, int]],
    second: tuple[int, int] | None,
    minutes: float | None,
    executor: ClusterExecutor,
) -> JobCampaign:
    """A campaign whose jobs go to the workers of a cluster."""
    from plyground.arena.function_call import FunctionCall, make_call
    from plyground.infinite.job_campaign import JobCampaign
    from plyground.infinite.work import FUNCTION

    def submit(arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        return executor.pool.submit(make_call, FunctionCall(FUNCTION, arguments, PATIENCE))

    return JobCampaign(root, submit, lambda: executor.size, replies=replies, second=second, minutes=minutes)


def progress_text(progress: ReplyProgress) -> str:
    """How far a reply has come, in a line."""
    reply = "{},{}".format(*progress.reply)
    second = "{},{}".format(*progress.second)
    work = f"{progress.expansions} positions, {progress.seconds:.0f} s"
    if progress.is_complete:
        return f"{reply}: proven, with {second} and {progress.total} second replies; {work}"
    left = " ".join("{},{}".format(*answer) for answer in progress.open_answers[:6])
    more = " ..." if len(progress.open_answers) > 6 else ""
    return f"{reply}: {progress.answered} of {progress.total} second replies; {work}; open: {left}{more}"


def show_status(root: Path, picture: Path | None) -> int:
    """Print what is proven, under way and covered; 0 if nothing is left."""
    from plyground.files import save_file
    from plyground.infinite.cover import FAR, ReplyState, find_cover
    from plyground.infinite.cover_picture import cover_svg, cover_text
    from plyground.infinite.proof_folder import ReplyFolder

    cover = find_cover(root)
    click.echo(cover_text(cover))
    proven = sum(state is ReplyState.PROVEN for state in cover.states.values())
    is_far_proven = ReplyFolder(root, FAR).is_complete()
    click.echo(f"{proven} classes of first replies proven" + (", and the far one" if is_far_proven else ""))
    for reply, state in cover.states.items():
        if state is ReplyState.UNDER_WAY:
            click.echo(under_way_text(ReplyFolder(root, reply)))
    if is_far_proven:
        click.echo(f"{len(cover.to_prove)} classes left")
    if picture is not None:
        save_file(picture, cover_svg(cover).encode())
    return 0 if is_far_proven and not cover.to_prove else NEGATIVE


def under_way_text(folder: ReplyFolder) -> str:
    """Which second replies of a first reply are open, with their proof numbers."""
    reply = "{},{}".format(*folder.reply)
    plan = folder.plan()
    if plan is None:
        return f"{reply}: nothing found yet"
    left, numbers = folder.open_answers(), folder.numbers()
    named = [
        f"{x},{y}" + (f" (proof number {numbers[x, y][0]})" if (x, y) in numbers else "") for x, y in left
    ]
    return f"{reply}: {len(left)} of {len(plan.needed)} second replies open: " + ", ".join(named[:12])


def write_found(root: Path, replies: list[tuple[int, int]], path: Path, processes: int) -> int:
    """Write a certificate of what is proven, the far reply first and then the others outwards."""
    from plyground.infinite.certificate import write_certificate
    from plyground.infinite.cover import FAR, find_cover
    from plyground.infinite.proof_folder import ReplyFolder, reply_folders

    found = [ReplyFolder(root, reply) for reply in replies] or [
        folder for folder in reply_folders(root) if folder.is_complete()
    ]
    folders = sorted(found, key=lambda folder: (folder.reply != FAR, *reversed(folder.reply)))
    if not folders:
        raise PlygroundError(f"nothing is proven in {root} yet")
    is_win = not replies and not find_cover(root).to_prove
    with StatusLine() as line:
        write_certificate(folders, path, far=FAR, is_win=is_win, processes=processes, show=line.show)
    return 0
