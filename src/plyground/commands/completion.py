"""`plyground completion`: what a shell needs to complete commands, games, players and files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = {
    "bash": 'eval "$(plyground completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(plyground completion zsh)"   # in ~/.zshrc',
    "fish": "plyground completion fish | source   # in ~/.config/fish/config.fish",
}


@click.command(epilog="\b\n" + "\n".join(SHELLS.values()))
@click.argument("shell", type=click.Choice([*SHELLS]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that makes SHELL complete commands, games, players and files."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "plyground", "_PLYGROUND_COMPLETE").source())
