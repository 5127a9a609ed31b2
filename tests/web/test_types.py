"""The page's types are those of the server."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")

from tests.web.make_types import TYPES, types_text


def test_types_are_up_to_date() -> None:
    """If this fails, run `python -m tests.web.make_types` and read the difference."""
    assert TYPES.read_text(encoding="utf-8") == types_text()
