"""Proving one first reply: elsewhere first, then every second reply that matters, the easy ones first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from plyground.infinite.hinted_strategy import HintedStrategy
from plyground.infinite.memory import CELLS
from plyground.infinite.proof_folder import Plan, ReplyFolder
from plyground.infinite.proof_piece import ProofPiece
from plyground.infinite.prover import Effort, Point, PositionProver, cell_number, cell_point, point_images

FIRST: Final[Point] = (0, 0)
SECOND: Final[Point] = (1, -1)
"""The attacker's second move, unless a hint or the user names another."""
HINT_RADIUS: Final = 7
"""Hints for replies further away are those for replies at this distance."""
MOVED_RADIUS: Final = 12
"""How far around the reply a proof moves with it when it is replayed for another one."""
REPLAY_EXPANSIONS: Final = 1500
ELSEWHERE_EXPANSIONS: Final = 5000
MOST_TEMPLATES: Final = 5

ELSEWHERE_EFFORTS: Final = (
    Effort(2_000_000, 2, 2000, 8000, 14),
    Effort(8_000_000, 1000, 20_000, 50_000, 14, 60),
)
EFFORTS: Final = (
    Effort(250_000, 1000, 20_000, 50_000, 14, 60),
    Effort(300_000, 2, 2000, 8000, 14),
    Effort(2_000_000, 1000, 20_000, 50_000, 14, 60),
    Effort(300_000, 0, 1000, 8000, 14),
    Effort(500_000, 2, 6000, 20_000, 14),
    Effort(1_200_000, 0, 3000, 20_000, 14),
    Effort(2_000_000, 2, 12_000, 50_000, 18),
    Effort(4_000_000, 0, 1000, 8000, 20),
    Effort(8_000_000, 2, 6000, 20_000, 14),
    Effort(16_000_000, 0, 4000, 20_000, 18),
)
"""A portfolio: no setting is best everywhere, so each is tried on what the ones before have left open."""


STRATEGY_AFTER: Final = 2
"""After how many of these the hints are followed, where there are some."""


@dataclass(frozen=True)
class ReplyProgress:
    """How far the proof of a first reply has come."""

    reply: Point
    second: Point
    answered: int
    total: int
    """How many second replies matter; 0 while that is not known."""
    open_answers: tuple[Point, ...]
    expansions: int
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Whether the reply is proven."""
        return self.total > 0 and self.answered == self.total


class FirstReplyProver:
    """Proves that the attacker wins after one first reply, or goes on with what was found before."""

    def __init__(
        self,
        prover: PositionProver,
        folder: ReplyFolder,
        *,
        second: Point | None = None,
        neighbour: ReplyFolder | None = None,
        report: Callable[[ReplyProgress], None] = lambda progress: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.prover, self.folder, self.neighbour = prover, folder, neighbour
        self.reply = folder.reply
        self.second = second
        self.report, self.is_stopped = report, is_stopped
        self.began = time.monotonic()
        self.templates: list[int] = []
        self.third: Point | None = None

    def run(self) -> bool:
        """Whether the reply is proven; search until it is, all efforts are made, or somebody stops it."""
        prover = self.prover
        prover.clear()
        prover.resume()
        known = tuple(max(-HINT_RADIUS, min(HINT_RADIUS, value)) for value in self.reply)
        prover.set_alias(self.reply, (known[0], known[1]))
        prover.put(FIRST, attacker=True)
        prover.put(self.reply, attacker=False)
        plan = self.folder.plan() or self._make_plan()
        if plan is None:
            return False
        self._put_second(plan)
        numbers = self.folder.numbers()
        for number, effort in enumerate(EFFORTS):
            if number == STRATEGY_AFTER:
                self._follow_hints(plan)
            for answer in self._sorted_answers(plan):
                if self.is_stopped():
                    return False
                if not self.folder.is_answered(answer):
                    self._prove_answer(plan, answer, effort, is_early=number < 2)
                    if not self.folder.is_answered(answer):
                        numbers[answer] = prover.proof_numbers
                    self._report(plan)
            self.folder.save_numbers({a: n for a, n in numbers.items() if not self.folder.is_answered(a)})
            if self.folder.is_complete():
                break
        return self.folder.is_complete()

    # The second move

    def _make_plan(self) -> Plan | None:
        """Choose the second move, and prove what follows if the defender then plays elsewhere."""
        second = self.second or self.prover.hint() or SECOND
        self.prover.put(second, attacker=True)
        proof = self._replay_neighbour(None)
        for effort in ELSEWHERE_EFFORTS:
            if proof < 0 and not self.is_stopped():
                proof = self.prover.search(effort, ELSEWHERE_EXPANSIONS)
        needed = self.prover.needed(proof) if proof >= 0 else None
        if needed is None:
            self.prover.take()
            return None
        plan = Plan(self.reply, second, tuple(needed))
        self.folder.start(plan, self.prover.piece(proof))
        self.prover.take()
        return plan

    def _put_second(self, plan: Plan) -> None:
        self.prover.put(plan.second, attacker=True)
        self._refill(plan)

    def _refill(self, plan: Plan) -> None:
        """Begin with an empty memory, but for the proof of elsewhere, which serves as a template."""
        self.prover.empty_proofs()
        if not self.is_stopped():
            self.prover.resume()  # a memory that was full has stopped it
        elsewhere = self.prover.take_up(self.folder.load(None))
        self.templates = [elsewhere]
        self.third = self.prover.move_of(elsewhere)

    # Second replies

    def _sorted_answers(self, plan: Plan) -> list[Point]:
        """The second replies, those that are far away first."""
        return sorted(plan.needed, key=lambda point: (-_distance(point, FIRST), point[1], point[0]))

    def _prove_answer(self, plan: Plan, answer: Point, effort: Effort, *, is_early: bool) -> None:
        """Prove one second reply, by symmetry, by replaying another proof, or by search."""
        if self._mirror_answer(plan, answer):
            return
        if self.prover.is_nearly_full():
            self._refill(plan)
        prover = self.prover
        prover.put(answer, attacker=False)
        if prover.hint() is None and self.third is not None and self.third != answer:
            stones = [FIRST, self.reply, plan.second, answer]
            prover.add_hint([*self._hint_stones(stones)], self.third)
        proof = self._replay_neighbour(answer) if is_early else -1
        for place, template in enumerate(self.templates):
            if proof < 0:
                proof = prover.replay(template, effort, REPLAY_EXPANSIONS)
                if proof >= 0 and place > 1:
                    self.templates[place], self.templates[1] = self.templates[1], self.templates[place]
        if proof < 0 and not self.is_stopped():
            proof = prover.search(effort)
            if proof >= CELLS:
                self.templates = [self.templates[0], proof, *self.templates[1:]][:MOST_TEMPLATES]
        prover.take()
        if proof >= 0:
            self.folder.save(answer, prover.piece(proof))

    def _follow_hints(self, plan: Plan) -> None:
        """Prove the second replies that are left and that hints have an answer to by following the hints."""
        prover = self.prover
        for answer in self._sorted_answers(plan):
            if self.folder.is_answered(answer) or self._mirror_answer(plan, answer) or self.is_stopped():
                continue
            if prover.is_nearly_full():
                self._refill(plan)
            prover.put(answer, attacker=False)
            strategy = HintedStrategy(prover, is_stopped=self.is_stopped)
            proof = strategy.find_proof() if prover.hint() is not None else -1
            prover.take()
            if proof >= 0:
                self.folder.save(answer, prover.piece(proof))
            self._report(plan)

    def _hint_stones(self, stones: list[Point]) -> Iterator[Point]:
        """Stones as hints know them."""
        for point in stones:
            if point == self.reply:
                x, y = (max(-HINT_RADIUS, min(HINT_RADIUS, value)) for value in point)
                yield x, y
            else:
                yield point

    def _mirror_answer(self, plan: Plan, answer: Point) -> bool:
        """Answer by an image of another answer, if the stones on the board have a symmetry."""
        for image in position_symmetries(plan):
            mirrored = image(answer)
            if mirrored != answer and mirrored in plan.needed and self.folder.is_answered(mirrored):
                self.folder.save(answer, _moved_piece(self.folder.load(mirrored), image))
                return True
        return False

    # Neighbours

    def _replay_neighbour(self, answer: Point | None) -> int:
        """Replay the proof of a neighbouring first reply; what is near the reply moves with it."""
        if self.neighbour is None:
            return -1
        plan = self.neighbour.plan()
        if plan is None or (plan.second != (self.second or self.prover.hint() or SECOND) and answer is None):
            return -1
        shift = self.reply[0] - plan.reply[0], self.reply[1] - plan.reply[1]
        if answer is None:
            sources: list[Point | None] = [None]
        else:
            moved = answer[0] - shift[0], answer[1] - shift[1]
            sources = [moved, answer] if _belongs(answer, self.reply) else [answer, moved]
        for source in sources:
            if source is not None and not (source in plan.needed and self.neighbour.is_answered(source)):
                continue
            template = self.prover.take_up(self.neighbour.load(source))
            if template < 0:
                self.prover.resume()
                return -1
            self.prover.set_map(_moved_cells(plan.reply, self.reply))
            effort = replace(EFFORTS[1], expansions=0)
            total = ELSEWHERE_EXPANSIONS if answer is None else REPLAY_EXPANSIONS
            proof = self.prover.replay(template, effort, total)
            self.prover.set_map({})
            if proof >= 0:
                return proof
        return -1

    def _report(self, plan: Plan) -> None:
        left = tuple(self.folder.open_answers())
        self.report(
            ReplyProgress(
                self.reply,
                plan.second,
                len(plan.needed) - len(left),
                len(plan.needed),
                left,
                self.prover.expansions,
                time.monotonic() - self.began,
            )
        )


def _distance(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _belongs(point: Point, reply: Point) -> bool:
    """Whether a cell is nearer to the reply than to the first stone."""
    return _distance(point, reply) < _distance(point, FIRST)


def _moved_cells(old: Point, new: Point) -> dict[Point, Point]:
    """Where the cells around a first reply go when it is another."""
    moved = {}
    for x in range(old[0] - MOVED_RADIUS, old[0] + MOVED_RADIUS + 1):
        for y in range(old[1] - MOVED_RADIUS, old[1] + MOVED_RADIUS + 1):
            target = x + new[0] - old[0], y + new[1] - old[1]
            if _belongs((x, y), old) and _is_on_board((x, y)) and _is_on_board(target):
                moved[x, y] = target
    return moved


def _is_on_board(point: Point) -> bool:
    return -27 <= point[0] <= 27 and -27 <= point[1] <= 59


def position_symmetries(plan: Plan) -> list[Callable[[Point], Point]]:
    """The ways to turn and mirror the field that leave the first three stones, or swap the attacker's.

    >>> images = position_symmetries(Plan((1, 1), (1, -1), ()))
    >>> len(images)
    0
    >>> [image((0, 5)) for image in position_symmetries(Plan((2, 2), (1, -1), ()))]
    []
    >>> [image((0, 5)) for image in position_symmetries(Plan((2, 0), (1, -1), ()))]
    []
    """
    found: list[Callable[[Point], Point]] = []
    for which in range(1, 8):
        for swaps in (False, True):
            first, second = (plan.second, FIRST) if swaps else (FIRST, plan.second)

            def image(point: Point, which: int = which, base: Point = first) -> Point:
                x, y = point_images(point)[which]
                return x + base[0], y + base[1]

            if image(plan.second) == second and image(plan.reply) == plan.reply:
                found.append(image)
    return found


def _moved_piece(piece: ProofPiece, image: Callable[[Point], Point]) -> ProofPiece:
    """A proof turned or mirrored."""
    table = np.zeros(CELLS, np.int64)
    for cell in range(CELLS):
        point = image(cell_point(cell))
        if _is_on_board(point):
            table[cell] = cell_number(point)

    def nodes(values: Any) -> Any:
        return np.where(values < CELLS, table[np.minimum(values, CELLS - 1)], values).astype(np.int32)

    root = piece.root if piece.root >= CELLS else int(table[piece.root])
    return ProofPiece(
        root,
        table[piece.move].astype(np.uint16),
        nodes(piece.elsewhere),
        piece.count,
        table[piece.reply_cell].astype(np.uint16),
        nodes(piece.reply_node),
    )
