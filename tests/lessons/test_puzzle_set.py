"""Sets of puzzles as lessons: found again by their names, and every line of them can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.lessons.lesson import PlayTask
from plyground.lessons.puzzle_set import find_set, games_with_puzzles, set_name
from plyground.puzzles.collection import keep_puzzles
from plyground.puzzles.puzzle import Puzzle

PUZZLES = [
    Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),), rating=900),
    Puzzle("noughts", "1O1/3/XOX X", "win", 3, ("b2", "a3", "c3"), (("b2",), ("c3",)), rating=1200),
    Puzzle("noughts", "3/OO1/XX1 X", "win", 1, ("c1",), (("c1",),), rating=800),
]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user with three puzzles of their own, and nothing that ships."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    monkeypatch.setattr("plyground.lessons.puzzle_set.shipped_puzzles", lambda name: ())
    keep_puzzles(PUZZLES)


@pytest.mark.usefixtures("own")
def test_the_same_name_means_the_same_puzzles_easy_ones_first() -> None:
    assert games_with_puzzles() == ["noughts"]
    name = set_name("noughts", 2, 7)
    first, again, other = find_set(name), find_set(name), find_set(set_name("noughts", 9, 8))
    assert first is not None
    assert other is not None
    assert first == again
    assert (len(first.tasks), len(other.tasks)) == (2, 3)
    assert [task.accepted[0][0] for task in other.tasks if isinstance(task, PlayTask)] == ["c1", "b1", "b2"]
    assert find_set("noughts") is None


@pytest.mark.usefixtures("own")
def test_lines_are_played_to_their_end() -> None:
    found = find_set(set_name("noughts", 3, 1))
    assert found is not None
    for task in found.tasks:
        assert isinstance(task, PlayTask)
        board = task.board.copy()
        for place, accepted in enumerate(task.accepted):
            board.push(accepted[0])
            if place < len(task.replies):
                board.push(task.replies[place])
        assert len(task.replies) == len(task.accepted) - 1
        if len(task.accepted) == 2:
            assert board.outcome is not None
            assert board.outcome.winner == "X"
