"""Running an algorithm of the lab on a position."""

from __future__ import annotations

import time
from dataclasses import replace

from plyground.board import Board
from plyground.lab.algorithms import Algorithm, find_algorithm
from plyground.lab.game_tree import GameTree
from plyground.lab.growing_search import GrowingSearch
from plyground.lab.notebook import ShownTrace
from plyground.lab.search import Limits, Search, SearchRefused
from plyground.lab.switches import Switches
from plyground.lab.value_words import EXACT, is_proven, value_text
from plyground.score import PROVEN

MOVER = "side to move"


def run_algorithm(
    board: Board,
    algorithm: str = "alphabeta",
    switches: Switches | None = None,
    *,
    limits: Limits | None = None,
    record: bool = True,
    most_recorded: int | None = None,
) -> ShownTrace:
    """What an algorithm finds on a board, with every step if `record`; `TreeTooLarge` if it takes too much.

    With `most_recorded` only the first nodes are written down, and all are counted.

    >>> trace = run_algorithm(Board("noughts"), "minimax", Switches(depth=3))
    >>> trace.nodes, trace.leaves, trace.cutoffs
    (586, 504, 0)
    """
    how = find_algorithm(algorithm)
    if outcome := board.outcome:
        raise SearchRefused(f"the game is over, {outcome}: there is nothing to search")
    switches = complete(switches or Switches(), how)
    tree = GameTree(board, switches)
    kind = GrowingSearch if how.grows else Search
    search = kind(tree, switches, sees_mover=how.sees_mover, limits=limits or Limits(), record=record)
    if search.recorder is not None:
        search.recorder.most_nodes = most_recorded
    began = time.perf_counter()
    value = how.function(search, tree.root, switches.depth)
    seconds = time.perf_counter() - began
    return make_trace(board, how, search, value, seconds)


def complete(switches: Switches, how: Algorithm) -> Switches:
    """The switches with what suits the algorithm where nothing was said."""
    view = switches.view or ("mover" if how.shows_mover else "root")
    order = switches.order or how.order
    return replace(switches, view=view, order=order)


def make_trace(
    board: Board, how: Algorithm, search: Search, value: float | None, seconds: float
) -> ShownTrace:
    """What a search did and found."""
    tree = search.tree
    me, other = tree.player(tree.root), tree.other_player(tree.root)
    best = None if search.best is None else board.game.move_text(search.best)
    if isinstance(value, float):
        proven, shown = False, f"{value:+.2f}"
        value = round(value, 4)
    elif value is None:
        proven, shown = False, "not proven"
    else:
        settled = tree.root.settled if not how.grows else tree.is_whole or abs(value) > PROVEN
        proven = is_proven(value, EXACT, settled=settled)
        shown = value_text(value, EXACT, (me, other), proven=proven)
    recorder = search.recorder
    return ShownTrace(
        game=board.game.full_name,
        setup=board.setup,
        moves=board.history,
        players=board.game.players,
        turn=board.turn,
        algorithm=how.name,
        title=how.title,
        switches=search.switches.as_json(),
        viewpoint=MOVER if search.shows_mover else me,
        value=value,
        shown=shown,
        proven=proven,
        best=best,
        sentence=result_sentence(search, me, shown, best, proven=proven, is_known=value is not None),
        nodes=search.nodes,
        leaves=search.leaves,
        cutoffs=search.cutoffs,
        table_hits=search.table_hits,
        seconds=seconds,
        picture=board.game.picture(board.position),
        tree=recorder.tree if recorder else [],
        events=recorder.events if recorder else [],
    )


def result_sentence(
    search: Search, me: str, shown: str, best: str | None, *, proven: bool, is_known: bool
) -> str:
    """What came out, as a sentence that says whether it is proven."""
    move = f" Best move: {best}." if best else ""
    if not is_known:
        return f"Nothing is proven: neither side wins within {search.switches.depth} plies."
    if proven:
        return f"Proven: {'a draw' if shown == 'draw' else shown}.{move}"
    return f"Estimate for {me}: {shown}.{move}"
