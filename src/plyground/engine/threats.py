"""The search for forced wins: one side threatens with every move, the other has only so many answers.

A game tells with `threats` which moves threaten something. Where its `candidates` are every move that can be
any good, because all others lose at once, it says that they are not `narrowed`. That is all that is needed:
if the attacker has a threat against which all those answers fail, the attacker wins, and nothing was
guessed.

The search tries one threat, then two, and so on, within a budget of positions. Positions from which so many
threats do not win are remembered in a table of their own.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from plyground.board import Board
from plyground.contract import (
    MOST_MOVES,
    OPEN,
    candidates,
    kernel,
    key,
    mixed,
    narrowed,
    outcome,
    play,
    proof,
    pursuit,
    threats,
    undo,
)
from plyground.engine.native import compiled, hold, inner, look
from plyground.engine.workspace import Index, Numbers, Words
from plyground.game import Game, View, copied

TABLE_BITS: Final = 18
MOST_PLIES: Final = 100
MOST_THREATS: Final = 12
ROOM: Final = 1 << 16

# Places in `Chase.counts`
NODES: Final = 0
BUDGET: Final = 1
BEST: Final = 2


class Chase(NamedTuple):
    """The memory of a search for forced wins."""

    table: Words
    """For each position a mark and, in the lowest byte, one more than the threats that were not enough."""
    counts: Numbers
    moves: Numbers
    stop: Numbers


def new_chase(stop: Numbers) -> Chase:
    """Memory for one search at a time."""
    return Chase(
        table=np.zeros(1 << TABLE_BITS, np.uint64),
        counts=np.zeros(4, np.int64),
        moves=np.zeros(ROOM, np.int64),
        stop=stop,
    )


class Chaser:
    """Looks for forced wins in one game."""

    def __init__(self, game: Game, stop: Numbers) -> None:
        self.chase = new_chase(stop)
        self._kernel = compiled(chase_root, game)

    @staticmethod
    def can_play(game: Game) -> bool:
        """Whether a game says what a threat is."""
        return threats.is_own(type(game.view(game.start).rules))

    def prepare(self, game: Game) -> None:
        """Compile the search, or load it from the disk."""
        self.find(game.view(game.start), 0)

    def find(self, view: View, budget: int) -> tuple[int, int] | None:
        """How many plies a win takes at most, and its first move; None if none was found."""
        counts = self.chase.counts
        counts[[NODES, BUDGET]] = 0, budget
        if proof(view.rules, view.pos) != 0:
            return None
        for depth in range(1, MOST_THREATS + 1):
            plies = int(self._kernel(view.rules, copied(view.pos), self.chase, depth))
            if plies:
                return plies, int(counts[BEST])
            if counts[NODES] > budget or self.chase.stop[0]:
                break
        return None

    def play_out(self, board: Board, longest: int, budget: int) -> list[int]:
        """The moves of a forced win from here on: threats, and the answers that hold out longest."""
        board = board.copy()
        attacker = board.turn if self._winning_move(board, budget) else 1 - board.turn
        moves: list[int] = []
        while not board.is_over and len(moves) < longest:
            if board.turn == attacker:
                found = self._winning_move(board, budget)
                if found is None:
                    break
                move = found[1]
            else:
                move = self._stubborn_answer(board, budget)
            moves.append(move)
            board.push_number(move)
        return moves

    def _winning_move(self, board: Board, budget: int) -> tuple[int, int] | None:
        """Plies and first move of a win, as the board calls it."""
        view = board.game.view(board.position)
        at_once = int(proof(view.rules, view.pos))
        if at_once > 0:
            return at_once, view.outward(_answers(view)[0])
        found = self.find(view, budget)
        return None if found is None else (found[0], view.outward(found[1]))

    def _stubborn_answer(self, board: Board, budget: int) -> int:
        """The answer after which the win takes longest."""
        view = board.game.view(board.position)

        def holds_out(move: int) -> int:
            board.push_number(move)
            found = None if board.is_over else self._winning_move(board, budget)
            board.pop()
            return found[0] if found else 0

        return max((view.outward(move) for move in _answers(view)), key=holds_out)


def _answers(view: View) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: candidates(view.rules, view.pos, out, 0)]]


def chase_root(rules: Any, pos: Any, chase: Chase, depth: int) -> int:
    """In how many plies the side to move wins with at most so many threats, at the latest; 0 if it does not.

    The first of its moves is left in `counts[BEST]`.
    """
    plies: Any = np.int64(0)
    at: Any = np.int64(0)
    return chase_on(hold((rules, chase)), pos, depth, plies, at)


@kernel
def failed_depth(chase: Chase, mark: np.uint64) -> int:
    """One more than the threats that are known not to win here; 0 if nothing is known."""
    entry = chase.table[mark >> np.uint64(64 - TABLE_BITS)]
    return int(entry & np.uint64(255)) if entry | np.uint64(255) == mark | np.uint64(255) else 0


@inner
def chase_on(shared: Any, pos: Any, depth: int, ply: int, at: int) -> int:
    """Plies to a win of the attacker, who moves at even plies; 0 if there is none."""
    rules, chase = look(shared)
    chase.counts[NODES] += 1
    if chase.counts[NODES] > chase.counts[BUDGET] or chase.stop[0] != 0 or ply >= MOST_PLIES:
        return 0
    attacking = ply & 1 == 0
    if outcome(rules, pos) != OPEN:
        return 0
    seen = proof(rules, pos)
    if attacking:
        if seen != 0:
            return max(seen, 0)
        seen = pursuit(rules, pos) if ply > 0 else 0
        if seen > 0 or depth <= 0:
            return seen
    elif seen != 0:
        return max(-seen, 0)
    elif narrowed(rules, pos):
        return 0
    mark = mixed(key(rules, pos))
    if attacking and failed_depth(chase, mark) > depth:
        return 0
    first: Index = np.uint64(at)
    end = threats(rules, pos, chase.moves, at) if attacking else candidates(rules, pos, chase.moves, at)
    longest = 0
    won = not attacking
    for i in range(first, np.uint64(end)):
        move = chase.moves[i]
        child = play(rules, pos, move)
        plies = chase_on(shared, child, depth - 1 if attacking else depth, ply + 1, end)
        undo(rules, child, move)
        if attacking and plies > 0:
            chase.counts[BEST] = move
            return plies + 1
        if not attacking and plies == 0:
            won = False
            break
        longest = max(longest, plies)
    if won:
        return longest + 1
    if attacking and chase.counts[NODES] <= chase.counts[BUDGET]:
        chase.table[mark >> np.uint64(64 - TABLE_BITS)] = mark & ~np.uint64(255) | np.uint64(depth + 1)
    return 0
