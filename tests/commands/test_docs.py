"""`plyground docs`: the documentation that is installed, or one line that says how to get it."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner

from plyground.commands import docs as module
from plyground.commands.main import commands
from plyground.errors import PlygroundError


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder where a package would be installed."""
    folder = tmp_path / "site-packages" / "plyground"
    folder.mkdir(parents=True)
    return folder


def write_page(folder: Path) -> Path:
    folder.mkdir(parents=True)
    page = folder / "index.html"
    page.write_text("<!doctype html>")
    return page


def test_the_installed_copy_comes_before_that_of_a_project(package: Path) -> None:
    built = write_page(package.parents[1] / "build" / "docs")
    assert module.find_page(package) == built
    installed = write_page(package / "documentation")
    assert module.find_page(package) == installed


def test_a_missing_copy_is_one_line(package: Path) -> None:
    with pytest.raises(PlygroundError) as caught:
        module.find_page(package)
    assert "make docs" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(("opens", "said"), [(True, ""), (False, "no browser could be started")])
def test_it_is_opened_in_a_browser(
    package: Path, monkeypatch: pytest.MonkeyPatch, opens: bool, said: str
) -> None:
    page = write_page(package / "documentation")
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return opens

    monkeypatch.setattr(webbrowser, "open", open_page)
    monkeypatch.setattr(module, "find_page", lambda: page)
    printed = CliRunner().invoke(commands, ["docs"])
    assert printed.exit_code == 0
    assert opened == [page.as_uri()]
    assert printed.stdout.strip() == str(page)
    assert said in printed.stderr
    assert CliRunner().invoke(commands, ["docs", "--path"]).stdout.strip() == str(page)
    assert len(opened) == 1
