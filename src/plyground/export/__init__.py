"""Games as pages that need no server.

`plyground.export` is this package and also the function that makes a page: importing a package puts it under
its name into the one above, where `export(game)` is expected, so the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import OnProgress


class _Export(ModuleType):
    def __call__(self, game: str | Game, *, on_progress: OnProgress | None = None) -> str:
        """A page with a game in it, as HTML: see `plyground.export.one_file.export`."""
        from plyground.export.one_file import export

        return export(game, on_progress=on_progress)


sys.modules[__name__].__class__ = _Export
