"""Write docs/contract.md from the definitions of the contract: python -m tests.make_contract_page."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground import contract
from plyground.contract_function import ContractFunction
from plyground.game import Game, TableGame

PAGE = Path(__file__).parent.parent / "docs" / "contract.md"

OPENING = """\
# The contract

What a game consists of, function by function. [your-own-game.md](your-own-game.md) shows how to begin.
`python -m tests.make_contract_page` writes this page from `src/plyground/contract.py` and `game.py`.

A function of the compiled half is implemented for the class of the rules:

```python
@moves.of(Rules)
def _(rules: Rules, pos: Position, out: Moves, at: int) -> int: ...
```

`rules` and `pos` are the game's own NamedTuples, `Moves` is an array of `np.int64`, and `Result` is one of
`LOST`, `DRAWN`, `WON` and `OPEN`. `mypy` checks the signature.
"""

GROUPS = {
    "required": ("Required", "Every game implements these three."),
    "search": ("Search", "What a search knows of a game. All have defaults."),
    "views": (
        "Views",
        "For a game whose searches work on another form of its positions (`Game.view`): with these, compiled "
        "code finds that form by itself, so that the game can be exported ([export.md](export.md)). They are "
        "implemented for the class of `BoardView.rules`, which `Game.board_view` gives.",
    ),
    "drawing": (
        "Drawing",
        "What people see. A game that implements these needs no `picture` and no `ending` in Python, and is "
        "drawn by the same functions wherever it runs.",
    ),
    "proofs": ("Proofs", "What df-pn needs ([solver.md](solver.md)). All have defaults."),
    "tables": (
        "Tables",
        "What tables of results need ([tables.md](tables.md)), beside a game that is a `TableGame`. "
        "`rank` and `unrank` are implemented for the class that `TableGame.numbering` gives.",
    ),
}

METHODS = {
    Game: (
        "Methods of a game",
        "The human half is a subclass of `Game`. It writes `setup`, `move_text` and, without `marks`, "
        "`picture`, and overrides of the rest what it wants to.",
        (
            *(
                "setup",
                "move_text",
                "picture",
                "trays",
                "ending",
                "cells",
                "picks",
                "why_not",
                "parse",
                "legal",
                "typed",
            ),
            *(
                "asks_more",
                "move_words",
                "win_words",
                "hot_cells",
                "estimate_parts",
                "short_values",
                "changed_marks",
            ),
            "farewell",
            *("view", "board_view", "side_to_move", "position_text", "read_position", "setup_text"),
        ),
    ),
    TableGame: (
        "Methods of a game with tables",
        "A game that can have tables of results is a subclass of `TableGame`.",
        ("numbering", "number_of_positions", "use_endgames", "unlimited", "limited"),
    ),
}


def page() -> str:
    """The whole page."""
    parts = [OPENING]
    for group, (title, about) in GROUPS.items():
        parts.append(f"## {title}\n\n{about}\n")
        parts += [function_entry(each) for each in contract.functions.values() if each.group == group]
    for kind, (title, about, names) in METHODS.items():
        parts.append(f"## {title}\n\n{about}\n")
        parts += [entry(getattr(kind, name)) for name in names]
    return "\n".join(parts)


def entry(function: Callable[..., Any], more: str = "") -> str:
    """A function with its signature and what it says of itself."""
    signature = inspect.signature(function)
    parameters = [each.replace(kind=each.POSITIONAL_OR_KEYWORD) for each in signature.parameters.values()]
    head = str(signature.replace(parameters=parameters)).replace("'", "").replace(": Any", "")
    return f"### `{function.__name__}{head}`\n\n{inspect.getdoc(function)}{more}\n"


def function_entry(function: ContractFunction[..., Any]) -> str:
    """A function of the contract, and what happens if it is left out."""
    if function.default is None:
        return entry(function)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function.default)))
    default = next(node.value for node in ast.walk(tree) if isinstance(node, ast.Return))
    shown = "nothing" if default is None else f"`{ast.unparse(default)}`"
    return entry(function, f"\n\nLeft out: {shown}.")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
