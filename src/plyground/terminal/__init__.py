"""Plyground on a terminal: a plain game, reports and measurements as text."""
