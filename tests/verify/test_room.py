"""The checker is a room of its own: nothing of what it checks is part of it."""

from __future__ import annotations

import ast
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

import plyground.verify
from plyground.verify.certificate import Claim, pack_certificate

ROOM = Path(plyground.verify.__file__).parent
OURS = ("plyground.verify", "plyground.errors")
OTHERS = ("numpy", "numba", "llvmlite", "plyground.contract", "plyground.games", "plyground.engine")


def imported(file: Path) -> set[str]:
    """The modules that a file imports, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module is not None
            found.add(node.module)
    return found


@pytest.mark.parametrize("file", sorted(ROOM.glob("*.py")), ids=lambda file: file.name)
def test_it_imports_only_itself_and_the_standard_library(file: Path) -> None:
    for name in imported(file):
        ours = any(name == each or name.startswith(each + ".") for each in OURS)
        assert ours or name.partition(".")[0] in sys.stdlib_module_names, name


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A certificate with a strategy of one move."""
    path = tmp_path / "small.cert"
    claim = Claim("noughts", "2O/1X1/XO1 X", "win", distance=3, positions=(1,))
    path.write_bytes(pack_certificate(claim, lzma.compress(b"\x01")))
    return path


@pytest.mark.parametrize(
    "program",
    [
        "from plyground.verify.certificate import check; from pathlib import Path; check(Path(sys.argv[1]))",
        "from plyground.commands.main import run; assert run(['verify', sys.argv[1]]) == 0",
    ],
)
def test_checking_loads_nothing_of_what_is_checked(program: str, small: Path) -> None:
    told = f"print(*(name for name in sys.modules if name.startswith({OTHERS!r})))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; {told}", str(small)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == ""


def test_it_runs_by_itself(small: Path) -> None:
    command = [sys.executable, "-m", "plyground.verify"]
    done = subprocess.run([*command, str(small)], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "noughts from 2O/1X1/XO1 X: X wins in at most 3 plies; 1 position checked in "
    )
    wrong = subprocess.run([*command, str(small) + "x"], capture_output=True, text=True)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("plyground: cannot read ")
