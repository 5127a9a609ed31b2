"""Monte Carlo tree search: play many games by chance, and more of them where it has gone well.

Each round goes down the tree by a rule that weighs what has been won so far against what has hardly been
tried (UCT), adds one position, plays a game from there with random moves, and counts its result for every
position on the way. The move that was visited most is played. What comes out is an estimate, however clear it
looks: nothing is proven.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Final

from plyground.contract import DRAWN, OPEN, WON
from plyground.lab.game_tree import Node
from plyground.lab.growing_search import GrowingSearch

CURIOSITY: Final = math.sqrt(2)
"""How much what is hardly tried counts against what has gone well."""
LONGEST_PLAYOUT: Final = 120
"""Moves after which a random game counts as a draw."""


@dataclass
class Visited:
    """A position of the tree, how often it was visited, and what came of it."""

    node: Node
    untried: list[int]
    visits: int = 0
    total: float = 0.0
    """The results of all its games, 1 for a win of the side that moved here, -1 for a loss."""
    children: list[Visited] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What a game through here brought on average to the side that moved here."""
        return self.total / self.visits if self.visits else 0.0


def monte_carlo(search: GrowingSearch, root: Node, depth: int) -> float:
    """What the root is worth to the side to move, -1 to 1, by as many games as the switches say."""
    chance = Random(search.switches.seed)
    search.enter(root)
    top = Visited(root, moves_of(search, root))
    for number in range(1, search.switches.rounds + 1):
        search.begin_round(root, number)
        way = go_down(search, top, chance)
        result = play_out(search, way[-1].node, chance)
        count_result(search, way, result)
    best = max(top.children, key=lambda child: child.visits)
    search.best = best.node.move
    return best.mean


def moves_of(search: GrowingSearch, node: Node) -> list[int]:
    """The moves of a position; none when the game is over."""
    return search.tree.moves(node) if node.result == OPEN else []


def go_down(search: GrowingSearch, top: Visited, chance: Random) -> list[Visited]:
    """The way to the position that this round adds, or to the end of a game."""
    way = [top]
    while way[-1].node.result == OPEN:
        here = way[-1]
        if here.untried:
            child = Visited(search.tree.child(here.node, here.untried.pop(0)), [])
            search.note_new(here.node, child.node)
            search.enter(child.node)
            child.untried = moves_of(search, child.node)
            here.children.append(child)
            return [*way, child]
        child = max(here.children, key=lambda each: promise(here, each))
        bonus = promise(here, child) - child.mean
        why = f"{child.mean:+.2f} so far and {bonus:.2f} for being curious"
        search.note_choice(here.node, child.node, why)
        way.append(child)
    return way


def promise(here: Visited, child: Visited) -> float:
    """UCT: what a child has brought, and a bonus that shrinks as it is visited."""
    return child.mean + CURIOSITY * math.sqrt(math.log(here.visits) / child.visits)


def play_out(search: GrowingSearch, node: Node, chance: Random) -> int:
    """Play a game by chance: 1 if the side that moved to `node` wins, -1 if it loses, 0 for a draw."""
    search.leaves += 1
    end = node
    moves: list[int] = []
    while end.result == OPEN and len(moves) < LONGEST_PLAYOUT:
        search.check_time()
        move = chance.choice(search.tree.game.legal(end.pos))
        moves.append(move)
        end = search.tree.child(end, move)
    mover_wins = {WON: 1, DRAWN: 0, OPEN: 0}.get(end.result, -1)
    result = -mover_wins if (end.ply - node.ply) % 2 == 0 else mover_wins
    search.note_playout(node, moves, result)
    return result


def count_result(search: GrowingSearch, way: list[Visited], result: int) -> None:
    """Count a result for every position on the way; each ply it is seen from the other side."""
    for here in reversed(way):
        here.visits += 1
        here.total += result
        search.note_visits(here.node, here.visits, here.mean)
        result = -result
