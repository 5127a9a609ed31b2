"""Playing second against a proof on the infinite board: what it answers, and why a move does not help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from plyground.board import Board
from plyground.game import Game
from plyground.solver.certificate_prover import CertificateProver
from plyground.solver.endless_strategy import Followed
from plyground.verify.endless_cover import Point, images, representative

ORDER_WORDS: Final = {
    0: "That completes {row} in a row.",
    1: "A threat of order 1: if you play elsewhere, {row} in a row follow at once.",
    2: "A threat of order 2: if you play elsewhere, a four follows, and then {row} in a row.",
}
ANY_ORDER: Final = (
    "A threat of order {order}: play elsewhere {order} times in a row, and {row} in a row are there."
)


@dataclass(frozen=True)
class TheoremStep:
    """What the proof says after a move of the second player."""

    move: str
    """The move that was made."""
    mattered: bool | None
    """Whether it was one of the replies that matter; None for the first reply."""
    asked: tuple[str, ...]
    """The replies that mattered then, none for the first one."""
    answer: str
    """What the first player plays now."""
    replies: tuple[str, ...]
    """The replies that matter after it."""
    order: int
    """The order of the threat that this leaves: how many moves elsewhere in a row it punishes."""
    plies: int
    """Within how many plies after it the game ends."""
    threat: tuple[str, ...]
    """What the first player plays on if the second always plays elsewhere."""
    line: tuple[str, ...]
    """The answer, and what follows if the second player holds out as long as the proof allows."""
    sentences: tuple[str, ...]


class Theorem:
    """The certificate that ships for a game, to play against."""

    def __init__(self, prover: CertificateProver) -> None:
        self.prover = prover

    @property
    def row(self) -> int:
        """How many in a row win."""
        return self.prover.strategy.claim.row

    @property
    def is_whole(self) -> bool:
        """Whether the certificate says that the first player wins, whatever the first reply."""
        return self.prover.strategy.claim.claim == "win"

    @property
    def replies(self) -> list[Point]:
        """The first replies that it proves one by one, of each class one."""
        return [part.reply for part in self.prover.strategy.claim.parts if part.reply is not None]

    @property
    def far(self) -> Point | None:
        """The reply whose proof covers all that are far away."""
        return next((part.reply for part in self.prover.strategy.claim.parts if part.is_far), None)

    def near_images(self) -> list[Point]:
        """All first replies that are proven one by one, with their images, without the far one's."""
        near = [reply for reply in self.replies if reply != self.far]
        return sorted({image for reply in near for image in images(reply)})

    def statement(self) -> str:
        """What is proven, in words that say no more."""
        words = f"{self.row} in a row on the infinite board"
        if self.is_whole:
            return f"Proven for {words}: the first player wins, whatever you reply."
        near = " ".join(map(_name, (reply for reply in self.replies if reply != self.far)))
        parts = [f"after {near} and their mirror images"] if near else []
        if self.far is not None:
            parts.append(f"after replies so far away that the proof of {_name(self.far)} can be moved there")
        wins = f"the first player wins {', and '.join(parts)}"
        return f"Proven for {words}: {wins}. Other first replies are open here."

    def step(self, board: Board) -> TheoremStep | None:
        """What the proof says after a move of the second player; None if it says nothing."""
        found = self.prover.follow(board)
        if found is None or not found.is_attackers_turn:
            return None
        move = board.history[-1]
        before = self._before(board)
        asked = () if before is None else tuple(map(_name, before.replies))
        threat = tuple(map(_name, found.threat()))
        order = len(threat)
        mattered = None if before is None else move in asked
        return TheoremStep(
            move=move,
            mattered=mattered,
            asked=asked,
            answer=_name(found.answer),
            replies=tuple(_name(cell) for cell in found.replies) if order else (),
            order=order,
            plies=found.plies - 1,
            threat=threat,
            line=tuple(map(_name, found.line())),
            sentences=(*self._judge(board, mattered, len(asked)), *self._threat_words(found, order)),
        )

    def _before(self, board: Board) -> Followed | None:
        """Where the game was before the last move, if that was not the first reply."""
        if len(board.history) <= 2:
            return None
        earlier = board.copy()
        earlier.pop()
        return self.prover.follow(earlier)

    def _judge(self, board: Board, mattered: bool | None, count: int) -> Sequence[str]:
        """Why the move does not help."""
        move = board.history[-1]
        if mattered is None:
            return (self._first_words(board),)
        if mattered:
            return (
                f"{move} is one of the {count} replies that matter there: the proof has an answer to each.",
            )
        return (
            f"{move} is elsewhere: {count} replies matter there, and this is none of them. "
            "The proof goes on as if you had passed.",
        )

    def _first_words(self, board: Board) -> str:
        (x, y), (a, b) = (_point(move) for move in board.history[:2])
        reply, name = (a - x, b - y), board.history[1]
        for known in self.replies:
            if known == reply:
                return f"{name} is a first reply that is proven by itself."
            if representative(known) == representative(reply):
                return f"{name} is a mirror image of {_name(known)}, which is proven."
        return f"{name} is far away: the proof of {_name(self.far or (0, 0))} is moved there."

    def _threat_words(self, found: Followed, order: int) -> Sequence[str]:
        words = ORDER_WORDS.get(order, ANY_ORDER).format(order=order, row=self.row)
        answer = _name(found.answer)
        if order == 0:
            return (f"The answer is {answer}. {words}",)
        left = found.plies - 1
        return f"The answer is {answer}. {words}", f"At most {left} plies are left."


def find_theorem(game: Game) -> Theorem | None:
    """The theorem about a game, if a certificate ships for it."""
    return Theorem(CertificateProver(game)) if CertificateProver.can_answer(game) else None


def _name(point: Point) -> str:
    return "{},{}".format(*point)


def _point(move: str) -> Point:
    x, y = map(int, move.split(","))
    return x, y
