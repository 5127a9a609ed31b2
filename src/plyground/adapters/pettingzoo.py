"""Any game as a PettingZoo environment: two agents who take turns.

An observation is an array (see `GameEncoding.planes`); `observation["action_mask"]` says which actions are
legal, and so does `info["action_mask"]`. The winner gets 1, the loser -1. An action that is not legal loses
the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.adapters.encoding import GameEncoding, Mask
from plyground.adapters.extra import missing_extra
from plyground.adapters.masked_observation import MaskedObservation, masked
from plyground.adapters.rendering import RENDER_MODES, RenderMode, check_mode, render
from plyground.board import Board
from plyground.game import Game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_extra("the PettingZoo adapter", error) from None

AGENTS = ("player_0", "player_1")
"""The side that begins, and the other."""
SEEDS = {"player_0": 1, "player_1": 2}
"""Of the action spaces, so that what is sampled from a new environment is the same every time."""
ILLEGAL_REWARD = -1.0


def env(
    game: str | Game = "noughts", *, render_mode: RenderMode | None = None, max_cycles: int | None = None
) -> Any:
    """An AEC environment of a game, with PettingZoo's checks around it.

    `max_cycles` is how many moves each side may make before the game is broken off.

    >>> zoo = env("squava", render_mode="ansi")
    >>> zoo.reset(seed=1)
    >>> observation, reward, is_over, is_cut_off, info = zoo.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((5, 5, 3), 25)
    """
    inner: Any = raw_env(game, render_mode=render_mode, max_cycles=max_cycles)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without checks of what it is given."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (as in the class that it inherits from)
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game = "noughts",
        *,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.encoding = GameEncoding(game)
        self.metadata = raw_env.metadata | {"name": f"plyground_{self.encoding.game.full_name}"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [*AGENTS]
        self.agents = [*AGENTS]
        self.board = Board(self.encoding.game)
        self.observation_spaces = dict.fromkeys(AGENTS, spaces.Box(0, 1, self.encoding.shape, np.int8))
        self.action_spaces = {
            agent: spaces.Discrete(self.encoding.actions, seed=SEEDS[agent]) for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The moves, numbered; `encoding.text` names them."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing is left to chance, so the seed changes nothing."""
        self.board = Board(self.encoding.game)
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]
        self._note_masks()

    def observe(self, agent: str) -> MaskedObservation:
        """The board, and the legal actions if it is the agent's turn."""
        return masked(self.encoding.planes(self.board, AGENTS.index(agent)), self._mask(agent))

    def _mask(self, agent: str) -> Mask:
        if AGENTS[self.board.turn] == agent == self.agent_selection and not self.terminations[agent]:
            return self.encoding.mask(self.board)
        return np.zeros(self.encoding.actions, np.int8)

    def _note_masks(self) -> None:
        for agent, info in self.infos.items():
            info["action_mask"] = self._mask(agent)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.board.push(self.encoding.text(int(action)))
        self._cumulative_rewards[agent] = 0.0
        if self.board.is_over:
            self.rewards = dict(zip(AGENTS, self.encoding.returns(self.board), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self.max_cycles is not None and len(self.board.numbers) >= 2 * self.max_cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self.board.turn]
        self._note_masks()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board in the mode that was asked for."""
        return render(self.board, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class parallel_env(ParallelEnv):  # type: ignore[misc]
    """The same game for agents who both choose at once: in a round the side that begins moves first.

    The other side's action is made after it, so it loses if that move is no longer legal.
    """

    metadata = raw_env.metadata

    def __init__(
        self,
        game: str | Game = "noughts",
        *,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
    ) -> None:
        self._inner = raw_env(game, render_mode=render_mode, max_cycles=max_cycles)
        self.metadata = self._inner.metadata
        self.render_mode = render_mode
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self._inner.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """The moves, numbered."""
        return self._inner.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, MaskedObservation], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self._inner.reset(seed, options)
        self.agents = [*AGENTS]
        return self._observations(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, MaskedObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One round: a move of each side, the first one first."""
        inner = self._inner
        rewards = dict.fromkeys(AGENTS, 0.0)
        for side, agent in enumerate(AGENTS):
            if self.agents and inner.board.turn == side and agent in actions:
                if not inner.encoding.mask(inner.board)[actions[agent]]:
                    rewards[agent] = ILLEGAL_REWARD
                    inner.terminations = dict.fromkeys(AGENTS, True)
                    break
                inner.step(actions[agent])
                rewards = {each: rewards[each] + inner.rewards[each] for each in AGENTS}
            if any(inner.terminations.values()) or any(inner.truncations.values()):
                break
        observations = self._observations()
        if any(inner.terminations.values()) or any(inner.truncations.values()):
            self.agents = []
        return (
            observations,
            rewards,
            inner.terminations,
            inner.truncations,
            {agent: {} for agent in AGENTS},
        )

    def _observations(self) -> dict[str, MaskedObservation]:
        return {agent: self._inner.observe(agent) for agent in AGENTS}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board in the mode that was asked for."""
        return self._inner.render()

    def close(self) -> None:
        """Nothing is held open."""
