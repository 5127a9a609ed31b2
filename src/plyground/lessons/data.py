"""A lesson as plain data, for pages: those of a server, and those that were exported."""

from __future__ import annotations

from typing import Any

from plyground.board import Board
from plyground.lessons.lesson import (
    Block,
    BoardBlock,
    ChooseTask,
    LeavesTask,
    Lesson,
    NumberTask,
    PlayTask,
    Task,
    TreeBlock,
)
from plyground.lessons.tree import MOST_NODES, LessonTree, node_values


def head_data(lesson: Lesson) -> dict[str, Any]:
    """A lesson in a list."""
    return {
        "name": lesson.name,
        "title": lesson.title,
        "summary": lesson.summary,
        "tasks": len(lesson.tasks),
    }


def lesson_data(lesson: Lesson) -> dict[str, Any]:
    """Everything that a page needs to run a lesson; positions it asks its backend for."""
    number = 0
    steps = []
    for step in lesson.steps:
        blocks = []
        for block in step.blocks:
            is_task = isinstance(block, Task)
            blocks.append(block_data(block, number if is_task else None))
            number += is_task
        steps.append({"heading": step.heading, "blocks": blocks})
    return {**head_data(lesson), "steps": steps}


def block_data(block: Block, number: int | None) -> dict[str, Any]:
    """One block; `number` counts the tasks."""
    if isinstance(block, tuple):
        paragraphs = [
            {
                "point": paragraph.is_point,
                "spans": [{"text": span.text, "style": span.style} for span in paragraph.spans],
            }
            for paragraph in block
        ]
        return {"kind": "prose", "paragraphs": paragraphs}
    if isinstance(block, BoardBlock):
        return {"kind": "board", "board": board_data(block.board), "caption": block.caption}
    if isinstance(block, TreeBlock):
        return {
            "kind": "tree",
            "board": board_data(block.board),
            "tree": tree_data(block.tree),
            "caption": block.caption,
        }
    words = block.words
    task = {
        "number": number,
        "ask": words.ask,
        "right": words.right,
        "wrong": words.wrong,
        "hint": words.hint,
        "board": None if block.board is None else board_data(block.board),
    }
    return task | _task_data(block)


def _task_data(task: Task) -> dict[str, Any]:
    if isinstance(task, PlayTask):
        return {
            "kind": "play",
            "accepted": task.accepted,
            "replies": task.replies,
            "remarks": dict(task.remarks),
        }
    if isinstance(task, ChooseTask):
        return {"kind": "choose", "options": task.options, "answer": task.answer}
    if isinstance(task, NumberTask):
        shown = task.tree is not None and task.tree.trace.nodes <= MOST_NODES
        tree = tree_data(task.tree) if task.tree is not None and shown else None
        return {"kind": "number", "answer": task.answer, "tree": tree}
    if isinstance(task, LeavesTask):
        return {"kind": "leaves", "tree": tree_data(task.tree), "values": task.tree.leaf_values}
    return {"kind": "cuts", "tree": tree_data(task.tree), "cuts": sorted(task.answer)}


def board_data(board: Board) -> dict[str, Any]:
    """How a page finds a position again."""
    return {"game": board.game.full_name, "setup": board.setup, "moves": board.history}


def tree_data(tree: LessonTree) -> dict[str, Any]:
    """A tree: the picture at its root, and for each node its parent, its move and its value."""
    trace = tree.trace.as_json()
    values = node_values(tree.trace)
    texts = {event["node"]: event["text"] for event in tree.trace.events if event["event"] == "cutoff"}
    cuts = {event["node"]: event["skipped"] for event in tree.trace.events if event["event"] == "cutoff"}
    nodes = [
        {
            "parent": node["parent"],
            "move": node["move"],
            "player": node["player"],
            "marks": node["marks"],
            "value": values.get(node["id"], ""),
            "cut": cuts.get(node["id"], []),
            "reason": texts.get(node["id"], ""),
        }
        for node in tree.trace.tree
    ]
    return {
        "title": trace["title"],
        "sentence": trace["sentence"],
        "picture": trace["picture"],
        "player": trace["players"][trace["turn"]],
        "nodes": nodes,
    }
