"""Proofs that another program can check: a strategy written down move by move."""
