"""Programs that play end with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

STARTS_ONE = """
import sys, time
from plyground.protocols.process import Program, keep_in_own_group

keep_in_own_group()
program = Program("sleep 600", "sleeper")
print(program._process.pid, flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see other processes")
def test_a_killed_group_takes_its_programs_along() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTS_ONE], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as host:
        assert host.stdout is not None
        program = int(host.stdout.readline())
        assert is_running(program)
        os.killpg(host.pid, signal.SIGKILL)
    for _ in range(200):
        if not is_running(program):
            break
        time.sleep(0.05)
    assert not is_running(program)
