"""Complete small games to begin from, one for each kind: `plyground new` copies one under a name of yours."""
