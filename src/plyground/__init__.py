"""Plyground plays, solves, analyses and teaches two-player board games.

>>> import plyground as pg
>>> board = pg.Board("noughts", "b2 a1")
>>> board.player
'X'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.arena.whole_tournament import tournament
    from plyground.board import Board, Outcome
    from plyground.catalogue import find, games
    from plyground.engine import Engine, Info, Line, Score
    from plyground.errors import BrokenGame, IllegalMove, IllegalPosition, PlygroundError, UnknownGame
    from plyground.export.one_file import export
    from plyground.game import Game
    from plyground.learn.learning import learn
    from plyground.mistakes import report
    from plyground.notebook.playable_board import play
    from plyground.solver.solver import Solver, solve
    from plyground.solver.verdict import MoveVerdict, Verdict

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BrokenGame",
    "Engine",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "Info",
    "Line",
    "MoveVerdict",
    "Outcome",
    "PlygroundError",
    "Score",
    "Solver",
    "UnknownGame",
    "Verdict",
    "export",
    "find",
    "games",
    "learn",
    "play",
    "report",
    "solve",
    "tournament",
]

_HOMES = {
    "tournament": "arena.whole_tournament",
    "Board": "board",
    "Outcome": "board",
    "find": "catalogue",
    "games": "catalogue",
    "Engine": "engine",
    "Info": "engine",
    "Line": "engine",
    "Score": "engine",
    "BrokenGame": "errors",
    "IllegalMove": "errors",
    "IllegalPosition": "errors",
    "PlygroundError": "errors",
    "UnknownGame": "errors",
    "export": "export.one_file",
    "Game": "game",
    "learn": "learn.learning",
    "report": "mistakes",
    "play": "notebook.playable_board",
    "Solver": "solver.solver",
    "solve": "solver.solver",
    "MoveVerdict": "solver.verdict",
    "Verdict": "solver.verdict",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"plyground.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
