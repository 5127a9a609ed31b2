"""The pictures in docs/ show the screens as they are now."""

from __future__ import annotations

import pytest

from tests.terminal.screen.make_snapshots import FOLDER, SHOTS, picture


@pytest.mark.parametrize("name", SHOTS)
def test_picture_is_up_to_date(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert picture(SHOTS[name]) == kept, "if this is meant: python -m tests.terminal.screen.make_snapshots"


def test_no_picture_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("screen-*.svg")} == set(SHOTS)
