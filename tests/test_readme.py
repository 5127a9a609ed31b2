"""What README shows of the command line is what the command line prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from plyground.commands.main import commands

README = Path(__file__).parent.parent / "README.md"


def test_every_capture_is_the_beginning_of_what_the_command_prints() -> None:
    captures = re.findall(
        r"^```text\n\$ plyground (.*?)\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert captures
    for command, shown in captures:
        printed = CliRunner().invoke(commands, shlex.split(command))
        assert printed.exit_code == 0
        assert printed.stdout.startswith(shown)
