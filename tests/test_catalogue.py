"""Finding games by name, in files and in installed packages, and refusing what is broken."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plyground import BrokenGame, UnknownGame, catalogue, find, games
from plyground.board import Board
from plyground.engine.perft import perft
from plyground.game_checks import check_game
from plyground.games.noughts import Noughts
from plyground.web.games.allowed_games import AllowedGames

STONES = Path(__file__).parent / "data" / "games" / "stones.py"


def test_games_can_be_listed_before_and_after_one_is_loaded() -> None:
    script = (
        "import plyground as pg; a = pg.games(); import plyground.games; assert pg.games() == a; print(*a)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split()[:4] == ["noughts", "squava", "numerical", "squeeze"]


def test_every_shipped_game_is_listed_and_found() -> None:
    assert list(games())[:4] == ["noughts", "squava", "numerical", "squeeze"]
    for name, kind in games().items():
        assert isinstance(find(name), kind)
        check_game(find(name))


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("noughts:3x3", "noughts"),
        ("noughts:row=4,5x5", "noughts:5x5,row=4"),
        ("noughts:misere", "noughts:misere"),
        ("squava:5x5", "squava"),
        ("numerical:4x4", "numerical"),
        ("squeeze:limit=50", "squeeze"),
        ("squeeze:4x5,limit=0", "squeeze:4x5,limit=0"),
    ],
)
def test_names_are_canonical(name: str, canonical: str) -> None:
    assert find(name).full_name == canonical
    assert find(name) == find(canonical)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("chess", "there is no game 'chess'; there are noughts, squava, numerical, squeeze"),
        ("", "there is no game ''"),
        ("noughts:", "no variant behind it"),
        ("noughts:9x9", "at most 64 cells"),
        ("noughts:0x3", "at most 64 cells"),
        ("noughts:2x2", "row=3 does not fit on 2x2"),
        ("noughts:row=9", "row=9 does not fit on 3x3"),
        ("noughts:row=1", "row=N from 2 to 64"),
        ("noughts:4x4,5x5", "sets size twice"),
        ("noughts:blue", "has no variant 'blue'"),
        ("noughts:4x4,", "has no variant ''"),
        ("squava:3x3", "from 4x4 to 8x8"),
        ("numerical:5x5", "4x4 or 3x3"),
        ("squeeze:2x2", "from 3x3 to 8x8"),
        ("squeeze:limit=-1", "has no variant 'limit=-1'"),
        ("./nowhere.py", "there is no game file './nowhere.py': No such file or directory"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(name: str, why: str) -> None:
    with pytest.raises(UnknownGame) as refusal:
        find(name)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_is_a_game_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    shutil.copy(STONES, file)
    game = find(f"{file}:5x4")
    assert (game.columns, game.rows) == (5, 4)
    assert game.full_name == f"{file}:5x4"
    assert find(game.full_name) == game
    assert list(perft(Board(game), 2)) == [20, 380]


def test_a_changed_file_is_loaded_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = STONES.read_text()
    file.write_text(text)
    assert find(str(file)).title == "Stones"
    file.write_text(text.replace('title = "Stones"', 'title = "Pebbles"'))
    assert find(str(file)).title == "Pebbles"


def test_a_change_within_a_second_that_keeps_the_length_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "mine.py"
    text = STONES.read_text()
    for title in ("Stones", "Marble"):
        file.write_text(text.replace('title = "Stones"', f'title = "{title}"'))
        os.utime(file, (10**9, 10**9))
        assert find(str(file)).title == title
    assert not (tmp_path / "__pycache__").exists()


def test_files_whose_classes_look_alike_do_not_mix(tmp_path: Path) -> None:
    """Same names, same fields, other rules: each gets a kernel of its own."""
    counts = []
    for length in (3, 2, 3):
        file = tmp_path / f"rows_of_{length}.py"
        file.write_text(STONES.read_text().replace("LENGTH = 3", f"LENGTH = {length}"))
        counts.append(perft(Board(str(file), "a1 d4"), 2))
    assert [*map(tuple, counts)] == [(14, 182), (14, 143), (14, 182)]


def test_a_game_of_an_installed_package_is_found_by_its_name(tmp_path: Path) -> None:
    shutil.copy(STONES, tmp_path / "pebbles.py")
    about = tmp_path / "pebbles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{catalogue.ENTRY_POINTS}]\npebbles = pebbles:Stones\n")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    run = subprocess.run(
        [sys.executable, "-m", "plyground", "perft", "pebbles:3x3", "3"],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "1 9\n2 72\n3 504\n"


def test_what_an_installed_package_offers_must_be_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint(
        "crosses", "plyground.games.noughts:Noughts", catalogue.ENTRY_POINTS
    )
    bad = importlib.metadata.EntryPoint("bad", "plyground.games.noughts:Rules", catalogue.ENTRY_POINTS)
    gone = importlib.metadata.EntryPoint("gone", "no.such.module:Game", catalogue.ENTRY_POINTS)
    found = {each.name: each for each in (point, bad, gone)}
    monkeypatch.setattr(catalogue, "_entry_points", lambda: found)
    assert isinstance(find("crosses:4x4"), Noughts)
    assert find("crosses:4x4").full_name == "crosses:4x4"
    with pytest.raises(BrokenGame, match="'bad' is not a subclass"):
        find("bad")
    with pytest.raises(BrokenGame, match="'gone' cannot be loaded"):
        find("gone")


def test_another_process_finds_a_game_to_which_a_server_has_given_a_name() -> None:
    game = AllowedGames([str(STONES)]).find("stones:3x3")
    assert game.full_name == "stones:3x3"
    again = find(catalogue.name_elsewhere(game))
    assert (type(again), again.variant) == (type(game), game.variant)
