"""Pages of the reference: every public name, and every command with its options."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import click

from plyground.commands.main import commands
from tools.public_surface import MODULES, public_names

WORDS = {
    "plyground": "What `import plyground as pg` offers.",
    "plyground.contract": "The compiled half of a game; [a page](../contract.md) shows how it goes together.",
    "plyground.game": "The human half of a game.",
    "plyground.variants": "The options of a game.",
    "plyground.bits": "Counting and finding bits, in plain Python and in compiled code.",
}


def homes(module: str) -> dict[str, str]:
    """For each public name of a module where it is defined, with dots."""
    loaded = importlib.import_module(module)
    lazy = getattr(loaded, "_HOMES", {})
    found = {}
    for name in public_names(module):
        # `plyground.export` is a package too, so what is loaded lazily is looked up where it is at home.
        place = importlib.import_module(f"plyground.{lazy[name]}") if name in lazy else loaded
        home = getattr(getattr(place, name), "__module__", None) or ""
        found[name] = f"{home if home.startswith('plyground.') else place.__name__}.{name}"
    return found


def reference_pages() -> Iterator[tuple[str, str]]:
    """The path and the text of each page."""
    for module in MODULES:
        entries = [entry(module, name, home) for name, home in homes(module).items()]
        yield f"reference/{module}.md", "\n".join([f"# `{module}`\n", f"{WORDS[module]}\n", *entries])
    yield "reference/commands.md", commands_page()


def entry(module: str, name: str, home: str) -> str:
    """The entry of a name, or a link to it if another page has it."""
    other = home.rpartition(".")[0]
    if other in MODULES and other != module:
        return f"## `{name}`\n\nSee [`{home}`]({other}.md#{home}).\n"
    return f"::: {home}\n"


def commands_page() -> str:
    """Every command as its own help says it."""
    context = click.Context(commands, info_name="plyground")
    parts = ["# The command line\n", f"{commands.help}\n"]
    for name in commands.list_commands(context):
        parts += command_parts(commands.commands[name], click.Context(commands.commands[name], context, name))
    return "\n".join(parts)


def command_parts(command: click.Command, context: click.Context) -> Iterator[str]:
    """A command, and those below it."""
    yield f"## {context.command_path}\n"
    yield f"```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from command_parts(
                command.commands[name], click.Context(command.commands[name], context, name)
            )
