"""The lab: search algorithms as short plain Python, run on any game and traced step by step."""

from plyground.lab.algorithms import ALGORITHMS, Algorithm, find_algorithm
from plyground.lab.comparison import COMPARED, Comparison, Row, compare
from plyground.lab.experiment import run_algorithm
from plyground.lab.search import Limits, SearchRefused, TreeTooLarge
from plyground.lab.switches import Switches, WrongSwitch
from plyground.lab.trace import Trace

__all__ = [
    "ALGORITHMS",
    "COMPARED",
    "Algorithm",
    "Comparison",
    "Limits",
    "Row",
    "SearchRefused",
    "Switches",
    "Trace",
    "TreeTooLarge",
    "WrongSwitch",
    "compare",
    "find_algorithm",
    "run_algorithm",
]
