"""Stepping through a trace: what each node of the tree looks like after the first N events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.lab.trace import Trace
from plyground.score import INFINITE


@dataclass
class NodeState:
    """A node as it looks at a step."""

    window: tuple[int, int] | None = None
    """Alpha and beta by now, where the algorithm has a window."""
    first_window: tuple[int, int] | None = None
    """The window that it was entered with."""
    best: str = ""
    """The best move so far."""
    shown: str = ""
    """Its value, the best so far before it is done; empty while nothing is known."""
    is_done: bool = False
    proven: bool = False
    kind: str = ""
    """Why it is a leaf: `over`, `horizon`, `proof`, `table`; empty if it is none."""
    skipped: list[str] = field(default_factory=list)
    """The moves that were cut."""
    reason: str = ""
    """Why they were cut."""
    proof: int | None = None
    disproof: int | None = None
    has_numbers: bool = False
    visits: int = 0

    def apply(self, event: dict[str, Any]) -> None:
        """Take in an event of this node."""
        match event["event"]:
            case "enter" | "window" if "alpha" in event:
                self.window = read_window(event)
                self.first_window = self.first_window or self.window
            case "best":
                self.best, self.shown = event["move"], event["shown"]
            case "value" | "table":
                self.shown, self.is_done, self.proven = event["shown"], True, event["proven"]
                self.kind = event.get("kind", "")
            case "cutoff":
                self.skipped, self.reason = event["skipped"], event["text"]
            case "numbers":
                self.proof, self.disproof, self.has_numbers = event["proof"], event["disproof"], True
            case "visits":
                self.visits, self.shown = event["visits"], event["shown"]


def read_window(event: dict[str, Any]) -> tuple[int, int]:
    """The window in an event."""
    alpha, beta = event["alpha"], event["beta"]
    return -INFINITE if alpha is None else alpha, INFINITE if beta is None else beta


class Playback:
    """A place in a trace, from before the first event to behind the last."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.at = 0
        """How many events have happened."""
        self._plies = [node["ply"] for node in trace.tree]
        self._events_of: list[list[int]] = [[] for _ in trace.tree]
        for index, event in enumerate(trace.events):
            if event["node"] < len(self._events_of):
                self._events_of[event["node"]].append(index)

        self.children: list[list[int]] = [[] for _ in trace.tree]
        self.roots: list[int] = []
        for node in trace.tree:
            (self.roots if node["parent"] is None else self.children[node["parent"]]).append(node["id"])

    @property
    def last(self) -> int:
        """How many events there are."""
        return len(self.trace.events)

    @property
    def event(self) -> dict[str, Any] | None:
        """The event that has just happened; None before the first."""
        return self.trace.events[self.at - 1] if self.at else None

    @property
    def node(self) -> int:
        """The node where it happened."""
        event = self.event
        return 0 if event is None else min(event["node"], len(self.trace.tree) - 1)

    @property
    def path(self) -> set[int]:
        """The nodes from the root to there."""
        path: set[int] = set()
        node: int | None = self.node
        while node is not None and self.trace.tree:
            path.add(node)
            node = self.trace.tree[node]["parent"]
        return path

    def go_to(self, step: int) -> None:
        """Go to where this many events have happened."""
        self.at = max(0, min(step, self.last))

    def step(self) -> None:
        """One event more."""
        self.go_to(self.at + 1)

    def back(self) -> None:
        """One event less."""
        self.go_to(self.at - 1)

    def step_over(self) -> None:
        """On to the next event that is not below the node of this one: past all that a move leads to."""
        ply = self._ply(self.at - 1) if self.at else -1
        step = self.at + 1
        while step < self.last and self._ply(step - 1) > ply >= 0:
            step += 1
        self.go_to(step)

    def run_to_cutoff(self) -> None:
        """On to the next cut-off, or to the end if there is none."""
        events = self.trace.events
        step = self.at + 1
        while step < self.last and events[step - 1]["event"] != "cutoff":
            step += 1
        self.go_to(step)

    def _ply(self, index: int) -> int:
        node = self.trace.events[index]["node"]
        return self._plies[node] if node < len(self._plies) else 0

    def is_entered(self, node: int) -> bool:
        """Whether a node is in the tree by now."""
        first = next((i for i in self._events_of[node] if self.trace.events[i]["event"] == "enter"), None)
        return first is not None and first < self.at

    def state(self, node: int) -> NodeState:
        """How a node looks by now."""
        state = NodeState()
        for index in self._events_of[node]:
            if index >= self.at:
                break
            state.apply(self.trace.events[index])
        return state


def final_states(trace: Trace) -> list[NodeState]:
    """How every node looks at the end."""
    playback = Playback(trace)
    playback.go_to(playback.last)
    return [playback.state(node["id"]) for node in trace.tree]
