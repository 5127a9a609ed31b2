"""The prover's kernels as plain Python: proofs of random positions, held against both checkers.

    NUMBA_DISABLE_JIT=1 python -m tests.infinite.plain_kernels

Compiling them takes a minute; as plain Python they do the same on small positions in a few seconds.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from plyground.infinite import memory as places
from plyground.infinite.certificate import piece_guide
from plyground.infinite.hinted_strategy import HintedStrategy
from plyground.infinite.kernels import run_prover
from plyground.infinite.proof_piece import put_piece, read_piece, take_piece
from plyground.infinite.prover import Effort, PositionProver, cell_number, cell_point
from plyground.verify.endless_field import ATTACKER, DEFENDER, cell_at
from plyground.verify.endless_plain import plain_lines
from plyground.verify.endless_proof import GuidedWalk
from tests.verify.plain_checker import check_plain
from tests.verify.small_prover import Point, Tree, completing, needed

Position = tuple[list[Point], list[Point]]
"""The stones of the attacker and of the defender."""

EFFORT = Effort(40, 2, 12, 12, 3)
POSITIONS = 8


class PlainProver(PositionProver):
    """A prover whose kernels are not compiled."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = self.memory.view(np.recarray)
        self.run: Any = run_prover


def tree_of(prover: PositionProver, node: int) -> Tree:
    """A proof as the small prover has them."""
    record = prover.record
    if node < places.CELLS:
        return Tree(cell_point(node))
    tree = Tree(
        cell_point(int(record["node_move"][node])), tree_of(prover, int(record["node_elsewhere"][node]))
    )
    start = int(record["node_start"][node])
    for place in range(start, start + int(record["node_replies"][node])):
        reply = cell_point(int(record["reply_cell"][place]))
        tree.replies[reply] = tree_of(prover, int(record["reply_node"][place]))
    return tree


def random_position(chance: random.Random) -> Position:
    """Stones of both sides in a small square, none of which can complete a row at once."""
    while True:
        cells = chance.sample([(x, y) for x in range(6) for y in range(6)], 11)
        own, other = cells[:6], cells[6:]
        mine, theirs = frozenset(own), frozenset(other)
        if not completing(mine, theirs, 5) and not completing(theirs, mine, 5):
            return own, other


def put_stones(prover: PlainProver, own: list[Point], other: list[Point]) -> None:
    """Put the stones of both sides."""
    for point in own:
        prover.put(point, attacker=True)
    for point in other:
        prover.put(point, attacker=False)


def check_position(prover: PlainProver, own: list[Point], other: list[Point]) -> bool:
    """Look for a proof; if there is one, both checkers must accept it, and its needed cells must be right."""
    prover.clear()
    put_stones(prover, own, other)
    proof = prover.search(EFFORT, 1)
    if proof < 0:
        return False
    check_proof(prover, own, other, proof)
    assert prover.replay(proof, EFFORT, 100) >= 0
    return True


def check_proof(prover: PlainProver, own: list[Point], other: list[Point], proof: int) -> None:
    """Both checkers must accept a proof, and its needed cells must be right."""
    tree = tree_of(prover, proof)
    wanted = needed(tree, frozenset(own), frozenset(other), 5)
    found = prover.needed(proof)
    assert (None if found is None else set(found)) == wanted, (own, other)
    stones = {cell_at(*point): ATTACKER for point in own} | {cell_at(*point): DEFENDER for point in other}
    piece = read_piece(prover.piece(proof).to_bytes())
    walk = GuidedWalk(5, keeps_tree=True)
    walked = walk.prove(stones, piece_guide(piece))
    assert check_plain("\n".join(plain_lines(5, stones, walked.node))).nodes == walk.positions
    copy = put_piece(prover.memory, piece)
    assert tree_of(prover, copy) == tree
    assert int(prover.record["node_order"][copy]) == int(prover.record["node_order"][proof])
    assert take_piece(prover.memory, copy).nodes == piece.nodes


def check_hints(prover: PlainProver) -> None:
    """Without a search a double three is found only where a hint names it."""
    own, hint = [(0, 2), (1, 2), (2, 0), (2, 1)], (2, 2)
    prover.clear()
    put_stones(prover, own, [])
    assert HintedStrategy(prover, threats=1, passes=12, efforts=()).find_proof() < 0
    record = prover.record
    key = record["hashes"][0]
    entry = int(key >> np.uint64(20)) & (places.HINTS - 1)
    record["hint_key"][entry], record["hint_cell"][entry] = key, cell_number(hint)
    assert prover.hint() == hint
    proof = HintedStrategy(prover, threats=1, passes=12, efforts=()).find_proof()
    assert prover.move_of(proof) == hint
    check_proof(prover, own, [], proof)
    record["hint_key"][entry] = 0


def check_full_memory(
    prover: PlainProver, known: Position, own: list[Point], other: list[Point], room: int
) -> bool:
    """Look for a proof with room for few nodes: if it does not suffice, nothing may be found or changed."""
    assert check_position(prover, *known)
    assert prover.numbers[places.REPLIES] > 0
    while prover.stones:
        prover.take()
    put_stones(prover, own, other)
    numbers = prover.record["numbers"]
    numbers[places.NODES] = len(prover.record["node_move"]) - room
    replies = int(numbers[places.REPLIES])
    before = [prover.record[name].copy() for name in ("stones", "windows", "hashes")]
    reply_cell = prover.record["reply_cell"][:replies].copy()
    proof = prover.search(EFFORT, 1)
    if not numbers[places.STOP]:
        return False
    assert proof < 0
    stones, windows, hashes = before
    assert (prover.record["stones"] == stones).all()
    assert (prover.record["windows"] == windows).all()
    assert (prover.record["hashes"] == hashes).all()
    assert (prover.record["reply_cell"][:replies] == reply_cell).all()
    prover.resume()
    return True


if __name__ == "__main__":
    chance = random.Random(5)
    prover = PlainProver()
    positions = [random_position(chance) for _ in range(POSITIONS)]
    proven = [position for position in positions if check_position(prover, *position)]
    tries = [check_full_memory(prover, proven[0], *each, room) for each in proven for room in (1, 3, 12)]
    assert any(tries)
    assert [position for position in positions if check_position(prover, *position)] == proven
    check_hints(prover)
    prover.clear()
    assert not prover.record["windows"].any()
    assert not prover.record["hashes"].any()
    print(len(proven))
