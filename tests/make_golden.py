"""Golden playthroughs: the text of a whole game with what the API answers at each step.

`python -m tests.make_golden` writes them to tests/data/golden; `tests/test_golden.py` compares.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from plyground import contract
from plyground.board import Board
from plyground.catalogue import games
from plyground.engine import Engine

FOLDER = Path(__file__).parent / "data" / "golden"
VARIANTS = {"squeeze": "squeeze:4x4,limit=8", "numerical": "numerical"}
DEPTH = 3


def playthrough(name: str) -> str:
    """A game of seeded moves, half of them the engine's, written out in full."""
    board = Board(name)
    engine = Engine(board.game, memory=1)
    chance = Random(name)
    parts = [f"# {board.game.title} ({board.game.full_name})", board.game.summary, "", board.game.words]
    while True:
        parts += ["", *described(board, engine)]
        if board.is_over:
            return "\n".join(parts) + "\n"
        engine.clear()
        best = engine.search(board, depth=DEPTH).best
        assert best is not None
        move = best if chance.random() < 0.5 else chance.choice(board.legal_moves)
        board.push(move)
        parts += ["", f"## {len(board.history)}. {move}"]


def described(board: Board, engine: Engine) -> list[str]:
    """Everything that can be asked about a position."""
    rules, pos, _, _ = board.game.view(board.position)
    engine.clear()
    info = engine.search(board, depth=DEPTH, lines=2)
    return [
        str(board),
        f"turn: {board.turn} ({board.player})",
        f"outcome: {board.outcome!r}",
        f"legal_moves: {' '.join(board.legal_moves)}",
        f"picks: {' '.join(board.picks())}",
        f"evaluate: {contract.evaluate(rules, pos)}",
        f"key: {int(contract.key(rules, pos)):016x}",
        f"search: depth {info.depth}, {info.nodes} nodes, {info.score}",
        *(f"  {line.score}: {' '.join(line.moves)}" for line in info.lines),
    ]


def main() -> None:
    """Write one file for each game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in games():
        (FOLDER / f"{name}.txt").write_text(playthrough(VARIANTS.get(name, name)), encoding="utf-8")


if __name__ == "__main__":
    main()
