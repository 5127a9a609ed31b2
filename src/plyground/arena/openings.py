"""Fair beginnings: short, distinct, and as even as the game allows.

Openings are drawn at random from short lines of play and rated by a short search. Of those with which
nothing is decided (or a draw is proven) the most even ones are kept. Where a short search proves everything,
those whose end is farthest away are kept: both sides play every opening, so nobody gains by it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.engine import Engine, Score
from plyground.errors import IllegalMove, PlygroundError
from plyground.files import explain_errors
from plyground.game import Game

Opening = tuple[str, ...]

SHORTEST, LONGEST = 2, 8
"""How many moves an opening has; longer ones are drawn only where there are too few shorter ones."""
CHOICE: Final = 3
"""How many openings are rated for each one that is wanted."""
IN_VAIN: Final = 100
"""After how many draws that brought nothing new longer openings are drawn."""
RATING_NODES: Final = 20_000
RATING_MEMORY: Final = 4
START: Final = "start"
"""How the starting position is written."""


@dataclass(frozen=True)
class RatedOpening:
    """An opening and what a short search says of it, for the side to move."""

    moves: Opening
    score: Score

    @property
    def is_open(self) -> bool:
        """Whether nobody is known to win."""
        return self.score.value in (None, "draw")

    @property
    def unevenness(self) -> int:
        """The smaller, the more even; a far end is more even than a near one."""
        if self.is_open:
            return abs(self.score.estimate or 0)
        return -(self.score.distance or 0)


def draw_openings(game: Game, count: int, seed: int) -> list[RatedOpening]:
    """Draws `count` openings, or as many as there are; the same seed draws the same ones.

    >>> from plyground.catalogue import find
    >>> openings = draw_openings(find("noughts"), 4, seed=1)
    >>> [len(opening.moves) for opening in openings], {str(opening.score) for opening in openings}
    ([2, 2, 2, 2], {'draw'})
    """
    engine = Engine(game, memory=RATING_MEMORY)
    chance = random.Random(f"openings {seed}")
    seen: set[tuple[int, int]] = set()
    rated: list[RatedOpening] = []
    for plies in range(SHORTEST, LONGEST + 1):
        in_vain = 0
        while in_vain < IN_VAIN and sum(each.is_open for each in rated) < CHOICE * count:
            board = random_board(game, plies, chance)
            identity = identity_of(board)
            if board.is_over or identity in seen:
                in_vain += 1
                continue
            seen.add(identity)
            rated.append(RatedOpening(board.history, rate_opening(engine, board)))
            in_vain = 0 if rated[-1].is_open else in_vain + 1
    fit = [each for each in rated if each.is_open] or rated
    best = sorted(range(len(fit)), key=lambda index: fit[index].unevenness)[:count]
    return [fit[index] for index in sorted(best)]


def rate_opening(engine: Engine, board: Board, nodes: int = RATING_NODES) -> Score:
    """What a search says; the mean of the last two depths, as the side to move always looks better."""
    engine.clear()
    scores = [info.score for info in engine.analyse(board, nodes=nodes)]
    last = scores[-1]
    if last.estimate is None or len(scores) < 2 or scores[-2].estimate is None:
        return last
    return Score(estimate=(last.estimate + scores[-2].estimate) // 2, exact=False)


def random_board(game: Game, plies: int, chance: random.Random) -> Board:
    """A board after some random moves out of those that a search would look at."""
    board = Board(game)
    out = np.zeros(contract.MOST_MOVES, np.int64)
    while len(board.history) < plies and not board.is_over:
        view = game.view(board.position)
        end = contract.candidates(view.rules, view.pos, out, 0)
        board.push_number(view.outward(int(chance.choice(out[:end]))))
    return board


def identity_of(board: Board) -> tuple[int, int]:
    """Equal for positions that the game calls the same, mirror images for example."""
    view = board.game.view(board.position)
    return board.turn, int(contract.key(view.rules, view.pos))


# Openings in files


def read_openings(text: str, game: Game, name: str = "openings") -> list[Opening]:
    """The openings in a text, a line of moves each; the same position, up to symmetry, counts once.

    >>> from plyground.catalogue import find
    >>> read_openings("b2 a1  # a corner\\n\\nb2 c3\\nstart", find("noughts"))
    [('b2', 'a1'), ()]
    """
    found: dict[Any, Opening] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        board = Board(game)
        for index, move in enumerate(words if words != [START] else [], start=1):
            try:
                board.push(move)
            except IllegalMove as error:
                raise PlygroundError(f"{name}: line {number}: move {index}: {error}") from error
        if board.is_over:
            raise PlygroundError(f"{name}: line {number}: the game is over before it begins")
        found.setdefault(identity_of(board), board.history)
    if not found:
        raise PlygroundError(f"{name}: there is no opening; write a line of moves such as 'b2 a1' for each")
    return list(found.values())


def load_openings(path: Path, game: Game) -> list[Opening]:
    """The openings in a file."""
    with explain_errors(f"cannot read {path}"):
        return read_openings(path.read_text(encoding="utf-8"), game, path.name)


def write_openings(openings: Sequence[Opening], notes: Iterable[str] = ()) -> str:
    """The text from which `read_openings` makes the same openings; the notes stand behind them.

    >>> print(write_openings([("b2", "a1"), ()], ["draw", "draw"]), end="")
    b2 a1  # draw
    start  # draw
    """
    remarks = [f"  # {note}" for note in notes] or [""] * len(openings)
    lines = [(" ".join(moves) or START) + remark for moves, remark in zip(openings, remarks, strict=True)]
    return "\n".join(lines) + "\n"
