"""Attempts, what follows from them, and their file."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from plyground.errors import PlygroundError
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.training import Attempt, train
from plyground.puzzles.training_file import attempts_csv, load_training, read_attempts, save_attempts

START = datetime(2026, 1, 1, 8, tzinfo=UTC)


def attempt(day: float, puzzle: int, *, solved: bool) -> Attempt:
    return Attempt(START + timedelta(days=day), f"{puzzle:010x}", "noughts:4x4", 1200, solved)


def test_what_failed_comes_again_at_growing_intervals() -> None:
    attempts = [attempt(0, 1, solved=False)]
    gaps = []
    for _ in range(5):
        due = train(attempts).cards[f"{1:010x}"].due
        gaps.append(due - attempts[-1].at)
        attempts.append(Attempt(due, f"{1:010x}", "noughts:4x4", 1200, True))
    assert timedelta(days=1) <= gaps[0] <= timedelta(days=3)
    assert all(later > earlier for earlier, later in pairwise(gaps))
    failed = train(
        [*attempts, Attempt(attempts[-1].at + timedelta(days=1), f"{1:010x}", "noughts", 1200, False)]
    )
    assert failed.cards[f"{1:010x}"].due - failed.attempts[-1].at < gaps[-1]


def test_what_was_solved_at_once_does_not_come_again() -> None:
    assert not train([attempt(0, 1, solved=True)]).cards


def test_ratings_move_with_the_first_try_alone() -> None:
    once = train([attempt(0, 1, solved=True)])
    again = train([attempt(0, 1, solved=True), attempt(1, 1, solved=False)])
    assert once.players == again.players
    assert once.players["noughts"].rating > 1500
    assert once.puzzles[f"{1:010x}"].rating < 1200


def test_streaks() -> None:
    training = train([attempt(day, day, solved=day != 2) for day in range(6)])
    assert (training.streak, training.best_streak) == (3, 3)
    assert training.days_in_a_row(date(2026, 1, 6)) == 3
    assert training.days_in_a_row(date(2026, 1, 7)) == 3
    assert training.days_in_a_row(date(2026, 1, 9)) == 0


def test_due_puzzles_come_first_and_new_ones_fit_the_player() -> None:
    puzzles = [
        Puzzle("noughts", f"{number}", "win", 3, ("a1",), (("a1",),), rating=600 + 20 * number)
        for number in range(100)
    ]
    failed = Attempt(START, puzzles[50].id, "noughts", 1600, False)
    training = train([failed])
    soon, later = START + timedelta(hours=1), START + timedelta(days=9)
    assert training.next_puzzle(puzzles, later, random.Random(1)) == puzzles[50]
    new = training.next_puzzle(puzzles, soon, random.Random(1))
    assert new is not None
    assert new != puzzles[50]
    assert abs(new.rating - training.players["noughts"].rating) < 120
    done = train(Attempt(START, puzzle.id, "noughts", 900, True) for puzzle in puzzles)
    assert done.next_puzzle(puzzles, soon, random.Random(1)) is None


def test_attempts_are_kept_and_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    some = [attempt(day, day, solved=True) for day in range(3)]
    assert save_attempts(some) == 3
    assert save_attempts([*some, attempt(9, 9, solved=False)]) == 1
    text = attempts_csv(load_training().attempts)
    assert read_attempts(text, "it") == load_training().attempts
    assert len(load_training().attempts) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n", "its first line must be at,puzzle,game,rating,solved"),
        ("at,puzzle,game,rating,solved\nnow,0123456789,noughts,900,yes\n", "line 2: 'now' is no time"),
        ("at,puzzle,game,rating,solved\n2026-13-01T08:00:00Z,0123456789,noughts,900,yes\n", "is no time"),
        ("at,puzzle,game,rating,solved\n2026-01-01T08:00:00Z,zz,noughts,900,yes\n", "'zz' is no puzzle's id"),
        ("at,puzzle,game,rating,solved\n2026-01-01T08:00:00Z,0123456789,noughts,900,maybe\n", "yes or no"),
        ("at,puzzle,game,rating,solved\n2026-01-01T08:00:00Z\n", "has 1 fields, it must have 5"),
    ],
)
def test_a_broken_file_of_attempts_gets_one_clear_line(text: str, words: str) -> None:
    with pytest.raises(PlygroundError, match=words) as caught:
        read_attempts(text, "mine.csv")
    assert "mine.csv" in str(caught.value)
    assert "\n" not in str(caught.value)
