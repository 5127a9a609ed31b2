"""Solving on many workers: a manager with a tree of positions, and jobs that prove one position each."""
