"""The match between two versions of the engine, as far as it needs no engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.versions import Match, Played
from plyground.arena.sprt import Sprt

SETTINGS = {"new": "a", "old": "b"}
GAME = Played(0, True, 1.0, ("k11",), (3,), (0.5, 0.5), (100, 100))


def test_a_match_goes_on_after_its_last_whole_pair(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(path, SETTINGS, Sprt(0, 30))
    for points in (1.0, 0.0, 1.0, 0.5, 0.0):
        match.add(replace(GAME, points=points))
    assert match.pairs == [1.0, 1.5]
    again = Match(path, SETTINGS, Sprt(0, 30))
    assert again.pairs == match.pairs
    assert again.sprt.status == match.sprt.status
    assert again.text().startswith("+2 -1 =1, 62.5 %")


def test_a_game_without_its_pair_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(path, SETTINGS, Sprt(0, 30))
    match.add(GAME)
    match.add(GAME)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    again = Match(path, SETTINGS, Sprt(0, 30))
    assert again.pairs == []
    again.add(replace(GAME, points=0.0))
    again.add(replace(GAME, points=0.0))
    assert Match(path, SETTINGS, Sprt(0, 30)).pairs == [0.0]


def test_a_match_is_not_taken_up_with_other_settings(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Match(path, SETTINGS, Sprt(0, 30))
    with pytest.raises(SystemExit, match="other settings"):
        Match(path, SETTINGS | {"new": "c"}, Sprt(0, 30))
