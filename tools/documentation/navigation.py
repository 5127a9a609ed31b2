"""The order of the pages: tutorial, how-tos, reference, explanations. A page named nowhere is a how-to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TUTORIAL = ("tutorial.md",)
HOW_TO = (
    "terminal.md",
    "web.md",
    "players.md",
    "your-own-game.md",
    "export.md",
    "notebooks.md",
    "solver.md",
    "tables.md",
    "arena.md",
    "protocols.md",
    "research.md",
)
REFERENCE = (
    "games.md",
    "levels.md",
    "positions.md",
    "records.md",
    "contract.md",
    "certificates.md",
    "web-api.md",
    "glossary.md",
)
EXPLANATION = (
    "architecture.md",
    "engine.md",
    "solved.md",
    "gomoku.md",
    "numerical.md",
    "infinite.md",
    "seeds.md",
    "benchmarks.md",
)
NAMED = {"index.md", *TUTORIAL, *HOW_TO, *REFERENCE, *EXPLANATION}


def navigation(docs: Path, notebooks: list[str], reference: list[str]) -> list[dict[str, Any]]:
    """The navigation as mkdocs takes it; pages that are made come with those that are there."""
    others = sorted(path.name for path in docs.glob("*.md") if path.name not in NAMED)
    return [
        {"Plyground": "index.md"},
        {"Tutorial": [*TUTORIAL, *notebooks]},
        {"How to": [*HOW_TO, *others, "contributing.md"]},
        {"Reference": [*reference, *REFERENCE, "changelog.md"]},
        {"Explanation": [*EXPLANATION]},
    ]
