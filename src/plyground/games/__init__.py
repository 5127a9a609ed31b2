"""The games that ship with Plyground, one file each.

`plyground.games` is this package and also the function that lists all games: importing a package puts it
under its name into the one above, where `games()` is expected, so the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Games(ModuleType):
    def __call__(self) -> dict[str, Any]:
        """Every game that can be played by name: see `plyground.catalogue.games`."""
        from plyground.catalogue import games

        return {**games()}


sys.modules[__name__].__class__ = _Games
