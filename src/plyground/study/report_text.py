"""The report of a study as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plyground.study.comparison import pareto_front
from plyground.study.numbers_text import exact_text, figure_text, interval_text
from plyground.study.results import FIRST_FIGURES, Study
from plyground.study.sentences import finding_sentences

if TYPE_CHECKING:
    from plyground.study.report import StudyReport


def report_text(report: StudyReport) -> str:
    """Every figure of every game, and what was left out."""
    parts = [study_text(study) for study in report.studies]
    if len(report.studies) > 1:
        parts.append(comparison_text(report.studies))
    parts += [f"{game}: not studied: {why}" for game, why in report.refused]
    return "\n\n".join(parts) + "\n"


def study_text(study: Study) -> str:
    """One game."""
    rows = [
        (figure.label, figure_text(figure), interval_text(figure), exact_text(figure))
        for figure in study.figures.values()
    ]
    lines = [f"{study.name}: {len(study.games)} games from {len(study.openings)} openings"]
    lines += finding_sentences(study)
    if rows:
        lines += ["", align_rows([("", "value", "95 %", "exact"), *rows])]
    if study.left_out:
        lines.append("")
    lines += [f"left out: {each.label}: {each.why}" for each in study.left_out]
    return "\n".join(lines)


def comparison_text(studies: Sequence[Study]) -> str:
    """The main figures side by side."""
    front = pareto_front(studies)
    rows: list[tuple[str, ...]] = [("", *FIRST_FIGURES, "front")]
    for study in studies:
        cells = [
            figure_text(figure) if (figure := study.figures.get(name)) else "-" for name in FIRST_FIGURES
        ]
        rows.append((study.name, *cells, "*" if study in front else ""))
    return align_rows(rows)


def align_rows(rows: Sequence[Sequence[str]]) -> str:
    """A table of text: names to the left, numbers to the right.

    >>> print(align_rows([("", "value"), ("Length", "17.3")]))
            value
    Length   17.3
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
