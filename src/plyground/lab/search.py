"""What every search of the lab shares: entering and leaving nodes, judging leaves, counting, tracing.

The algorithms themselves stand in files of their own. They call these methods at each step, so that each step
becomes an event of the trace. Numbers are those of `plyground.score`: a win is near 30000, an estimate below
20000.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from plyground.contract import DRAWN, LARGEST_ESTIMATE, OPEN, WON
from plyground.errors import PlygroundError
from plyground.lab.game_tree import GameTree, Node
from plyground.lab.switches import Switches
from plyground.lab.trace import Recorder
from plyground.lab.value_words import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    OPPOSITE,
    in_words,
    is_proven,
    value_text,
    window_text,
)
from plyground.score import INFINITE, PROVEN, WIN

NODES_BETWEEN_REPORTS: Final = 100


class SearchRefused(PlygroundError):
    """A position that an algorithm cannot search; the message says why."""


class TreeTooLarge(PlygroundError):
    """A search that would enter more positions than it may."""


@dataclass(frozen=True)
class Limits:
    """How much a run may cost."""

    nodes: int = 1_000_000
    seconds: float | None = None
    """Of processor time."""
    on_progress: Callable[[int], None] = lambda nodes: None
    """Called with the number of nodes every now and then; may raise to end the search."""


class Search:
    """One run of an algorithm over a tree.

    `sees_mover` says whose numbers the algorithm computes with: those of the side to move in each position,
    as negamax does, or those of the side to move at the root.
    """

    def __init__(
        self, tree: GameTree, switches: Switches, *, sees_mover: bool, limits: Limits, record: bool
    ) -> None:
        self.tree = tree
        self.switches = switches
        self.sees_mover = sees_mover
        self.shows_mover = sees_mover if not switches.view else switches.view == "mover"
        self.limits = limits
        self.recorder = Recorder() if record else None
        self.nodes = self.leaves = self.cutoffs = self.table_hits = 0
        self.best: int | None = None
        """The best move of the root."""
        self.iteration = 0
        self._windows: dict[Node, tuple[int, int]] = {}
        self._began = time.thread_time()

    # Entering and leaving

    def enter(self, node: Node, alpha: int | None = None, beta: int | None = None, note: str = "") -> None:
        """Count a position and write down that the search goes there, with its window if it has one."""
        if self.nodes >= self.limits.nodes:
            raise TreeTooLarge(self._too_large())
        if self.nodes % NODES_BETWEEN_REPORTS == NODES_BETWEEN_REPORTS - 1:
            self.check_time()
            self.limits.on_progress(self.nodes)
        node.id = self.nodes
        self.nodes += 1
        node.settled = True
        if alpha is not None and beta is not None:
            self._windows[node] = alpha, beta
        if self.recorder is None:
            return
        self.recorder.add_node(node, **({"iteration": self.iteration} if self.iteration else {}))
        where = f"after {node.move_text}" if node.parent else "at the root"
        text = f"{self.tree.player(node)} to move {where}"
        self._write("enter", node, f"{text}{note}{self._window_words(node)}.", **self._window(node))

    def leaf_value(self, node: Node, depth: int) -> int | None:
        """What a position is worth if the game is over or the search ends here; None if it goes on."""
        if node.result != OPEN:
            return self.over_value(node)
        if depth > 0:
            return None
        node.settled = False
        if not self.switches.evaluation:
            return self._judge(node, 0, "horizon")
        estimate = self.tree.evaluate(node)
        return self._judge(node, max(-LARGEST_ESTIMATE, min(LARGEST_ESTIMATE, estimate)), "horizon")

    def over_value(self, node: Node) -> int | None:
        """What a position is worth if the game is over; None if it goes on."""
        if node.result == OPEN:
            return None
        value = 0 if node.result == DRAWN else self.win_value(node.ply)
        return self._judge(node, value if node.result == WON else -value, "over")

    def proven_value(self, node: Node) -> int | None:
        """What a position is worth by the game's own quick proof; None where it sees nothing."""
        plies = self.tree.proof(node)
        if plies == 0:
            return None
        value = self.win_value(node.ply + abs(plies))
        return self._judge(node, value if plies > 0 else -value, "proof")

    def win_value(self, ply: int) -> int:
        """What a win is worth that is complete `ply` plies from the root."""
        return WIN if self.switches.wins == "flat" else WIN - ply

    def leave(self, node: Node, value: int) -> int:
        """Write a position's value down and return it, as the switches say."""
        alpha, beta = self._windows.get(node, (-INFINITE, INFINITE))
        if node in self._windows:
            value = self.switches.returned(value, alpha, beta)
        if not self.tree.is_whole and value * self._sign(node) < -PROVEN:
            value = -LARGEST_ESTIMATE * self._sign(node)  # a move that was not listed might be better
            node.settled = False
        self._finish(node, value, self._bound(value, alpha, beta))
        return value

    # Going through the moves

    def children(self, node: Node, first: int | None = None) -> Iterator[Node]:
        """The positions after each move, one at a time; `first` is tried first if it is a move here."""
        node.untried = self.tree.moves(node)
        if first is not None and first in node.untried:
            node.untried.remove(first)
            node.untried.insert(0, first)
        while node.untried:
            child = self.tree.child(node, node.untried.pop(0))
            if self.recorder is not None:
                text = f"{self.tree.player(node)} tries {child.move_text}."
                self.recorder.add("move", node, text, move=child.move_text)
            yield child

    def note_best(self, node: Node, child: Node, value: int) -> None:
        """Write down that a move is the best so far."""
        if node.parent is None:
            self.best = child.move
        if self.recorder is not None:
            shown = self._plain(node, value)
            text = f"{child.move_text} is the best move of {self.tree.player(node)} so far: {shown}."
            self._write(
                "best", node, text, move=child.move_text, value=self._display(node, value), shown=shown
            )

    def note_window(self, node: Node, alpha: int, beta: int) -> None:
        """Write down that the window has become smaller."""
        if self.recorder is not None:
            low, high = self._displayed_window(node, alpha, beta)
            text = f"From now on only values in {window_text(low, high)} matter here."
            self._write("window", node, text, **window_data(low, high))

    def cut_off(self, node: Node, child: Node, value: int, bound: int) -> None:
        """Write down that the other moves need not be looked at, and why."""
        node.settled = child.settled
        self.cutoffs += 1
        if self.recorder is not None:
            skipped = [self.tree.game.move_text(move) for move in node.untried]
            self._write(
                "cutoff",
                node,
                self._cut_sentence(node, child, value, bound),
                move=child.move_text,
                value=self._display(node, value),
                bound=self._display(node, bound),
                skipped=skipped,
            )

    # Tables and iterations

    def hit_table(self, node: Node, value: int, bound: str, *, settled: bool) -> int:
        """Write down that the table knows a position well enough, and return what it knows."""
        self.table_hits += 1
        node.settled = settled
        self._finish(node, value, bound, "table")
        return value

    def begin_iteration(self, number: int, text: str) -> None:
        """Write down that the search begins again from the root."""
        self.iteration = number
        if self.recorder is not None:
            self.recorder.events.append(
                {"event": "iteration", "node": self.nodes, "text": text, "iteration": number}
            )

    # Whose numbers, and in which words

    def _sign(self, node: Node) -> int:
        """What turns a number of the algorithm into one for the side to move, and back."""
        return 1 if self.sees_mover else node.sign

    def _display(self, node: Node, value: int) -> int:
        """A number of the algorithm as the trace shows it."""
        return value if self.sees_mover == self.shows_mover else value * node.sign

    def _displayed_window(self, node: Node, alpha: int, beta: int) -> tuple[int, int]:
        low, high = sorted((self._display(node, alpha), self._display(node, beta)))
        return low, high

    def viewers(self, node: Node) -> tuple[str, str]:
        """The player whom a shown value is for, and the other one."""
        seen_from = node if self.shows_mover else self.tree.root
        return self.tree.player(seen_from), self.tree.other_player(seen_from)

    def _window(self, node: Node) -> dict[str, Any]:
        if node not in self._windows:
            return {}
        return window_data(*self._displayed_window(node, *self._windows[node]))

    def _window_words(self, node: Node) -> str:
        if node not in self._windows:
            return ""
        return f", window {window_text(*self._displayed_window(node, *self._windows[node]))}"

    def _bound(self, value: int, alpha: int, beta: int) -> str:
        """Whether a value in this window is exact, for the algorithm's numbers."""
        is_closed = self.switches.cut == "above" and self.switches.fail == "soft"
        if value < alpha or (value == alpha and not is_closed):
            return AT_MOST
        if value > beta or (value == beta and not is_closed):
            return AT_LEAST
        return EXACT

    def _judge(self, node: Node, for_mover: int, kind: str) -> int:
        """The value of a leaf in the algorithm's numbers."""
        self.leaves += 1
        value = for_mover * self._sign(node)
        self._finish(node, value, EXACT, kind)
        return value

    def _finish(self, node: Node, value: int, bound: str, kind: str = "") -> None:
        self._windows.pop(node, None)
        proven = is_proven(value, bound, settled=node.settled)
        node.settled = node.settled or proven
        if node.parent is not None:
            node.parent.settled = node.parent.settled and node.settled
        if self.recorder is None:
            return
        shown_value = self._display(node, value)
        turns = self.sees_mover != self.shows_mover and not node.is_max
        shown_bound = OPPOSITE[bound] if turns else bound
        shown = value_text(shown_value, shown_bound, self.viewers(node), proven=proven, ply=node.ply)
        more: dict[str, Any] = {"kind": kind} if kind else {}
        text = self._value_sentence(node, in_words(shown), kind, proven=proven)
        self._write(
            "table" if kind == "table" else "value",
            node,
            text,
            value=shown_value,
            bound=shown_bound,
            proven=proven,
            shown=shown,
            **more,
        )

    def _value_sentence(self, node: Node, shown: str, kind: str, *, proven: bool) -> str:
        if kind == "over":
            return f"The game is over: {shown}."
        if kind == "horizon":
            how = "the evaluation says" if self.switches.evaluation else "counted as"
            return f"The search ends here; {how} {shown} for {self.viewers(node)[0]}."
        if kind == "proof":
            return f"The game sees at a glance: {shown}."
        if kind == "table":
            return f"The table knows this position: {shown}."
        where = f"After {node.move_text}" if node.parent else "At the root"
        return f"{where}: {shown}{'' if proven else f' for {self.viewers(node)[0]}'}."

    def _cut_sentence(self, node: Node, child: Node, value: int, bound: int) -> str:
        mover, other = self.tree.player(node), self.tree.other_player(node)
        reply = "that wins" if value * self._sign(node) > PROVEN else f"worth {self._plain(node, value)}"
        if bound * self._sign(node) < -PROVEN:
            sure = f"{other} wins elsewhere"
        elif value == bound:
            sure = f"it is no better than what {other} has elsewhere"
        else:
            sure = f"{other} has something better elsewhere, worth {self._plain(node, bound)}"
        first = f"{mover} already has a reply {reply} here ({child.move_text})"
        return f"{first}, so {other} will never come here: {sure}."

    def _plain(self, node: Node, value: int) -> str:
        """A number of the algorithm in a sentence."""
        shown = self._display(node, value)
        return value_text(shown, EXACT, self.viewers(node), proven=abs(shown) > PROVEN, ply=node.ply)

    def _write(self, event: str, node: Node, text: str, **more: Any) -> None:
        if self.recorder is not None:
            self.recorder.add(event, node, text, **more)

    # Limits

    def check_time(self) -> None:
        """End the search if it has taken too long."""
        seconds = self.limits.seconds
        if seconds is not None and time.thread_time() - self._began > seconds:
            raise TreeTooLarge(
                f"this takes longer than {seconds:g} s ({self.nodes:,} positions so far); {ADVICE}"
            )

    def _too_large(self) -> str:
        return f"this tree has more than {self.limits.nodes:,} positions; {ADVICE}"


ADVICE: Final = "choose a smaller depth, an algorithm that cuts more, or a later position"


def window_data(alpha: int, beta: int) -> dict[str, int | None]:
    """A window for programs: None where it is open."""
    return {
        "alpha": None if alpha <= -INFINITE else alpha,
        "beta": None if beta >= INFINITE else beta,
    }
