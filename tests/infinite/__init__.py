"""Tests of the prover for the infinite board."""
