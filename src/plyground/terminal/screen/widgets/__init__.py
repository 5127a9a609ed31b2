"""The parts of a screen: the board, the moves, the seats, the engine."""
