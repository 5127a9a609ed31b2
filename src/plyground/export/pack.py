"""A game in one piece of bytes: its data, the layout of its module, and the module.

Deflated; inside, the length of a JSON text in 4 bytes (the lowest first), the text, and the module.
`js/local/pack.js` reads it.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING

from plyground.export.catalogue_data import page_name
from plyground.players.levels import ALL_LEVELS
from plyground.portable import portable_game
from plyground.wasm.module import game_module

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import OnProgress


def pack_game(game: Game, on_progress: OnProgress | None = None) -> bytes:
    """Everything that a browser needs to play a game, compiled for browsers if that was not done before."""
    data = {
        **portable_game(game),
        "game": page_name(game),
        "start_marks": game.picture(game.start).marks,
        "levels": [asdict(level) for level in ALL_LEVELS],
    }
    module = game_module(game, on_progress=on_progress)
    text = json.dumps({"data": data, "layout": module.layout}, separators=(",", ":")).encode()
    return zlib.compress(len(text).to_bytes(4, "little") + text + module.code, 9)
