"""Where the game stands, in one line."""

from __future__ import annotations

from collections.abc import Collection

from plyground.match import Match
from plyground.terminal.screen.picking import Picks, wanted


def state_text(
    match: Match,
    *,
    looking: int | None,
    chosen: Picks,
    is_paused: bool,
    getting_ready: Collection[int],
) -> str:
    """Whose turn it is and what is waited for, or how the game ended."""
    board = match.board
    ready = f"compiling {board.game.full_name} (once; it is kept on disk) ..."
    if looking is not None:
        return f"Looking at the position after {looking} moves; Escape comes back"
    if outcome := match.outcome:
        return f"{str(outcome)[0].upper()}{str(outcome)[1:]}"
    if match.waits_for_person:
        so_far = f", {' '.join(chosen)} chosen (Escape takes it back)" if chosen else ""
        state = f"{board.player} to move{so_far}: {wanted(board, chosen)}"
        return f"{state}   [{ready}]" if getting_ready else state
    if is_paused:
        return f"{board.player} to move: paused, p goes on"
    if board.turn in getting_ready:
        return f"{board.player}: {ready}"
    return f"{board.player} is thinking ... (m: move now)"
