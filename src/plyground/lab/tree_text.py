"""A trace as an indented tree of plain text, and a node of it in one line."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from plyground.lab.playback import NodeState, Playback
from plyground.lab.trace import Trace
from plyground.lab.value_words import window_text

MOST_LINES: Final = 200


def tree_text(trace: Trace, most_lines: int = MOST_LINES) -> str:
    """The head, the tree, and what was left out.

    >>> from plyground.board import Board
    >>> from plyground.lab.experiment import run_algorithm
    >>> print(tree_text(run_algorithm(Board("noughts", "a1 b2 c3 a3 c1 b3 a2 c2"), "alphabeta")))
    Alpha-beta, depth 3; values for X
    X to move (-∞, +∞): X wins, best b1
      b1 (-∞, +∞): X wins, the game is over
    Proven: X wins. Best move: b1.
    2 positions, 1 leaf, 0 cut-offs
    """
    lines = tree_lines(trace)
    shown = lines[:most_lines]
    hidden = len(lines) - len(shown) + trace.nodes - len(trace.tree)
    if hidden > 0:
        shown.append(f"(not shown: {hidden:,} more lines of the tree)")
    return "\n".join([head_text(trace), *shown, trace.sentence, counts_text(trace)])


def head_text(trace: Trace) -> str:
    """What was run, and whose values these are."""
    switches = trace.switches
    how = f"{switches['rounds']} rounds" if trace.algorithm == "mcts" else f"depth {switches['depth']}"
    return f"{trace.title}, {how}; values for {viewpoint_text(trace)}"


def viewpoint_text(trace: Trace) -> str:
    """Whom values are for, as a part of a sentence."""
    return trace.viewpoint if trace.viewpoint in trace.players else f"the {trace.viewpoint}"


def counts_text(trace: Trace) -> str:
    """What it took, in one line."""
    parts = [
        count_text(trace.nodes, "position"),
        count_text(trace.leaves, "leaf", "leaves"),
        count_text(trace.cutoffs, "cut-off"),
    ]
    if trace.table_hits:
        parts.append(count_text(trace.table_hits, "table hit"))
    return ", ".join(parts)


def count_text(count: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> count_text(1, "leaf", "leaves"), count_text(2_000, "position")
    ('1 leaf', '2,000 positions')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def tree_lines(trace: Trace) -> list[str]:
    """A line for each node in the order in which they were entered, one for each cut-off after its node."""
    playback = Playback(trace)
    playback.go_to(playback.last)
    lines: list[str] = []

    def write(number: int) -> None:
        node, state = trace.tree[number], playback.state(number)
        indent = "  " * node["ply"]
        lines.append(indent + node_line(node, state, state.first_window))
        for child in playback.children[number]:
            write(child)
        if state.skipped:
            lines.append(f"{indent}  cut: {' '.join(state.skipped)} ({state.reason})")

    for root in playback.roots:
        if "iteration" in trace.tree[root]:
            lines.append(iteration_text(trace, trace.tree[root]["iteration"]))
        write(root)
    return lines


def iteration_text(trace: Trace, number: int) -> str:
    """What the trace says at the beginning of an iteration."""
    for event in trace.events:
        if event["event"] == "iteration" and event["iteration"] == number:
            return str(event["text"])
    return ""


KINDS: Final = {
    "over": "the game is over",
    "horizon": "the search ends here",
    "proof": "seen at a glance",
    "table": "known to the table",
}


def node_line(node: dict[str, Any], state: NodeState, window: tuple[int, int] | None) -> str:
    """A node in one line: its move, a window, its value and what else there is to know."""
    name = node["move"] or f"{node['player']} to move"
    parts = []
    if window is not None:
        name += " " + window_text(*window)
    if state.has_numbers:
        parts.append(f"proof {number_text(state.proof)}, disproof {number_text(state.disproof)}")
    if state.shown:
        parts.append(state.shown if state.is_done or state.visits else f"{state.shown} so far")
    if state.visits:
        parts.append(count_text(state.visits, "visit"))
    if state.best:
        parts.append(f"best {state.best}")
    if state.kind:
        parts.append(KINDS[state.kind])
    return f"{name}: {', '.join(parts)}" if parts else name


def number_text(number: int | None) -> str:
    """A proof number."""
    return "∞" if number is None else str(number)


class StepLine(NamedTuple):
    """A line of the tree as it stands at a step."""

    node: int
    """The node that it is about."""
    text: str
    is_here: bool
    """Whether the step that has just been made was here."""


def step_lines(playback: Playback, *, folds: bool = True) -> list[StepLine]:
    """The tree as it stands at a step; with `folds` without what lies below nodes that are done."""
    trace = playback.trace
    path = playback.path
    lines: list[StepLine] = []

    def write(number: int) -> None:
        node, state = trace.tree[number], playback.state(number)
        indent = "  " * node["ply"]
        below = [child for child in playback.children[number] if playback.is_entered(child)]
        is_folded = folds and bool(below) and number not in path and node["ply"] > 0
        more = f" [{len(below)} below]" if is_folded else ""
        line = node_line(node, state, state.window)
        lines.append(StepLine(number, f"{indent}{line}{more}", number == playback.node))
        if is_folded:
            return
        for child in below:
            write(child)
        if state.skipped:
            lines.append(StepLine(number, f"{indent}  cut: {' '.join(state.skipped)}", False))

    for root in playback.roots:
        if playback.is_entered(root):
            write(root)
    return lines


PLAIN: Final = {"∞": "inf", "≥": ">=", "≤": "<=", "…": "...", "×": "x", "·": "-", "−": "-"}


def plain_text(text: str) -> str:
    """The same in ASCII, for terminals that have nothing better.

    >>> plain_text("b2 (-∞, +3): ≥ +4")
    'b2 (-inf, +3): >= +4'
    """
    for sign, plain in PLAIN.items():
        text = text.replace(sign, plain)
    return text
