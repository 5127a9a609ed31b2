"""Five in a row on the infinite board: the search for a proof that the first player wins."""
