"""Any game as a Gymnasium environment: one side learns, the other is a level, the engine or any player.

An observation is a dictionary of `observation` (see `GameEncoding.planes`) and `action_mask`. The reward is 1
for a win, -1 for a loss. An action that is not legal loses the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.adapters.encoding import LOSS, GameEncoding, Mask, Planes
from plyground.adapters.extra import missing_extra
from plyground.adapters.rendering import RENDER_MODES, RenderMode, check_mode, render
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.players.player import Player
from plyground.seats import seat

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing_extra("the Gymnasium adapter", error) from None

Observation = dict[str, Planes | Mask]


class GameEnv(gymnasium.Env[Any, Any]):
    """One side of a game against an opponent.

    `opponent` is anybody who can sit down (`1` to `5`, `perfect`, a FILE.py, `ugi:COMMAND`), a player of your
    own, or None for random moves. `side` is 0 to begin, 1 to answer, None to change sides by chance.

    >>> env = GameEnv("noughts", opponent=None, side=0)
    >>> observation, info = env.reset(seed=3)
    >>> observation, reward, is_over, is_cut_off, info = env.step(env.encoding.action("b2"))
    >>> int(observation["action_mask"].sum()), reward
    (7, 0.0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as in the class that it inherits from)
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game = "noughts",
        *,
        opponent: str | Player | None = "1",
        side: int | None = 0,
        render_mode: RenderMode | None = None,
    ) -> None:
        check_mode(render_mode)
        if side not in (None, 0, 1):
            raise PlygroundError(f"side must be 0, 1 or None, not {side!r}")
        self.encoding = GameEncoding(game)
        self.render_mode: RenderMode | None = render_mode
        self.side = 0 if side is None else side
        self._fixed_side = side
        self._opponent = opponent
        self._player: Player | None = None
        self.board = Board(self.encoding.game)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.encoding.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the same seed leads to the same opponent."""
        super().reset(seed=seed)
        self._player = self._sit_down(int(self.np_random.integers(1 << 31)))
        self.side = int(self.np_random.integers(2)) if self._fixed_side is None else self._fixed_side
        self.board = Board(self.encoding.game)
        self._let_opponent_move()
        return self._observe(), {}

    def _sit_down(self, seed: int) -> Player | None:
        if not isinstance(self._opponent, str):
            return self._opponent
        player = seat(self._opponent, self.encoding.game, seed=seed)
        if player is None:
            raise PlygroundError("a person cannot be the opponent here; take a level, such as '3'")
        return player

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponent answer."""
        if not self.encoding.mask(self.board)[int(action)]:
            return self._observe(), LOSS, True, False, {"illegal": self.encoding.text(int(action))}
        self.board.push(self.encoding.text(int(action)))
        self._let_opponent_move()
        reward = self.encoding.returns(self.board)[self.side]
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, self.board.is_over, False, {}

    def _let_opponent_move(self) -> None:
        while not self.board.is_over and self.board.turn != self.side:
            if self._player is None:
                legal = self.board.legal_moves
                self.board.push(legal[int(self.np_random.integers(len(legal)))])
            else:
                self.board.push(self._player.choose(self.board).move)

    def _observe(self) -> Observation:
        return {
            "observation": self.encoding.planes(self.board, self.side),
            "action_mask": self.encoding.mask(self.board),
        }

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board in the mode that was asked for."""
        return render(self.board, self.render_mode)
