"""Proofs of the endless field on boards with edges: nothing more is called proven than holds there."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from plyground.commands.main import run
from plyground.verify.endless_board import EdgedBoard, check_on_board
from plyground.verify.endless_certificate import pack_endless
from plyground.verify.walk import Refused
from tests.make_four import PATH as FOUR
from tests.verify.small_prover import Point
from tests.verify.test_endless import three_part

NEAR = [(0, 1), (1, 1), (0, 2), (2, 2), (1, 3)]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three in a row, the whole theorem."""
    path = tmp_path_factory.mktemp("edges") / "three.cert"
    path.write_bytes(pack_endless(3, "win", [*map(three_part, NEAR), three_part((0, 12), is_far=True)]))
    return path


def lines(columns: int, rows: int) -> list[set[Point]]:
    """All rows of three on a board whose lower left cell is 0,0."""
    found = []
    for x, y in product(range(columns), range(rows)):
        for a, b in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + place * a, y + place * b) for place in range(3)]
            if all(0 <= column < columns and 0 <= row < rows for column, row in cells):
                found.append(set(cells))
    return found


def first_wins(columns: int, rows: int, reply: Point) -> bool:
    """Whether the first player makes three in a row after this reply, by trying everything."""
    cells = set(product(range(columns), range(rows)))
    all_lines = lines(columns, rows)
    middle = columns // 2, rows // 2

    def wins(own: frozenset[Point], other: frozenset[Point], depth: int) -> bool:
        """Whether the attacker, who is to move, completes a row within some moves."""
        if depth == 0:
            return False
        for move in cells - own - other:
            mine = own | {move}
            if any(line <= mine for line in all_lines):
                return True
            replies = cells - mine - other
            if (
                depth > 1
                and replies
                and all(
                    not any(line <= other | {each} for line in all_lines)
                    and wins(mine, other | {each}, depth - 1)
                    for each in replies
                )
            ):
                return True
        return False

    return wins(frozenset({middle}), frozenset({(middle[0] + reply[0], middle[1] + reply[1])}), 2)


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (4, 3), (4, 4), (5, 4), (3, 1), (1, 7)])
def test_what_is_proven_on_a_board_is_true_there(three: Path, columns: int, rows: int) -> None:
    checked = check_on_board(three, EdgedBoard(columns, rows))
    assert len(checked.proven) + len(checked.open) == columns * rows - 1
    for reply in checked.proven:
        assert first_wins(columns, rows, reply), reply


def test_a_board_with_room_has_all_of_the_theorem(three: Path) -> None:
    checked = check_on_board(three, EdgedBoard(31, 31))
    assert checked.open == ()
    assert "wins after each of the 960 first replies" in str(checked)


def test_edges_take_away_what_needs_their_other_side(three: Path) -> None:
    """On a strip there is no other direction, and one cell beside the first stone is too few."""
    assert check_on_board(three, EdgedBoard(3, 1)).proven == ()
    wide = check_on_board(three, EdgedBoard(9, 9))
    small = check_on_board(three, EdgedBoard(4, 4))
    assert set(small.proven) < set(wide.proven)
    assert small.open


def test_the_command_says_which_replies_are_proven(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(three), "--board", "4x4"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "3 in a row on 4x4, the first stone in column 3 and row 3: the first player wins after "
    )
    assert "nothing is said of the others" in text
    assert run(["verify", str(three), "--board", "4x4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["proven"]) + len(answer["open"]) == 15
    assert run(["verify", str(FOUR), "--board", "15x15"]) == 1
    assert "only proofs by first replies" in capsys.readouterr().err
    assert run(["verify", str(three), "--board", "15"]) == 2


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(Refused, match="cannot be checked"):
        EdgedBoard(51, 3)
