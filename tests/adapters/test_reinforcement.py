"""The environments pass the conformance tests of the libraries that they are for."""

from __future__ import annotations

import random
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

from plyground import Board
from plyground.adapters import gymnasium as gym_adapter
from plyground.adapters import pettingzoo as zoo
from plyground.adapters.encoding import GameEncoding
from plyground.errors import PlygroundError

STONES = "tests/data/games/stones.py"


@pytest.mark.parametrize("game", ["noughts", "squava:4x4", "numerical:3x3", "squeeze:3x3", STONES])
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(zoo.env(game), num_cycles=60)
        seed_test(partial(zoo.env, game), num_cycles=30)


def test_pettingzoo_renders_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(zoo.env, "noughts"), {"svg": lambda drawn: drawn.startswith("<svg")})
    assert "a   b   c" in capsys.readouterr().out


def test_pettingzoo_breaks_games_off() -> None:
    large = partial(zoo.env, "gomoku:15x15"), partial(zoo.parallel_env, "gomoku:15x15")
    max_cycles_test(SimpleNamespace(env=large[0], parallel_env=large[1]))


def test_a_game_in_pettingzoo_is_a_game_on_a_board() -> None:
    chance = random.Random(1)
    for _ in range(5):
        env = zoo.env("squava:4x4")
        env.reset()
        board, encoding = Board("squava:4x4"), GameEncoding("squava:4x4")
        for agent in env.agent_iter():
            observation, reward, is_over, _, _ = env.last()
            if is_over:
                assert reward == encoding.returns(board)[zoo.AGENTS.index(agent)]
                env.step(None)
                continue
            legal = {encoding.text(int(action)) for action in np.flatnonzero(observation["action_mask"])}
            assert legal == set(board.legal_moves)
            move = chance.choice(board.legal_moves)
            board.push(move)
            env.step(encoding.action(move))


def test_an_illegal_action_loses(caplog: pytest.LogCaptureFixture) -> None:
    env = zoo.env("noughts")
    env.reset()
    env.step(4)
    env.step(4)
    assert "Illegal move" in caplog.text
    assert env.rewards == {"player_0": 0, "player_1": -1}


@pytest.mark.parametrize(("game", "opponent"), [("noughts", "1"), ("squeeze:3x3", None)])
def test_gymnasium_finds_nothing_wrong(game: str, opponent: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "WARN: .*(render_modes|render modes|human)")
        check_env(gym_adapter.GameEnv(game, opponent=opponent, side=None), skip_render_check=True)


def test_gymnasium_plays_to_the_end_from_both_sides() -> None:
    for side in (0, 1):
        env = gym_adapter.GameEnv("noughts", opponent=None, side=side)
        observation, _ = env.reset(seed=side)
        chance, is_over, reward = random.Random(2), False, 0.0
        while not is_over:
            action = chance.choice([*np.flatnonzero(observation["action_mask"])])
            observation, reward, is_over, _, _ = env.step(int(action))
        assert env.board.is_over
        assert reward == env.encoding.returns(env.board)[side]


def test_a_board_without_edges_is_refused_in_one_line() -> None:
    with pytest.raises(PlygroundError, match=r"gomoku has no edges.*such as gomoku:15x15"):
        zoo.env("gomoku")
