"""What results show of themselves in a notebook, and what they say where there is no front end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from IPython.core.formatters import format_display_data

import plyground as pg
from plyground.notebook.live_line import show_live
from plyground.solver.verdict import Verdict

SVG = "{http://www.w3.org/2000/svg}"
COLUMNS = str(Path(__file__).parents[1] / "data" / "games" / "columns.py")
WIDGET = "application/vnd.jupyter.widget-view+json"


def shown(result: object) -> dict[str, Any]:
    """What a notebook is given to show of a result."""
    data: dict[str, Any] = format_display_data(result)[0]
    return data


def texts(svg: str) -> list[str]:
    """The words in a picture, titles included."""
    return [each.text or "" for each in ElementTree.fromstring(svg).iter() if (each.text or "").strip()]


def test_a_verdict_draws_every_move_that_it_knows() -> None:
    board = pg.Board("noughts", "a1 b1")
    verdict = pg.solve(board, every=True)
    board.push("c3")
    svg = verdict.plot().svg
    root = ElementTree.fromstring(svg)
    titles = [each.text for each in root.iter(f"{SVG}title")]
    assert {str(each).split()[0] for each in titles[1:]} == set(pg.Board("noughts", "a1 b1").legal_moves)
    paper = next(each for each in root.iter(f"{SVG}rect") if each.get("class") == "paper")
    assert paper.get("height") == root.get("height")
    assert shown(verdict)["image/svg+xml"] == svg


def test_a_verdict_without_values_of_moves_draws_the_best() -> None:
    verdict = pg.solve(pg.Board("noughts", "a1 b1"))
    assert f"{verdict.line[0]} win in 5 plies" in texts(verdict.plot().svg)
    alone = Verdict(verdict.score, verdict.line, (), 0, 0.0, "search")
    with pytest.raises(pg.PlygroundError, match=r"has no board to draw; solve\(\) gives one"):
        alone.plot()


def test_a_plot_is_saved(tmp_path: Path) -> None:
    plot = pg.solve(pg.Board("noughts", "a1 b1 b2 c1")).plot()
    plot.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == plot.svg
    with pytest.raises(pg.PlygroundError, match="cannot write"):
        plot.save(tmp_path / "missing" / "deep" / "a.svg")
    assert "save(FILE.svg)" in repr(plot)


def test_a_report_draws_a_bar_for_each_position_and_names_mistakes() -> None:
    report = pg.report(pg.Board("noughts", "a1 b1 b2 c1 c3"), nodes=10_000)
    words = texts(report.plot().svg)
    assert [word for word in words if word.startswith("after 0")] == ["after 0 moves: proven: a draw"]
    assert sum(word.startswith("after ") for word in words) == 6
    assert report.mistakes[0].sentence in words
    assert "estimated" not in words, "every position of it is proven"
    with pytest.raises(pg.PlygroundError, match="needs a game with a move"):
        pg.report(pg.Board("noughts"))


def test_an_analysis_ends_as_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    engine = pg.Engine(pg.find("noughts"), memory=1)
    analysis = engine.analyse(pg.Board("noughts", "a1 b1"), depth=9)
    show_live(analysis)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(": b2 c3 a3 c1 a2") or "X wins in 5 plies" in lines[0]
    assert analysis.last is not None
    assert list(analysis) == []
    assert engine.search(pg.Board("noughts"), depth=2).depth == 2, "the engine is free again"


def test_an_analysis_that_is_iterated_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    depths = [info.depth for info in pg.Engine(pg.find("noughts"), memory=1).analyse(pg.Board(), depth=3)]
    assert depths == sorted(depths)
    assert capsys.readouterr().out == ""


def test_a_board_to_play_has_a_widget_a_frame_and_one_line() -> None:
    board = pg.Board("noughts", "b2")
    played = pg.play(board, level="perfect")
    bundle = shown(played)
    assert set(bundle) == {WIDGET, "text/html", "text/plain"}
    assert bundle["text/html"].startswith('<iframe title="Noughts and crosses" sandbox="allow-scripts')
    assert len(bundle["text/plain"].splitlines()) == 1
    assert "plyground play noughts" in bundle["text/plain"]
    courier = played.courier()
    assert courier is not None
    assert courier.seats == ["perfect", "human"]
    courier.moves = ["b2", "a1", "c3"]  # as the front end does
    assert played.moves == ("b2", "a1", "c3")
    assert played.board.player == "O"
    assert board.history == ("b2",)


def test_without_anywidget_the_frame_says_what_to_install() -> None:
    program = (
        "import sys, json; sys.modules['anywidget'] = None\n"
        "import plyground as pg\n"
        "shown = pg.play('noughts')._repr_mimebundle_()[0]\n"
        "print(json.dumps({kind: text[-90:] for kind, text in shown.items()}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    bundle = json.loads(done.stdout)
    assert set(bundle) == {"text/html", "text/plain"}
    assert "pip install 'plyground[notebook]'" in bundle["text/html"]


@pytest.mark.parametrize(
    ("board", "options", "words"),
    [
        ("noughts", {"level": 7}, "there is no level '7'; there are 1, 2, 3, 4, 5, perfect"),
        ("noughts", {"side": "Z"}, "there is no side 'Z'; there are X and O"),
        ("noughts", {"height": 20}, "write 200 or more"),
        (COLUMNS, {}, f"{COLUMNS} cannot be exported: what the move "),
        ("nonsense", {}, "there is no game 'nonsense'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(board: str, options: Any, words: str) -> None:
    with pytest.raises(pg.PlygroundError) as caught:
        pg.play(board, **options)
    assert words in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_position_that_was_set_up_is_refused() -> None:
    with pytest.raises(pg.PlygroundError, match="needs the moves"):
        pg.play(pg.Board("noughts", position="3/1X1/3 O"))
