"""The engine: search, table, threads and limits."""

from plyground.engine.engine import Engine
from plyground.engine.info import Info, Line, SearchLimits, final_info
from plyground.score import Score

__all__ = ["Engine", "Info", "Line", "Score", "SearchLimits", "final_info"]
