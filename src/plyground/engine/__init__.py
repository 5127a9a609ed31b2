"""The engine: search, table, threads and limits."""

from plyground.engine.engine import Engine, Info, Line
from plyground.score import Score

__all__ = ["Engine", "Info", "Line", "Score"]
