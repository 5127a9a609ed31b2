"""Boards as characters: how large a cell is, which part of a board is shown."""
