"""A tournament in words and tables: for a terminal, for a file, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.arena.sprt import SprtStatus
from plyground.arena.standings import PlayerResults, Standings, Tally
from plyground.arena.tournament import TournamentState

HEADINGS: tuple[str, ...] = (
    "",
    "player",
    "games",
    "won",
    "drawn",
    "lost",
    "score",
    "Elo",
    "95 %",
    "as first",
    "as second",
)


def title(state: TournamentState) -> str:
    """What was played, in one line."""
    settings, limits = state.settings, state.settings.limits
    bounds = [
        f"{limits.seconds:g} s a move" if limits.seconds else "",
        f"{limits.nodes} nodes a move" if limits.nodes else "",
        f"depth {limits.depth}" if limits.depth else "",
    ]
    games = f"{len(state.results)} of {state.total} games"
    parts = [settings.game, games, *(each for each in bounds if each), f"seed {settings.seed}"]
    return ", ".join(parts)


def standings_rows(standings: Standings) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and a row for each player, best first."""
    ratings = standings.ratings
    rows: list[tuple[str, ...]] = []
    for rank, index in enumerate(standings.order, start=1):
        row = standings.rows[index]
        total = row.total
        played = total.games > 0
        cells = (
            str(rank),
            row.name,
            str(total.games),
            str(total.wins),
            str(total.draws),
            str(total.losses),
            f"{100 * total.points / total.games:.1f}" if played else "",
            f"{ratings.elo[index]:+.0f}" if played else "",
            f"±{ratings.error(index):.0f}" if played else "",
            str(row.as_first),
            str(row.as_second),
        )
        rows.append(cells)
    return HEADINGS, rows


def faults_line(row: PlayerResults) -> str:
    """Which games a player lost without being beaten."""
    faults = ", ".join(f"{count} by {fault}" for fault, count in sorted(row.faults.items()))
    return f"{row.name} lost {faults}"


def cross_rows(standings: Standings) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Points and games of each player against each other, best first."""
    order = standings.order
    rows = []
    for rank, own in enumerate(order, start=1):
        cells = []
        for other in order:
            tally = standings.cross[own][other]
            cells.append(f"{tally.points:g}/{tally.games}" if tally.games else "-" if own == other else "")
        rows.append((str(rank), standings.players[own], *cells))
    return ("", "player", *(str(rank) for rank in range(1, len(order) + 1))), rows


def remarks(state: TournamentState) -> list[str]:
    """What else there is to say, a line each."""
    standings = state.standings
    ratings = standings.ratings
    lines = []
    if len(state.settings.players) == 2 and state.results:
        one, other = standings.order
        gap, error = ratings.difference(one, other)
        names = state.settings.players
        lines.append(
            f"{names[one]} against {names[other]}: {gap:+.0f} ±{error:.0f} Elo, "
            f"the stronger one with a likelihood of {100 * ratings.superiority(one, other):.1f} %"
        )
    if state.sprt:
        lines.append(sprt_text(state.sprt, *state.settings.players))
    if state.left_out:
        lines.append(f"{state.left_out} more games had begun before that was decided; they do not count")
    if ratings.is_held:
        lines.append("Somebody scored all points or none: the ratings rest on an added draw and are rough")
    lines += [faults_line(standings.rows[index]) for index in standings.order if standings.rows[index].faults]
    if standings.repeated:
        lines.append(f"{standings.repeated} games were move for move like an earlier one of the same players")
    return lines


def sprt_text(status: SprtStatus, one: str, other: str) -> str:
    """What the sequential test says of two players, and why."""
    bounds = f"bounds {status.lower:.2f} and {status.upper:.2f}"
    ratio = f"LLR {status.llr:.2f}, {bounds}, after {status.pairs} pairs"
    low, high = f"{status.elo0:+g} Elo", f"{status.elo1:+g} Elo"
    if status.llr >= status.upper:
        return f"SPRT: {one} against {other}: {high} accepted, {low} rejected ({ratio})"
    if status.llr <= status.lower:
        return f"SPRT: {one} against {other}: {low} accepted, {high} rejected ({ratio})"
    return f"SPRT: {one} against {other}: not decided between {low} and {high} ({ratio})"


def report_text(state: TournamentState) -> str:
    """The whole report."""
    standings = state.standings
    parts = [title(state), align_table(*standings_rows(standings))]
    if len(state.settings.players) > 2:
        parts.append("Points of each row against each column\n" + align_table(*cross_rows(standings)))
    parts += ["\n".join(remarks(state))] if remarks(state) else []
    return "\n\n".join(parts) + "\n"


def align_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text; names to the left, numbers to the right.

    >>> print(align_table(("player", "won"), [("a", "10"), ("long name", "9")]))
    player     won
    a           10
    long name    9
    """
    table = [headings, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(headings))]
    left = {index for index, heading in enumerate(headings) if heading == "player"}
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index in left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def report_json(state: TournamentState) -> dict[str, Any]:
    """The whole report for programs."""
    standings, settings = state.standings, state.settings
    ratings = standings.ratings
    players = []
    for index, row in enumerate(standings.rows):
        sides = {"first": row.as_first, "second": row.as_second}
        players.append(
            {
                "name": row.name,
                **_tally_json(row.total),
                "elo": round(ratings.elo[index], 1),
                "error": round(ratings.error(index), 1),
                **{f"as_{side}": _tally_json(tally) for side, tally in sides.items()},
                "forfeits": dict(row.faults),
            }
        )
    sprt = state.sprt
    return {
        "game": settings.game,
        "seed": settings.seed,
        "games": len(state.results),
        "of": state.total,
        "players": players,
        "points": [[tally.points for tally in row] for row in standings.cross],
        "sprt": sprt
        and {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.llr, 4),
            "lower": round(sprt.lower, 4),
            "upper": round(sprt.upper, 4),
            "pairs": sprt.pairs,
            "decided": sprt.is_decided,
        },
    }


def _tally_json(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a page of documentation.

    >>> print(markdown_table(("player", "won"), [("a|b", "10")]))
    | player | won |
    |---|---:|
    | a\\|b | 10 |
    """
    kinds = ["---" if heading in ("", "game", "player") else "---:" for heading in headings]
    lines = [headings, *rows]
    texts = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([texts[0], "|" + "|".join(kinds) + "|", *texts[1:]])
