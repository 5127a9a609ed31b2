"""A tournament on disk: whole at every moment, one at a time, and taken up as it was begun."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.arena.folder import INDEX, OPENINGS, SETTINGS, TournamentFolder
from plyground.arena.pairing import Pairing, schedule
from plyground.arena.referee import FinishedGame
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.records import load_record
from tests.samples import record_of

SETTINGS_HERE = TournamentSettings("noughts", ("1", "./my player.py"), games=4, openings="2", seed=7)
BOOK = [("b2", "a1"), ("a1", "b2")]
PLAN = list(schedule(2, 4))


def finished(pairing: Pairing, moves: str = "a1 a2 b1 b2 c1") -> FinishedGame:
    names = SETTINGS_HERE.players
    record = record_of(Board("noughts", moves), (names[pairing.first], names[pairing.second]))
    return FinishedGame(pairing.number, record)


def begun(path: Path) -> TournamentFolder:
    return TournamentFolder.begin(path, SETTINGS_HERE, BOOK, ["draw", "draw"])


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    folder = begun(tmp_path / "new" / "folder")
    for pairing in PLAN[:3]:
        folder.add_game(pairing, finished(pairing))
    folder.release()
    again = TournamentFolder.resume(tmp_path / "new" / "folder")
    assert again.settings == SETTINGS_HERE
    assert list(again.openings) == BOOK
    assert again.results == folder.results
    assert [again.results[number].points for number in range(3)] == [1.0, 1.0, 1.0]
    assert again.results[2].opening == 1
    record = load_record(again.game_path(1))
    assert (record.players, record.result) == (("./my player.py", "1"), "1-0")
    again.release()


def test_a_game_is_never_counted_twice(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    assert folder.add_game(PLAN[0], finished(PLAN[0])) is not None
    assert folder.add_game(PLAN[0], finished(PLAN[0], "a1 a2 b1 b2 c3 c2")) is None
    assert folder.results[0].result == "1-0"
    assert len((tmp_path / INDEX).read_text().splitlines()) == 1
    folder.release()


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_half_a_line_is_forgotten(cut: int, tmp_path: Path) -> None:
    folder = begun(tmp_path)
    for pairing in PLAN[:2]:
        folder.add_game(pairing, finished(pairing))
    folder.release()
    whole = (tmp_path / INDEX).read_bytes()
    (tmp_path / INDEX).write_bytes(whole[:-cut])
    again = TournamentFolder.resume(tmp_path)
    assert list(again.results) == [0]
    again.add_game(PLAN[1], finished(PLAN[1]))
    again.release()
    assert (tmp_path / INDEX).read_bytes() == whole


def test_a_second_copy_is_refused(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    with pytest.raises(PlygroundError, match="another tournament is running in"):
        TournamentFolder.resume(tmp_path)
    folder.release()
    TournamentFolder.resume(tmp_path).release()


def test_an_old_tournament_is_not_overwritten(tmp_path: Path) -> None:
    begun(tmp_path).release()
    with pytest.raises(PlygroundError, match="already holds a tournament; add --resume"):
        begun(tmp_path)


def test_a_start_that_was_cut_short_can_be_made_again(tmp_path: Path) -> None:
    begun(tmp_path).release()
    (tmp_path / SETTINGS).unlink()
    begun(tmp_path).release()


def test_there_must_be_something_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match=r"there is no tournament in .* leave out --resume"):
        TournamentFolder.resume(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (replace(SETTINGS_HERE, games=6), "games 4, not 6"),
        (replace(SETTINGS_HERE, players=("1", "2")), "players 1 ./my player.py, not 1 2"),
        (replace(SETTINGS_HERE, seed=8), "seed 7, not 8"),
        (replace(SETTINGS_HERE, gauntlet=True), "gauntlet off, not on"),
        (replace(SETTINGS_HERE, sprt=(0.0, 5.0)), "sprt unlimited, not 0.0 5.0"),
        (replace(SETTINGS_HERE, limits=GameLimits(seconds=1.0)), "seconds unlimited, not 1.0"),
        (replace(SETTINGS_HERE, limits=GameLimits(nodes=5)), "nodes unlimited, not 5"),
    ],
)
def test_other_settings_are_refused(other: TournamentSettings, what: str, tmp_path: Path) -> None:
    folder = begun(tmp_path)
    folder.check_settings(SETTINGS_HERE)
    with pytest.raises(PlygroundError) as error:
        folder.check_settings(other)
    assert f"was begun with {what}; go on with the same settings" in str(error.value)
    folder.release()


@pytest.mark.parametrize("settings", [SETTINGS_HERE, replace(SETTINGS_HERE, sprt=(0.0, 5.0), gauntlet=True)])
def test_settings_come_back_from_the_file(settings: TournamentSettings, tmp_path: Path) -> None:
    TournamentFolder.begin(tmp_path, settings, BOOK).release()
    again = TournamentFolder.resume(tmp_path)
    assert again.settings == settings
    again.release()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (SETTINGS, "{}"),
        (SETTINGS, "[1]"),
        (SETTINGS, "nonsense"),
        (SETTINGS, '{"plyground arena": 2}'),
        (SETTINGS, '{"plyground arena": 1, "sprt": null}'),
        (INDEX, "{}\n"),
        (INDEX, '"text"\n'),
        (INDEX, json.dumps({"number": 0, "result": "*"}) + "\n"),
        (OPENINGS, "z9\n"),
    ],
)
def test_damage_is_told_in_one_line(name: str, text: str, tmp_path: Path) -> None:
    begun(tmp_path).release()
    (tmp_path / name).write_text(text)
    with pytest.raises(PlygroundError) as error:
        TournamentFolder.resume(tmp_path)
    assert "\n" not in str(error.value)
    begun_again = TournamentFolder.begin(tmp_path / "other", SETTINGS_HERE, BOOK)
    begun_again.release()


def test_a_full_disk_keeps_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    folder = begun(tmp_path)
    folder.add_game(PLAN[0], finished(PLAN[0]))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(PlygroundError, match="No space left on device; the games up to now are kept"):
            folder.add_game(PLAN[1], finished(PLAN[1]))
        with pytest.raises(PlygroundError, match="cannot write"):
            folder.write("table.txt", "table")
        with pytest.raises(PlygroundError, match="cannot write"):
            TournamentFolder.begin(tmp_path / "other", SETTINGS_HERE, BOOK)
    folder.release()
    again = TournamentFolder.resume(tmp_path)
    assert list(again.results) == [0]
    again.release()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": ("1",)}, "at least two players"),
        ({"players": ("1", "2", "1")}, "'1' is there twice"),
        ({"games": 5}, "--games must be even"),
        ({"games": 0}, "--games must be at least 2"),
        ({"players": ("1", "2", "3"), "sprt": (0.0, 5.0)}, "--sprt compares two players, not 3"),
        ({"sprt": (5.0, 5.0)}, "the smaller one first"),
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(PlygroundError) as error:
        replace(SETTINGS_HERE, **wrong)  # type: ignore[arg-type]
    assert why in str(error.value)


def test_every_player_of_every_game_has_a_seed_of_his_own() -> None:
    seeds = {SETTINGS_HERE.seed_for(number, side) for number in range(500) for side in (0, 1)}
    assert len(seeds) == 1000
    assert replace(SETTINGS_HERE, seed=8).seed_for(0, 0) not in seeds
