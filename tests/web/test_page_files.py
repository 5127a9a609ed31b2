"""The files of the page: a browser keeps them, and has those of now all the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground.web.http.routes import pages


def first_file(server: TestClient) -> str:
    """The address of a file that the page names."""
    found = re.search(r'"(static/[^"]+/tokens\.css)"', server.get("/").text)
    assert found is not None
    return f"/{found[1]}"


def test_files_that_the_page_names_are_kept(server: TestClient) -> None:
    file = server.get(first_file(server))
    assert file.status_code == 200
    assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert file.headers["Content-Type"].startswith("text/css")
    assert file.content == (pages.STATIC / "css" / "tokens.css").read_bytes()


def test_every_file_that_the_page_names_has_a_version(server: TestClient) -> None:
    named = re.findall(r'"(static/[^"]+)"', server.get("/").text)
    assert len(named) > 10
    assert all(name.startswith(f"static/{pages.files_version()}/") for name in named)


@pytest.mark.parametrize("place", ["static/css/tokens.css", "static/version-0123456789abcdef/css/tokens.css"])
def test_a_file_without_the_version_of_a_page_is_asked_after(server: TestClient, place: str) -> None:
    answer = server.get(f"/{place}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_changed_files_have_other_addresses(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = first_file(server)
    (tmp_path / "index.html").write_bytes((pages.STATIC / "index.html").read_bytes())
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "tokens.css").write_text(":root {}")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    first = first_file(server)
    assert first != before
    (tmp_path / "css" / "tokens.css").write_text(":root { --one: 1px }")
    assert first_file(server) != first


@pytest.mark.parametrize("path", ["../pages.py", "%2e%2e/pages.py", "nothing.js", ""])
def test_a_version_leads_to_no_other_files(server: TestClient, path: str) -> None:
    folder = first_file(server).removesuffix("css/tokens.css")
    assert server.get(folder + path).status_code == 404
