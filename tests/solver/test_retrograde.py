"""Tables of results, worked out by kernels, against the slow model of the rules and against themselves."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from plyground import contract
from plyground.catalogue import find
from plyground.game import Game, Numbering, TableGame
from plyground.tables.format import Codes
from plyground.tables.retrograde import AT_LIMIT_LOST, AT_LIMIT_WON, FINE
from plyground.tables.sweep import Sweep, SweepState
from tests.solver import slow_tables
from tests.solver.slow_tables import Result, SlowBoard, position


def numbering_of(game: Game, most: int | None = None) -> Numbering:
    assert isinstance(game, TableGame)
    numbering = game.numbering(most)
    assert numbering is not None
    return numbering


def worked_out(game: Game, most: int | None = None, threads: int = 2) -> Codes:
    numbering = numbering_of(game, most)
    codes = np.zeros(numbering.size, np.uint8)
    Sweep(game, numbering, threads=threads).fill(codes, SweepState(), lambda state: None)
    return codes


@pytest.fixture(scope="module")
def whole_4x4() -> Codes:
    return worked_out(find("squeeze:4x4,limit=0"))


def read(code: int, left: int = 0) -> Result:
    """A code in words; `left` is how many plies are left before the limit."""
    if code == 0:
        return "draw", None
    plies = left if code in (AT_LIMIT_WON, AT_LIMIT_LOST) else code - 1
    return ("loss" if code % 2 else "win"), plies


# Numbers


@pytest.mark.parametrize(
    ("name", "most"),
    [("squeeze:3x3", None), ("squeeze:3x4", 4), ("squeeze:4x3", 4), ("squeeze", 2)],
)
def test_every_position_has_a_number_that_leads_back(name: str, most: int | None) -> None:
    numbering = numbering_of(find(name), most)
    real = 0
    for number in range(numbering.size):
        pos = contract.unrank(numbering.tables, number)
        again = contract.rank(numbering.tables, pos)
        assert contract.rank(numbering.tables, contract.unrank(numbering.tables, again)) == again <= number
        real += again == number
    assert real == numbering.positions


def test_exactly_mirror_images_share_a_number() -> None:
    game = find("squeeze:3x3")
    numbering = numbering_of(game)
    keys: dict[int, set[int]] = {}
    for place in slow_tables.graph(game.columns, game.rows):
        pos = position(place)
        keys.setdefault(contract.rank(numbering.tables, pos), set()).add(int(contract.key(game.rules, pos)))
    assert len(keys) == numbering.positions
    assert all(len(each) == 1 for each in keys.values())
    assert len(set.union(*keys.values())) == len(keys)


def test_a_capture_leads_to_an_earlier_stage() -> None:
    game = find("squeeze:4x4,limit=0")
    numbering = numbering_of(game)
    chance = random.Random(1)
    for stage in numbering.stages:
        for _ in range(30):
            pos = contract.unrank(numbering.tables, chance.randrange(stage.first, stage.end))
            for move in game.legal(pos):
                after = contract.play(game.rules, pos, move)
                number = contract.rank(numbering.tables, after)
                is_capture = int(after.own).bit_count() < int(pos.other).bit_count()
                assert number < stage.first if is_capture else stage.first <= number < stage.end


def test_ways_back_are_the_ways_there() -> None:
    """From a position back and forth again, and forth and back, over all quiet moves of 3x3."""
    game = find("squeeze:3x3,limit=0")
    out = np.zeros(contract.MOST_MOVES, np.int64)
    forth, back = set(), set()
    for place, after in slow_tables.graph(3, 3).items():
        forth |= {(place, each) for each in after if len(each[0]) == len(place[1])}
        pos = position(place)
        for way in out[: contract.retreats(game.rules, pos, out, 0)].tolist():
            before = contract.retreat(game.rules, pos, way)
            back.add((cells(before.own), cells(before.other), place))
    assert {(*place, each) for place, each in forth} == back


def cells(bits: np.uint64) -> frozenset[tuple[int, int]]:
    return frozenset((index % 8, index // 8) for index in range(64) if int(bits) >> index & 1)


# Without a limit


def test_results_are_those_of_the_slow_model() -> None:
    game = find("squeeze:3x3,limit=0")
    tables, codes = numbering_of(game).tables, worked_out(game)
    found = slow_tables.results(game.columns, game.rows)
    assert len({value for value, _ in found.values()}) == 3
    for place, result in found.items():
        assert read(int(codes[contract.rank(tables, position(place))])) == result


class InterruptedThread(threading.Thread):
    """A thread that is interrupted while it starts: it has its number, but does not run yet."""

    def start(self) -> None:
        self._ident = 1
        raise KeyboardInterrupt


def test_an_interrupt_while_threads_start_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("squeeze:3x3,limit=0")
    monkeypatch.setattr(threading, "Thread", InterruptedThread)
    with pytest.raises(KeyboardInterrupt):
        worked_out(game)


def test_a_machine_that_is_late_before_the_first_piece_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("squeeze:3x3,limit=0")
    expected = worked_out(game)
    monkeypatch.setattr("plyground.tables.sweep.BATCH_SECONDS", -1.0)
    assert np.array_equal(worked_out(game), expected)


def test_4x4_follows_from_its_successors(whole_4x4: Codes) -> None:
    game = find("squeeze:4x4,limit=0")
    sweep = Sweep(game, numbering_of(game), threads=2)
    assert sweep.first_wrong(whole_4x4, 0, len(whole_4x4)) == FINE
    wrong = whole_4x4.copy()
    number = contract.rank(numbering_of(game).tables, game.start)
    wrong[number] = 2
    assert sweep.first_wrong(wrong, 0, len(wrong)) != FINE


def test_4x4_follows_from_its_successors_in_the_slow_model(whole_4x4: Codes) -> None:
    tables = numbering_of(find("squeeze:4x4,limit=0")).tables
    board = SlowBoard(4, 4)
    chance = random.Random(7)
    every_cell = [(column, row) for column in range(4) for row in range(4)]
    seen = set()
    for _ in range(3000):
        own, other = chance.randrange(5), chance.randrange(1, 5)
        chosen = chance.sample(every_cell, own + other)
        place = (frozenset(chosen[:own]), frozenset(chosen[own:]))
        after = [read(int(whole_4x4[contract.rank(tables, position(each))])) for each in board.after(place)]
        result = read(int(whole_4x4[contract.rank(tables, position(place))]))
        assert result == slow_tables.best(after)
        seen.add(result[0])
    assert seen == {"win", "loss", "draw"}


def test_one_thread_and_many_agree(whole_4x4: Codes) -> None:
    assert np.array_equal(worked_out(find("squeeze:4x4,limit=0"), threads=5), whole_4x4)


def test_few_pieces_by_themselves_agree_with_the_whole(whole_4x4: Codes) -> None:
    game = find("squeeze:4x4,limit=0")
    few, whole = numbering_of(game, 5), numbering_of(game)
    codes = worked_out(game, 5)
    assert few.stages == whole.stages[: len(few.stages)]
    assert np.array_equal(codes, whole_4x4[: len(codes)])


# With a limit


def test_layers_are_those_of_the_slow_model() -> None:
    game = find("squeeze:3x3,limit=3")
    tables = numbering_of(game).tables
    layers, repeat = Sweep(game, numbering_of(game), threads=2).fill_layers(7)
    assert (len(layers), repeat) == (8, 0)
    found = None
    for left, layer in enumerate(layers):
        found = slow_tables.results_at_limit(3, 3, found)
        for place, result in found.items():
            assert read(int(layer[contract.rank(tables, position(place))]), left) == result


def test_layers_that_repeat_are_left_out() -> None:
    game = find("squeeze:3x3")
    layers, repeat = Sweep(game, numbering_of(game), threads=2).fill_layers(2000)
    assert repeat == 4
    assert len(layers) < 100
    again, _ = Sweep(game, numbering_of(game)).fill_layers(len(layers) - 1)
    assert all(map(np.array_equal, layers, again))
    sweep = Sweep(game, numbering_of(game))
    assert sweep.first_wrong_in_layer(layers[-1], layers[-repeat], 0, len(layers[0])) == FINE
    assert sweep.first_wrong_in_layer(layers[0], layers[2], 0, len(layers[0])) != FINE
    assert sweep.first_wrong_in_layer(np.zeros(0, np.uint8), layers[0], 0, len(layers[0])) == FINE
