"""Tournaments: players meet over and over from fair openings, and statistics say who is stronger."""
