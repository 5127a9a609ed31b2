"""Looking at a position for a while: lines, the value of every move, the threat, and a sentence."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.solver.proving_engine import ProvingEngine
from plyground.web.http.views import score_json
from plyground.web.thinking.null_move import threat_json
from plyground.web.thinking.pool import Pool
from plyground.web.thinking.searches import Search, Searches
from plyground.words import score_sentence

LINES: Final = 3
PAUSE: Final = 0.1
"""Seconds between two messages."""
PLAN: Final = ((True, 0.03), (True, 0.15), (False, 0.65), (True, 1.0))
"""First every move until a share of the time is gone, then the best lines, then every move again."""
THREAT_SHARE: Final = 0.1
"""How much time goes to the threat besides, after the first look at every move …"""
THREAT_SECONDS: Final = 2.0
"""… but never more than this."""
THREAT_MEMORY: Final = 16
"""A table of its own, in MB: after a pass the same marks stand with the other side to move."""
NEARLY: Final = 0.98
"""A search that ends before this share of its time has nothing left to find out."""

Post = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Value:
    """What is known of one move."""

    line: Line
    depth: int


class Findings:
    """Everything that has been found out about a position so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.values: dict[str, Value] = {}
        self.depth = 0
        self.score: Score | None = None
        self.nodes = 0
        self.seconds = 0.0
        self.passed_info: Info | None = None

    def add(self, info: Info) -> None:
        """Take in what a search has found; what is proven stays proven."""
        for line in info.lines:
            old = self.values.get(line.move)
            if old is None or line.score.is_proven or not old.line.score.is_proven:
                self.values[line.move] = Value(line, info.depth)
        self.depth = max(self.depth, info.depth)
        self.score = self.best[0].line.score if self.values else info.score

    @property
    def best(self) -> list[Value]:
        """The moves, best first; among equals that which was looked at most deeply."""
        return sorted(self.values.values(), key=lambda each: (-each.line.score.rank, -each.depth))

    def message(self) -> dict[str, Any]:
        """The findings as a socket tells them."""
        turn = self.board.turn
        best = self.best
        shades = shading([value.line.score for value in best])
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "speed": round(self.nodes / self.seconds) if self.seconds > 0 else 0,
            "seconds": round(self.seconds, 3),
            "score": self.score and score_json(self.score, turn),
            "sentence": "" if self.score is None else score_sentence(self.board, self.score),
            "lines": [self._line(value.line) for value in best[:LINES]],
            "values": [
                {
                    "move": value.line.move,
                    "score": score_json(value.line.score, turn),
                    "depth": value.depth,
                    "shade": shade,
                }
                for value, shade in zip(best, shades, strict=True)
            ],
            "threat": self.threat(),
        }

    @cached_property
    def passed(self) -> Board | None:
        """The board as it would be if this side passed, if there is such a thing."""
        return self.board.passed()

    def threat(self) -> dict[str, Any] | None:
        """What the other side would do if it could move now, as far as it is known."""
        if self.passed_info is None or self.passed is None or self.score is None:
            return None
        return threat_json(self.passed, self.passed_info, self.score)

    def _line(self, line: Line) -> dict[str, Any]:
        return {
            "move": line.move,
            "score": score_json(line.score, self.board.turn),
            "moves": line.moves,
            "cells": self.board.line_cells(line.moves),
        }


def shading(scores: list[Score]) -> list[float]:
    """Where each score stands between the worst estimate (0) and the best (1).

    >>> shading([Score(value="win", distance=1), Score(estimate=6), Score(estimate=3), Score(estimate=2)])
    [1.0, 1.0, 0.25, 0.0]
    """
    guesses = [score.rank for score in scores if score.value in (None, "draw")]
    low, high = min(guesses, default=0), max(guesses, default=0)
    span = high - low

    def shade(score: Score) -> float:
        if score.value in ("win", "loss"):
            return 1.0 if score.value == "win" else 0.0
        return round((score.rank - low) / span, 3) if span else 0.5

    return [shade(score) for score in scores]


EMPTY: Final[dict[str, Any]] = {
    "depth": 0,
    "nodes": 0,
    "speed": 0,
    "seconds": 0.0,
    "score": None,
    "sentence": "",
    "lines": [],
    "values": [],
    "threat": None,
}


class Analyst:
    """Analyses positions, a slice of time after the other."""

    def __init__(self, searches: Searches, memory: int, most_values: int) -> None:
        self.searches = searches
        self.memory = memory
        self.most_values = most_values
        self.engines: Pool[Engine] = Pool(2 * max(2, searches.total))

    async def analyse(self, board: Board, seconds: float, owner: str, address: str, post: Post) -> None:
        """Analyse a position for so many seconds of thinking and tell what is found, again and again."""
        head = {"game": board.game.full_name, "ply": len(board.history), "turn": board.turn}
        findings = Findings(board)
        if outcome := board.outcome:
            post(head | EMPTY | {"phase": "done", "ahead": 0, "sentence": f"{outcome}."})
            return

        def tell(phase: str, ahead: int = 0) -> None:
            post(head | (findings.message() if findings.values else EMPTY) | {"phase": phase, "ahead": ahead})

        def told(phase: str, ahead: int) -> None:
            if phase != "searching":
                tell(phase, ahead)

        every = min(len(board.legal_moves), self.most_values)
        for everything, share in PLAN:
            lines = every if everything else min(LINES, every)
            done = False
            while not done and findings.seconds < seconds * share:
                left = seconds * share - findings.seconds
                done = await self.searches.run(
                    board.game,
                    partial(self._look, findings=findings, seconds=left, lines=lines, tell=tell),
                    owner=owner,
                    address=address,
                    urgent=False,
                    told=told,
                )
            await self._threaten(findings, seconds, owner, address, told)
            if everything and done:
                break
        tell("done")

    async def _threaten(
        self, findings: Findings, seconds: float, owner: str, address: str, told: Callable[[str, int], None]
    ) -> None:
        """Find the threat, once, if it is not known yet."""
        left = 0.0 if findings.passed_info else min(THREAT_SECONDS, seconds * THREAT_SHARE)
        while left > 0:
            left = await self.searches.run(
                findings.board.game,
                partial(self._look_for_threat, findings=findings, seconds=left),
                owner=owner,
                address=address,
                urgent=False,
                told=told,
            )

    def _look_for_threat(self, search: Search[float], findings: Findings, seconds: float) -> float:
        """Search for a while; gives the seconds that are left if it had to make room."""
        board = findings.passed
        if board is None or board.is_over:
            return 0.0
        info: Info | None = None
        kind = (board.game.full_name, "passed")
        with (
            self.engines.borrowed(kind, lambda: Engine(board.game, memory=THREAT_MEMORY)) as engine,
            search.stoppable(engine.stop),
        ):
            for info in engine.analyse(board, seconds=seconds):
                findings.passed_info = info
        return seconds - info.seconds if search.stopped and info is not None else 0.0

    def _look(
        self,
        search: Search[bool],
        findings: Findings,
        seconds: float,
        lines: int,
        tell: Callable[[str], None],
    ) -> bool:
        """Search for a while; tells whether the search ended by itself, with nothing left to find out."""
        board = findings.board
        nodes, spent, told = findings.nodes, findings.seconds, 0.0
        info: Info | None = None
        with self.engine(board) as engine, search.stoppable(engine.stop):
            for info in engine.analyse(board, seconds=seconds, lines=lines):
                findings.add(info)
                findings.nodes, findings.seconds = nodes + info.nodes, spent + info.seconds
                if time.monotonic() - told >= PAUSE:
                    tell("searching")
                    told = time.monotonic()
        assert info is not None
        return not search.stopped and info.seconds < seconds * NEARLY

    def engine(self, board: Board) -> AbstractContextManager[Engine]:
        """An engine for this game, for a while."""
        game = board.game
        return self.engines.borrowed(game.full_name, lambda: ProvingEngine(game, memory=self.memory))
