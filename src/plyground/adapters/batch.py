"""Thousands of games at once: compiled code steps all of them and writes into NumPy arrays.

    games = Batch("squava", 4096)
    while True:
        games.step(choose(games.observations, games.masks))
        learn(games.rewards, games.ended)

A game that has ended begins again at once; its last reward says who won.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from plyground import catalogue, contract
from plyground.contract import LOST, MOST_MOVES, OPEN, WON, Moves, marks, mix, moves, outcome, play
from plyground.errors import NotPortable, PlygroundError
from plyground.every_move import every_move
from plyground.game import Game, copy_position
from plyground.native.compiler import compile_kernel, inner_kernel
from plyground.native.stacked_positions import (
    Stack,
    copy_arrays,
    position_at,
    stack_positions,
    store_position,
)

NO_ACTION: Final = -1


class Batch:
    """Games of one kind that are stepped together.

    The arrays are written anew by each step and are the same objects all the time:

    - `observations`: for each game, mark and cell (row by row from a1) whether the mark stands there,
    - `masks`: which actions are legal for the side to move,
    - `turns`: whose turn it is, 0 or 1,
    - `rewards`: what the last action brought to the side that made it: 1 if it won, -1 if it lost the game,
    - `ended`: whether the last action ended the game, and a new one has begun.

    >>> games = Batch("noughts", 2)
    >>> games.step([4, 4]), games.step([4, 0])
    (None, None)
    >>> games.rewards.tolist(), games.ended.tolist(), games.turns.tolist()
    ([-1.0, 0.0], [True, False], [0, 0])
    """

    def __init__(self, game: str | Game, games: int, *, seed: int = 1) -> None:
        self.game = catalogue.find(game) if isinstance(game, str) else game
        if games < 1:
            raise PlygroundError(f"a batch has at least one game, not {games}")
        numbers = every_move(self.game)
        view = self.game.view(self.game.start)
        if not contract.marks.is_implemented(type(view.rules)):
            raise NotPortable(
                f"{self.game.full_name} cannot be played in batches: write "
                f"{contract.marks.template(type(view.rules))}"
            )
        if contract.repetition(view.rules) > 0:
            raise PlygroundError(
                f"{self.game.full_name} cannot be played in batches: repetition ends its games, and a batch "
                "does not remember positions"
            )
        inward = [(move, view.inward(move)) for move in numbers]
        self._texts = [self.game.move_text(move) for move, inner in inward if inner is not None]
        self._moves = np.array([inner for _, inner in inward if inner is not None], np.int64)
        self._actions = np.full(int(self._moves.max()) + 1, NO_ACTION, np.int64)
        self._actions[self._moves] = np.arange(len(self._moves))
        self._rules, self._start = view.rules, copy_position(view.pos)
        self._stack = stack_positions(self._start, games)
        picture = self.game.picture(self.game.start)
        cells = len(picture.columns) * len(picture.rows)
        self.observations = np.zeros((games, len(self.game.mark_texts), cells), np.int8)
        self.masks = np.zeros((games, len(self._moves)), np.bool_)
        self.turns = np.zeros(games, np.int8)
        self.rewards = np.zeros(games, np.float32)
        self.ended = np.zeros(games, np.bool_)
        self._scratch = np.zeros(MOST_MOVES + cells, np.int64)
        self._chance = np.array([mix(np.uint64(seed)) | np.uint64(1)], np.uint64)
        self._step = compile_kernel(step_batch, self.game)
        self._sample = compile_kernel(sample_batch, self.game)
        self.reset()

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self._texts)

    def text(self, action: int) -> str:
        """The move that an action stands for, in the game's notation."""
        return self._texts[action]

    def reset(self) -> None:
        """Begin all games anew."""
        self.step(np.full(len(self.turns), NO_ACTION, np.int64))

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one move in every game. An action that is not legal loses the game; -1 begins a new one."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != self.turns.shape:
            raise PlygroundError(f"step takes {len(self.turns)} actions, one for each game")
        if chosen.min() < NO_ACTION or chosen.max() >= self.actions:
            raise PlygroundError(f"actions go from 0 to {self.actions - 1}")
        self._step(
            self._rules,
            self._start,
            self._stack,
            chosen,
            self._moves,
            self._actions,
            self._scratch,
            self.observations,
            self.masks,
            self.turns,
            self.rewards,
            self.ended,
        )

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for every game."""
        out = np.zeros(len(self.turns), np.int64)
        self._sample(self.masks, self._chance, out)
        return out


def step_batch(
    rules: Any,
    start: Any,
    stack: Stack,
    actions: Moves,
    moves_by_action: Moves,
    actions_by_move: Moves,
    scratch: Moves,
    observations: Any,
    masks: Any,
    turns: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """The compiled entry of `step_games`."""
    step_games(
        rules,
        start,
        stack,
        actions,
        moves_by_action,
        actions_by_move,
        scratch,
        observations,
        masks,
        turns,
        rewards,
        ended,
    )


@inner_kernel
def step_games(
    rules: Any,
    start: Any,
    stack: Stack,
    actions: Moves,
    moves_by_action: Moves,
    actions_by_move: Moves,
    scratch: Moves,
    observations: Any,
    masks: Any,
    turns: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """Make one move in every game, and write what is seen after it."""
    marks_out = scratch[MOST_MOVES:]
    for row in range(len(actions)):
        action = actions[row]
        pos = position_at(start, stack, row)
        rewards[row] = 0.0
        ended[row] = True
        if action >= 0 and masks[row, action]:
            pos = play(rules, pos, moves_by_action[action])
            result = outcome(rules, pos)
            if result == OPEN:
                ended[row] = False
                turns[row] = 1 - turns[row]
            elif result == LOST:
                rewards[row] = 1.0
            elif result == WON:
                rewards[row] = -1.0
        elif action >= 0:
            rewards[row] = -1.0
        if ended[row]:
            copy_arrays(start, stack, row)
            pos = start
            turns[row] = 0
        store_position(pos, stack, row)
        pos = position_at(start, stack, row)

        marks(rules, pos, marks_out)
        for kind in range(observations.shape[1]):
            for cell in range(observations.shape[2]):
                observations[row, kind, cell] = marks_out[cell] == kind + 1
        masks[row, :] = False
        for i in range(moves(rules, pos, scratch, 0)):
            masks[row, actions_by_move[scratch[i]]] = True


def sample_batch(masks: Any, chance: Any, out: Moves) -> None:
    """The compiled entry of `sample_actions`."""
    sample_actions(masks, chance, out)


@inner_kernel
def sample_actions(masks: Any, chance: Any, out: Moves) -> None:
    """A random action among those that each mask allows."""
    state = chance[0]
    for row in range(masks.shape[0]):
        many = 0
        for action in range(masks.shape[1]):
            many += masks[row, action]
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        wanted = np.int64((state >> np.uint64(11)) % np.uint64(many))
        for action in range(masks.shape[1]):
            if masks[row, action]:
                if wanted == 0:
                    out[row] = action
                    break
                wanted -= 1
    chance[0] = state
