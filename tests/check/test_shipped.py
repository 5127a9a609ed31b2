"""Everything that ships keeps every law of the contract."""

from __future__ import annotations

import pytest

from plyground.catalogue import EXAMPLES, SHIPPED, find
from plyground.check import check_game

VARIANTS = (
    *SHIPPED,
    *EXAMPLES,
    *("noughts:misere", "squava:4x4", "numerical:3x3", "squeeze:3x3,limit=0", "gomoku:5x5", "nim:misere"),
)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_law_is_kept(name: str) -> None:
    report = check_game(find(name), budget=0.4)
    assert report.violations == ()
    assert report.games >= report.plain_games >= 1
