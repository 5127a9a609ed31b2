"""The tables of line patterns against a definition of their own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest

from plyground.games.gomoku import patterns
from plyground.games.gomoku.patterns import FIVE, KIND_NAMES, LARGEST_VALUE, URGES, kind, tables
from plyground.games.gomoku.weights import PAIR_VALUES, VALUES
from tests.games.gomoku.naive import NAMES, RANK_NAMES, every_kind, line_kind, rank_name


def test_every_line_is_what_the_definition_says() -> None:
    for around, expected in every_kind().items():
        cells = [".x#".index(cell) for cell in around]
        assert kind((*cells[:4], 1, *cells[4:])) == expected, around


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("....x....", "open one"),
        ("##..x..##", "closed one"),
        ("#..#x...#", "nothing"),
        ("....xx...", "open two"),
        ("...#xx...", "closed two"),
        ("#..xx..##", "thin two"),
        ("..#.xx...", "thin two"),
        ("...xxx...", "open three"),
        ("#..xxx.#.", "thin three"),
        ("..#xxx...", "closed three"),
        ("..#xx.xx.", "four"),
        ("...xx.x..", "thin three"),
        ("...xxxx..", "open four"),
        ("..#xxxx..", "four"),
        ("x.xxx.x..", "open four"),
        ("xxx.x.xxx", "open four"),
        ("#xxx.#...", "nothing"),
        ("..xxxxx..", "five"),
        ("xxxxxxxxx", "five"),
        ("x.x.x.x.x", "open three"),
    ],
)
def test_lines_that_players_know(line: str, name: str) -> None:
    middle = f"{line[:4]}x{line[5:]}"
    assert NAMES[line_kind(middle)] == name
    assert kind(tuple(".x#".index(cell) for cell in middle)) == NAMES.index(name)


def test_a_line_reads_the_same_from_both_ends_and_more_stones_never_make_less() -> None:
    for line in product((0, 1, 2), repeat=8):
        whole = (*line[:4], 1, *line[4:])
        assert kind(whole) == kind(whole[::-1])
        for place in (place for place, cell in enumerate(whole) if cell == 0):
            more = (*whole[:place], 1, *whole[place + 1 :])
            assert kind(more) >= kind(whole) or kind(more) == FIVE
            less = (*whole[:place], 2, *whole[place + 1 :])
            assert kind(less) <= kind(whole)


def test_the_table_of_kinds_sees_both_sides_and_edges() -> None:
    table = tables().kinds
    chance = np.random.default_rng(4)
    for number in chance.integers(0, 1 << 16, 3000):
        stones = [int(number) >> 2 * place & 3 for place in range(8)]
        for side in (0, 1):
            around = "".join("." if stone == 0 else "x" if stone == side + 1 else "#" for stone in stones)
            assert int(table[number]) >> 4 * side & 15 == every_kind()[around]


def test_the_table_of_facts_tells_ranks_and_weights_of_both_sides() -> None:
    facts = tables().facts.astype(np.int64)
    names = [
        (patterns.PLAIN, "plain"), (patterns.THREE, "three"), (patterns.DOUBLE_THREE, "double three"),
        (patterns.FOURS, "four"), (patterns.FOUR_THREE, "four and three"),
        (patterns.WINNING_FOUR, "winning four"), (patterns.FIVES, "five"),
    ]  # fmt: skip
    assert tuple(name for _, name in sorted(names)) == RANK_NAMES
    chance = np.random.default_rng(5)
    for kinds in product(range(len(NAMES)), repeat=4):
        others = chance.integers(0, len(NAMES), 4).tolist()
        crosses = sum(made << 4 * direction for direction, made in enumerate(kinds))
        noughts = sum(made << 4 * direction for direction, made in enumerate(others))
        both = int(facts[crosses] + facts[patterns.NOUGHTS_FACTS + noughts])
        assert RANK_NAMES[both & 7] == rank_name(list(kinds))
        assert RANK_NAMES[both >> 3 & 7] == rank_name(others)
        assert both >> patterns.URGE_PLACE & 4095 >= sum(URGES[made] for made in (*kinds, *others))
        value = worth(kinds) - worth(others)
        assert (both >> patterns.VALUE_PLACE) - patterns.ZERO_VALUE == value


def worth(kinds: Sequence[int]) -> int:
    """What the shapes of one side at a cell are worth."""
    lines = sum(VALUES[made] for made in kinds)
    pairs = sum(PAIR_VALUES[max(pair)][min(pair)] for pair in combinations(kinds, 2))
    return max(-LARGEST_VALUE, min(LARGEST_VALUE, lines + pairs))


def test_better_kinds_are_worth_more() -> None:
    assert len(KIND_NAMES) == len(NAMES) == len(VALUES) == len(URGES)
    ladder = [NAMES.index(name) for name in ("open two", "closed three", "thin three", "four", "open four")]
    beside = [NAMES.index("open one")] * 3
    values = [worth([kind, *beside]) for kind in ladder]
    assert values == sorted(set(values))
    assert list(URGES) == sorted(URGES)
