"""Where the game stands, in one line."""

from __future__ import annotations

from collections.abc import Collection

from plyground.board import Board
from plyground.match import Match
from plyground.terminal.screen.picking import Picks, pick_request
from plyground.terminal.screen.variation import Variation


def state_text(
    match: Match,
    *,
    viewed_ply: int | None,
    variation: Variation | None = None,
    chosen: Picks,
    is_paused: bool,
    compiling: Collection[int],
) -> str:
    """Whose turn it is and what is waited for, or how the game ended."""
    board = match.board
    note = f"compiling {board.game.full_name} (once; it is kept on disk) ..."
    if variation is not None:
        return (
            f"Variation after {_moves(variation.start)}, not part of the game: {_next_words(variation.board)}"
        )
    if viewed_ply is not None:
        return f"Looking at the position after {_moves(viewed_ply)}; Escape comes back, a move tries it out"
    if outcome := match.outcome:
        return f"{str(outcome)[0].upper()}{str(outcome)[1:]}"
    if match.waits_for_person:
        so_far = f", {' '.join(chosen)} chosen (Escape takes it back)" if chosen else ""
        state = f"{board.player} to move{so_far}: {pick_request(board, chosen)}"
        if is_paused:
            return f"{state}   [paused, p goes on]"
        return f"{state}   [{note}]" if compiling else state
    if is_paused:
        return f"{board.player} to move: paused, p goes on"
    if board.turn in compiling:
        return f"{board.player}: {note}"
    return f"{board.player} is thinking ... (m: move now)"


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _next_words(board: Board) -> str:
    return str(board.outcome) if board.is_over else f"{board.player} to move"
