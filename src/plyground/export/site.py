"""Games as a site for any static host: the page of `plyground serve`, and the games as files beside it.

The page's own files are copied as they are. A manifest and a service worker make the site installable, and
let it work without a network after the first visit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from plyground import catalogue
from plyground.errors import PlygroundError
from plyground.export.catalogue_data import catalogue_data, page_name
from plyground.export.lesson_data import page_lessons
from plyground.export.one_file import file_name
from plyground.export.pack import game_parts, pack_parts
from plyground.export.page_files import (
    HEAD_END,
    POLICY_PLACE,
    STATIC,
    data_element,
    first_html,
    json_text,
    read_script,
)
from plyground.export.puzzle_data import puzzles_data, travelling_puzzles
from plyground.files import explain_errors, save_file
from plyground.puzzles.training import base_name

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.progress import OnProgress

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
MANIFEST: Final = {
    "name": "Plyground",
    "short_name": "Plyground",
    "description": "Play, analyse and prove small board games.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f6f3ec",
    "theme_color": "#f6f3ec",
    "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}
NOT_FOR_SITES: Final = ("static/index.html", "static/css/docs.css", "static/js/one_file_loader.js")

SiteFiles = dict[str, bytes]
"""What a site consists of: paths with slashes, and contents."""


def export_site(
    games: Sequence[Game], on_progress: Callable[[Game], OnProgress | None] = lambda game: None
) -> SiteFiles:
    """The files of a site with these games. Games that were not compiled for browsers before are compiled."""
    parts = {game: game_parts(game, on_progress(game)) for game in games}
    puzzles: list[dict[str, Any]] = []
    for base in {base_name(game.full_name): game for game in games}.values():
        some, variants = travelling_puzzles(base, parts, on_progress(base))
        puzzles += puzzles_data(some, variants)
        parts |= variants
    packs = {game: f"games/{file_name(game).removesuffix('.html')}.pack" for game in parts}
    files = {packs[game]: pack_parts(each) for game, each in parts.items()}
    files |= dict(_static_files(STATIC, "static"))
    for path in NOT_FOR_SITES:
        files.pop(path, None)
    files.pop("static/js/service_worker.js")
    files["lessons.json"] = json_text(page_lessons(games)).encode()
    files["puzzles.json"] = json_text(puzzles).encode()
    files["manifest.webmanifest"] = json.dumps(MANIFEST, indent=2).encode()
    paths = {page_name(game): path for game, path in packs.items()}
    files["index.html"] = _index(games, paths, has_puzzles=bool(puzzles)).encode()
    files["service_worker.js"] = _service_worker(files).encode()
    return files


def _static_files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        inner = f"{path}/{each.name}"
        if each.is_dir():
            yield from _static_files(each, inner)
        elif not each.name.endswith(".d.ts"):
            yield inner, each.read_bytes()


def _index(games: Sequence[Game], packs: dict[str, str], *, has_puzzles: bool) -> str:
    html = first_html("Plyground").replace("static/js/served.js", "static/js/site.js")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    manifest = '<link rel="manifest" href="manifest.webmanifest">\n'
    content = catalogue_data(games, puzzles=has_puzzles, others=[*packs])
    data = data_element("catalogue", json_text({**content, "packs": packs}))
    html = html.replace(POLICY_PLACE, POLICY_PLACE + policy, 1)
    return html.replace(HEAD_END, manifest + data + HEAD_END, 1)


def _service_worker(files: SiteFiles) -> str:
    """The script that keeps the site; a change in any file changes it, so that browsers notice."""
    total = hashlib.sha256()
    for path, content in files.items():
        total.update(f"{path}\0{len(content)}\0".encode() + content)
    site = {
        "VERSION": total.hexdigest()[:16],
        "FILES": ["./", *(path for path in files if path != "index.html")],
    }
    return f"globalThis.SITE = {json_text(site)};\n{read_script('service_worker.js')}"


def write_site(folder: Path, files: SiteFiles) -> None:
    """Write a site into a folder; other files there stay."""
    with explain_errors(f"cannot write to {folder}"):
        for path, content in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            save_file(target, content)


def exportable_games(names: Sequence[str]) -> list[Game]:
    """The games with these names, without one that is named twice."""
    return list(dict.fromkeys(catalogue.find(name) for name in names))


def all_games() -> tuple[list[Game], list[str]]:
    """Every game that can be exported, and a line for each that cannot."""
    from plyground.portable import portable_game

    games, problems = [], []
    for name in catalogue.games():
        try:
            game = catalogue.find(name)
            portable_game(game)
        except PlygroundError as error:
            problems.append(str(error))
        else:
            games.append(game)
    return games, problems
