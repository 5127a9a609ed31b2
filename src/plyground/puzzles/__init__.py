"""Puzzles: positions with a task whose answer is proven, made for any game, to be solved and repeated."""
