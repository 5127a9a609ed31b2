"""The algorithms of the lab by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from plyground.lab.alpha_beta import alpha_beta
from plyground.lab.depth_first_proof_number import depth_first_proof_number
from plyground.lab.iterative_deepening import iterative_deepening
from plyground.lab.minimax import minimax
from plyground.lab.monte_carlo import monte_carlo
from plyground.lab.move_ordering import ordered_alpha_beta
from plyground.lab.negamax import negamax
from plyground.lab.principal_variation import principal_variation
from plyground.lab.proof_number import proof_number
from plyground.lab.quick_proofs import quick_proofs
from plyground.lab.switches import WrongSwitch
from plyground.lab.transposition_table import table_alpha_beta


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of the lab."""

    name: str
    title: str
    summary: str
    function: Callable[..., Any]
    sees_mover: bool = True
    """Whether it computes with values for the side to move in each position."""
    shows_mover: bool = False
    """Whether its values are shown like that too, unless a switch says otherwise."""
    order: str = "rules"
    """The order of moves unless a switch says otherwise."""
    grows: bool = False
    """Whether it keeps its tree and comes back to its positions."""


COURSE: Final = (
    Algorithm("minimax", "Minimax", "looks at everything", minimax, sees_mover=False),
    Algorithm("negamax", "Negamax", "minimax with one sign", negamax, shows_mover=True),
    Algorithm("alphabeta", "Alpha-beta", "cuts what cannot matter", alpha_beta, sees_mover=False),
    Algorithm("ordering", "With ordering", "tries good moves first", ordered_alpha_beta, order="guess"),
    Algorithm("table", "With a table", "remembers positions", table_alpha_beta, order="guess"),
    Algorithm("deepening", "With deepening", "searches depth 1, 2, 3 …", iterative_deepening, order="guess"),
    Algorithm(
        "pvs",
        "Principal variation search",
        "checks that other moves are no better",
        principal_variation,
        order="guess",
    ),
    Algorithm("proofs", "Quick proofs", "asks the game what it sees at a glance", quick_proofs),
    Algorithm("pns", "Proof-number search", "goes where a proof is nearest", proof_number, grows=True),
    Algorithm("dfpn", "df-pn", "proof numbers, depth first", depth_first_proof_number, grows=True),
    Algorithm("mcts", "Monte Carlo tree search", "plays games by chance", monte_carlo, grows=True),
)
"""In the order in which a course would teach them."""
ALGORITHMS: Final = {each.name: each for each in COURSE}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with this name.

    >>> find_algorithm("alphabeta").title
    'Alpha-beta'
    """
    if name not in ALGORITHMS:
        raise WrongSwitch(f"algorithm {name!r} does not exist; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
