"""Write docs/plyground.1, the man page, from the commands: python -m tools.man_page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from plyground import __version__
from plyground.commands.main import commands

PAGE = Path(__file__).parent.parent / "docs" / "plyground.1"


def escape(text: str) -> str:
    """A text as roff takes it.

    >>> escape("-o FILE")
    '\\\\-o FILE'
    """
    text = " ".join(text.replace("\b", "").split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def page() -> str:
    """The whole page."""
    lines = [
        f'.TH PLYGROUND 1 "" "plyground {__version__}" "User Commands"',
        ".SH NAME",
        "plyground \\- play, solve and analyse two\\-player board games",
        ".SH SYNOPSIS",
        ".B plyground",
        "[\\fICOMMAND\\fR] [\\fIARGUMENT\\fR...]",
        ".SH DESCRIPTION",
        escape(commands.help or ""),
        ".PP",
        escape(commands.epilog or ""),
        ".SH COMMANDS",
    ]
    context = click.Context(commands, info_name="plyground")
    for name in commands.list_commands(context):
        lines += command_lines(commands.commands[name], context)
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        ".B PLYGROUND_CACHE",
        "The folder for compiled games.",
        ".TP",
        ".B PLYGROUND_DATA",
        "The folder for saved games and tables.",
        ".SH EXIT STATUS",
        "0 on success, 1 where the answer is no, 2 for wrong arguments, 130 after an interrupt.",
    ]
    return "\n".join(lines) + "\n"


def command_lines(command: click.Command, parent: click.Context) -> Iterator[str]:
    """A command, what it does and its options; then the commands below it."""
    context = click.Context(command, info_name=command.name, parent=parent)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield ".SS " + escape(usage)
    yield escape(command.help or "")
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record is not None and "--help" not in record[0]:
            yield ".TP"
            yield f"\\fB{escape(record[0])}\\fR"
            yield escape(re.sub(r"\s+", " ", record[1]))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from command_lines(command.commands[name], context)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
