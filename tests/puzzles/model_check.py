"""Is a puzzle right? Its position is set up in the slow models, and every move is tried out."""

from __future__ import annotations

import re

from plyground.puzzles.puzzle import Puzzle
from tests.bruteforce import Known, Verdict, _search
from tests.puzzles.gomoku_check import slow_values
from tests.reference import EndlessGomoku, Model, Numerical, cell_name, model, point_name

FEW_EMPTY = 7
"""With as many empty cells a game of marks is tried to its end; one of numbers with two less."""


def set_up(puzzle: Puzzle) -> Model:
    """The model in the position of a puzzle, read from its text alone."""
    slow = model(puzzle.game)
    text, side, *made = puzzle.position.split(" ") if not isinstance(slow, EndlessGomoku) else ("", "")
    if isinstance(slow, EndlessGomoku):
        board = {}
        for mark, stones in re.findall(r"([XO])=([-0-9,;]*)", puzzle.position):
            for stone in filter(None, stones.split(";")):
                column, row = stone.split(",")
                board[int(column), int(row)] = mark
        slow._positions = []
        slow._arrive(board, len(board))
        return slow
    rows = []
    for line in text.split("/"):
        cells = line.split(",") if "," in line else re.sub("[0-9]+", lambda gap: "." * int(gap[0]), line)
        rows.append(" ".join(cells))
    marks = sum(cell != "." for row in rows for cell in row.split())
    plies = int(made[0]) if made else marks if puzzle.game.partition(":")[0] != "squeeze" else side == "black"
    slow.set_up("\n".join(rows), int(plies))
    return slow


def puzzle_fault(puzzle: Puzzle, most_plies: int) -> str | None:
    """What is wrong with a puzzle: nothing is an empty text, None that it takes too long to find out."""
    slow = set_up(puzzle)
    if slow.turn != puzzle.board().turn:
        return "it is the other side's turn"
    if puzzle.game.partition(":")[0] == "gomoku":
        return _gomoku_fault(puzzle, slow)
    reach = _reach(slow, puzzle)
    if reach is None or reach > most_plies:
        return None
    known: Known = {}
    limit = None if _is_small(slow) else reach

    def value(move: str) -> Verdict:
        slow.play(move)
        verdict = _search(slow, None if limit is None else limit - 1, known)
        slow.undo()
        return verdict

    return value_fault(puzzle, {move: value(move) for move in slow.legal_moves()})


def value_fault(puzzle: Puzzle, values: dict[str, Verdict]) -> str:
    """What is wrong with a puzzle, by what each move leaves to the other side."""
    wins = {move: (v.distance or 0) + 1 for move, v in values.items() if v.value == "loss"}
    if puzzle.kind in ("win", "exists"):
        return _win_fault(puzzle, wins)
    right = set(wins) or {move for move, verdict in values.items() if verdict.value == "draw"}
    return "" if right == set(puzzle.accepted) else f"right are {sorted(right)}"


def _gomoku_fault(puzzle: Puzzle, slow: Model) -> str:
    """The same for gomoku, whose boards are too large to try everything."""
    size = (slow.cols, slow.rows) if slow.cols else None
    stones = {cell: "XO".index(mark) for cell, mark in slow._now.board.items()}
    left = slow.cols * slow.rows - len(stones)
    values, elsewhere = slow_values(size, stones, slow.turn, puzzle.within or left)
    name = point_name if size is None else cell_name
    wins = {name(cell): value for cell, value in values.items() if value > 0}
    if puzzle.kind in ("win", "exists"):
        is_alone = not elsewhere or elsewhere < 0 or not wins
        return _win_fault(puzzle, wins) if is_alone else "any cell far away wins too"
    if elsewhere == 0:
        return "any cell far away is right"
    right = set(wins) or {name(cell) for cell, value in values.items() if value == 0}
    return "" if right == set(puzzle.accepted) else f"right are {sorted(right)}"


def _win_fault(puzzle: Puzzle, wins: dict[str, int]) -> str:
    if puzzle.has_no_win:
        return f"{wins} win" if wins else ""
    shortest = {move for move, plies in wins.items() if plies == min(wins.values())}
    if not wins or min(wins.values()) != puzzle.plies:
        return f"wins are {wins}"
    return "" if shortest == set(puzzle.accepted) else f"{shortest} win soonest"


def _is_small(slow: Model) -> bool:
    few = FEW_EMPTY - 2 if isinstance(slow, Numerical) else FEW_EMPTY
    return 0 < slow.cols * slow.rows - len(slow.cells()) <= few and not hasattr(slow, "limit")


def _reach(slow: Model, puzzle: Puzzle) -> int | None:
    """How many plies have to be tried; None if the claim is about the whole of a long game."""
    if _is_small(slow):
        return 0
    if puzzle.within:
        return puzzle.within
    return puzzle.plies if puzzle.kind == "win" or (puzzle.kind == "exists" and puzzle.steps) else None
