"""Runs modules of the page in node, beside what they are compared with."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import plyground

JS = Path(plyground.__file__).parent / "web" / "static" / "js"
ENDING = "\nprocess.stdout.write(JSON.stringify(await answer(JSON.parse(text))));\n"
READING = """
let text = "";
for await (const part of process.stdin.setEncoding("utf8")) text += part;
"""


def run_in_node(code: str, data: Any) -> Any:
    """What the function `answer` in a module's code gives for some data; `{JS}` is the page's folder."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = READING + code.replace("{JS}", JS.as_uri()) + ENDING
    done = subprocess.run(
        [node, "--input-type=module", "--eval", script],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
