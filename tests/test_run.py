"""What runs the tests names those that did not pass at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).with_name("run.py")

FLAKY = """
from pathlib import Path

def test_first_time_unlucky():
    been_here = Path("been-here")
    there = been_here.exists()
    been_here.touch()
    assert there

def test_sound():
    pass
"""


def run_in(folder: Path) -> tuple[int, str]:
    # Of all plugins there may be, only the one that it needs: loading the others takes longer than the tests.
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    call = [sys.executable, str(RUN), "tests"]
    done = subprocess.run(call, cwd=folder, env=os.environ | plugins, capture_output=True, text=True)
    return done.returncode, done.stdout


def test_a_test_that_passes_the_second_time_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_luck.py").write_text(FLAKY)
    code, text = run_in(tmp_path)
    assert code == 0
    assert text.splitlines()[-2:] == [
        "These tests failed at first and were tried a second time:",
        "  test_luck.py::test_first_time_unlucky",
    ]
    code, text = run_in(tmp_path)
    assert (code, text.splitlines()[-1]) == (0, "No test had to be tried twice.")


def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_bad.py").write_text("def test_bad():\n    assert False\n")
    code, text = run_in(tmp_path)
    assert code == 1
    assert "test_bad.py::test_bad" in text.splitlines()[-1]
