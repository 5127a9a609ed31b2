"""Why is this move bad? Claims that are verified on the board, each with a line to play through."""
