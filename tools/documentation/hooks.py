"""What mkdocs calls while it builds the site: made pages, live boards, links out of docs."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mkdocs.structure.files import File

import plyground as pg
from plyground.export.one_file import file_name
from tools.documentation.navigation import navigation
from tools.documentation.notebook_pages import notebook_pages, notebook_paths, put_frames
from tools.documentation.reference import reference_pages

PROJECT = Path(__file__).parents[2]
BOARD = re.compile(r"^<!-- board: (?P<game>\S+)(?P<moves>[^>]*?) -->$", re.MULTILINE)
"""In a page this stands for a board to play on, with some moves made."""
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
GAMES = ("noughts", "squava", "squeeze:4x4")
"""Boards that stand in pages; a page that names another game is refused."""


def on_config(config: Any) -> Any:
    """The order of the pages."""
    pages = [path for path, _ in reference_pages()]
    config["nav"] = navigation(Path(config["docs_dir"]), notebook_paths(), pages)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made, and the boards."""
    made = [*reference_pages(), *notebook_pages()]
    made += [(name.lower(), outside_text(name)) for name in ("CONTRIBUTING.md", "CHANGELOG.md")]
    for path, text in made:
        files.append(File.generated(config, path, content=text))
    for name in GAMES:
        game = pg.find(name)
        files.append(File.generated(config, f"boards/{file_name(game)}", content=pg.export(game)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Put the boards into a page, and turn links to notebooks and out of docs into links of the site."""
    up = "../" * page.file.src_uri.count("/")
    markdown = BOARD.sub(lambda found: board_frame(found["game"], found["moves"].split(), up), markdown)
    markdown = re.sub(r"(\]\([^)\s]*)\.ipynb\)", r"\1.md)", markdown)
    for name, place in OUTSIDE.items():
        markdown = markdown.replace(f"](../{name})", f"]({up}{place})")
    return markdown


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Put the boards of notebooks into their pages."""
    return put_frames(html)


def board_frame(name: str, moves: list[str], up: str) -> str:
    """A frame with the page of a game at a position."""
    game = pg.Board(name, moves).game
    place = "" if not moves else f"#/look/{quote(name, safe='')}/{'+'.join(map(quote, moves))}"
    return (
        f'<iframe class="board" loading="lazy" title="{escape(game.title)}" '
        f'src="{up}boards/{file_name(game)}{place}"></iframe>'
    )


def outside_text(name: str) -> str:
    """A page from outside docs, with its links as the site has them."""
    text = (PROJECT / name).read_text(encoding="utf-8")
    return re.sub(r"\]\(docs/", "](", text)
