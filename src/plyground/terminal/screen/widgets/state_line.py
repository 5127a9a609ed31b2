"""Where the game stands, in one line."""

from __future__ import annotations

from collections.abc import Collection

from plyground.terminal.screen.picking import Picks, wanted
from plyground.terminal.screen.session import Session


def state_text(
    session: Session,
    *,
    looking: int | None,
    chosen: Picks,
    is_paused: bool,
    getting_ready: Collection[str],
) -> str:
    """Whose turn it is and what is waited for, or how the game ended."""
    board = session.board
    ready = f"compiling {board.game.full_name} (once; it is kept on disk) ..."
    if looking is not None:
        return f"Looking at the position after {looking} moves; Escape comes back"
    if outcome := session.outcome:
        return f"{str(outcome)[0].upper()}{str(outcome)[1:]}"
    if session.waits_for_human:
        so_far = f", {' '.join(chosen)} chosen (Escape takes it back)" if chosen else ""
        state = f"{board.player} to move{so_far}: {wanted(board, chosen)}"
        return f"{state}   [{ready}]" if getting_ready else state
    if is_paused:
        return f"{board.player} to move: paused, p goes on"
    if session.name(board.turn) in getting_ready:
        return f"{board.player}: {ready}"
    return f"{board.player} is thinking ... (m: move now)"
