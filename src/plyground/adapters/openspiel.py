"""Every game of the catalogue as an OpenSpiel game.

    import plyground.adapters.openspiel
    game = pyspiel.load_game("plyground_squava(variant=6x6)")

Importing this module registers them, each as `plyground_NAME` with the parameter `variant`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from plyground import catalogue, contract
from plyground.adapters.encoding import GameEncoding
from plyground.adapters.extra import missing_extra
from plyground.board import Board
from plyground.errors import BrokenGame
from plyground.game import Game

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing_extra("the OpenSpiel adapter", error) from None

PREFIX: Final = "plyground_"
LONGEST: Final = 10_000
"""Moves of a game that does not say how long it can last."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalogue with the interface of OpenSpiel; each has a subclass with its name."""

    source: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {"variant": "", **(params or {})}
        variant = str(parameters["variant"])
        self.encoding = GameEncoding(f"{self.source}:{variant}" if variant else self.source)
        game = self.encoding.game
        longest = int(contract.remaining(game.rules, game.start)) or LONGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(game_type(game), info, parameters)

    def new_initial_state(self) -> OpenSpielState:
        """The start of a game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What writes observation tensors."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.encoding = _Shared(game.encoding)
        self.position = _Copied(Board(game.encoding.game))

    @property
    def board(self) -> Board:
        """The board behind this state."""
        return self.position.board

    def current_player(self) -> int:
        """Whose turn it is."""
        return int(pyspiel.PlayerId.TERMINAL) if self.board.is_over else self.board.turn

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.encoding.value.mask(self.board))]

    def _apply_action(self, action: int) -> None:
        self.board.push(self.encoding.value.text(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.encoding.value.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.is_over

    def returns(self) -> list[float]:
        """What each side has won."""
        return [*self.encoding.value.returns(self.board)]

    def __str__(self) -> str:
        return str(self.board)


class _Shared:
    """Something that all copies of a state have in common."""

    def __init__(self, value: GameEncoding) -> None:
        self.value = value

    def __deepcopy__(self, memo: dict[int, Any]) -> _Shared:
        return self


class _Copied:
    """A board that is copied as boards are."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __deepcopy__(self, memo: dict[int, Any]) -> _Copied:
        return _Copied(self.board.copy())


class BoardObserver:
    """Writes the planes of `GameEncoding` into a tensor: (plane, row, column)."""

    def __init__(self, encoding: GameEncoding) -> None:
        rows, columns, planes = encoding.shape
        self._encoding = encoding
        self.tensor = np.zeros(planes * rows * columns, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes, rows, columns)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Show a state to a player."""
        self.dict["observation"][:] = self._encoding.planes(state.board, player).transpose(2, 0, 1)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The same as text."""
        return str(state.board)


def game_type(game: Game) -> Any:
    """What OpenSpiel has to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + game.source,
        long_name=f"Plyground {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=not game.picture(game.start).endless,
        parameter_specification={"variant": ""},
    )


def register_games() -> list[str]:
    """Make every game of the catalogue known to OpenSpiel; the names that it has there."""
    names = []
    for source in catalogue.names():
        try:
            game = catalogue.find(source)
        except BrokenGame:
            continue
        # OpenSpiel keeps what it is given until the program ends; a class outlives that, a function does not.
        kind = type(f"OpenSpielGame_{source}", (OpenSpielGame,), {"source": source})
        pyspiel.register_game(game_type(game), kind)
        names.append(PREFIX + source)
    return names


GAMES: Final = register_games()
