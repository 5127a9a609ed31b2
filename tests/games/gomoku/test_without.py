"""The gomoku brain with one idea taken out: what is taken out has to exist."""

from __future__ import annotations

from importlib import import_module

import pytest

from benchmarks.gomoku_without import IDEAS
from plyground.contract import functions


@pytest.mark.parametrize("name", IDEAS)
def test_every_idea_names_what_there_is(name: str) -> None:
    idea = IDEAS[name]
    assert set(idea.functions) <= functions.keys()
    for module, attribute, _ in idea.replaced:
        assert hasattr(import_module(module), attribute), f"{module}.{attribute}"
