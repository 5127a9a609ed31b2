"""The same position by several algorithms: how much each looked at, how long it took, and the same answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final

from plyground.board import Board
from plyground.lab.algorithms import find_algorithm
from plyground.lab.experiment import run_algorithm
from plyground.lab.search import Limits, TreeTooLarge
from plyground.lab.switches import Switches

COMPARED: Final = ("minimax", "alphabeta", "ordering", "table", "deepening")
"""Each with one idea more than the one before."""


@dataclass(frozen=True)
class Row:
    """What one algorithm took."""

    algorithm: str
    title: str
    nodes: int | None
    """None if the tree was too large; `problem` says how large it may be."""
    leaves: int | None
    cutoffs: int | None
    table_hits: int | None
    seconds: float | None
    value: float | None
    shown: str
    best: str | None
    same: bool | None
    """Whether the value is that of the first algorithm that finished."""
    problem: str = ""


def compare(
    board: Board,
    switches: Switches | None = None,
    *,
    algorithms: Iterable[str] = COMPARED,
    limits: Limits | None = None,
) -> Iterator[Row]:
    """Run the algorithms one after the other; a row for each as soon as it is there.

    >>> [(row.algorithm, row.nodes, row.same) for row in compare(Board("noughts"), Switches(depth=3))][:3]
    [('minimax', 586, True), ('alphabeta', 167, True), ('ordering', 97, True)]
    """
    first: float | None = None
    for name in algorithms:
        title = find_algorithm(name).title
        try:
            trace = run_algorithm(board, name, switches, limits=limits, record=False)
        except TreeTooLarge as error:
            yield Row(name, title, None, None, None, None, None, None, "", None, None, str(error))
            continue
        first = trace.value if first is None else first
        yield Row(
            algorithm=name,
            title=title,
            nodes=trace.nodes,
            leaves=trace.leaves,
            cutoffs=trace.cutoffs,
            table_hits=trace.table_hits,
            seconds=trace.seconds,
            value=trace.value,
            shown=trace.shown,
            best=trace.best,
            same=trace.value == first,
        )


class Comparison:
    """All rows, to print or to show in a notebook."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = list(rows)

    def as_json(self) -> list[dict[str, Any]]:
        """The rows for programs."""
        return [{**asdict(row), "seconds": rounded(row.seconds)} for row in self.rows]

    def __str__(self) -> str:
        lines = [HEADINGS, *(cells(row) for row in self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if column in TEXTS else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(text)}</th>" for text in HEADINGS)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells(row))}</tr>" for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


HEADINGS: Final = ("", "nodes", "leaves", "cut-offs", "table hits", "seconds", "value", "best", "same answer")
TEXTS: Final = frozenset({0, 6, 7, 8})
"""The columns that hold texts."""


def cells(row: Row) -> tuple[str, ...]:
    """A row as texts."""
    if row.nodes is None:
        return (row.title, "too many", "", "", "", "", "", "", "")
    numbers = (f"{number:,}" for number in (row.nodes, row.leaves, row.cutoffs, row.table_hits))
    same = "yes" if row.same else "NO"
    return (row.title, *numbers, f"{row.seconds:.2f}", row.shown, row.best or "", same)


def rounded(seconds: float | None) -> float | None:
    """Seconds as programs read them."""
    return None if seconds is None else round(seconds, 4)
