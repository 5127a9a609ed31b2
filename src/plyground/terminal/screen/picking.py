"""The way to a move: one pick after the other, on the board or beside it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.terminal.places import Places
from plyground.terminal.screen.widgets.tray_view import Shelf

DONE: Final = "done"
"""The pick that plays a move which could also go on."""

Picks = tuple[str, ...]


class Step(NamedTuple):
    """What a pick led to."""

    chosen: Picks
    """The picks so far."""
    move: str | None = None
    """The move, if it is complete."""
    why_not: str = ""
    """Why the pick was refused, if it was."""


def pick(board: Board, chosen: Picks, name: str) -> Step:
    """Pick something, after what was chosen before.

    >>> pick(Board("numerical"), (), "15")
    Step(chosen=('15',), move=None, why_not='')
    >>> pick(Board("numerical"), ("15",), "a1").move
    'a1=15'
    >>> pick(Board("noughts", "a1"), (), "a1").why_not
    'a1 is taken'
    >>> pick(Board("gomoku"), (), "1000,-1000").move  # an endless board does not list every move
    '1000,-1000'
    """
    if chosen and name == DONE and (move := board.move_for(*chosen)):
        return Step(chosen, move)
    if chosen and name == chosen[-1]:
        return Step(chosen[:-1])
    if name not in board.picks(*chosen) and board.move_for(*chosen, name) is None:
        if not (chosen and name in board.picks(*chosen[:-1])):
            return Step(chosen, why_not=refusal(board, chosen, name))
        chosen = chosen[:-1]  # another piece instead
    chosen = (*chosen, name)
    move = board.move_for(*chosen)
    return Step(chosen, move if move is not None and not board.picks(*chosen) else None)


def possible_picks(board: Board, chosen: Picks) -> Picks:
    """What can be picked next."""
    picks = board.picks(*chosen)
    return (*picks, DONE) if chosen and board.move_for(*chosen) else picks


def refusal(board: Board, chosen: Picks, name: str) -> str:
    """Why a pick leads to no move: in the game's own words if a move is one pick."""
    first = next(iter(board.picks()), "")
    if not chosen and board.move_for(first) is not None:
        with suppress(PlygroundError):
            try:
                board.game.parse(board.position, name)
            except IllegalMove as error:
                return str(error)
    where = f" after {' '.join(chosen)}" if chosen else ""
    return f"{name} cannot be chosen{where}; {pick_request(board, chosen)}"


def pick_request(board: Board, chosen: Picks) -> str:
    """What can be chosen next, in words."""
    picks = board.picks(*chosen)
    shelved = {item for shelf in shelves(board, picks) for item in shelf.items}
    if any(pick in shelved for pick in picks):
        return "choose below the board"
    marks = board.game.picture(board.position).marks
    return "choose a piece" if all(pick in marks for pick in picks) else "choose a cell"


def shelves(board: Board, picks: Picks) -> list[Shelf]:
    """What lies beside the board: the trays, and picks that are no cells."""
    picture = board.game.picture(board.position)
    found = [Shelf(player, tray) for player, tray in zip(board.game.players, picture.trays, strict=False)]
    shelved = {item for shelf in found for item in shelf.items}
    places = Places(picture)
    others = tuple(pick for pick in picks if pick not in shelved and places.at(pick) is None)
    return [*found, Shelf("choose", others)] if others else found
