"""The idea of Piskworky behind the Gomocup protocol, as an opponent: `python -m benchmarks.piskworky_brain`.

Two plies over the cells next to stones, judged by windows of five, as `plyground.players.classics.piskworky`
plays it on the endless field; here on a board.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyground.players.classics.piskworky import Piskworky
from plyground.protocols.gomocup.server import Cell, serve_mind
from plyground.protocols.gomocup.thinker import EngineMind


class PiskworkyMind(EngineMind):
    """Chooses moves as Piskworky does."""

    def get_ready(self, width: int, height: int, most_memory: int) -> None:
        """Compile what is needed."""
        super().get_ready(width, height, most_memory)
        assert self.game is not None
        Piskworky(self.game).prepare()

    def choose(
        self, mine: Sequence[Cell], theirs: Sequence[Cell], deadline: float, latest: float
    ) -> tuple[Cell, str]:
        """The best of two plies; where several are, one of them by lot."""
        first, second = (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
        board = self._board(first, second)
        choice = Piskworky(board.game).choose(board)
        return self._outward(choice.move), f"worth {choice.score}"


if __name__ == "__main__":
    serve_mind(PiskworkyMind(memory=1))
