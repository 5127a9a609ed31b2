"""Every move that a game can have, whatever the position: what numberings of moves are made from."""

from __future__ import annotations

import random
from typing import Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game, copy_position
from plyground.game_values import cells_of

TRIED_GAMES: Final = 30
MOST_PLIES: Final = 1_000
"""How many random games are played to meet moves, and how many plies in all."""
LARGEST_MOVE: Final = 1 << 16
"""Below this every number is asked about, whether a random game met it or not."""


def every_move(game: Game) -> list[int]:
    """The moves of a game as the numbers that its compiled half uses, in order.

    Those that random games met, and every number of as many bits that the game names and that can be picked
    on the board and its trays: some of these may never be legal.

    >>> from plyground import catalogue
    >>> len(every_move(catalogue.find("squava"))), len(every_move(catalogue.find("numerical:3x3")))
    (25, 81)
    """
    met = moves_met(game)
    end = 1 << max(met).bit_length()
    if min(met) >= 0 and end <= LARGEST_MOVE:
        picture = game.picture(game.start)
        places = cells_of(picture).union(*picture.trays)
        met |= {move for move in range(end) if move not in met and _is_named(game, move, places)}
    return sorted(met)


def moves_met(game: Game) -> set[int]:
    """Every move that was legal somewhere in some random games."""
    if game.picture(game.start).endless:
        raise PlygroundError(
            f"{game.full_name} has no edges, so its moves cannot be numbered; "
            f"take a board with edges, such as {game.name}:15x15"
        )
    chance = random.Random(0)
    met: set[int] = set()
    plies = 0
    for _ in range(TRIED_GAMES):
        board = Board(game)
        while (legal := board.legal_numbers()) and plies < MOST_PLIES:
            met.update(legal)
            board.push_number(chance.choice(legal))
            plies += 1
    return met


def _is_named(game: Game, move: int, places: set[str]) -> bool:
    """Whether a number that no random game met looks like a move."""
    start = copy_position(game.start)
    try:
        text, picks, cells = game.move_text(move), game.picks(start, move), game.cells(start, move)
    except Exception:  # the game's own code, asked about a number that may be no move of it
        return False
    return bool(text) and places.issuperset(cells) and all(pick in places or pick == text for pick in picks)
