"""What is measured for docs/arena.md, tried with numbers small enough for a test."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from benchmarks import arena
from plyground.arena.folder import TournamentFolder
from plyground.arena.pairing import schedule
from plyground.arena.referee import FinishedGame
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.records import Played, Record
from tests.samples import record_of


def called(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["arena", *arguments])
    arena.main()


def test_levels_are_measured_and_written_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "arena.md"
    shutil.copy(arena.PAGE, page)
    results = ["--results", str(tmp_path / "results")]
    called(monkeypatch, "play", "levels", "--only", "noughts", "--games", "2", *results)
    assert "20 of 20 games" in capsys.readouterr().out
    called(monkeypatch, "write", *results, "--page", str(page))
    text = page.read_text(encoding="utf-8")
    table = text.partition("<!-- levels -->")[2].partition("<!-- end of levels -->")[0]
    assert table.count("| noughts |") == 5
    assert "Not measured yet: squava, numerical, gomoku, squeeze." in table
    before, after = (each.partition("<!-- classics -->")[0] for each in (arena.PAGE.read_text("utf-8"), text))
    assert before == after


def test_what_cannot_be_played_is_left_out_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(arena.CLASSICS, "noughts", "nobody")
    called(monkeypatch, "play", "classics", "--only", "noughts", "--results", str(tmp_path))
    assert capsys.readouterr().err.startswith("classics noughts: there is no player 'nobody'")


def test_classics_make_a_row_and_lost_games_are_explained(tmp_path: Path) -> None:
    wanted = arena.Measurement("classics", "noughts")
    settings = wanted.settings(games=2, seconds=0.5, seed=1)
    folder = TournamentFolder.begin(wanted.folder(tmp_path), settings, [("a1", "b1")])
    for pairing, moves in zip(schedule(2, 2), ("a1 b1 c3 b2 c1 b3", "a1 b1 c3 b2 a3 c2 a2"), strict=True):
        names = (settings.players[pairing.first], settings.players[pairing.second])
        folder.add_game(pairing, FinishedGame(pairing.number, record_of(Board("noughts", moves), names)))
    folder.release()
    state = arena.measured(wanted, tmp_path)
    assert state is not None
    assert arena.classics_row(state) == (
        *("noughts", "hoxo", "0", "0", "2", "0.0", "0-0-1", "0-0-1"),
        "0.5 s a move",
    )
    explained = list(arena.losses(wanted, tmp_path, seconds=5))
    assert len(explained) == 2
    assert explained[0].endswith(": not proven lost before move 5 c1; the judge plays b3 there (draw)")


def test_a_game_that_was_lost_from_its_opening_is_called_so() -> None:
    moves = tuple(Played(move, comment="opening") for move in ("a1", "b1", "a3", "a2", "b2"))
    record = Record("noughts", ("a", "b"), (*moves, Played("c1"), Played("c3")), "1-0")
    judge = Engine(find("noughts"), memory=4)
    assert arena.explained(judge, record, 1, 5) == "proven lost from its opening a1 b1 a3 a2 b2"


def test_only_the_engine_is_told_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "seat", lambda who, game, **options: options)
    game = find("noughts")
    told = [arena.seat_at_own_pace(who, game, seconds=1.0, seed=2) for who in (arena.ENGINE, "hoxo")]
    assert told == [{"seconds": 1.0, "seed": 2}, {"seconds": None, "seed": 2}]
