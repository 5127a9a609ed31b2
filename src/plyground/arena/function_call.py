"""A function called where players think, on any core or machine of an executor.

What it is given and what it answers are plain JSON. It may run for ever or bring down its process: that ends
as an error of one line, and harms nothing else.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Any, Final

from plyground.arena.process_pool import POOL, NoAnswer, ProcessEnded
from plyground.errors import PlygroundError
from plyground.protocols.process import signal_name

TRIES: Final = 3
"""How often a call is made whose process was killed by somebody else."""


class CallTooLong(PlygroundError):
    """There was no answer in time; the process has been ended."""


@dataclass(frozen=True)
class FunctionCall:
    """A call to be made, as it is sent to whoever makes it."""

    function: str
    """Module and name, such as `plyground.study.work:play`."""
    arguments: dict[str, Any]
    patience: float
    """Seconds after which there is no point in waiting."""


def make_call(call: FunctionCall) -> Any:
    """What the function answers; this is what runs on every core and on every machine."""
    for attempt in range(TRIES):
        try:
            with POOL.borrow(POOL.epoch) as process:
                said = process.ask(call.patience, "call", function=call.function, arguments=call.arguments)
        except NoAnswer:
            raise CallTooLong(f"there was no answer within {call.patience:g} s") from None
        except ProcessEnded as end:
            if attempt < TRIES - 1 and end.code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", 9)):
                continue
            how = f"was ended by {signal_name(-end.code)}" if end.code < 0 else f"ended with code {end.code}"
            raise PlygroundError(f"a process that was at work {how}") from None
        for word in ("refused", "crashed"):
            if word in said:
                raise PlygroundError(said[word])
        return said["answer"]
    raise AssertionError
