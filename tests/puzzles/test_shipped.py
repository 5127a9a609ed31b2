"""The puzzles that ship: enough of them, none alike, half of the questions without a win, all right."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from plyground import catalogue
from plyground.puzzles.collection import all_shipped_puzzles, puzzle_of_the_day, shipped_puzzles
from plyground.puzzles.maker import Maker
from plyground.puzzles.puzzle import KINDS, Puzzle
from plyground.puzzles.puzzle_file import puzzles_csv, read_puzzles
from tests.puzzles.model_check import puzzle_fault, set_up
from tests.puzzles.squeeze_check import compiler, layer_faults
from tools.make_puzzles import SEED, SETS

GAMES = ("noughts", "squava", "numerical", "squeeze", "gomoku")
SAMPLE = 12
MADE_AGAIN = {"noughts": 8, "gomoku:7x7": 6}
"""How many puzzles of a variant are made again."""


def images(puzzle: Puzzle) -> set[frozenset[tuple[tuple[int, int], str]]]:
    """The marks of a position in all eight images of its board."""
    slow = set_up(puzzle)
    marks = slow._now.board
    found = set()
    for flip in (False, True):
        for mirror in (False, True):
            for swap in (False, True):
                turned = {}
                for (x, y), mark in marks.items():
                    a, b = (-x if flip else x), (-y if mirror else y)
                    turned[(b, a) if swap else (a, b)] = mark
                left, low = min(a for a, _ in turned), min(b for _, b in turned)
                if slow.cols:  # an endless field begins where its stones do, a board with its corner
                    width, height = (slow.rows, slow.cols) if swap else (slow.cols, slow.rows)
                    left = -(width - 1) if (mirror if swap else flip) else 0
                    low = -(height - 1) if (flip if swap else mirror) else 0
                found.add(frozenset(((a - left, b - low), mark) for (a, b), mark in turned.items()))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_there_are_enough_and_no_two_are_alike(name: str) -> None:
    puzzles = shipped_puzzles(name)
    assert len(puzzles) >= 200
    assert {puzzle.kind for puzzle in puzzles} <= set(KINDS)
    questions = [puzzle for puzzle in puzzles if puzzle.kind == "exists"]
    without = sum(puzzle.has_no_win for puzzle in questions)
    assert abs(2 * without - len(questions)) <= len({puzzle.game for puzzle in puzzles})
    seen: set[object] = set()
    for puzzle in puzzles:
        alike = {(puzzle.game, image) for image in images(puzzle)}
        assert not alike & seen, puzzle
        seen |= alike


@pytest.mark.parametrize("name", [name for name in GAMES if name != "squeeze"])
def test_a_sample_is_right_by_the_slow_models(name: str) -> None:
    puzzles = list(shipped_puzzles(name))
    random.Random(name).shuffle(puzzles)
    checked = 0
    for puzzle in puzzles:
        columns = set_up(puzzle).cols
        if columns > 9 or not columns or (name != "gomoku" and (puzzle.within > 3 or columns > 6)):
            continue
        fault = puzzle_fault(puzzle, 3)
        assert not fault, f"{puzzle}: {fault}"
        checked += fault is not None
        if checked == SAMPLE:
            break
    assert checked == SAMPLE


def test_puzzles_of_squeeze_are_right_by_all_positions_of_the_board(tmp_path: Path) -> None:
    """Its claims are about the whole of a long game, too long for the slow models."""
    if compiler() is None:
        pytest.skip("there is no C compiler")
    puzzles = [puzzle for puzzle in shipped_puzzles("squeeze") if puzzle.game == "squeeze:3x4"]
    puzzles += [puzzle for puzzle in shipped_puzzles("squeeze") if puzzle.within][:SAMPLE]
    assert len(puzzles) == 30 + SAMPLE
    assert set(layer_faults(puzzles, tmp_path).values()) == {""}
    wrong = [replace(puzzle, steps=(), kind="exists") for puzzle in puzzles if puzzle.kind == "win"]
    assert "" not in layer_faults(wrong, tmp_path).values()


@pytest.mark.parametrize("variant", MADE_AGAIN)
def test_the_command_makes_the_puzzles_that_ship(variant: str) -> None:
    count = MADE_AGAIN[variant]
    name = variant.partition(":")[0]
    assert SETS[name][variant] > count
    made = Maker(catalogue.find(variant), seed=SEED).make(count)
    assert len(made) == count
    assert set(made) <= set(shipped_puzzles(name))
    assert Counter(puzzle.game for puzzle in shipped_puzzles(name)) == SETS[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_solution_can_be_played(name: str) -> None:
    for puzzle in shipped_puzzles(name):
        slow = set_up(puzzle)
        for step, accepted in enumerate(puzzle.steps):
            assert puzzle.solution[2 * step] in accepted
            for move in accepted:
                slow.play(move)
                slow.undo()
            for move in puzzle.solution[2 * step : 2 * step + 2]:
                slow.play(move)
        if puzzle.kind == "win":
            ending = slow.ending()
            assert ending is not None
            assert ending.winner == puzzle.board().turn
            assert len(puzzle.solution) == puzzle.plies >= 3


def test_the_puzzle_of_the_day_is_the_same_for_everybody() -> None:
    days = [date(2026, 3, day) for day in range(1, 29)]
    ids = [puzzle_of_the_day(day).id for day in days]
    assert ids == [puzzle_of_the_day(day).id for day in days]
    assert len(set(ids)) > 20


def test_csv_is_read_as_it_is_written() -> None:
    puzzles = list(all_shipped_puzzles())
    assert read_puzzles(puzzles_csv(puzzles), "it") == puzzles
