"""Checking proofs of results with plain models of the rules, and nothing else of this package."""
