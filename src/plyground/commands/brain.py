"""`plyground brain`: gomoku for managers of the Gomocup tournament."""

from __future__ import annotations

import click

from plyground.commands.options import machine_options


@click.command()
@machine_options
def brain(threads: int, memory: int) -> None:
    """Play gomoku for a manager that speaks the Gomocup protocol."""
    from plyground.protocols.gomocup.server import serve
    from plyground.protocols.gomocup.thinker import EngineThinker

    serve(EngineThinker(threads=threads, memory=memory))
