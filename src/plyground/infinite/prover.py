"""Finding a proof for one position: a memory, the compiled searches, and what they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from plyground import catalogue
from plyground.infinite import memory as places
from plyground.infinite.kernels import (
    FIND_NEEDED,
    FIND_QUIET,
    FIND_THREATS,
    PUT_ATTACKER,
    PUT_DEFENDER,
    REPLAY,
    TAKE,
    run_prover,
)
from plyground.infinite.memory import (
    CELLS,
    CENTRE,
    COLUMNS,
    HINTS,
    NODES,
    ROWS,
    STOP,
    clear_proofs,
    clear_searches,
    make_memory,
)
from plyground.infinite.proof_piece import ProofPiece, add_node, put_piece, take_piece
from plyground.native.compiler import compile_kernel

Point = tuple[int, int]

NO_LIMIT: Final = 1 << 60
NEAR_REACH: Final = 22
"""How far from the first stone stones of the attacker may be."""
OUTER_REACH: Final = 27
TALL_REACH: Final = 24
TALL: Final = 32
"""How many rows more there are for a far reply."""
FULL: Final = 0.8
"""Share of the memory for proofs from which on it is better to begin anew."""


@dataclass(frozen=True)
class Effort:
    """How a position is searched."""

    expansions: int
    """Expansions of the search by threats in all."""
    lazy: int
    """How many open replies to a quiet move are searched at once."""
    threats: int
    """Expansions for a win by threats."""
    passes: int
    """Expansions for a win by threats if the defender plays elsewhere."""
    width: int
    """How many quiet moves are tried."""
    hint_penalty: int = 0


class PositionProver:
    """Searches for proofs on its own board."""

    def __init__(self, *, extra_rows: int = 0) -> None:
        self.memory = make_memory()
        self.record = self.memory[0]
        self.numbers = self.record["numbers"]
        self.run = compile_kernel(run_prover, catalogue.find("gomoku"))
        self.stones: list[Point] = []
        defaults = {
            places.EXTRA_ROWS: extra_rows,
            places.REACH: TALL_REACH if extra_rows else NEAR_REACH,
            places.OUTER_REACH: OUTER_REACH,
            places.FOURS_AT_NODE: 15,
            places.FOURS_AT_CANDIDATE: 60,
            places.FOURS_DEPTH: 1,
            places.FOUR_NUMBER: 4,
            places.TEMPLATES: 2,
            places.LIBRARY_TRIES: 6,
            places.EXPANDED_LIMIT: NO_LIMIT,
        }
        for place, value in defaults.items():
            self.numbers[place] = value

    @property
    def expansions(self) -> int:
        """Expansions of the search by threats so far."""
        return int(self.numbers[places.EXPANDED])

    @property
    def proof_numbers(self) -> tuple[int, int]:
        """Proof number and disproof number of the last search with quiet moves."""
        return int(self.numbers[places.LAST_PROOF_NUMBER]), int(self.numbers[places.LAST_DISPROOF_NUMBER])

    @property
    def position_key(self) -> int:
        """The hash of the stones on the board."""
        return int(self.record["hashes"][0])

    @property
    def is_full(self) -> bool:
        """Whether the memory has no room for another proof, or somebody has stopped it."""
        return bool(self.numbers[STOP])

    def put(self, point: Point, *, attacker: bool) -> None:
        """Put a stone."""
        self.run(self.memory, PUT_ATTACKER if attacker else PUT_DEFENDER, cell_number(point))
        self.stones.append(point)

    def take(self) -> None:
        """Take the last stone away."""
        self.run(self.memory, TAKE, cell_number(self.stones.pop()))

    def clear(self) -> None:
        """Take all stones away, and forget all proofs."""
        while self.stones:
            self.take()
        clear_proofs(self.memory)

    def is_nearly_full(self) -> bool:
        """Whether there is little room left for proofs."""
        return bool(self.numbers[NODES] > FULL * len(self.record["node_move"])) or bool(
            self.numbers[places.REPLIES] > FULL * len(self.record["reply_cell"])
        )

    def empty_proofs(self) -> None:
        """Forget all proofs, but leave the stones where they are."""
        clear_proofs(self.memory)
        clear_searches(self.memory)

    def stop(self) -> None:
        """End the search under way, from another thread. Nothing more is found until `resume`."""
        self.numbers[STOP] = 1

    def resume(self) -> None:
        """Search again after a stop."""
        self.numbers[STOP] = 0

    def search(self, effort: Effort, budget: int = 1_000_000) -> int:
        """A proof that the attacker, who is to move, wins; -1 if none was found."""
        self._tell(effort, replay_total=100, replay_threats=60, replay_quiet=0)
        self.numbers[places.EXPANDED_LIMIT] = self.expansions + effort.expansions
        proof = self.run(self.memory, FIND_QUIET, budget)
        self.numbers[places.EXPANDED_LIMIT] = NO_LIMIT
        return -1 if self.numbers[STOP] else int(proof)

    def find_threats(self, budget: int) -> int:
        """A proof that the attacker, who is to move, wins by threats alone; -1 if none was found."""
        proof = self.run(self.memory, FIND_THREATS, budget)
        return -1 if self.numbers[STOP] else int(proof)

    def add_proof(self, move: Point, elsewhere: int, answers: Sequence[tuple[Point, int]]) -> int:
        """A proof that begins with a move, from those of all that can follow; -1 if there is no room."""
        replies = [(cell_number(reply), proof) for reply, proof in answers]
        return add_node(self.memory, cell_number(move), elsewhere, replies)

    def replay(self, template: int, effort: Effort, total: int) -> int:
        """A proof like another one of a similar position; -1 if it cannot be followed here."""
        self._tell(effort, replay_total=100, replay_threats=200, replay_quiet=6)
        self.numbers[places.REPLAY_LEFT] = total
        self.numbers[places.REPLAY_STOPPED] = 0
        proof = self.run(self.memory, REPLAY, template)
        return -1 if self.numbers[STOP] else int(proof)

    def needed(self, proof: int) -> list[Point] | None:
        """The replies that matter if this proof follows elsewhere; the attacker has just moved."""
        if not self.run(self.memory, FIND_NEEDED, proof):
            return None
        count = int(self.numbers[places.NEEDED])
        return [cell_point(int(cell)) for cell in self.record["needed_cells"][:count]]

    def move_of(self, proof: int) -> Point:
        """The attacker's first move in a proof."""
        return cell_point(int(self.record["node_move"][proof]))

    def piece(self, proof: int) -> ProofPiece:
        """A proof by itself."""
        return take_piece(self.memory, proof)

    def take_up(self, piece: ProofPiece) -> int:
        """A proof from elsewhere, in this memory."""
        return put_piece(self.memory, piece)

    def set_map(self, moved: dict[Point, Point]) -> None:
        """Where a replay finds the cells of its template, if not where they were."""
        self.record["cell_map"][:] = np.arange(CELLS)
        for old, new in moved.items():
            self.record["cell_map"][cell_number(old)] = cell_number(new)

    def set_alias(self, real: Point, known: Point) -> None:
        """Look hints up as if the defender's stone on one cell were on another."""
        zobrist = self.record["zobrist"]
        self.record["alias"][0] = zobrist[CELLS + cell_number(real)] ^ zobrist[CELLS + cell_number(known)]

    def add_hint(self, stones: Sequence[Point], move: Point) -> None:
        """A move to try first after these stones, which were put in turn, the attacker's first."""
        zobrist = self.record["zobrist"]
        key = np.uint64(0)
        for number, point in enumerate(stones):
            key ^= zobrist[CELLS * (number % 2) + cell_number(point)]
        keys = self.record["hint_key"]
        entry = int(key >> np.uint64(20)) & (HINTS - 1)
        while keys[entry] not in (0, key):
            entry = (entry + 1) & (HINTS - 1)
        keys[entry] = key
        self.record["hint_cell"][entry] = cell_number(move)

    def add_hints(self, lines: Iterable[Sequence[Point]]) -> None:
        """Moves to try first: the last of each line, and the same turned and mirrored."""
        for line in lines:
            for image in zip(*map(point_images, line), strict=True):
                self.add_hint(image[:-1], image[-1])

    def hint(self) -> Point | None:
        """The move that a hint names for the stones on the board."""
        key = self.record["hashes"][0] ^ self.record["alias"][0]
        keys = self.record["hint_key"]
        entry = int(key >> np.uint64(20)) & (HINTS - 1)
        while keys[entry] not in (0, key):
            entry = (entry + 1) & (HINTS - 1)
        return cell_point(int(self.record["hint_cell"][entry])) if keys[entry] == key else None

    def _tell(self, effort: Effort, *, replay_total: int, replay_threats: int, replay_quiet: int) -> None:
        numbers = self.numbers
        numbers[places.LAZY] = effort.lazy
        numbers[places.THREAT_BUDGET] = effort.threats
        numbers[places.PASS_BUDGET] = effort.passes
        numbers[places.WIDTH] = effort.width
        numbers[places.HINT_PENALTY] = effort.hint_penalty
        numbers[places.REPLAY_TOTAL] = replay_total
        numbers[places.REPLAY_THREATS] = replay_threats
        numbers[places.REPLAY_QUIET] = replay_quiet


def cell_number(point: Point) -> int:
    """A cell as the kernels number it.

    >>> cell_point(cell_number((-3, 40)))
    (-3, 40)
    """
    x, y = point[0] + CENTRE, point[1] + CENTRE
    if not (0 <= x < COLUMNS and 0 <= y < ROWS):
        raise ValueError(f"{point} is not on the prover's board")
    return y * COLUMNS + x


def cell_point(cell: int) -> Point:
    """The coordinates of a cell."""
    return cell % COLUMNS - CENTRE, cell // COLUMNS - CENTRE


def point_images(point: Point) -> list[Point]:
    """A point turned and mirrored in all eight ways."""
    x, y = point
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
