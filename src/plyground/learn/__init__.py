"""Evaluations learned from self-play.

`plyground.learn` is this package and also the function that learns: importing a package puts it under its
name into the one above, where `learn(game)` is expected, so the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.learn.learning import Learning


class _Learn(ModuleType):
    def __call__(self, game: str | Game, **options: Any) -> Learning:
        """Learn an evaluation: see `plyground.learn.learning.learn`."""
        from plyground.learn.learning import learn

        return learn(game, **options)


sys.modules[__name__].__class__ = _Learn
