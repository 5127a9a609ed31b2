"""`plyground export`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import plyground as pg
from plyground.puzzles.collection import shipped_puzzles
from tests.commands.program import Plyground
from tests.wasm.test_differential import compare

COLUMNS = str(Path(__file__).parents[1] / "data" / "games" / "columns.py")
README = Path(__file__).parents[2] / "README.md"


def test_the_game_of_the_readme_is_one_file_whose_module_plays_by_its_rules(
    plyground: Plyground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = re.search(r"```python\n(# treblecross\.py\n.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert sample is not None
    (tmp_path / "treblecross.py").write_text(sample[1])
    monkeypatch.chdir(tmp_path)
    answer = plyground("export", "./treblecross.py")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("treblecross.html: Treblecross on one page of ")
    page = (tmp_path / "treblecross.html").read_text("utf-8")
    assert len(page.encode()) < 400_000
    assert "<title>Treblecross · Plyground</title>" in page
    assert str(tmp_path) not in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    compare(tmp_path, pg.find("./treblecross.py"), 200)


def test_what_cannot_travel_is_refused_in_one_line(plyground: Plyground, tmp_path: Path) -> None:
    refused = plyground("export", COLUMNS, "-o", str(tmp_path / "page.html"))
    assert refused.code == 2
    remedy = "write @marks.of(Rules) def _(rules, pos, out)"
    assert refused.err.startswith(f"plyground: {COLUMNS} cannot be exported: what the move ")
    assert refused.err.endswith(f" changes depends on the position; {remedy}\n")
    assert refused.err.count("\n") == 1
    assert not (tmp_path / "page.html").exists()
    assert "name one game" in plyground("export").err
    assert "name one game" in plyground("export", "noughts", "squava").err
    assert "-o is for one page" in plyground("export", "--site", str(tmp_path), "-o", "page.html").err


def test_a_site_holds_its_games_and_keeps_itself(plyground: Plyground, tmp_path: Path) -> None:
    answer = plyground("export", "--site", str(tmp_path / "site"), "noughts", "noughts:5x5,row=4")
    assert answer.code == 0
    site = tmp_path / "site"
    packs = {file.name for file in (site / "games").iterdir()}
    assert packs >= {"noughts-5x5-row-4.pack", "noughts.pack"}
    catalogue = json.loads(re.search(r'id="catalogue">(.*?)</script>', (site / "index.html").read_text())[1])  # type: ignore[index]
    assert [game["name"] for game in catalogue["games"]] == ["noughts", "noughts:5x5,row=4"]
    puzzles = json.loads((site / "puzzles.json").read_text())
    assert {puzzle["id"] for puzzle in puzzles} == {puzzle.id for puzzle in shipped_puzzles("noughts")}
    assert {catalogue["packs"][puzzle["game"]] for puzzle in puzzles} <= {f"games/{name}" for name in packs}
    worker = (site / "service_worker.js").read_text()
    listed = re.findall(r'"((?:static|games)/[^"]+)"', worker)
    assert listed
    assert all((site / path).is_file() for path in listed)
    assert 'href="manifest.webmanifest"' in (site / "index.html").read_text()
    assert pg.find("noughts").title in (site / "index.html").read_text()
