"""Gomoku from its patterns to its engine."""
