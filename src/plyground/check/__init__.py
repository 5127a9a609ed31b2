"""Checking that a game keeps the laws of the contract: `plyground check`."""

from plyground.check.checker import Report, Violation, check_game

__all__ = ["Report", "Violation", "check_game"]
