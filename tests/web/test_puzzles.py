"""Puzzles over HTTP: the list, and the whole proof of one."""

from __future__ import annotations

from pathlib import Path

from plyground.board import Board
from plyground.explain.judge import Judge
from plyground.puzzles.collection import shipped_puzzles
from plyground.puzzles.proof_text import proof_text
from plyground.puzzles.puzzle import Puzzle
from tests.web.stage import opened


def test_the_proof_of_a_puzzle_answers_every_reply(tmp_path: Path) -> None:
    puzzle = next(
        each for each in shipped_puzzles("noughts") if each.game == "noughts" and each.kind == "win"
    )
    with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as client:
        assert client.get("/api/catalogue").json()["puzzles"] is True
        lines = client.get(f"/api/puzzles/{puzzle.id}/proof").json()["lines"]
        missing = client.get("/api/puzzles/0123456789/proof")
        assert client.get("/api/puzzles/nonsense/proof").status_code == 400
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")
    assert lines[0] == f"{puzzle.solution[0]} wins in {puzzle.plies} plies:"
    after = puzzle.board()
    after.push(puzzle.solution[0])
    first = [line for line in lines[1:] if line.startswith("  ") and not line.startswith("   ")]
    replies = {reply.strip() for line in first for reply in line.split(":")[0].split(",")}
    assert replies == set(after.legal_moves)


def test_nothing_is_claimed_of_a_puzzle_that_is_wrong() -> None:
    wrong = Puzzle("noughts", "XX1/OO1/3 X", "win", 3, ("a1", "b1", "c3"), (("a1",), ("c3",)))
    assert proof_text(Judge(Board("noughts").game), wrong) == "too hard to prove here; line: a1 b1 c3"
