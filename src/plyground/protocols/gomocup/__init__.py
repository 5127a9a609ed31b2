"""The Gomocup protocol: gomoku for other programs, and other programs for gomoku."""
