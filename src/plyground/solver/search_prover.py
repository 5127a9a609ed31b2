"""Proof by the engine's search.

Where a game cannot last long, null-window searches answer questions: does the side to move win, or lose,
within N plies? In turn they are about the next few plies, always one further, and about the whole game, with
more and more nodes. So what is decided early and what is decided late are both found soon. Elsewhere
iterative deepening goes on until nothing is left open.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from plyground.board import Board
from plyground.engine import Engine, Info
from plyground.engine.null_window import NullWindowSearch
from plyground.progress import OnProgress, Progress
from plyground.score import Score
from plyground.solver.book import Book, load_book
from plyground.solver.prover import ProvenResult, plies_left

LONGEST = 64
"""A game that can go on for more plies is not asked about as a whole."""
FIRST_NODES = 50_000
"""How many nodes the first questions may cost."""
NODES_GROWTH = 4
"""Each round of questions may cost this many times the nodes of the one before."""
UNLIMITED = 1 << 60


class SearchProver:
    """Searches until the result is proven.

    >>> prover = SearchProver(Engine(Board("noughts").game))
    >>> str(prover.prove(Board("noughts", "b2 b1 a3 c1 a1"), exact=True).score)
    'loss in 2 plies'
    """

    how = "search"

    def __init__(self, engine: Engine, *, book: bool = True) -> None:
        self.engine = engine
        self._book = load_book(engine.game) if book else Book(engine.game, {})
        self._stopped = threading.Event()

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Compile the search, or load it from the disk."""
        self.engine.prepare()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called since the last proof began."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the search under way."""
        self._stopped.set()
        self.engine.stop()

    def prove(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        exact: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ProvenResult | None:
        """Search until the value, or with `exact` the distance too, is known."""
        self._stopped.clear()
        known = self._find_in_book(board)
        if known is not None and not exact:
            return known
        if not 0 < plies_left(board) <= LONGEST:
            return self._deepen(board, seconds, exact, on_progress)
        timer = threading.Timer(seconds, self.stop) if seconds is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            with self.engine.reserve():
                return SearchProof(self, board, on_progress, known).run(exact) or known
        finally:
            if timer is not None:
                timer.cancel()

    def _find_in_book(self, board: Board) -> ProvenResult | None:
        """What the book says."""
        found = self._book.find(board)
        if found is None:
            return None
        value, move = found
        bound = None if value == "draw" else plies_left(board)
        return ProvenResult(Score(value=value, distance=bound, exact=False), (board.game.move_text(move),))

    def _deepen(
        self, board: Board, seconds: float | None, exact: bool, on_progress: OnProgress | None
    ) -> ProvenResult | None:
        proven: Info | None = None
        for info in self.engine.analyse(board, seconds=seconds):
            if self.is_stopped:
                self.engine.stop()
            if on_progress is not None:
                on_progress(search_progress(info))
            if info.score.is_proven:
                proven = info
                if not exact:
                    break
        return None if proven is None else ProvenResult(proven.score, proven.line, proven.nodes)


def search_progress(info: Info) -> Progress:
    """How far a search has come."""
    return Progress(
        f"depth {info.depth}", info.nodes, info.seconds, fill=info.fill, score=info.score, line=info.line
    )


@dataclass
class KnownBounds:
    """What is known of a position while its proof goes on."""

    value: str | None = None
    move: str = ""
    """A move that keeps the value."""
    open_within: int = 0
    """Within this many plies nobody can force the end."""
    decided_within: int = 0
    """Within this many plies the winner wins; 0 as long as nobody is known to win."""


class SearchProof:
    """The questions about one position, until its value is known, or its distance too."""

    def __init__(
        self, prover: SearchProver, board: Board, on_progress: OnProgress | None, known: ProvenResult | None
    ) -> None:
        self.prover = prover
        self.board = board
        self.on_progress = on_progress
        self.search = NullWindowSearch(prover.engine, board)
        self.known = KnownBounds()
        if known is not None:
            self.known = KnownBounds(known.score.value, known.line[0], 0, known.score.distance or 0)
        self.began = time.perf_counter()

    def run(self, exact: bool) -> ProvenResult | None:
        """The result, or None if the search was stopped before the value was known."""
        budget = FIRST_NODES
        while self.known.value is None and not self.prover.is_stopped:
            self._ask_about_next_plies(budget)
            if self.known.value is None:
                self._ask_about_whole_game(budget)
            budget *= NODES_GROWTH
        if self.known.value is None:
            return None
        if exact and self.known.value != "draw":
            self._find_distance()
        nodes = self.search.nodes
        return ProvenResult(self._score(), self._line(), nodes)

    @property
    def _is_exact(self) -> bool:
        return self.known.decided_within == self.known.open_within + 1

    def _score(self) -> Score:
        if self.known.value == "draw":
            return Score(value="draw")
        return Score(value=self.known.value, distance=self.known.decided_within, exact=self._is_exact)

    def _ask_about_next_plies(self, budget: int) -> None:
        """Ask about the next plies, one more each time, as long as that costs little."""
        known, search = self.known, self.search
        enough = search.nodes + budget
        while known.value is None and search.nodes < enough:
            plies = known.open_within + 1
            wins = search.wins_within(plies, budget)
            loses = search.loses_within(plies, budget) if wins is False else None
            if wins or loses:
                self._decide("win" if wins else "loss", plies)
            elif wins is None or loses is None:
                return
            else:
                known.open_within = plies
                if plies == search.remaining:
                    self._decide("draw", 0)
                self._report_progress(f"nobody wins within {plies} plies")

    def _ask_about_whole_game(self, budget: int) -> None:
        """Ask about the whole game."""
        search = self.search
        wins = search.wins_within(search.remaining, budget)
        if wins:
            self._decide("win", search.remaining)
        if wins is not False:
            return
        self._report_progress("the side to move does not win")
        loses = search.loses_within(search.remaining, budget)
        if loses is not None:
            self._decide("loss" if loses else "draw", search.remaining)

    def _find_distance(self) -> None:
        """Ask how soon the winner wins: two plies further each time, then the one that was left out."""
        known = self.known
        step = 2
        while not self._is_exact:
            plies = min(known.open_within + step, known.decided_within - 1)
            answer = self._ends_within(plies)
            if answer is None:
                return
            if answer:
                known.decided_within = plies
                step = 1
            else:
                known.open_within = plies
            self._report_progress(f"more than {known.open_within} plies")

    def _ends_within(self, plies: int) -> bool | None:
        """Whether the winner wins within `plies`."""
        if self.known.value == "loss":
            return self.search.loses_within(plies, UNLIMITED)
        answer = self.search.wins_within(plies, UNLIMITED)
        if answer:
            self.known.move = self.search.best
        return answer

    def _decide(self, value: str, within: int) -> None:
        if value != "loss":
            self.known.move = self.search.best
        self.known.value = value
        self.known.decided_within = within
        self._report_progress("proven")

    def _report_progress(self, what: str) -> None:
        if self.on_progress is not None:
            seconds = time.perf_counter() - self.began
            score = self._score() if self.known.value is not None else None
            search = self.search
            self.on_progress(Progress(what, search.nodes, seconds, fill=search.fill, score=score))

    def _line(self) -> tuple[str, ...]:
        """Best play: to the end if that is known for certain, else a move that keeps the value."""
        move = self.known.move or self.board.legal_moves[0]
        if self.known.value == "draw" or self._is_exact:
            return best_line(self.prover, self.board, self._score()) or (move,)
        return (move,)


def best_line(prover: SearchProver, board: Board, score: Score) -> tuple[str, ...]:
    """The shortest win, the longest resistance or a game without a mistake, move by move, until stopped."""
    board = board.copy()
    line: list[str] = []
    plies = score.distance
    wins = score.value == "win"
    while not board.is_over:
        search = NullWindowSearch(prover.engine, board)
        if wins:
            answer = search.wins_within(plies or 0, UNLIMITED)
        else:
            answer = search.loses_within(search.remaining if plies is None else plies - 1, UNLIMITED)
        if answer is None:
            break
        line.append(search.best)
        board.push(line[-1])
        if plies is not None:
            plies -= 1
            wins = not wins
    return tuple(line)
