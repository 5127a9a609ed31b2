"""A function that calls a command and gives what it answers."""

from __future__ import annotations

import pytest

from plyground.commands.main import run
from tests.commands.program import Answer, Plyground


@pytest.fixture
def plyground(capsys: pytest.CaptureFixture[str]) -> Plyground:
    def call(*arguments: str) -> Answer:
        code = run(arguments)
        printed = capsys.readouterr()
        return Answer(code, printed.out, printed.err)

    return call
