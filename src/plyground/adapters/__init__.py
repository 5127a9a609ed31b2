"""Plyground's games in the interfaces of other libraries: reinforcement learning and research."""
