"""Plyground on the full screen: a menu, a board with a cursor, and what stands beside it."""
