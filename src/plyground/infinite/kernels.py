"""The one compiled entry to the prover: put and take stones, search, replay, and list needed cells."""

from __future__ import annotations

from typing import Final

from plyground.infinite.field import put, take
from plyground.infinite.memory import ATTACKER, DEFENDER, Memory
from plyground.infinite.needed import find_needed
from plyground.infinite.quiet import find_quiet, replay_with_quiet
from plyground.infinite.threats import find_threats

PUT_ATTACKER: Final = 0
PUT_DEFENDER: Final = 1
TAKE: Final = 2
FIND_QUIET: Final = 3
FIND_THREATS: Final = 4
REPLAY: Final = 5
FIND_NEEDED: Final = 6


def run_prover(memory: Memory, action: int, argument: int) -> int:
    """Do one of the above; searches and replays give a proof or -1, and FIND_NEEDED 1 or 0."""
    m = memory[0]
    if action == PUT_ATTACKER:
        put(m, argument, ATTACKER)
    elif action == PUT_DEFENDER:
        put(m, argument, DEFENDER)
    elif action == TAKE:
        take(m, argument)
    elif action == FIND_QUIET:
        return find_quiet(m, argument)
    elif action == FIND_THREATS:
        return find_threats(m, argument)
    elif action == REPLAY:
        return replay_with_quiet(m, argument)
    elif action == FIND_NEEDED:
        return 1 if find_needed(m, argument) else 0
    return 0
