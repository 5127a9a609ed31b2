"""The line on a terminal that changes, and nothing of it where there is no terminal."""

from __future__ import annotations

import pytest

from plyground.catalogue import find
from plyground.commands.output import StatusLine, compiling


def test_a_line_is_replaced_and_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "12")
    with StatusLine() as line:
        line.show("a long line, cut off")
        line.show("short")
    assert capsys.readouterr().err == "\ra long line\rshort      \r     \r"


def test_nothing_is_written_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling(find("noughts")):
        pass
    assert capsys.readouterr() == ("", "")
