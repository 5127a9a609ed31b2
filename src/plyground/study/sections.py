"""The sections of a report on one game, as HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape

from plyground.board import Board
from plyground.study.board_pictures import STYLE, draw_map, game_frames
from plyground.study.course import Course
from plyground.study.definitions import DEFINITIONS
from plyground.study.figures import Figure
from plyground.study.intervals import Interval, Observation, mean
from plyground.study.numbers_text import exact_text, figure_text, interval_text
from plyground.study.plots import (
    PERCENT,
    Dot,
    band_plot,
    dot_plot,
    histogram,
    length_classes,
    score_curve,
)
from plyground.study.results import FIRST_FIGURES, Study
from plyground.study.sentences import finding_sentences
from plyground.study.settings import player_name, short_name
from plyground.verdict_picture import draw_verdict
from plyground.words import score_sentence

GAME_TITLES = {
    "typical": "A typical game",
    "dramatic": "The most dramatic game",
    "shortest": "The shortest win",
}
MOST_ENDINGS = 12
WIDE = 8
"""Columns of a board that needs more room."""


def study_sections(study: Study) -> str:
    """Everything about one game."""
    parts = [_head(study), _cards(study)]
    for title, content in (
        ("Outcome", _outcome(study)),
        ("First moves", _first_moves(study)),
        ("Length and choice", _shape(study)),
        ("How games go", _course(study)),
        ("Depth", _ladder(study)),
        ("Where it happens", _maps(study)),
        ("Games to see", _games(study)),
        ("All figures", _table(study)),
        ("How this was measured", _method(study)),
    ):
        if content:
            parts.append(f"<h2>{title}</h2>{content}")
    return "".join(parts)


def _head(study: Study) -> str:
    sentences = "".join(f"<li>{prose(each)}</li>" for each in finding_sentences(study))
    return (
        f"<h1>{escape(study.title)}</h1><p class='soft'>{escape(study.game.summary)} "
        f"{len(study.games)} games from {len(study.openings)} openings.</p>"
        f"<ul class='findings'>{sentences}</ul>"
    )


def _cards(study: Study) -> str:
    cards = [_card(study.figures[name]) for name in FIRST_FIGURES if name in study.figures]
    return f"<div class='cards'>{''.join(cards)}</div>" if cards else ""


def _card(figure: Figure) -> str:
    exact = exact_text(figure)
    badge = f"<span class='exact'>best play: {exact}</span>" if exact else ""
    return (
        f"<div class='card'><small>{escape(figure.label)}</small>"
        f"<b>{figure_text(figure)}</b>"
        f"<small>95 %: {interval_text(figure)}</small>{badge}</div>"
    )


def prose(text: str) -> str:
    """A text as HTML, in which numbers are not broken over two lines.

    >>> prose("16 000 < 3")
    '16\\xa0000 &lt; 3'
    """
    return escape(re.sub(r"(?<=\d) (?=\d{3}\b)", "\u00a0", text))


def panel(title: str, content: str, note: str = "") -> str:
    """A picture with a heading and a few words."""
    words = f"<p class='soft'>{prose(note)}</p>" if note else ""
    return f"<div class='panel'><h3>{escape(title)}</h3>{content}{words}</div>"


def _outcome(study: Study) -> str:
    rows, drawn = [], []
    for level in study.strengths:
        first, draws = level.figure("first_player"), level.figure("draws")
        note = f"{level.distinct} of {level.games} distinct"
        if first is not None:
            rows.append(Dot(level.name, _interval(first), note))
        if draws is not None:
            drawn.append(Dot(level.name, _interval(draws), note, "draws"))
    if not rows:
        return ""
    nodes = ", ".join(f"{level.name}: {player_name(level.nodes)}" for level in study.strengths if level.nodes)
    panels = [
        panel(
            "Score of the first player by strength",
            dot_plot("Score of the first player by strength", rows, PERCENT, middle=0.5, names=80),
            f"Both sides equally strong. {nodes}. On the right: distinct games among all.",
        ),
        panel("Draws by strength", dot_plot("Draws by strength", drawn, PERCENT, names=80)),
    ]
    endings = study.endings.most_common(MOST_ENDINGS)
    total = sum(study.endings.values())
    table = "".join(
        f"<tr><td>{escape(words)}</td><td class='number'>{100 * count / total:.0f} %</td></tr>"
        for words, count in endings
    )
    if endings:
        panels.append(panel("How games end among the strongest", f"<table>{table}</table>"))
    return f"<div class='panels'>{''.join(panels)}</div>"


def _first_moves(study: Study) -> str:
    board = Board(study.game)
    panels = []
    truth = study.truth
    if truth is not None and truth.proven_moves:
        picture = STYLE.sub("", draw_verdict(board, truth.verdict))
        known = f"{len(truth.proven_moves)} of {len(truth.moves)} first moves are proven"
        start = score_sentence(board, truth.start) if truth.points is not None else "The start is not proven."
        panels.append(
            panel(
                "What is true",
                picture,
                f"{start} {known}, by {truth.how}; the number is the plies to the end.",
            )
        )
    elif truth is not None and truth.points is not None:
        panels.append(panel("What is true", f"<p>{escape(score_sentence(board, truth.start))}</p>"))
    panels += _first_move_maps(study, board)
    moves, how = study.fairest
    if moves:
        panels.append(
            panel(
                "For a pie rule",
                f"<p>{escape(' '.join(moves[:24]))}</p>",
                f"The fairest first moves, if the second player may change sides after it ({how}).",
            )
        )
    return _side_by_side(board, panels)


def _side_by_side(board: Board, panels: Sequence[str]) -> str:
    """Boards beside each other, wide ones with more room."""
    is_wide = len(board.game.picture(board.position).columns) > WIDE
    kind = "panels" if is_wide else "maps"
    return f"<div class='{kind}'>{''.join(panels)}</div>" if panels else ""


def _first_move_maps(study: Study, board: Board) -> Iterator[str]:
    best: dict[str, float] = {}
    chosen: dict[str, float] = {}
    for each in study.first_moves:
        best[each.cell] = max(best.get(each.cell, 0.0), each.expected)
        chosen[each.cell] = chosen.get(each.cell, 0.0) + each.chosen
    judge = player_name((study.facts.get("first_moves") or {}).get("nodes", 0)).removesuffix(" a move")
    for title, values, note in (
        (
            "Worth of first moves",
            best,
            f"What the first player can expect in per cent, by a search of {judge}.",
        ),
        (
            "Choice of first moves",
            {cell: part for cell, part in chosen.items() if part},
            f"How often players with {player_name(study.settings.strongest)} choose it, in per cent.",
        ),
    ):
        labels = {cell: f"{100 * value:.0f}" for cell, value in values.items()}
        picture = draw_map(board, values, labels, title)
        if picture:
            yield panel(title, picture, note)
        elif values:
            rows = "".join(
                f"<tr><td>{escape(each.move)}</td><td class='number'>{100 * each.expected:.0f} %</td>"
                f"<td class='number'>{100 * each.chosen:.0f} %</td></tr>"
                for each in study.first_moves[:24]
            )
            head = "<thead><tr><th>move</th><th>expected</th><th>chosen</th></tr></thead>"
            yield panel("First moves", f"<table>{head}<tbody>{rows}</tbody></table>")
            return


def _shape(study: Study) -> str:
    games = [game for game in study.games_at(study.settings.strongest) if game.points is not None]
    if len(games) < 2:
        return ""
    lengths = histogram("Length of games", length_classes([game.plies for game in games]), "plies")
    panels = [
        panel("Length of games", lengths, f"Games of players with {player_name(study.settings.strongest)}.")
    ]
    curve = branching_curve(study)
    if len(curve) > 1:
        most = max(each.high for each in curve)
        ticks = [(0.0, "0"), (most / 2, f"{most / 2:.0f}"), (most, f"{most:.0f}")]
        panels.append(
            panel(
                "Legal moves as a game goes on",
                band_plot(
                    "Legal moves by ply",
                    curve,
                    "plies",
                    high=most,
                    ticks=ticks,
                    ends=("0", f"{len(curve) - 1}"),
                ),
                "As long as half of the games go on; the band is the interval.",
            )
        )
    return f"<div class='panels'>{''.join(panels)}</div>"


def branching_curve(study: Study) -> list[Interval]:
    """How many legal moves there are at each ply, as long as at least half of the games go on."""
    games = study.games_at(study.settings.strongest)
    curve = []
    for ply in range(max(len(game.choices) for game in games)):
        seen = [Observation(game.choices[ply], game.opening) for game in games if ply < len(game.choices)]
        found = mean(seen)
        if found is None or 2 * len(seen) < len(games):
            break
        curve.append(Interval(found.value, max(0.0, found.low), found.high))
    return curve


def _course(study: Study) -> str:
    rows = [
        Dot(figure.label, _interval(figure))
        for name in ("decisiveness", "settled", "drama", "deepest", "killer_moves", "clarity", "uncertainty")
        if (figure := study.figures.get(name))
    ]
    panels = []
    if curve := study.uncertainty_over_time:
        plot = band_plot(
            "Uncertainty over time", curve, "from the opening to the last move", ends=("0 %", "100 %")
        )
        panels.append(panel("Uncertainty over time", plot, "100 % is an even game, 0 % a settled one."))
    if rows:
        plot = dot_plot("The course of games", rows, PERCENT, names=210)
        panels.append(
            panel("The course of games", plot, f"Judged with {player_name(study.settings.strongest)}.")
        )
    return f"<div class='panels'>{''.join(panels)}</div>" if panels else ""


def _ladder(study: Study) -> str:
    rows = []
    for each in study.rungs:
        if each.score is None:
            continue
        upper, lower = (short_name(nodes) for nodes in (each.upper, each.lower))
        kind = "" if each.verdict == "rung" else "weak"
        rows.append(Dot(f"{upper} against {lower}", each.score, f"{each.verdict}, {each.pairs} pairs", kind))
    if not rows:
        return ""
    ticks = [(0.0, "0 %"), (0.25, "25 %"), (0.5, "50 %"), (0.6, "60"), (0.75, "75 %"), (1.0, "100 %")]
    plot = dot_plot("The ladder of strengths", rows[::-1], ticks, middle=0.6, names=160)
    note = (
        "The numbers are positions that each player looks at for a move; 1x is "
        f"{player_name(study.settings.base)}. It is a rung if a sequential test rejects "
        "60 % in favour of 75 %."
    )
    return f"<div class='panels'>{panel('Each strength against the rung below', plot, note)}</div>"


def _maps(study: Study) -> str:
    board = Board(study.game)
    panels = []
    for title, values, note in (
        (
            "Where games are decided",
            study.deciding_cells,
            "Of the won games, in per cent: where the move went after which the winner was settled.",
        ),
        ("How often cells are used", study.cell_use, "In how many games a move goes there, in per cent."),
    ):
        most = max(values.values(), default=0.0)
        labels = {cell: f"{100 * value:.0f}" for cell, value in values.items()}
        scaled = {cell: value / most for cell, value in values.items()} if most else {}
        if picture := draw_map(board, scaled, labels, title):
            panels.append(panel(title, picture, note))
    return _side_by_side(board, panels)


def _games(study: Study) -> str:
    shown: dict[tuple[str, ...], tuple[list[str], Course]] = {}
    for name, course in study.shown_games.items():
        shown.setdefault(course.game.moves, ([], course))[0].append(GAME_TITLES[name])
    panels = [_replay(study, " and ".join(titles).capitalize(), course) for titles, course in shown.values()]
    return f"<div class='panels'>{''.join(panels)}</div>" if panels else ""


def _replay(study: Study, title: str, course: Course) -> str:
    board = Board(study.game, course.game.moves)
    frames = game_frames(board)
    data = json.dumps({"moves": list(course.game.moves), "frames": frames}).replace("<", "\\u003c")
    curve = score_curve(
        f"What {study.game.players[0]} can expect", course.first, course.game.begin, course.game.plies
    )
    plies = course.game.plies
    last = f"{plies}. {course.game.moves[-1]}" if plies else "start"
    controls = (
        "<div class='controls'><button type='button' data-by='-1' aria-label='back'>‹</button>"
        f"<input type='range' min='0' max='{plies}' value='{plies}' aria-label='ply'>"
        "<button type='button' data-by='1' aria-label='forward'>›</button>"
        f"<span class='move'>{escape(last)}</span></div>"
    )
    begin, moves = course.game.begin, course.game.moves
    opening = f"Opening: {' '.join(moves[:begin])}. Then: " if begin else ""
    note = f"{board.outcome}. {opening}{' '.join(moves[begin:])}"
    return (
        f"<div class='panel replay'><h3>{escape(title)}</h3><div class='board'>{frames[-1]}</div>"
        f"{controls}{curve}"
        f"<p class='soft'>{escape(note)}</p><script type='application/json'>{data}</script></div>"
    )


def _table(study: Study) -> str:
    rows = []
    for figure in study.figures.values():
        cells = (figure_text(figure), interval_text(figure), exact_text(figure))
        rows.append(
            f"<tr><th>{escape(figure.label)}</th>"
            + "".join(f"<td class='number'>{cell}</td>" for cell in cells)
            + _soft_cells(DEFINITIONS[figure.name], figure.basis)
            + "</tr>"
        )
    for each in study.left_out:
        rows.append(
            f"<tr><th>{escape(each.label)}</th><td colspan='3' class='soft'>left out</td>"
            + _soft_cells(DEFINITIONS[each.name], each.why)
            + "</tr>"
        )
    head = "".join(f"<th>{words}</th>" for words in ("", "value", "95 %", "exact", "meaning", "from"))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class='scroll'>{table}</div>"


def _soft_cells(*texts: str) -> str:
    return "".join(f"<td class='soft'>{prose(each)}</td>" for each in texts)


def _method(study: Study) -> str:
    settings = study.settings
    distances = (study.facts.get("openings") or {}).get("distances", [0])
    players = ", ".join(f"{each.name} ({player_name(each.nodes)})" for each in study.strengths if each.nodes)
    truth = study.truth
    solver = "The solver did not come back in time."
    if truth is not None:
        positions = f"{truth.positions:,}".replace(",", " ")
        solver = f"The solver looked at {positions} positions in {truth.seconds:g} s, by {truth.how}."
    sentences = (
        f"Players: random moves, {players}; they choose by chance among moves that they hold to be equal. "
        f"Seed {settings.seed}.",
        f"Openings: {len(study.openings)}, the start among them; random moves, as many for each side, after "
        f"which a search of {settings.strongest} positions holds the game to stand as at the start "
        f"(at most {100 * max(distances):.0f} % of the bar away).",
        f"Judge: {player_name(settings.strongest)}. Its estimates become expected scores by a logistic curve "
        f"that was fitted to these results (scale {study.scale:.3g}); what is proven counts as proven.",
        "Intervals hold the truth with 95 %. Games from one opening are not independent: openings are units.",
        f"Games are cut off after {settings.longest} plies. {solver}",
    )
    return "".join(f"<p>{prose(each)}</p>" for each in sentences)


def _interval(figure: Figure) -> Interval:
    return Interval(figure.value, figure.low, figure.high)
