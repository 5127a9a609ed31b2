"""What a search did, as plain data that can be printed, sent and stepped through.

A trace has the nodes of the tree in the order in which they were entered, and the events in the order in
which they happened. Every event names its node and says in a sentence what happened (docs/lab.md lists them
all).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from plyground.game import GAP, Picture
from plyground.lab.game_tree import Node
from plyground.lab.small_boards import changed_marks

FORMAT: Final = "plyground lab 1"

Event = dict[str, Any]
TraceNode = dict[str, Any]


@dataclass
class Trace:
    """A finished run of an algorithm; `nodes` and `events` are empty if nothing was written down."""

    game: str
    setup: str
    moves: tuple[str, ...]
    players: tuple[str, str]
    turn: int
    algorithm: str
    title: str
    switches: dict[str, Any]
    viewpoint: str
    """Whom values are for: a player's name, or `side to move`."""
    value: float | None
    shown: str
    """The value in words if it is proven, as a number if it is an estimate."""
    proven: bool
    best: str | None
    sentence: str
    """What came out, as a sentence."""
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    seconds: float
    picture: Picture
    tree: list[TraceNode] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """What came out and what it took, for programs."""
        return {
            "algorithm": self.algorithm,
            "value": self.value,
            "best": self.best,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
            "shown": self.shown,
            "proven": self.proven,
            "viewpoint": self.viewpoint,
        }

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data that JSON can hold."""
        return {
            "format": FORMAT,
            "game": self.game,
            "setup": self.setup,
            "moves": list(self.moves),
            "players": list(self.players),
            "turn": self.turn,
            **self.summary(),
            "title": self.title,
            "sentence": self.sentence,
            "switches": self.switches,
            "picture": picture_data(self.picture),
            "tree": self.tree,
            "events": self.events,
        }

    def explored(self) -> list[tuple[str, ...]]:
        """The lines of play from the root that were entered, in order; the root itself first."""
        lines: list[tuple[str, ...]] = []
        for node in self.tree:
            parent = node["parent"]
            lines.append(() if parent is None else (*lines[parent], node["move"]))
        return lines

    def cut(self) -> list[tuple[str, ...]]:
        """The lines of play that were cut: their last move was never tried there."""
        lines = self.explored()
        cutoffs = [event for event in self.events if event["event"] == "cutoff"]
        return [(*lines[event["node"]], move) for event in cutoffs for move in event["skipped"]]


class Recorder:
    """Writes the nodes and the events of a search down."""

    def __init__(self) -> None:
        self.tree: list[TraceNode] = []
        self.events: list[Event] = []
        self.most_nodes: int | None = None
        """Nodes beyond this many are not written down, nor what happens there."""

    def is_full(self, node: Node) -> bool:
        """Whether a node comes too late to be written down."""
        return self.most_nodes is not None and node.id >= self.most_nodes

    def add_node(self, node: Node, **more: Any) -> None:
        """Write a node down that has just been entered for the first time, or again as a node of its own."""
        if self.is_full(node):
            return
        cells: tuple[str, ...] = ()
        marks: dict[str, str] = {}
        if node.parent is not None:
            cells = node.tree.game.cells(node.parent.pos, node.move)
            marks = changed_marks(node.tree.game, node.parent.pos, node.pos, node.move)
        self.tree.append(
            {
                "id": node.id,
                "parent": None if node.parent is None else node.parent.id,
                "move": node.move_text,
                "ply": node.ply,
                "player": node.tree.player(node),
                "cells": list(cells),
                "marks": marks,
                **more,
            }
        )

    def add(self, event: str, node: Node, text: str, **more: Any) -> None:
        """Write an event down."""
        if not self.is_full(node):
            self.events.append({"event": event, "node": node.id, "text": text, **more})


def picture_data(picture: Picture) -> dict[str, Any]:
    """A picture as plain data, with what a page needs to draw it."""
    return {
        "columns": [label for label in picture.columns if label != GAP],
        "rows": [label for label in picture.rows if label != GAP],
        "joint": picture.joint,
        "marks": dict(picture.marks),
        "shapes": dict(picture.shapes),
        "trays": [list(tray) for tray in picture.trays],
        "endless": picture.endless,
    }
