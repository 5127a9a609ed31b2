"""Worked examples for docs/research.md: each trains something small within a minute."""
