"""Wins that gomoku's engine reports, gone over by code that shares nothing with it."""
