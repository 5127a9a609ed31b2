"""How tests call the program: in this process, or as one of its own."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

OWN_GAME = str(Path(__file__).parents[1] / "data" / "lastone.py")
COMMAND = [sys.executable, "-m", "plyground"]


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Plyground = Callable[..., Answer]
