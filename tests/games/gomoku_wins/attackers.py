"""Plyground's engine as an attacker for the checker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.engine.compiled import CompiledSearch
from plyground.engine.tasks import FIND_WIN
from plyground.engine.workspace import THREAT_MOVE
from plyground.game import View, copy_position
from plyground.games.gomoku.game import Position, cell_of, last_stones, move_of, rows_of_five
from plyground.games.gomoku.patterns import DEAD
from plyground.games.gomoku.vcf import win_by_fours
from plyground.native.compiler import compile_kernel
from tests.games.gomoku_wins.stones import Cell, Size, Stones

FEW_NODES = 20_000
"""How many positions the search for forced wins may take at first."""
MANY_NODES = 400_000
"""How many it may take where that is not enough: the way on can be harder to find than the way in."""
ENGINE_NODES = 100_000
"""How many positions the engine may take where that search finds nothing."""


def game_name(size: Size | None) -> str:
    """The variant played on a field."""
    return "gomoku" if size is None else f"gomoku:{size[0]}x{size[1]}"


def position_of(stones: Stones) -> Position:
    """The game's own position."""
    sides = [
        tuple(sorted(move_of(cell) for cell, owner in stones.taken.items() if owner == side))
        for side in (0, 1)
    ]
    pos = Position(sides[0], sides[1])
    return pos._replace(is_won=bool(rows_of_five(last_stones(pos))))


def board_of(stones: Stones) -> Board:
    """A board with these stones, put there one by one."""
    board = Board(game_name(stones.size))
    crosses, noughts = (list(side) for side in position_of(stones)[:2])
    while crosses or noughts:
        board.push_number((noughts if board.turn else crosses).pop(0))
    return board


def view_of(stones: Stones) -> View:
    """The position as a search sees it."""
    return find(game_name(stones.size)).view(position_of(stones))


def fours_entry(rules: Any, pos: Any, nodes: int) -> int:
    """The compiled entry of the search of fours."""
    return win_by_fours(rules, pos, nodes, DEAD)


class FourSearch:
    """The search of fours by itself."""

    def __init__(self, size: Size | None) -> None:
        self._kernel = compile_kernel(fours_entry, find(game_name(size)))

    def plies(self, stones: Stones, nodes: int = 1_000_000) -> int:
        """In how many plies the side to move wins by fours, as far as that search sees."""
        view = view_of(stones)
        return int(self._kernel(view.rules, copy_position(view.pos), nodes))


class ThreatSearch:
    """The search for forced wins by itself."""

    def __init__(self, size: Size | None) -> None:
        self._compiled = CompiledSearch(find(game_name(size)), threads=1, memory=1)

    def win(self, stones: Stones, nodes: int = FEW_NODES) -> tuple[int, Cell] | None:
        """Plies and first move of a win; None if none is found, or if it is plain to see."""
        return self.win_seen(view_of(stones), nodes)

    def win_seen(self, view: View, nodes: int) -> tuple[int, Cell] | None:
        """The same for a position as a search sees it."""
        work = self._compiled.workspaces[0]
        plies = self._compiled.do_task(FIND_WIN, view, work, nodes)
        return (plies, cell_of(view.outward(int(work.counts[THREAT_MOVE])))) if plies else None

    def clear(self) -> None:
        """Forget what earlier searches have found."""
        self._compiled.clear()

    def stop(self) -> None:
        """End the search, and those that begin before `resume`."""
        self._compiled.stop()

    def resume(self) -> None:
        """Allow searches again."""
        self._compiled.resume()


@dataclass
class Thinker:
    """The search for forced wins and, where it finds nothing, the whole engine."""

    engine: Engine
    threat_search: ThreatSearch
    nodes: int = ENGINE_NODES

    @classmethod
    def on(cls, size: Size | None) -> Thinker:
        """For fields of this size."""
        return cls(Engine(find(game_name(size)), memory=16), ThreatSearch(size))

    def __call__(self, stones: Stones) -> Cell | None:
        for nodes in (FEW_NODES, MANY_NODES):
            if found := self.threat_search.win(stones, nodes):
                return found[1]
        info = self.engine.search(board_of(stones), nodes=self.nodes)
        if info.score.value != "win" or info.best is None:
            return None
        return cell_of(self.engine.game.parse(position_of(stones), info.best))
