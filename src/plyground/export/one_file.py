"""A game as one HTML file: the page of `plyground serve`, with the server's part done in the page itself.

Nothing is loaded from anywhere. The compiled game stands in the file, deflated and in base 64.
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from plyground import catalogue
from plyground.errors import BrokenGame
from plyground.export.bundler import bundle
from plyground.export.catalogue_data import catalogue_data, page_name, page_title
from plyground.export.lesson_data import page_lessons
from plyground.export.pack import GameParts, game_parts, pack_game, pack_parts, variant_data
from plyground.export.page_files import (
    BODY_END,
    HEAD_END,
    POLICY_PLACE,
    SCRIPT,
    data_element,
    first_html,
    inline_styles,
    json_text,
    read_script,
    script_element,
    source_hash,
)
from plyground.export.puzzle_data import GamePuzzles, puzzles_data, travelling_puzzles
from plyground.source_location import place_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plyground.game import Game
    from plyground.progress import OnProgress

MOST_BYTES: Final = 400_000
"""A page that is larger is refused: it would be slow on a phone."""
POLICY: Final = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; worker-src data:; "
    "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
"""Nothing may be loaded, and no script runs but those that were written here."""
FRAME_BASE: Final = '<base href="about:srcdoc">\n'
"""Stands before the policy, which forbids any other."""


@dataclass(frozen=True)
class Page:
    """A page, and how many puzzles it has."""

    html: str
    puzzles: int = 0
    left_out: int = 0
    """Puzzles of the game that the page had no room for."""


def export(game: str | Game, *, on_progress: OnProgress | None = None) -> str:
    """A page with a game in it, as HTML that needs nothing else.

    The game is compiled for browsers, which takes some seconds the first time. A game that cannot travel is
    refused by a `PlygroundError` that says what is missing.
    """
    found = catalogue.find(game) if isinstance(game, str) else game
    return export_page(found, on_progress).html


def export_page(game: Game, on_progress: OnProgress | None = None) -> Page:
    """The page of a game with as many of its puzzles as it has room for."""
    base = game_parts(game, on_progress)
    pack = pack_parts(base)
    puzzles, parts = travelling_puzzles(game, {game: base}, on_progress)
    total = len(puzzles.every)
    room = MOST_BYTES - len(page_html(game, pack).encode())
    packed = pack_puzzles(base, puzzles, parts)
    while packed.count and packed.size > room:
        others = [variant for variant in puzzles.variants if variant != game]
        largest = max(others, key=lambda variant: len(json_text(parts[variant].data)), default=None)
        puzzles = puzzles.every_second() if largest is None else puzzles.without(largest)
        packed = pack_puzzles(base, puzzles, parts)
    html = check_size(game, page_html(game, pack, puzzles=packed))
    return Page(html, packed.count, total - packed.count)


@dataclass(frozen=True)
class PackedPuzzles:
    """The puzzles of a page as they stand in it."""

    count: int = 0
    others: Sequence[str] = ()
    """Variants that only the puzzles use."""
    elements: str = ""

    @property
    def size(self) -> int:
        """How many bytes they take, at most."""
        return len(self.elements.encode()) + 2 * len(json_text(self.others))


NO_PUZZLES: Final = PackedPuzzles()


def pack_puzzles(base: GameParts, puzzles: GamePuzzles, parts: Mapping[Game, GameParts]) -> PackedPuzzles:
    """Puzzles for a page that has one variant of their game."""
    data = puzzles_data(puzzles, parts)
    others = {
        page_name(variant): variant_data(parts[variant], base)
        for variant in puzzles.variants
        if variant != base.game
    }
    elements = [
        data_element(name, packed_text(json_text(each)))
        for name, each in (("puzzles", data), ("variants", others))
    ]
    return PackedPuzzles(len(data), [*others], "".join(elements))


def framed_page(game: Game, start: Mapping[str, Sequence[str]], on_progress: OnProgress | None = None) -> str:
    """A page for the `srcdoc` of a frame, whose first game has the moves and seats of `start`."""
    return check_size(game, page_html(game, pack_game(game, on_progress), start=start))


def check_size(game: Game, html: str) -> str:
    """The page, if it is small enough."""
    size = len(html.encode())
    if size > MOST_BYTES:
        raise BrokenGame(
            f"setup makes a page of {size:,} bytes, and a page may have {MOST_BYTES:,}; "
            "make the tables of the rules smaller",
            place_of(type(game).setup),
        )
    return html


def page_html(
    game: Game,
    pack: bytes,
    *,
    puzzles: PackedPuzzles = NO_PUZZLES,
    start: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The page of a game, given everything that a browser needs to play it.

    With `start` it is for a frame: such a page takes the address of the one around it for its own, unless
    it says otherwise.
    """
    theme, loader = (f"\n{read_script(name)}" for name in ("theme.js", "one_file_loader.js"))
    code = f"{bundle(read_script, 'one_file.js')}//# sourceURL=plyground.js\n"
    worker = bundle(read_script, "local/worker.js")
    policy = POLICY.format(scripts=" ".join(source_hash(script) for script in (theme, loader, code)))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    html = SCRIPT.sub("", inline_styles(first_html(f"{page_title(game)} · Plyground")))
    if start is not None:
        meta = FRAME_BASE + meta
    html = html.replace(POLICY_PLACE, POLICY_PLACE + meta, 1)
    html = html.replace(HEAD_END, script_element(theme) + HEAD_END, 1)
    about = catalogue_data([game], puzzles=puzzles.count > 0, others=puzzles.others)
    parts = [
        data_element("catalogue", json_text(about)),
        data_element("worker", packed_text(worker)),
        data_element("code", packed_text(code)),
        data_element("lessons", packed_text(json_text(page_lessons([game])))),
        puzzles.elements,
        data_element("pack", base64.b64encode(pack).decode()),
        *([] if start is None else [data_element("start", json_text(start))]),
        script_element(loader),
    ]
    return html.replace(BODY_END, "".join(parts) + BODY_END, 1)


def packed_text(text: str) -> str:
    """A text deflated and in base 64."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def file_name(game: Game) -> str:
    """The name of a file for the page of a game.

    >>> file_name(catalogue.find("noughts:5x5,row=4"))
    'noughts-5x5-row-4.html'
    """
    name = re.sub(r"[^\w]+", "-", game.full_name.removesuffix(".py").rpartition("/")[2])
    return f"{name.strip('-')}.html"
