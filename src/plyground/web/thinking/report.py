"""A whole game judged: what each position was worth, each mistake, what was better and by how much."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from plyground.board import Board
from plyground.engine import Info, Line, Score
from plyground.web.http.views import score_json
from plyground.web.thinking.analysis import Analyst, Post
from plyground.web.thinking.searches import Search
from plyground.words import first_share, missed_words, score_words

BLUNDER: Final = 0.3
MISTAKE: Final = 0.15
INACCURACY: Final = 0.07
PAUSE: Final = 0.25
"""Seconds between two messages."""
RESULTS: Final = ("loss", "draw", "win")


@dataclass(frozen=True)
class Judged:
    """A position and what the engine says of it."""

    board: Board
    score: Score
    best: Line | None
    """The best move and the play after it; None if the game is over."""


class Report:
    """The judgement on a game, made from its end to its beginning."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._later: Judged | None = None
        self._evaluations: list[dict[str, Any]] = []
        self._mistakes: list[dict[str, Any]] = []

    def add(self, board: Board, info: Info) -> None:
        """Take in what was found out about the position before the one that was added last."""
        ply = len(board.history)
        judged = Judged(board, info.score, info.lines[0] if info.lines else None)
        self._evaluations.insert(0, {"ply": ply, "score": score_json(info.score, board.turn)})
        if self._later is not None and judged.best is not None:
            mistake = self._mistake(ply, judged, judged.best, self._later)
            self._mistakes[:0] = [] if mistake is None else [mistake]
        self._later = judged

    def message(self) -> dict[str, Any]:
        """The report so far, as a socket tells it."""
        return {
            "done": len(self._evaluations),
            "of": len(self.board.history) + 1,
            "evaluations": [*self._evaluations],
            "mistakes": [*self._mistakes],
            "sentence": self._summary([mistake["side"] for mistake in self._mistakes]),
        }

    def _mistake(self, ply: int, here: Judged, better: Line, there: Judged) -> dict[str, Any] | None:
        """What was wrong with the move made at this ply, if anything."""
        played, side = self.board.history[ply], here.board.turn
        before, after = here.score, there.score.for_parent
        lost = first_share(before, 0) - first_share(after, 0)
        gave_away = before.is_proven and after.is_proven and _result(after) < _result(before)
        if played == better.move or not (gave_away or lost >= INACCURACY):
            return None
        return {
            "ply": ply,
            "side": side,
            "move": played,
            "kind": "blunder"
            if gave_away or lost >= BLUNDER
            else "mistake"
            if lost >= MISTAKE
            else "inaccuracy",
            "before": score_json(before, side),
            "after": score_json(after, side),
            "better": better.move,
            "line": better.moves,
            "cells": here.board.line_cells(better.moves),
            "loss": round(lost, 3),
            "sentence": self._words(ply, played, here, better, there),
        }

    def _words(self, ply: int, played: str, here: Judged, better: Line, there: Judged) -> str:
        effect = score_words(there.board, there.score)
        return f"{ply + 1}. {played} ({effect}); {better.move} {missed_words(here.score)}."

    def _summary(self, sides: list[int]) -> str:
        first, second = (
            f"{player} made {_counted(sides.count(side))}"
            for side, player in enumerate(self.board.game.players)
        )
        return f"{first}, {second}."


def _result(score: Score) -> int:
    return RESULTS.index(str(score.value))


def _counted(number: int) -> str:
    return "no mistake" if number == 0 else "1 mistake" if number == 1 else f"{number} mistakes"


async def judge(analyst: Analyst, board: Board, seconds: float, owner: str, address: str, post: Post) -> None:
    """Judge every position of a game from the last to the first, and tell how far it has come."""
    report = Report(board)
    told = 0.0

    def tell(phase: str, ahead: int = 0) -> None:
        nonlocal told
        if phase != "searching" or time.monotonic() - told >= PAUSE:
            told = time.monotonic()
            post(report.message() | {"phase": phase, "ahead": ahead})

    def look(search: Search[None], ply: int) -> None:
        position = Board(board.game, board.history[:ply], position=board.setup)
        with analyst.engine(position) as engine, search.stoppable(engine.stop):
            report.add(position, engine.search(position, seconds=seconds))

    for ply in reversed(range(len(board.history) + 1)):
        await analyst.searches.run(
            board.game, partial(look, ply=ply), owner=owner, address=address, urgent=False, told=tell
        )
        tell("searching")
    tell("done")
