"""Records that the tests of both terminals take up again: every header, times, comments, unknown players."""

from __future__ import annotations

from pathlib import Path

UNDER_WAY = """\
plyground record 1
game: noughts
position: 3/1X1/3 O
first: Ada
second: hal 9000
began: 2026-01-31T18:30:00+01:00
result: *
comment: an odd one

1. a1  3.5s  ; the corner
2. c3
3. a3  0.25s  ; blocked
"""

ENDED = UNDER_WAY.replace("result: *", "result: 1-0\nreason: O lost on time")

COMPUTER_BEGAN = """\
plyground record 1
game: noughts
first: level 1
second: human
began: 2026-01-31T18:30:00+01:00
result: *

1. b2  0.8s  ; the centre
"""


def put_under_way(folder: Path, text: str) -> Path:
    """Put a record among the games under way, and return its file."""
    file = folder / "under-way" / "a-game.ply"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file
