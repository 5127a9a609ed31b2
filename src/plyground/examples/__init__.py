"""Ten games that people know, each in one short file: to play, to read, and to begin your own from."""
