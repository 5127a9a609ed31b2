"""The documentation site: it builds without a warning, names all that is public, and its links are right."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tools.documentation.build import SITE, build
from tools.notebooks import NOTEBOOKS, run_notebook
from tools.public_surface import MODULES, public_names

PROJECT = Path(__file__).parents[2]
LOADS = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
"""What a browser fetches without being asked."""


class Page(HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if values.get(LOADS.get(tag, ""), ""):
            self.loaded.append(values[LOADS[tag]])


@pytest.fixture(scope="module")
def site() -> Path:
    """The site as it is now."""
    is_built, words = build()
    assert is_built, words
    return SITE


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page, taken apart."""
    return {
        path.relative_to(site): Page(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if path.parent.name != "boards"
    }


def test_every_public_name_has_its_entry(pages: dict[Path, Page]) -> None:
    for module in MODULES:
        page = pages[Path("reference") / f"{module}.html"]
        ends = {anchor.rpartition(".")[2] for anchor in page.anchors}
        missing = [name for name in public_names(module) if name.lower() not in map(str.lower, ends)]
        assert missing == [], module


def test_entries_have_signatures_and_sources(site: Path) -> None:
    text = (site / "reference" / "plyground.html").read_text(encoding="utf-8")
    plain = re.sub(r"<[^>]+>", "", text)
    assert "src/plyground/board.py" in plain
    assert re.search(r"solve\(\s*board:\s*Board,", plain)
    assert 'verdict = solve(Board("noughts", "b2 b1"))' in unescape(plain)


def test_every_page_of_docs_is_in_the_navigation(site: Path, pages: dict[Path, Page]) -> None:
    linked = {urlsplit(link).path for link in pages[Path("index.html")].links}
    written = {f"{path.stem}.html" for path in (PROJECT / "docs").glob("*.md")} - {"index.html"}
    assert written <= linked
    assert {f"notebooks/{path.stem}.html" for path in NOTEBOOKS.glob("*.ipynb")} <= linked


def test_links_lead_to_pages_and_anchors(site: Path, pages: dict[Path, Page]) -> None:
    wrong = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (site / path.parent / unquote(parts.path)).resolve() if parts.path else site / path
            if not target.is_file():
                wrong.append(f"{path}: {link}")
                continue
            other = pages.get(target.relative_to(site))
            if parts.fragment and other is not None and unquote(parts.fragment) not in other.anchors:
                wrong.append(f"{path}: {link}")
    assert wrong == []


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    outside = {
        f"{path}: {address}"
        for path, page in pages.items()
        for address in page.loaded
        if urlsplit(address).scheme in ("http", "https") or address.startswith("//")
    }
    assert outside == set()
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(site: Path, path: Path) -> None:
    shown = {
        kind
        for cell in run_notebook(path).cells
        if cell.cell_type == "code"
        for output in cell.outputs
        for kind in ([output.output_type] if output.output_type == "error" else output.get("data", {}))
    }
    assert "error" not in shown
    assert "image/svg+xml" in shown


def test_the_notebooks_say_what_they_should(site: Path) -> None:
    printed = {path.stem: all_text(path) for path in NOTEBOOKS.glob("*.ipynb")}
    assert "('b4', 'loss in 8 plies')" in printed["play-and-analyse"]
    assert ": proven: X wins in 8 plies, " in printed["play-and-analyse"]
    assert "('win', 9, " in printed["solve-and-prove"]
    assert "loss in 4 plies" in printed["write-a-game"]
    assert "Elo" in printed["run-an-experiment"]


def all_text(path: Path) -> str:
    """Everything that a notebook has printed."""
    outputs = [output for cell in run_notebook(path).cells for output in cell.get("outputs", [])]
    return "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs
    )


def test_stored_notebooks_have_no_outputs() -> None:
    for path in NOTEBOOKS.glob("*.ipynb"):
        assert '"output_type"' not in path.read_text(encoding="utf-8"), path
