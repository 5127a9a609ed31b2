"""Before the first game: players that answer differently in company are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.arena.answer_check import check_answers
from plyground.arena.executors import LocalExecutor
from plyground.arena.plan import plan_tournament
from plyground.arena.settings import GameLimits, TournamentSettings
from plyground.catalogue import find
from plyground.commands import arena as command
from plyground.errors import PlygroundError
from tests.arena.fakes import SEAT_FUNCTION

BOOK = [("b2", "a1"), ("a1", "b2"), ("a1", "c3")]


def problem(*players: str, patience: float = 300.0) -> str:
    limits = GameLimits(patience=patience)
    settings = TournamentSettings("noughts", players, games=6, openings="3", seed=5, limits=limits)
    return check_answers(settings, BOOK, SEAT_FUNCTION)


def test_a_player_that_moves_like_the_first_one_is_found() -> None:
    why = problem("plain", "mixed a", "mixed b")
    assert why.startswith("mixed b answers c3 alone, but b1 beside the other players"), why
    assert "\n" not in why
    assert problem("mixed b", "mixed a").startswith("mixed a answers ")


def test_a_player_that_thinks_like_the_first_one_is_found() -> None:
    assert problem("score a", "score b").startswith("score b answers b1 (+777) alone, but b1 (+0) beside")


def test_honest_players_pass() -> None:
    assert problem("1", "5", "perfect", "dice", "hoxo") == ""


def test_players_that_fail_or_never_repeat_themselves_are_left_for_the_games() -> None:
    assert problem("fickle", "crash", "nothing", "refuses", "unseatable", "mixed a") == ""
    assert problem("die", "plain") == ""


def test_nothing_is_begun_with_players_that_are_mixed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mixed_up(settings: TournamentSettings, openings: object) -> str:
        return check_answers(settings, BOOK, SEAT_FUNCTION)

    monkeypatch.setattr("plyground.arena.plan.check_answers", mixed_up)
    monkeypatch.setattr("plyground.arena.plan.check_players", lambda *asked: [])
    plan = plan_tournament(find("noughts"), ("mixed a", "mixed b"), openings="0", games=2)
    executor = LocalExecutor(1)
    try:
        with pytest.raises(PlygroundError, match="mixed b answers c3 alone"):
            command.begin(plan, tmp_path / "out", executor)
    finally:
        executor.close()
    assert not (tmp_path / "out").exists()
