"""What a tournament looks like: as text, as a picture, for programs, and while it runs."""

from __future__ import annotations

import io
import json
from xml.etree import ElementTree

import pytest
from rich.console import Console

from plyground import tournament_report as report
from plyground.arena.folder import GameResult
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.arena.sprt import Sprt
from plyground.arena.standings import Standings
from plyground.arena.tournament import TournamentState
from plyground.ratings_picture import ratings_svg, shorten_name, tick_step
from plyground.terminal.tournament_progress import LiveTable, print_game

NAMES = ("strong", "brain:./x [bold] <&>", "weak|er")


def result(number: int, first: str, second: str, told: str, fault: str = "") -> GameResult:
    return GameResult(number, number // 2, first, second, told, "some reason", fault, 9, f"{number % 5}")


def games() -> list[GameResult]:
    strong, odd, weak = NAMES
    return [
        result(0, strong, odd, "1-0"),
        result(1, odd, strong, "1/2-1/2"),
        result(2, strong, weak, "1-0"),
        result(3, weak, strong, "0-1", "time"),
        result(4, odd, weak, "1/2-1/2"),
        result(5, weak, odd, "1-0"),
        result(6, strong, odd, "0-1", "crash"),
        result(7, odd, strong, "0-1", "crash"),
    ]


def state(results: list[GameResult] | None = None) -> TournamentState:
    settings = TournamentSettings(
        "noughts", NAMES, games=4, openings="2", seed=3, limits=GameLimits(seconds=0.5)
    )
    return TournamentState(settings, tuple(games() if results is None else results), 12)


def test_the_report() -> None:
    assert (
        report.report_text(state())
        == """\
noughts, 8 of 12 games, 0.5 s a move, seed 3

   player                games  won  drawn  lost  score   Elo  95 %  as first  as second
1  strong                    6    4      1     1   75.0  +127  ±298     2-0-1      2-1-0
2  weak|er                   4    1      1     2   37.5   -64  ±426     1-0-1      0-1-1
3  brain:./x [bold] <&>      6    1      2     3   33.3   -64  ±255     0-2-1      1-0-2

Points of each row against each column
   player                    1      2      3
1  strong                    -    2/2  2.5/4
2  weak|er                 0/2      -  1.5/2
3  brain:./x [bold] <&>  1.5/4  0.5/2      -

strong lost 1 by crash
weak|er lost 1 by time
brain:./x [bold] <&> lost 1 by crash
"""
    )


def test_two_players_are_compared_in_words() -> None:
    settings = TournamentSettings("noughts", ("a", "b"), games=6, openings="1", seed=1, sprt=(0.0, 50.0))
    results = [result(n, "ab"[n % 2], "ba"[n % 2], "1-0") for n in range(5)] + [result(5, "b", "a", "0-1")]
    test = Sprt(0.0, 50.0)
    test.update([1.0, 1.0, 2.0])
    said = report.remarks(TournamentState(settings, tuple(results), 6, left_out=2, sprt=test.status))
    assert said[0].startswith("a against b: +120 ±")
    assert said[0].endswith(" %")
    assert said[1].startswith("SPRT: a against b: not decided between +0 Elo and +50 Elo (LLR 0.")
    assert said[2] == "2 more games had begun before that was decided; they do not count"
    assert (
        said[3:] == ["1 games were move for move like an earlier one of the same players"] or len(said) == 3
    )


def test_ratings_that_cannot_be_measured_are_called_rough() -> None:
    said = report.remarks(state(games()[2:4]))
    assert any("the ratings rest on an added draw and are rough" in line for line in said)


def test_games_that_repeat_are_counted() -> None:
    one = result(0, "strong", "weak|er", "1-0")
    twin = result(10, "strong", "weak|er", "1-0")
    assert Standings(NAMES, [one, twin]).repeated == 1
    assert any(line.startswith("1 games were move for move") for line in report.remarks(state([one, twin])))


def test_for_programs() -> None:
    told = json.loads(json.dumps(report.report_json(state())))
    assert [player["name"] for player in told["players"]] == list(NAMES)
    assert told["players"][0]["as_first"] == {"wins": 2, "draws": 0, "losses": 1}
    assert told["players"][0]["forfeits"] == {"crash": 1}
    assert told["points"][0] == [0, 2.5, 2]
    assert (told["games"], told["of"], told["sprt"]) == (8, 12, None)


@pytest.mark.parametrize("results", [None, [], games()[:1]])
def test_the_picture(results: list[GameResult] | None) -> None:
    standings = state(results).standings
    root = ElementTree.fromstring(ratings_svg(standings, "a <title> & more"))
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "a <title> & more" in texts
    assert [text for text in texts if text in NAMES] == [NAMES[index] for index in standings.order]
    dots = [float(dot.attrib["cx"]) for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(dots) == 3
    assert dots == sorted(dots, reverse=True)
    width = float(root.attrib["width"])
    assert all(0 < dot < width for dot in dots)


def test_marks_are_few_and_round() -> None:
    for span in (1, 7, 40, 99, 350, 1200, 5000):
        step = tick_step(-span / 2, span / 2)
        assert 1 <= span / step <= 6.1
        assert str(int(step)).strip("0") in ("1", "2", "5")


def test_a_long_name_is_cut_in_the_middle() -> None:
    assert (
        shorten_name("ugi:/a/very/long/path/to/some/program --with options")
        == "ugi:/a/very/lo…rogram --with options"
    )


def test_the_live_table_shows_names_as_they_are() -> None:
    console = Console(width=140, file=io.StringIO())
    console.print(LiveTable().render(state()))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert all(name in shown for name in NAMES)
    assert "8 of 12 games" in shown
    assert "--resume goes on" in shown


def test_the_live_table_is_not_drawn_too_often() -> None:
    drawing = LiveTable()
    assert drawing.is_due(state())
    assert not drawing.is_due(state())


def test_elsewhere_a_game_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_game(state(), None)
    print_game(state(), games()[3])
    assert capsys.readouterr().err == "game 4 (8 of 12): weak|er against strong: 0-1 (some reason)\n"


def test_the_live_table_fits_a_small_terminal() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(LiveTable().render(state(games()[:3])))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert any("as first" in line and "as second" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)
