"""A game in one piece of bytes: its data, the layout of its module, and the module.

Deflated; inside, the length of a JSON text in 4 bytes (the lowest first), the text, and the module.
`js/local/pack.js` reads it.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.export.catalogue_data import page_name
from plyground.export.module_changes import module_changes
from plyground.players.levels import ALL_LEVELS
from plyground.portable import portable_game
from plyground.wasm.module import GameModule, game_module

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import OnProgress


class GameParts(NamedTuple):
    """What a browser needs to play a game."""

    game: Game
    data: dict[str, Any]
    module: GameModule


def game_parts(game: Game, on_progress: OnProgress | None = None) -> GameParts:
    """The data of a game and its module, compiled for browsers if that was not done before."""
    data = {
        **portable_game(game),
        "game": page_name(game),
        "start_marks": game.picture(game.start).marks,
        "levels": [asdict(level) for level in ALL_LEVELS],
    }
    return GameParts(game, data, game_module(game, on_progress=on_progress))


def pack_game(game: Game, on_progress: OnProgress | None = None) -> bytes:
    """Everything that a browser needs to play a game, in one piece."""
    return pack_parts(game_parts(game, on_progress))


def pack_parts(parts: GameParts) -> bytes:
    """The parts of a game in one piece."""
    text = json.dumps({"data": parts.data, "layout": parts.module.layout}, separators=(",", ":")).encode()
    return zlib.compress(len(text).to_bytes(4, "little") + text + parts.module.code, 9)


def variant_data(variant: GameParts, base: GameParts) -> dict[str, Any]:
    """A variant of a game for a page that has another one."""
    return {
        "data": variant.data,
        "layout": variant.module.layout,
        "changes": module_changes(base.module.code, variant.module.code),
    }
