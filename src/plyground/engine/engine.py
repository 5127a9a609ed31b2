"""The engine: iterative deepening over the compiled search, with limits, threads and several lines."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.contract import LARGEST_ESTIMATE, MOST_MOVES, fingerprint, mix
from plyground.engine.forced_wins import ForcedWinFinder
from plyground.engine.info import Info, Line, SearchLimits, final_info
from plyground.engine.search import search_root
from plyground.engine.workspace import (
    ABORTED,
    AGE,
    DONE,
    EARLIER,
    MAX_PLY,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    REDUCE,
    SHARING,
    WIDTH,
    Workspace,
    new_busy_board,
    new_table,
    new_workspace,
)
from plyground.errors import PlygroundError
from plyground.game import Game, View, copy_position
from plyground.native.compiler import compile_kernel
from plyground.score import INFINITE, PROVEN, WIN, Score, read_score
from plyground.tables.folder import attach_endgames

DEEPEST: Final = MAX_PLY - 2
FIRST_WINDOW: Final = 16
SEEN_AT_ONCE: Final = 3
"""A win in so many plies is never overlooked for a longer one."""
MOST_CHASED: Final = 300_000
"""How many positions the search for forced wins may look at."""
ATTACK_SHARE: Final = 0.2
DEFENCE_SHARE: Final = 0.08
"""How much of the time goes at most into forced wins, and into those of the other side after a move."""
MOST_DEFENCE: Final = 0.35
"""How much of it may go into one look at one move."""
FORCED_SHARE: Final = 0.1
"""How much of the time is used where there is only one move."""
FALL: Final = 60
"""A score that has become worse by so much is falling."""
UNREDUCED_SALT: Final = np.uint64(0xA24BAED4963EE407)


@dataclass(frozen=True)
class Found:
    """One move with its score as the kernel gave it."""

    number: int
    settled: bool
    line: tuple[int, ...]
    depth: int
    reduced: bool
    hasty: bool
    """Whether the game proves wins that may be longer than need be: then a shorter one is not looked for."""

    @property
    def is_proven(self) -> bool:
        """Whether this is a win or a loss."""
        return abs(self.number) > PROVEN

    @property
    def is_final(self) -> bool:
        """Whether a deeper search can add nothing, not even a shorter win."""
        if self.settled or (self.is_proven and self.hasty):
            return True
        return self.is_proven and WIN - abs(self.number) <= self.depth and not self.reduced

    @property
    def score(self) -> Score:
        """The score as people see it."""
        exact = self.is_final and (not self.hasty or WIN - abs(self.number) <= SEEN_AT_ONCE)
        return read_score(self.number, settled=self.settled, exact=exact)


class Engine:
    """Looks ahead in one game.

    >>> engine = Engine(Board("noughts").game)
    >>> info = engine.search(Board("noughts", "b2 a1 c3 c1"), depth=5)
    >>> info.best, str(info.score)
    ('b1', 'draw')
    """

    def __init__(self, game: Game, *, threads: int = 1, memory: int = 64) -> None:
        if threads < 1:
            raise PlygroundError(f"threads must be at least 1, not {threads}")
        if memory < 1:
            raise PlygroundError(f"memory must be at least 1 MB, not {memory}")
        self.game = game
        self.threads = threads
        self.memory = memory
        self.ready = False
        """Whether the search is compiled."""
        attach_endgames(game)
        self._stop = np.zeros(1, np.int64)
        table, busy = new_table(memory), new_busy_board()
        self._works = [new_workspace(table, self._stop, busy) for _ in range(threads)]
        self._kernel = compile_kernel(search_root, game)
        self._chaser = ForcedWinFinder(game, self._works[0]) if ForcedWinFinder.can_play(game) else None
        self._busy = threading.Lock()

    def prepare(self) -> None:
        """Compile the search now, or load it from the disk, instead of at the first question."""
        if not self.ready:
            work = self._works[0]
            work.counts[NODE_LIMIT] = 0
            self._search_root(work, self.game.view(self.game.start), 1, -INFINITE, INFINITE, 0, 0)
            if self._chaser is not None:
                self._chaser.prepare(self.game)
            self.ready = True

    def stop(self) -> None:
        """End the search under way, from any thread; its last answer follows at once."""
        self._stop[0] = 1

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Keep the engine for oneself, ready and not stopped, for as long as the block lasts."""
        if not self._busy.acquire(blocking=False):
            raise PlygroundError("this engine is already searching")
        try:
            self.prepare()
            self._stop[0] = 0
            yield
        finally:
            self._busy.release()

    @property
    def fill(self) -> float:
        """How full the table is, 0 to 1, judged by its beginning."""
        table = self._works[0].table[: 4 * 4096]
        return float(np.count_nonzero(table[1::2]) / len(table[1::2]))

    def clear(self) -> None:
        """Forget everything."""
        self._works[0].table.fill(0)
        for work in self._works:
            work.chased.fill(0)
            forget(work)

    def search(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        longest: float | None = None,
        progress: Callable[[Info], None] | None = None,
    ) -> Info:
        """The engine's final answer; `progress` is called after each finished depth."""
        for info in self.analyse(
            board, depth=depth, nodes=nodes, seconds=seconds, lines=lines, longest=longest
        ):
            if progress is not None:
                progress(info)
        return info

    def analyse(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        longest: float | None = None,
    ) -> Iterator[Info]:
        """An `Info` per finished depth, and last the final answer.

        Goes on until a limit is reached, `stop` is called, or everything asked for is known for certain. If
        the score is falling when the seconds are over, it goes on for as many as `longest` in all; if there
        is only one move that can be any good, it takes a small part of them.
        With one thread and a limit of depth or nodes the answer is the same every time.
        """
        limits = SearchLimits(depth, nodes, seconds, lines, longest)
        if board.game != self.game:
            raise PlygroundError(f"this engine plays {self.game.full_name}, not {board.game.full_name}")
        if board.is_over:
            return iter([final_info(board)])
        return self._analyse(board.copy(self.game), limits)

    def _analyse(self, board: Board, limits: SearchLimits) -> Iterator[Info]:
        with self.asked():
            infos: SimpleQueue[Info | BaseException | None] = SimpleQueue()
            hunt = Hunt(self, board, limits, infos.put)
            leader = threading.Thread(target=hunt.lead, daemon=True)
            leader.start()
            try:
                while (info := infos.get()) is not None:
                    if isinstance(info, BaseException):
                        raise info
                    yield info
            finally:
                self.stop()
                leader.join()

    def _search_root(
        self, work: Workspace, view: View, depth: int, alpha: int, beta: int, first: int, last: int
    ) -> int:
        work.counts[ABORTED] = 0
        return int(self._kernel(view.rules, copy_position(view.pos), work, depth, alpha, beta, first, last))


class Hunt:
    """One search from start to end: the leading thread and its helpers."""

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limits: SearchLimits,
        tell: Callable[[Info | BaseException | None], None],
    ) -> None:
        self.began = time.perf_counter()
        self.engine = engine
        self.board = board
        self.limits = limits
        self.tell = tell
        self.view = board.game.view(board.position)
        self.roots = root_moves(board, self.view, whole=limits.lines > 1)
        self.lines = min(limits.lines, len(self.roots))
        self.reduces = contract.quiet.is_implemented(type(self.view.rules))
        self.hasty = contract.pursuit.is_implemented(type(self.view.rules))
        self.divides = engine.threads > 1 and not contract.margin.is_implemented(type(self.view.rules))
        """Whether threads put off what another one searches: a move that is put off is late, and where late
        moves are given up that would change what is looked at."""
        self.works = [self._prepared(work) for work in engine._works]
        self.task = (1, -INFINITE, INFINITE)
        """The depth and the window that the leader searches now."""
        self.checked: dict[int, float] = {}
        """Moves after which the other side's threats have been looked at, and the share of time for it …"""
        self.refuted: dict[int, int] = {}
        """… and those that lose to them, with the plies that it takes."""
        self.attacked = self.defended = 0.0
        """The seconds that went into own threats and into those of the other side."""
        self.partial = bool(
            board.game.picture(board.position).endless and contract.narrowed(self.view.rules, self.view.pos)
        )
        """Whether there are legal moves that the search does not see: then a loss is not proven."""
        self.numbers: list[int] = []
        """What each finished depth said …"""
        self.failing = False
        """… and whether the one under way says that it was too much."""

    def _prepared(self, work: Workspace) -> Workspace:
        """A thread's memory, made ready for this position."""
        forget(work)
        work.counts[AGE] = (work.counts[AGE] + 1) % 64
        work.counts[NODE_LIMIT] = (
            NO_NODE_LIMIT if self.limits.nodes is None else max(1, self.limits.nodes // self.engine.threads)
        )
        work.counts[REDUCE] = self.reduces
        work.counts[SHARING] = self.divides
        work.roots[: len(self.roots)] = self.roots
        earlier = [fingerprint(pos) for pos in self.board.earlier_positions()]
        work.counts[EARLIER] = len(earlier)
        path = np.array(earlier + [np.uint64(0)] * int(WIDTH), np.uint64)
        return work._replace(path=path, salt=history_salt(earlier, self.board))

    # The leading thread

    def lead(self) -> None:
        """Search until there is nothing left to find out or a limit is reached."""
        clock = threading.Event()
        timer = threading.Thread(target=self._keep_time, args=(clock,), daemon=True)
        timer.start()
        helpers = [
            threading.Thread(target=self._help, args=(number,), daemon=True)
            for number in range(1, self.engine.threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            for info in self._deepen():
                self.tell(info)
        except BaseException as error:  # the caller's thread raises it again
            self.tell(error)
        finally:
            self.engine.stop()
            for helper in helpers:
                helper.join()
            clock.set()
            timer.join()
            self.tell(None)

    def _keep_time(self, over: threading.Event) -> None:
        """Stop the search when its time is up, unless it is `over` before."""
        seconds = self.limits.seconds
        if seconds is None:
            return
        if len(self.roots) == 1:
            seconds *= FORCED_SHARE
        if over.wait(self._left_of(seconds)):
            return
        longest = self.limits.longest or 0.0
        if longest > seconds and self.is_falling and over.wait(self._left_of(longest)):
            return
        self.engine.stop()

    def _left_of(self, seconds: float) -> float:
        """What is left of so many seconds since the beginning."""
        return max(0.0, self.began + seconds - time.perf_counter())

    @property
    def is_falling(self) -> bool:
        """Whether the position looks worse and worse, at depths where the same side moves last."""
        return self.failing or (len(self.numbers) > 2 and self.numbers[-1] < self.numbers[-3] - FALL)

    def _deepen(self) -> Iterator[Info]:
        found = [self._guess()]
        if forced := self._forced_win():
            yield self._info([self._completed(forced)])
            return
        proven: list[Found] = []  # with reductions; kept until it has been proven again without
        told: list[Found] = []
        deepest = min(self.limits.depth or DEEPEST, DEEPEST)
        depth = 0
        while depth < deepest:
            depth += 1
            found, whole = self._round(depth, found)
            found[0] = self._longest_loss(found[0])
            if found[0].is_proven:
                proven = []
            if self._walks_into_threats(found[0]):
                depth -= 1
                continue
            if not whole:
                break
            self.numbers.append(found[0].number)
            if not proven:
                told = found
                yield self._info(found)
            if all(line.is_final for line in found):
                break
            if found[0].reduced and found[0].is_proven:
                proven = found
                self._stop_reducing()
                depth = 0
        completed = [self._completed(line) for line in proven or found]
        if completed != told or self.works[0].counts[ABORTED]:
            yield self._info(completed)

    def _round(self, depth: int, before: list[Found]) -> tuple[list[Found], bool]:
        """Search to one depth; if there was no time to finish, what was known before fills the gaps."""
        found: list[Found] = []
        for first in range(self.lines):
            guess = before[first].number if first == 0 and depth > 1 else None
            line = self._best(depth, first, guess)
            if line is not None:
                found.append(line)
            if self.works[0].counts[ABORTED]:
                known = {new.line[0] for new in found}
                rest = [line for line in before if line.line[0] not in known]
                return (found + rest)[: max(len(before), len(found))], False
        found.sort(key=lambda line: -line.number)
        return found, True

    def _best(self, depth: int, first: int, guess: int | None) -> Found | None:
        """The best of the moves from `first` on, or None if the search was stopped too early to tell."""
        work = self.works[0]
        window = FIRST_WINDOW
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and depth >= 4 and abs(guess) < PROVEN:
            alpha, beta = guess - window, guess + window
        while True:
            self.task = (depth, alpha, beta)
            number = self._root(work, depth, alpha, beta, first)
            if work.counts[ABORTED]:
                if work.counts[DONE] == 0 or number <= alpha:
                    return None
                return self._found(work, number, depth - 1, settled=False)
            self.failing = number <= alpha and alpha > -INFINITE
            if self.failing:
                alpha = -INFINITE if window > 1000 else max(-INFINITE, number - window)
            elif number >= beta and beta < INFINITE:
                beta = INFINITE if window > 1000 else min(INFINITE, number + window)
            else:
                return self._found(work, number, depth, settled=bool(work.settled[0]))
            window *= 8

    def _root(self, work: Workspace, depth: int, alpha: int, beta: int, first: int) -> int:
        return self.engine._search_root(work, self.view, depth, alpha, beta, first, len(self.roots))

    def _found(self, work: Workspace, number: int, depth: int, *, settled: bool) -> Found:
        line = tuple(int(move) for move in work.lines[: work.lengths[0]])
        return Found(number, settled, line, depth, bool(work.counts[REDUCE]), self.hasty)

    def _guess(self) -> Found:
        """What to answer if there is no time for anything."""
        estimate = int(contract.evaluate(self.view.rules, self.view.pos))
        return Found(estimate, False, (self.roots[0],), 0, self.reduces, self.hasty)

    def _stop_reducing(self) -> None:
        """Something is proven: from now on look for the exact distance."""
        for index, work in enumerate(self.works):
            work.counts[REDUCE] = 0
            self.works[index] = work._replace(salt=work.salt ^ UNREDUCED_SALT)

    def _forced_win(self) -> Found | None:
        """A win by threats that the other side can only answer, if one is found within the budget."""
        chaser = self.engine._chaser
        if chaser is None or self.lines > 1:
            return None
        found = chaser.find(self.view, self._chase_budget, self._share(ATTACK_SHARE))
        self.attacked = time.perf_counter() - self.began
        if found is None:
            return None
        plies, move = found
        return Found(WIN - plies, False, (move,), 0, False, True)

    def _walks_into_threats(self, found: Found) -> bool:
        """Whether the other side has a forced win after this move; then the move is not looked at again."""
        chaser, move = self.engine._chaser, found.line[0]
        alone = self.lines > 1 or len(self.roots) == 1
        if chaser is None or alone or found.is_proven:
            return False
        share = self._defence_share(move)
        if share == 0:
            return False
        board = self.board.copy()
        board.push_number(self.view.outward(move))
        if board.is_over:
            return False
        view, budget = board.game.view(board.position), self._chase_budget // 4
        began = time.perf_counter()
        win = chaser.find(view, budget, self._share(share))
        self.defended += time.perf_counter() - began
        self.checked[move] = share if chaser.was_cut_off else 1.0
        if win is None:
            return False
        self.refuted[move] = win[0] + 1
        self.roots.remove(move)
        for work in self.works:
            left = [other for other in work.roots[: len(self.roots) + 1] if other != move]
            work.roots[: len(left)] = left
        return True

    def _defence_share(self, move: int) -> float:
        """How much of the time to spend on threats against a move; 0 if there is nothing to find or no time.

        Never more goes into this than into the search itself, so that it waits until a move has stood
        for some time; a look that was cut off is repeated with twice the time.
        """
        before = self.checked.get(move, 0.0)
        share = 2 * before or DEFENCE_SHARE
        if self.limits.seconds is None:
            return DEFENCE_SHARE if before == 0 else 0.0
        searched = time.perf_counter() - self.began - self.attacked - self.defended
        is_due = share <= MOST_DEFENCE and searched >= self.defended + share * self.limits.seconds
        return share if is_due else 0.0

    def _longest_loss(self, found: Found) -> Found:
        """If all that is left is lost, the move that loses latest."""
        if found.number > -PROVEN:
            return found
        if self.refuted:
            move = max(self.refuted, key=lambda refuted: self.refuted[refuted])
            if self.refuted[move] > WIN + found.number:
                found = replace(found, number=self.refuted[move] - WIN, line=(move,))
        return found

    @property
    def _chase_budget(self) -> int:
        """How many positions may be looked at for threats."""
        return MOST_CHASED if self.limits.nodes is None else min(MOST_CHASED, self.limits.nodes // 4)

    def _share(self, share: float) -> float | None:
        """A share of the time that there is; None if there is no limit."""
        return None if self.limits.seconds is None else self.limits.seconds * share

    def _completed(self, found: Found) -> Found:
        """A proven line played out to its end, as far as the limits allow."""
        wanted = WIN - abs(found.number)
        if not found.is_proven or len(found.line) >= wanted:
            return found
        board = self.board.copy()
        for move in found.line:
            board.push_number(self.view.outward(move))
        line = list(found.line)
        if self.engine._chaser is not None:
            rest = self.engine._chaser.play_out(board, wanted - len(line), self._chase_budget)
            seen_rest = [self.view.inward(move) for move in rest]
            return replace(found, line=(*line, *(move for move in seen_rest if move is not None)))
        while not board.is_over and len(line) < wanted:
            reply = self._reply(board, wanted - len(line))
            seen = None if reply is None else self.view.inward(reply)
            if reply is None or seen is None:
                break
            line.append(seen)
            board.push_number(reply)
        return replace(found, line=tuple(line))

    def _reply(self, board: Board, depth: int) -> int | None:
        """The best move on another board, as it is called there."""
        work = self.works[0]
        view = board.game.view(board.position)
        roots = root_moves(board, view, whole=True)
        work.roots[: len(roots)] = roots
        self.engine._search_root(work, view, depth, -INFINITE, INFINITE, 0, len(roots))
        return None if work.counts[ABORTED] else view.outward(int(work.roots[0]))

    def _info(self, found: list[Found]) -> Info:
        return Info(
            depth=found[0].depth,
            lines=tuple(Line(line.score, self._texts(line.line)) for line in found),
            nodes=sum(int(work.counts[NODES]) for work in self.works),
            seconds=time.perf_counter() - self.began,
            fill=self.engine.fill,
            score=self._whole_score(found[0].score),
        )

    def _whole_score(self, best: Score) -> Score:
        """What the best move says of the position: a loss only if there is no move that was not seen."""
        unsure = self.partial and best.value == "loss"
        return Score(estimate=-LARGEST_ESTIMATE, exact=False) if unsure else best

    def _texts(self, line: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.board.game.move_text(self.view.outward(move)) for move in line)

    # The helpers

    def _help(self, number: int) -> None:
        """Search the same beside the leader, and ahead of it if faster; what it finds is in the table."""
        done = 0
        while not self.engine._stop[0] and done < DEEPEST:
            depth, alpha, beta = self.task
            self.works[number].roots[:] = self.works[0].roots
            done = max(done + 1, depth)
            self._root(self.works[number], done, alpha, beta, 0)


def forget(work: Workspace) -> None:
    """Clear what a thread has learned about the order of moves."""
    work.history.fill(0)
    work.killers.fill(-1)
    work.counts[[NODES, ABORTED]] = 0


def root_moves(board: Board, view: View, *, whole: bool) -> list[int]:
    """Every legal move that the search can see, those first that the game thinks worth a look.

    Unless the `whole` list is asked for, moves that lose at once are left out.
    """
    rules, pos = view.rules, view.pos
    out = np.zeros(MOST_MOVES, np.int64)
    end = contract.candidates(rules, pos, out, 0)
    worth = sorted((int(move) for move in out[:end]), key=lambda move: -contract.priority(rules, pos, move))
    all_good = contract.proof(rules, pos) == 0 and not contract.narrowed(rules, pos)
    if worth and all_good and not whole:
        return worth
    inward = (view.inward(move) for move in board.legal_numbers())
    seen = sorted(move for move in inward if move is not None)
    return list(dict.fromkeys([*worth, *seen]))[:MOST_MOVES]


def history_salt(earlier: list[np.uint64], board: Board) -> np.uint64:
    """A salt that changes with the positions that one more occurrence turns into a draw."""
    salt = np.uint64(0)
    often = int(contract.repetition(board.game.rules)) - 1
    for mark, times in Counter([*earlier, fingerprint(board.position)]).items() if earlier else []:
        if times >= often:
            salt ^= mix(mark)
    return salt
