"""Run the tests: `python -m tests.run` runs all of them, `python -m tests.run browser` those in a browser.

Every process takes an equal part of the tests, in their order, so that those of one file, which share what
they have set up, mostly stay together. One that is done takes over half of what another has left: at the end
none is left alone with a slow file. There are two processes more than cores, because many tests wait for
programs that they have started. Tests in a browser run by themselves, because what steers it keeps an
event loop in its process. On a busy machine a program or a browser can miss a deadline, so what failed is
tried once more, one after the other, and has to pass then. What had to be tried twice is named at the end:
such a test, or what it tests, is to be mended. So are the slowest: the whole has to stay short.

Python keeps its bytecode during the run even where the environment asks it not to: the tests start hundreds
of programs, and a third of what each would take goes into reading the same sources again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

LAST_FAILED: Final = Path(".pytest_cache") / "v" / "cache" / "lastfailed"
IN_BROWSER: Final = "tests/web/browser"
PARTS: Final = {"tests": [f"--ignore={IN_BROWSER}"], "browser": [IN_BROWSER]}
PROCESSES: Final = (os.cpu_count() or 1) + 2
IN_PARALLEL: Final = (
    f"--numprocesses={PROCESSES}",
    "--dist=worksteal",
    "--durations=25",
    "--durations-min=5",
)
ENVIRONMENT: Final = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ONCE_MORE: Final = ("--last-failed", "--last-failed-no-failures=none")


def pytest(*arguments: str) -> bool:
    """Whether everything passed that these arguments choose."""
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], env=ENVIRONMENT).returncode == 0


def run_part(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether a part passed in the end, and what had to be tried twice for that."""
    LAST_FAILED.unlink(missing_ok=True)
    if pytest(*IN_PARALLEL, *arguments):
        return True, []
    failed = sorted(json.loads(LAST_FAILED.read_text())) if LAST_FAILED.exists() else []
    return pytest(*ONCE_MORE, *arguments), failed


def main(names: Sequence[str]) -> int:
    """Run the named parts, or all; the exit code tells whether they passed."""
    outcomes = [run_part(PARTS[name]) for name in names or PARTS]
    retried = [test for _, failed in outcomes for test in failed]
    if retried:
        print("These tests failed at first and were tried a second time:", *retried, sep="\n  ")
    else:
        print("No test had to be tried twice.")
    return 0 if all(passed for passed, _ in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
