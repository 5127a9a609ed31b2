"""Mistakes of a game: which moves were wrong, what was better, and whether another move would have held.

A report goes through a game from its end to its beginning, so that what is proven late is known where the
move was made. The same judgement then says of a move that somebody tries in its place whether it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from plyground.board import Board
from plyground.ending_words import count_words
from plyground.engine import Info, Line, Score
from plyground.errors import PlygroundError
from plyground.plots import Plottable
from plyground.solver.proving_engine import ProvingEngine
from plyground.words import first_share, missed_words, score_words

BLUNDER: Final = 0.3
MISTAKE: Final = 0.15
INACCURACY: Final = 0.07
"""The share of the bar that a move gives away to be called so."""
STRETCH: Final = 15
"""Moves that a board can take back without playing the game from its start again."""
REPORT_SECONDS: Final = 0.5
RESULTS: Final = ("loss", "draw", "win")

MistakeKind = Literal["blunder", "mistake", "inaccuracy"]


@dataclass(frozen=True)
class PositionValue:
    """What a position of a game is worth."""

    ply: int
    """How many moves have been made."""
    turn: int
    score: Score
    """For the side to move."""


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away."""

    ply: int
    """How many moves had been made before it."""
    side: int
    move: str
    kind: MistakeKind
    before: Score
    """What the position was worth to this side."""
    after: Score
    """What the move left of it."""
    better: Line
    """The better move, and the play after it."""
    cells: tuple[tuple[str, ...], ...]
    """The cells of each move of that line."""
    loss: float
    """How much of the bar the move gave away."""
    sentence: str


@dataclass(frozen=True)
class Attempt:
    """A move that somebody tries in place of a mistake."""

    move: str
    holds: bool
    """Whether it gives nothing away."""
    score: Score
    """What it leaves, for the side that moves."""
    sentence: str


def judge_move(before: Score, after: Score) -> MistakeKind | None:
    """How bad a move is that turns one score into another, both for the side that moves; None if it holds.

    >>> judge_move(Score(value="win", distance=5), Score(value="win", distance=9)) is None
    True
    >>> judge_move(Score(value="draw"), Score(value="loss", distance=2))
    'blunder'
    >>> judge_move(Score(estimate=40), Score(estimate=10))
    'inaccuracy'
    """
    if before.is_proven and after.is_proven and _rank_result(after) < _rank_result(before):
        return "blunder"
    loss = _share_lost(before, after)
    if loss < INACCURACY:
        return None
    return "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else "inaccuracy"


def judge_attempt(board: Board, move: str, after: Score, *, made: str, better: str, before: Score) -> Attempt:
    """Whether a move holds that is tried in place of a mistake.

    `board` is the position before it, and `after` what the position after it is worth to the other side.
    `made`, `better` and `before` are the mistake, the better move, and what the position was worth.
    """
    score = after.for_parent
    twin = board.copy()
    twin.push(move)
    effect = score_words(twin, after)
    if move == made:
        return Attempt(move, False, score, f"{move} is the move that was made ({effect}).")
    if move == better:
        return Attempt(move, True, score, f"{move} is the better move ({effect}).")
    holds = judge_move(before, score) is None
    words = "holds too" if holds else "does not hold"
    return Attempt(move, holds, score, f"{move} {words} ({effect}).")


def positions_from_end(board: Board) -> Iterator[Board]:
    """Every position of a game, the last one first. A board is good until the next one is asked for.

    A stretch at a time is played and taken back, so that no move is played more than three times.

    >>> [position.position_text for position in positions_from_end(Board("noughts", "b2 a1"))]
    ['3/1X1/O2 X', '3/1X1/3 O', '3/3/3 X']
    """
    numbers = board.numbers
    twin = Board(board.game, position=board.setup)
    stretches = []
    for ply, move in enumerate(numbers):
        if ply % STRETCH == 0:
            stretches.append(twin.copy())
        twin.push_number(move)
    yield twin
    end = len(numbers)
    for stretch in reversed(stretches):
        begin = len(stretch.numbers)
        for move in numbers[begin : end - 1]:
            stretch.push_number(move)
        yield stretch
        for _ in range(begin, end - 1):
            stretch.pop()
            yield stretch
        end = begin


def report(
    board: Board, *, seconds: float | None = None, nodes: int | None = None, memory: int = 64
) -> GameReport:
    """The report on the game that was played on a board: how it stood after each move, and the mistakes.

    Every position gets `seconds`, by default half a second, or `nodes`: then the answer is the same every
    time. A notebook shows it as a chart.

    >>> made = report(Board("noughts", "a1 b1 b2 c1 c3"), nodes=10_000)
    >>> made.summary
    'X made no mistake, O made 1 mistake.'
    >>> print(made.mistakes[0].sentence)
    1… b1 by O (proven: X wins in 5 plies); b2 would have held the draw.
    """
    if not board.history:
        raise PlygroundError("a report needs a game with a move")
    if seconds is None and nodes is None:
        seconds = REPORT_SECONDS
    made = GameReport(board.copy())
    engine = ProvingEngine(board.game, memory=memory)
    for position in positions_from_end(board):
        made.add(position, engine.search(position, seconds=seconds, nodes=nodes))
    return made


class GameReport(Plottable):
    """The report on a game, made from its end to its beginning."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.values: list[PositionValue] = []
        """The positions that were judged, the earliest first."""
        self.mistakes: list[Mistake] = []
        self._history = board.history
        self._later: _Judged | None = None

    def __repr__(self) -> str:
        return f"a report on {self.board.game.full_name}: {self.summary}"

    def add(self, board: Board, info: Info) -> None:
        """Take in what was found out about the position before the one that was added last."""
        ply = len(self._history) - len(self.values)
        score, best = info.score, info.lines[0] if info.lines else None
        if self._later is not None:
            score, best = self._with_later_win(ply, score, best, self._later)
        self.values.insert(0, PositionValue(ply, board.turn, score))
        if self._later is not None and best is not None:
            mistake = self._mistake(ply, board, score, best, self._later)
            self.mistakes[:0] = [] if mistake is None else [mistake]
        self._later = _Judged(score, best, score_words(board, score))

    def _with_later_win(
        self, ply: int, score: Score, best: Line | None, later: _Judged
    ) -> tuple[Score, Line | None]:
        """The position as it looks once it is proven that the move made from it wins.

        So the opponent's move before it is judged by that proof, and not by an estimate.
        """
        known = later.score.for_parent
        if score.is_proven or known.value != "win":
            return score, best
        known = replace(known, exact=False)
        rest = later.best.moves if later.best else ()
        return known, Line(known, (self._history[ply], *rest))

    def _mistake(self, ply: int, board: Board, before: Score, better: Line, later: _Judged) -> Mistake | None:
        """What was wrong with the move made at this ply, if anything."""
        move, after = self._history[ply], later.score.for_parent
        kind = judge_move(before, after)
        if kind is None or move == better.move:
            return None
        return Mistake(
            ply=ply,
            side=board.turn,
            move=move,
            kind=kind,
            before=before,
            after=after,
            better=better,
            cells=board.line_cells(better.moves),
            loss=round(_share_lost(before, after), 3),
            sentence=f"{self._number(ply)} {move} by {board.player} ({later.words}); "
            f"{better.move} {missed_words(before)}.",
        )

    def _number(self, ply: int) -> str:
        """The number of a move in a list of pairs: `3.` for the first side, `3…` for the second."""
        number, side = divmod(ply + self.board.first_turn, 2)
        return f"{number + 1}{'…' if side else '.'}"

    @property
    def summary(self) -> str:
        """How many mistakes each side made, in one sentence."""
        sides = [mistake.side for mistake in self.mistakes]
        first, second = (
            f"{player} made {_count_words(sides.count(side))}"
            for side, player in enumerate(self.board.game.players)
        )
        return f"{first}, {second}."


@dataclass(frozen=True)
class _Judged:
    """What is remembered of the position that was judged last."""

    score: Score
    best: Line | None
    """The best move and the play after it; None if the game is over."""
    words: str


def _rank_result(score: Score) -> int:
    return RESULTS.index(str(score.value))


def _share_lost(before: Score, after: Score) -> float:
    return first_share(before, 0) - first_share(after, 0)


def _count_words(number: int) -> str:
    return count_words(number, "mistake") if number else "no mistake"
