"""One run of a search: iterative deepening with aspiration windows, in threads of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.contract import LARGEST_ESTIMATE
from plyground.engine.compiled import CompiledSearch
from plyground.engine.forced_wins import ForcedWins
from plyground.engine.info import Info, Line, SearchLimits
from plyground.engine.root import RootResult, RootSearch
from plyground.engine.time_control import TimeControl
from plyground.engine.workspace import MAX_PLY
from plyground.score import INFINITE, PROVEN, Score
from plyground.threads import ThreadGroup

DEEPEST: Final = MAX_PLY - 2
FIRST_WINDOW: Final = 16
"""How far the first aspiration window reaches to both sides of the last score."""
WINDOW_GROWTH: Final = 8
LARGEST_WINDOW: Final = 1000


class SearchRun:
    """One search of one position from start to end: `infos` starts it, `stop` ends it.

    The caller has reserved the engine to which the compiled search belongs.
    """

    def __init__(self, compiled: CompiledSearch, board: Board, limits: SearchLimits) -> None:
        self.time_control = TimeControl(limits)
        self._compiled = compiled
        self._limits = limits
        self._root = RootSearch(compiled, board, limits)
        self.time_control.is_forced = len(self._root.moves) == 1
        finder = compiled.finder
        self._forced_wins = ForcedWins(finder, self._root, self.time_control) if finder else None
        view = self._root.view
        self._has_unseen_moves = bool(
            board.game.picture(board.position).endless and contract.narrowed(view.rules, view.pos)
        )
        """Whether there are legal moves that the search does not see: then a loss is not proven."""
        self._task = (1, -INFINITE, INFINITE)
        """The depth and the window that the leading thread searches now."""

    def infos(self) -> Iterator[Info]:
        """Search in other threads; an `Info` as soon as a depth is finished, and last the final answer."""
        infos: SimpleQueue[Info | None] = SimpleQueue()
        with ThreadGroup([partial(self._lead, infos)], self.stop):
            while (info := infos.get()) is not None:
                yield info

    def stop(self) -> None:
        """End the search, from any thread; its final answer follows at once."""
        self._compiled.stop()

    # Threads

    def _lead(self, infos: SimpleQueue[Info | None]) -> None:
        """Search with helpers and a clock until nothing is left to find out or a limit is reached."""
        over = threading.Event()

        def end() -> None:
            self.stop()
            over.set()

        clock = partial(self.time_control.stop_in_time, over, self.stop)
        helpers = [partial(self._help, thread) for thread in range(1, self._root.threads)]
        try:
            with ThreadGroup([clock, *helpers], end):
                for info in self._deepen():
                    infos.put(info)
        finally:
            infos.put(None)

    def _help(self, thread: int) -> None:
        """Search the same beside the leader, and ahead of it if faster; what it finds is in the table."""
        done = 0
        while not self._compiled.is_stopped and done < DEEPEST:
            depth, alpha, beta = self._task
            done = max(done + 1, depth)
            self._root.search(done, alpha, beta, thread=thread)

    # Iterative deepening

    def _deepen(self) -> Iterator[Info]:
        """Search to depth 1, 2, 3 and so on.

        What is proven with reduced moves may be too long. It is kept, and from depth 1 on everything is
        searched again without reductions, until it is proven once more.
        """
        root, forced_wins = self._root, self._forced_wins
        results = [root.guess()]
        if forced_wins and (win := forced_wins.find_win()):
            yield self._info([self._complete(win)])
            return
        proven: list[RootResult] = []  # with reductions
        reported: list[RootResult] = []
        deepest = min(self._limits.depth or DEEPEST, DEEPEST)
        depth = 0
        while depth < deepest:
            depth += 1
            results, finished = self._search_depth(depth, results)
            if forced_wins:
                results[0] = forced_wins.longest_loss(results[0])
            if results[0].is_proven:
                proven = []
            if forced_wins and forced_wins.refute(results[0]):
                depth -= 1
                continue
            if not finished:
                break
            self.time_control.add_score(results[0].number)
            if not proven:
                reported = results
                yield self._info(results)
            if all(result.is_final for result in results):
                break
            if results[0].reduced and results[0].is_proven:
                proven = results
                root.stop_reducing()
                depth = 0
        completed = [self._complete(result) for result in proven or results]
        if completed != reported or root.is_aborted:
            yield self._info(completed)

    def _search_depth(self, depth: int, before: list[RootResult]) -> tuple[list[RootResult], bool]:
        """The best moves at one depth, and whether it was finished; if not, older results fill the gaps."""
        results: list[RootResult] = []
        for first in range(self._root.lines):
            guess = before[first].number if first == 0 and depth > 1 else None
            result = self._search_window(depth, first, guess)
            if result is not None:
                results.append(result)
            if self._root.is_aborted:
                known = {result.move for result in results}
                rest = [result for result in before if result.move not in known]
                return (results + rest)[: max(len(before), len(results))], False
        results.sort(key=lambda result: -result.number)
        return results, True

    def _search_window(self, depth: int, first: int, guess: int | None) -> RootResult | None:
        """The best of the root moves from `first` on, sought in an aspiration window around a guess.

        None if the search was stopped too early to tell.
        """
        root = self._root
        window = FIRST_WINDOW
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and depth >= 4 and abs(guess) < PROVEN:
            alpha, beta = guess - window, guess + window
        while True:
            self._task = (depth, alpha, beta)
            number = root.search(depth, alpha, beta, first=first)
            if root.is_aborted:
                if root.moves_done == 0 or number <= alpha:
                    return None
                return root.result(number, depth - 1, is_complete=False)
            fails_low = number <= alpha and alpha > -INFINITE
            self.time_control.failing_low = fails_low
            if fails_low:
                alpha = -INFINITE if window > LARGEST_WINDOW else max(-INFINITE, number - window)
            elif number >= beta and beta < INFINITE:
                beta = INFINITE if window > LARGEST_WINDOW else min(INFINITE, number + window)
            else:
                return root.result(number, depth)
            window *= WINDOW_GROWTH

    # Answers

    def _complete(self, result: RootResult) -> RootResult:
        """A result with its line, if that is proven, played out to its end as far as the limits allow."""
        if not result.is_proven or len(result.line) >= result.plies:
            return result
        if self._forced_wins:
            return self._forced_wins.play_out(result)
        board = self._root.after(result.line)
        line = list(result.line)
        while not board.is_over and len(line) < result.plies:
            reply = self._root.reply(board, result.plies - len(line))
            inward = None if reply is None else self._root.view.inward(reply)
            if reply is None or inward is None:
                break
            line.append(inward)
            board.push_number(reply)
        return replace(result, line=tuple(line))

    def _info(self, results: list[RootResult]) -> Info:
        return Info(
            depth=results[0].depth,
            lines=tuple(Line(result.score, self._root.texts(result.line)) for result in results),
            nodes=self._root.nodes,
            seconds=self.time_control.elapsed,
            fill=self._compiled.fill,
            score=self._position_score(results[0].score),
        )

    def _position_score(self, best: Score) -> Score:
        """What the best move says of the position: a loss only if the search has seen every move."""
        if self._has_unseen_moves and best.value == "loss":
            return Score(estimate=-LARGEST_ESTIMATE, exact=False)
        return best
