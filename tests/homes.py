"""A user without a home folder."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import pytest


def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing say where the user's home folder is."""

    def unknown(user: int) -> NoReturn:
        raise KeyError(user)

    for name in list(os.environ):
        if name in ("HOME", "USERPROFILE", "LOCALAPPDATA") or name.startswith(("XDG_", "PLYGROUND_")):
            monkeypatch.delenv(name)
    if sys.platform != "win32":
        monkeypatch.setattr("pwd.getpwuid", unknown)
