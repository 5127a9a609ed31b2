"""Whole games against the golden playthroughs. `python -m tests.make_golden` writes them anew."""

from __future__ import annotations

import pytest

from plyground.catalogue import SHIPPED
from tests.make_golden import FOLDER, VARIANTS, playthrough


@pytest.mark.parametrize("name", SHIPPED)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(VARIANTS.get(name, name)) == golden
