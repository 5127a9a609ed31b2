"""The idea of Piskworky behind the Gomocup protocol, as an opponent: `python -m benchmarks.piskworky_brain`.

Two plies over the cells next to stones, judged by windows of five, as `plyground.players.classics.piskworky`
plays it on the endless field; here on a board.
"""

from __future__ import annotations

from plyground.board import Board
from plyground.players.classics.piskworky import Piskworky
from plyground.protocols.gomocup.server import serve
from plyground.protocols.gomocup.thinker import EngineThinker


class PiskworkyThinker(EngineThinker):
    """Chooses moves as Piskworky does."""

    def get_ready(self, width: int, height: int, most_memory: int) -> None:
        """Compile what is needed."""
        super().get_ready(width, height, most_memory)
        assert self.game is not None
        Piskworky(self.game).prepare()

    def _choose(self, board: Board, deadline: float, latest: float) -> tuple[str, str]:
        """The best of two plies; where several are, one of them by lot."""
        choice = Piskworky(board.game).choose(board)
        return choice.move, f"worth {choice.score}"


if __name__ == "__main__":
    serve(PiskworkyThinker(memory=1))
