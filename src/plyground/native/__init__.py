"""Compiling a game: Numba makes machine code of its rules and of the searches over them."""
