"""The walk through a strategy: one move of the strategist in every position that the other side can reach.

It goes depth first and always in the same order, so a strategy is just the list of its moves: whoever
writes one down and whoever checks it come to the same positions one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from plyground.errors import PlygroundError
from plyground.verify.model import DRAWN, LOST, OPEN, WON, Model, ModelState, Move

Choose: TypeAlias = Callable[[list[Move], list[Move]], int]
"""Gives the place of the strategist's move among its legal moves.

It is given these moves and the moves that have led here."""

REPORT_EVERY: Final = 1024
ON_THE_WAY: Final = 0
"""The distance of a position whose proof is not finished yet."""


class Refused(PlygroundError):
    """Why something proves nothing, in one line."""


@dataclass(frozen=True)
class WalkResult:
    """What a walk through a strategy found."""

    positions: int
    """In how many positions the strategist needed a move from the strategy."""
    longest: int
    """How many plies the game can last at most, if the strategist wins."""


def walk(
    model: Model,
    root: ModelState,
    *,
    strategist: int,
    wins: bool,
    choose: Choose,
    on_progress: Callable[[int], None] | None = None,
) -> WalkResult:
    """Follow a strategy through everything that the other side can do.

    The strategist, side 0 or 1, must win if `wins`, and else must not lose.
    """
    return _Walk(model, strategist, wins, choose, on_progress or _nothing).run(root)


@dataclass(slots=True)
class _OpenReplies:
    """A position after a move of the strategist, with replies of the other side still to be tried."""

    key: int
    """The position before that move."""
    state: ModelState
    replies: list[Move]
    """The replies that are left, the last one first."""
    longest: int = 0
    """How many plies the game can last from the position before that move on, as far as is known."""


class _Walk:
    def __init__(
        self, model: Model, strategist: int, wins: bool, choose: Choose, on_progress: Callable[[int], None]
    ) -> None:
        self.model = model
        self.strategist = strategist
        self.wins = wins
        self.choose = choose
        self.on_progress = on_progress
        self.distances: dict[int, int] = {}
        """How long the game can last from each position met so far, by its key."""
        self.way: list[Move] = []
        """The moves from the root to where the walk is."""
        self.stack: list[_OpenReplies] = []

    def run(self, root: ModelState) -> WalkResult:
        """Walk through everything."""
        model = self.model
        if (result := model.result(root)) != OPEN:
            good = self._is_good(result if model.side(root) == self.strategist else -result)
            return WalkResult(0, 0) if good else self._refuse("the game is over without that")
        if model.side(root) == self.strategist:
            longest = 1 if model.can_win(root) else self._enter(root, model.key(root))
            if longest == ON_THE_WAY:
                longest = self._try_replies()
            return WalkResult(len(self.distances), longest)
        self.stack.append(_OpenReplies(-1, root, model.replies(root)[::-1]))
        longest = self._try_replies() - 1
        return WalkResult(len(self.distances) - 1, longest)

    def _try_replies(self) -> int:
        """Try all replies on the stack and below; how long the game lasts from the lowest on."""
        model, distances, stack, way = self.model, self.distances, self.stack, self.way
        play, result, can_win, key_of = model.play, model.result, model.can_win, model.key
        here = stack[-1]
        state, replies = here.state, here.replies
        while True:
            if replies:
                reply = replies.pop()
                after = play(state, reply)
                ended = result(after)
                if ended != OPEN:
                    if not self._is_good(ended):
                        way.append(reply)
                        self._refuse(self._failure_text(ended))
                    distance = 0
                elif can_win(after):
                    distance = 1
                else:
                    key = key_of(after)
                    known = distances.get(key)
                    if known is None:
                        way.append(reply)
                        distance = self._enter(after, key)
                        if distance == ON_THE_WAY:
                            here = stack[-1]
                            state, replies = here.state, here.replies
                            continue
                        way.pop()
                    else:
                        distance = known
                        if known == ON_THE_WAY and self.wins:
                            way.append(reply)
                            self._refuse("the game goes around in a circle")
                if distance + 2 > here.longest:
                    here.longest = distance + 2
                continue
            done = stack.pop()
            distances[done.key] = done.longest
            if not stack:
                return done.longest
            del way[-2:]
            here = stack[-1]
            state, replies = here.state, here.replies
            if done.longest + 2 > here.longest:
                here.longest = done.longest + 2

    def _enter(self, state: ModelState, key: int) -> int:
        """Make the strategist's move: how long the game lasts if that ends it, else what is on the stack."""
        model = self.model
        moves = model.moves(state)
        place = self.choose(moves, self.way)
        if not 0 <= place < len(moves):
            self._refuse(f"it says move {place} of {len(moves)}, which is not legal")
        self.distances[key] = ON_THE_WAY
        if len(self.distances) % REPORT_EVERY == 0:
            self.on_progress(len(self.distances))
        move = moves[place]
        after = model.play(state, move)
        ended = model.result(after)
        self.way.append(move)
        if ended == OPEN:
            self.stack.append(_OpenReplies(key, after, model.replies(after)[::-1]))
            return ON_THE_WAY
        if not self._is_good(-ended):
            self._refuse(self._failure_text(-ended))
        self.way.pop()
        self.distances[key] = 1
        return 1

    def _is_good(self, result: int) -> bool:
        """Whether a result for the strategist keeps the claim."""
        return result == WON if self.wins else result != LOST

    def _failure_text(self, result: int) -> str:
        player = self.model.players[self.strategist]
        return f"{player} only draws" if result == DRAWN else f"{player} loses"

    def _refuse(self, why: str) -> WalkResult:
        names = " ".join(self.model.name(move) for move in self.way[-40:])
        raise Refused(f"after {names} {why}" if names else why)


def _nothing(count: int) -> None:
    pass
