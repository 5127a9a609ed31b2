"""The switches that teachers argue about: order of the children, equality, fail-hard or fail-soft, depth."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from plyground.errors import PlygroundError

ORDERS: Final = {
    "rules": "as the rules list the moves",
    "reverse": "as the rules list them, the last first",
    "name": "by the alphabet",
    "guess": "the most promising first: what the game calls urgent, then what looks best after the move",
    "worst": "the least promising first",
    "random": "shuffled, the same way for the same seed",
}
CUTS: Final = {
    "equal": "as soon as a value reaches the window",
    "above": "only when a value goes beyond the window",
}
FAILS: Final = {
    "soft": "a value outside the window is returned as it is",
    "hard": "a value outside the window is returned as the bound that it passed",
}
WINS: Final = {
    "flat": "a win is a win, however long it takes",
    "short": "a shorter win is worth more, a longer loss less bad",
}
VIEWS: Final = {
    "root": "all values for the side to move at the root",
    "mover": "each value for the side to move in its own position",
}
CHOICES: Final = {"order": ORDERS, "cut": CUTS, "fail": FAILS, "wins": WINS, "view": VIEWS}

DEEPEST: Final = 64
MOST_ROUNDS: Final = 100_000


class WrongSwitch(PlygroundError, ValueError):
    """A switch that does not exist, or a value that it does not take."""


@dataclass(frozen=True)
class Switches:
    """How an algorithm of the lab is run.

    >>> Switches(fail="up")
    Traceback (most recent call last):
    plyground.lab.switches.WrongSwitch: fail 'up' does not exist; there are soft, hard
    """

    depth: int = 3
    """How many plies a search looks ahead."""
    order: str = ""
    """One of `ORDERS`; empty for what suits the algorithm."""
    cut: str = "equal"
    fail: str = "soft"
    evaluation: bool = True
    """Whether the game's evaluation is asked where a search stops; otherwise it counts as 0."""
    wins: str = "flat"
    view: str = ""
    """Whose value is shown; empty for what suits the algorithm."""
    rounds: int = 200
    """How often Monte Carlo tree search goes down its tree."""
    seed: int = 1
    """What chance begins from, in Monte Carlo tree search and in the order `random`."""

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices and not (name in ("order", "view") and value == ""):
                raise WrongSwitch(f"{name} {value!r} does not exist; there are {', '.join(choices)}")
        if not 0 <= self.depth <= DEEPEST:
            raise WrongSwitch(f"depth {self.depth} is not from 0 to {DEEPEST}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise WrongSwitch(f"rounds {self.rounds} is not from 1 to {MOST_ROUNDS}")

    def is_cut(self, value: int, bound: int) -> bool:
        """Whether a value for the side to move cuts, if the other side is sure of `bound`.

        >>> Switches().is_cut(3, 3), Switches(cut="above").is_cut(3, 3)
        (True, False)
        """
        return value >= bound if self.cut == "equal" else value > bound

    def returned(self, value: int, alpha: int, beta: int) -> int:
        """What a search returns: the value, or with fail-hard the bound that it passed.

        >>> Switches().returned(9, -1, 3), Switches(fail="hard").returned(9, -1, 3)
        (9, 3)
        """
        return value if self.fail == "soft" else max(alpha, min(value, beta))

    def as_json(self) -> dict[str, Any]:
        """The switches for programs."""
        return asdict(self)


SWITCHES: Final = tuple(field.name for field in fields(Switches))
