"""A game as a WebAssembly module: its rules, engine and prover, compiled by Numba for browsers."""
