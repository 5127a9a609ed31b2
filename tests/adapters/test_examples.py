"""The worked examples of docs/research.md learn something: they beat level 1."""

from __future__ import annotations

from docs.research import search_openspiel, train_batch, train_gymnasium, train_pettingzoo
from docs.research.against_level import score_against


def test_q_learning_in_batches_beats_level_1() -> None:
    values = train_batch.train()
    assert score_against(lambda board: train_batch.play(values, board), "noughts", games=40) > 0.6


def test_self_play_in_pettingzoo_beats_level_1() -> None:
    values = train_pettingzoo.train(games=6_000)
    assert score_against(lambda board: train_pettingzoo.play(values, board), "noughts", games=40) > 0.55


def test_q_learning_in_gymnasium_beats_level_1() -> None:
    values = train_gymnasium.train(games=3_000)
    assert score_against(lambda board: train_gymnasium.play(values, board), "noughts", games=40) > 0.6


def test_the_search_of_openspiel_beats_level_1() -> None:
    bot = search_openspiel.search_bot()
    assert score_against(lambda board: search_openspiel.play(bot, board), "noughts", games=10) > 0.6
