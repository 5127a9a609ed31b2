"""The puzzles of pages without a server, with what a page cannot work out by itself.

A page has one variant of a game, and puzzles come in several: the others go along as games that only the
puzzles use. A position that a page finds by itself stands there as text alone; others come as the module
keeps them.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground import catalogue
from plyground.contract import remaining
from plyground.errors import PlygroundError
from plyground.export.catalogue_data import page_name
from plyground.export.pack import GameParts, game_parts
from plyground.puzzles.collection import own_puzzles, shipped_puzzles
from plyground.puzzles.data import puzzle_data
from plyground.puzzles.training import base_name
from plyground.wasm.position_bytes import position_bytes

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import OnProgress
    from plyground.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles of a game in all its variants."""

    shipped: tuple[Puzzle, ...]
    """Those of which one is the puzzle of the day."""
    own: tuple[Puzzle, ...] = ()
    """Those that the user has made or imported."""

    @property
    def every(self) -> tuple[Puzzle, ...]:
        """All of them."""
        return self.shipped + self.own

    @property
    def variants(self) -> list[Game]:
        """The variants that they are about."""
        return [catalogue.find(name) for name in dict.fromkeys(puzzle.game for puzzle in self.every)]

    def without(self, variant: Game) -> GamePuzzles:
        """The same without the puzzles of a variant."""
        return self._only([puzzle for puzzle in self.every if catalogue.find(puzzle.game) != variant])

    def every_second(self) -> GamePuzzles:
        """Half of them, of all ratings; of a single one nothing."""
        return self._only(self.every[1::2])

    def _only(self, kept: Sequence[Puzzle]) -> GamePuzzles:
        some = set(kept)
        return GamePuzzles(
            tuple(puzzle for puzzle in self.shipped if puzzle in some),
            tuple(puzzle for puzzle in self.own if puzzle in some),
        )


def puzzles_of(game: Game) -> GamePuzzles:
    """The puzzles of a game: those that ship, and those that the user has made of it."""
    base = base_name(game.full_name)
    shipped = shipped_puzzles(base)
    known = {puzzle.id for puzzle in shipped}
    own = (puzzle for puzzle in own_puzzles() if base_name(puzzle.game) == base and puzzle.id not in known)
    return GamePuzzles(shipped, tuple(own))


def travelling_puzzles(
    game: Game, known: dict[Game, GameParts], on_progress: OnProgress | None = None
) -> tuple[GamePuzzles, dict[Game, GameParts]]:
    """The puzzles of a game whose variants can be exported, and what browsers need of these.

    `known` are the games that the page has anyhow.
    """
    puzzles = puzzles_of(game)
    parts = {}
    for variant in puzzles.variants:
        try:
            parts[variant] = known.get(variant) or game_parts(variant, on_progress)
        except PlygroundError:
            puzzles = puzzles.without(variant)
    return puzzles, parts


def puzzles_data(puzzles: GamePuzzles, parts: Mapping[Game, GameParts]) -> list[dict[str, Any]]:
    """The puzzles for a page that has these variants; those that ship come first, in their order."""
    own = set(puzzles.own)
    found = []
    for puzzle in puzzles.every:
        try:
            data = page_puzzle(puzzle, parts[catalogue.find(puzzle.game)])
        except PlygroundError:
            continue
        found.append({**data, "own": True} if puzzle in own else data)
    return found


def page_puzzle(puzzle: Puzzle, parts: GameParts) -> dict[str, Any]:
    """A puzzle for a page that has its game; a `PlygroundError` if it cannot show the position."""
    board = puzzle.board()
    view = board.game.view(board.position)
    data = {
        **puzzle_data(puzzle),
        "game": page_name(parts.game),
        "left": int(remaining(view.rules, view.pos)),
    }
    if parts.data["position_form"] and parts.data["only_adds"]:
        return data
    if board.game.board_view() is not None:
        raise PlygroundError(f"a page cannot show the position {puzzle.position} of {puzzle.game}")
    start: dict[str, Any] = {
        "position": base64.b64encode(position_bytes(view.pos, parts.module.layout)).decode(),
        "plies": board.turn,
    }
    if parts.data["counts_plies"]:
        start["plies"] = int(puzzle.position.split()[-1])
    if parts.data["marks_from"] == "moves":
        start["marks"] = board.game.picture(board.position).marks
    return {**data, "start": start}
