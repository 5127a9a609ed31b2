"""Depth-first proof-number search: proofs without an evaluation."""
