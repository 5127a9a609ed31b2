"""The report of a study as one HTML page, which needs nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from plyground.study.comparison import merits_of, pareto_front
from plyground.study.figures import LABELS
from plyground.study.numbers_text import exact_text, figure_text, interval_text
from plyground.study.plots import Point, scatter_plot
from plyground.study.results import Study
from plyground.study.sections import panel, study_sections

if TYPE_CHECKING:
    from plyground.study.report import StudyReport


def write_page(report: StudyReport) -> str:
    """The whole document."""
    title = ", ".join(study.title for study in report.studies[:3]) or "Study"
    more = " …" if len(report.studies) > 3 else ""
    return (
        "<!doctype html>\n"
        "<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<title>{escape(title + more)}: a study</title><style>body {{ margin: 0 }}</style></head>"
        f"<body>{write_body(report)}</body></html>\n"
    )


def write_body(report: StudyReport) -> str:
    """The report without the document around it, as a notebook shows it."""
    style, script = (
        files("plyground.study").joinpath(name).read_text(encoding="utf-8")
        for name in ("report.css", "report.js")
    )
    parts = []
    if len(report.studies) > 1 or report.refused:
        parts.append(comparison_section(report.studies))
    if report.refused:
        rows = "".join(
            f"<tr><th>{escape(game)}</th><td>{escape(why)}</td></tr>" for game, why in report.refused
        )
        parts.append(f"<h2>Not studied</h2><table>{rows}</table>")
    parts += [study_sections(study) for study in report.studies]
    return f"<div class='study'><style>{style}</style>{''.join(parts)}</div><script>{script}</script>"


def comparison_section(studies: Sequence[Study]) -> str:
    """All games side by side, and which of them no other beats in everything."""
    front = pareto_front(studies)
    points = []
    for study in studies:
        if merits := merits_of(study):
            size = 4 + 1.2 * merits.depth.value
            points.append(Point(study.name, merits.balance, merits.decisiveness, size, study in front))
    plot = scatter_plot("Balance and decisiveness", points, ("balance", "decisiveness")) if points else ""
    words = (
        "A larger dot is a deeper game: more rungs of the ladder. Green games are on the Pareto front: no "
        "other is at least as good in balance, decisiveness and depth and better in one. Where intervals "
        "overlap, more games may change that."
    )
    names = [name for name in LABELS if any(name in study.figures for study in studies)]
    head = "".join(f"<th>{escape(study.name)}{' ★' if study in front else ''}</th>" for study in studies)
    rows = "".join(
        f"<tr><th>{escape(LABELS[name])}</th>{''.join(_cell(study, name) for study in studies)}</tr>"
        for name in names
    )
    table = (
        f"<div class='scroll'><table><thead><tr><th></th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )
    plot_panel = f"<div class='panels'>{panel('The Pareto front', plot, words)}</div>" if plot else ""
    return f"<h1>Side by side</h1>{plot_panel}{table}<p class='soft'>★ on the Pareto front</p>"


def _cell(study: Study, name: str) -> str:
    figure = study.figures.get(name)
    if figure is None:
        return "<td class='soft'>left out</td>"
    exact = f"<br><span class='exact'>exact {exact_text(figure)}</span>" if figure.exact is not None else ""
    return (
        f"<td class='number'>{figure_text(figure)}<br>"
        f"<span class='soft'>{interval_text(figure)}</span>{exact}</td>"
    )
