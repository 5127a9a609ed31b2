"""`python -m plyground.solver.strategy_process FILE X Y`: make tables to play by, in a process of its own.

Plain Python reads a proof, which holds Python's lock for ten seconds and more; a server has it done here.
"""

from __future__ import annotations

import sys
from pathlib import Path

from plyground.solver.endless_strategy import save_tables

if __name__ == "__main__":
    save_tables(Path(sys.argv[1]), (int(sys.argv[2]), int(sys.argv[3])))
