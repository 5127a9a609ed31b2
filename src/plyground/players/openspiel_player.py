"""`openspiel:GAME`: a player that follows OpenSpiel's rules, and so checks ours in every game that it plays.

It makes random moves. Before each it compares the legal moves of both; where they differ it says so in one
line, and the arena counts that as a broken rule. It plays games in which a move is one cell of a grid.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from plyground.errors import PlygroundError
from plyground.players.player import Choice, chance_for, refuse_finished

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.game import Game

PREFIX: Final = "openspiel:"


def is_openspiel(who: str) -> bool:
    """Whether a name means such a player."""
    return who.strip().casefold().startswith(PREFIX)


class OpenSpielPlayer:
    """A player by the rules of a game of OpenSpiel, such as `openspiel:tic_tac_toe`."""

    def __init__(self, who: str, game: Game, *, seed: int | None = None) -> None:
        self.name = who.strip()
        self.game = game
        self.seed = seed
        self._rules = _load(self.name.removeprefix(PREFIX))
        picture = game.picture(game.start)
        self._cells = [
            f"{column}{picture.joint}{row}" for row in reversed(picture.rows) for column in picture.columns
        ]
        """Cells in the order in which OpenSpiel numbers them: from the top left, row by row."""

    def prepare(self) -> None:
        """There is nothing to prepare."""

    def stop(self) -> None:
        """It never thinks."""

    def choose(self, board: Board) -> Choice:
        """A random move that both rules allow."""
        refuse_finished(board)
        began = time.perf_counter()
        state = self._rules.new_initial_state()
        for number, move in enumerate(board.history):
            self._refuse_other_end(state, f"after {number} moves")
            state.apply_action(self._action(move))
        self._refuse_other_end(state, "now")
        theirs = {self._cells[action] for action in state.legal_actions()}
        ours = set(board.legal_moves)
        if theirs != ours:
            raise PlygroundError(
                f"{self.name} has other legal moves than {board.game.full_name}: "
                f"{' '.join(sorted(theirs ^ ours)[:5])}"
            )
        move = chance_for(self.seed, board).choice(board.legal_moves)
        return Choice(move, None, (move,), 0, time.perf_counter() - began)

    def _refuse_other_end(self, state: Any, when: str) -> None:
        if state.is_terminal():
            raise PlygroundError(
                f"{self.name} says that the game is over {when}, {self.game.full_name} does not"
            )

    def _action(self, move: str) -> int:
        if move not in self._cells:
            raise PlygroundError(f"{self.name} plays games whose moves are cells; {move} is none")
        return self._cells.index(move)


def _load(name: str) -> Any:
    try:
        import pyspiel
    except ImportError:
        raise PlygroundError(f"{PREFIX}{name} needs OpenSpiel: pip install 'plyground[rl]'") from None
    try:
        game = pyspiel.load_game(name)
    except (pyspiel.SpielError, RuntimeError) as error:
        raise PlygroundError(f"OpenSpiel has no game {name!r}: {str(error).splitlines()[0]}") from None
    kind = game.get_type()
    if (
        game.num_players() != 2
        or kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION
        or kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
    ):
        raise PlygroundError(f"{PREFIX}{name} is not a game of two players and perfect information")
    return game
