"""Searches for many games at once: moves, analyses, reports."""
