"""Puzzles of a page without a server: the same positions, proofs, ratings and days as in Python."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.explain.judge import Judge
from plyground.export.catalogue_data import catalogue_data, page_name
from plyground.export.one_file import export_page
from plyground.export.pack import game_parts, pack_parts, variant_data
from plyground.export.puzzle_data import puzzles_data, travelling_puzzles
from plyground.puzzles.collection import keep_puzzles, puzzle_of_the_day, shipped_puzzles
from plyground.puzzles.proof_text import proof_text
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.training import Attempt, train
from plyground.puzzles.training_file import attempts_csv
from tests.export.node import run_in_node
from tests.web.stage import opened

PAGE = """
import "{JS}/../../../../../tests/web/page/stubs.js";
import { openGame } from "{JS}/engine/module_game.js";
import { runJob } from "{JS}/local/jobs.js";
import { LocalBackend } from "{JS}/local/local_backend.js";
import { readBase64, readPack, readVariant } from "{JS}/local/pack.js";
class Worker extends EventTarget {
  games = new Map();
  async postMessage({ id, game, module, layout, job }) {
    if (module) this.games.set(game, await openGame(module, layout));
    const result = runJob(this.games.get(game), job, () => {});
    this.dispatchEvent(Object.assign(new Event("message"), { data: { id, result } }));
  }
  terminate() {}
}
const answer = async ({ catalogue, pack, variants, puzzles, requests }) => {
  const base = () => readPack(readBase64(pack));
  const load = async (name) => (variants[name] ? readVariant(await base(), variants[name]) : base());
  const shelf = { catalogue, load, open: openGame, openWorker: () => new Worker(), remembered: () => [] };
  const backend = new LocalBackend({ ...shelf, puzzles: async () => puzzles });
  const answers = [];
  for (const [path, body] of requests) {
    answers.push(await backend.request(path, body).catch(({ code, message }) => ({ code, message })));
  }
  return answers;
};
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as client:
        yield client


def ask_page(name: str, requests: list[tuple[str, dict[str, Any] | None]]) -> list[Any]:
    """What the page of a game answers."""
    game = pg.find(name)
    base = game_parts(game)
    puzzles, parts = travelling_puzzles(game, {game: base})
    variants = {page_name(each): variant_data(parts[each], base) for each in parts if each != game}
    page = {
        "catalogue": catalogue_data([game], puzzles=True, others=[*variants]),
        "pack": base64.b64encode(pack_parts(base)).decode(),
        "variants": variants,
        "puzzles": puzzles_data(puzzles, parts),
        "requests": requests,
    }
    return list(run_in_node(PAGE, page))


@pytest.mark.parametrize("name", ["noughts", "squava", "numerical:3x3", "squeeze:4x4"])
def test_every_position_is_shown_as_the_server_shows_it(server: TestClient, name: str) -> None:
    puzzles = shipped_puzzles(name.split(":")[0])
    bodies = [
        {"game": puzzle.game, "setup": puzzle.position, "moves": list(puzzle.solution[:2])}
        for puzzle in puzzles[::5]
    ]
    listed, *found = ask_page(name, [("api/puzzles?game=" + name, None), *(("api/look", b) for b in bodies)])
    assert [each["id"] for each in listed["puzzles"]] == [puzzle.id for puzzle in puzzles]
    told = server.get("/api/puzzles", params={"game": name}).json()
    assert [told["puzzles"], told["daily"]] == [
        [{key: each[key] for key in told["puzzles"][0]} for each in listed["puzzles"]],
        listed["daily"],
    ]
    for body, answer in zip(bodies, found, strict=True):
        assert answer == {"position": server.post("/api/look", json=body).json()["position"]}, body


@pytest.mark.parametrize("name", ["noughts", "numerical:3x3"])
def test_the_whole_proof_is_that_of_python(name: str) -> None:
    game = pg.find(name)
    some = [puzzle for puzzle in shipped_puzzles(name.split(":")[0]) if puzzle.game == name][::7]
    judge = Judge(game)
    answers = ask_page(name, [(f"api/puzzles/{puzzle.id}/proof", None) for puzzle in some])
    for puzzle, answer in zip(some, answers, strict=True):
        text = proof_text(judge, puzzle)
        assert "too hard" not in text
        assert answer["lines"] == text.split("\n"), puzzle


def test_a_page_says_what_it_cannot_prove() -> None:
    """What only a table knows: losses that are far away."""
    far = [each for each in shipped_puzzles("squeeze") if each.plies > 30 and not each.within]
    near = [each for each in shipped_puzzles("squeeze") if each.kind == "win" and each.plies == 3]
    asked = [*far[:1], *near[:3]]
    missing = ("api/puzzles/0123456789/proof", None)
    found = ask_page("squeeze:4x4", [missing, *((f"api/puzzles/{each.id}/proof", None) for each in asked)])
    assert found[0]["code"] == "not_found"
    for puzzle, answer in zip(asked, found[1:], strict=True):
        if puzzle in near:
            assert answer["lines"][0] == f"{puzzle.solution[0]} wins in 3 plies:"
        else:
            assert answer["lines"] == [f"too hard to prove here; line: {' '.join(puzzle.solution)}"]


DAYS = """
import { dailyPuzzle } from "{JS}/local/page_puzzles.js";
const answer = ({ ids, days }) =>
  days.map((day) => dailyPuzzle([...ids.map((id) => ({ id })), { id: "mine", own: true }], Date.parse(day)));
"""


def test_the_puzzle_of_the_day_is_the_same() -> None:
    days = [date(2026, 1, 1) + timedelta(days=day) for day in range(400)]
    ids = [puzzle.id for puzzle in shipped_puzzles("noughts")]
    times = [f"{day.isoformat()}T23:59:59Z" for day in days]
    found = run_in_node(DAYS, {"ids": ids, "days": times})
    assert found == [puzzle_of_the_day(day, "noughts").id for day in days]
    assert len(set(found)) > 100


TRAINING = """
import { readAttempts, Training, writeAttempts } from "{JS}/puzzles/training.js";
const answer = ({ csv, now }) => {
  const training = new Training(readAttempts(csv));
  return {
    csv: writeAttempts(training.attempts),
    players: Object.fromEntries(training.players),
    puzzles: Object.fromEntries(training.puzzles),
    due: Object.fromEntries([...training.cards].map(([id, { due }]) => [id, due])),
    streaks: [training.streak, training.bestStreak, training.daysInARow(Date.parse(now))],
  };
};
"""


def test_ratings_reviews_and_streaks_are_the_same() -> None:
    chance = random.Random(8)
    start = datetime(2026, 1, 1, 8, tzinfo=UTC)
    attempts = []
    for hour in sorted(chance.sample(range(24 * 90), 400)):
        number = chance.randrange(60)
        game = ("noughts", "noughts:4x4,row=3", "squava")[number % 3]
        at = start + timedelta(hours=hour)
        attempts.append(Attempt(at, f"{number:010x}", game, 700 + 20 * number, chance.random() < 0.6))
    training = train(attempts)
    csv = attempts_csv(attempts)
    now = start + timedelta(days=90)
    told = run_in_node(TRAINING, {"csv": csv, "now": now.isoformat()})
    assert told["csv"] == csv
    for found, expected in ((told["players"], training.players), (told["puzzles"], training.puzzles)):
        assert found.keys() == expected.keys()
        for name, rating in expected.items():
            assert found[name] == pytest.approx(vars(rating), rel=1e-6)
    assert {name: due / 1000 for name, due in told["due"].items()} == {
        name: card.due.timestamp() for name, card in training.cards.items()
    }
    assert told["streaks"] == [training.streak, training.best_streak, training.days_in_a_row(now.date())]


def test_pages_hold_what_has_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    game = pg.find("noughts")
    keep_puzzles([Puzzle("noughts", "3/1O1/X1X O", "defence", 2, ("b1",), (("b1",),))])
    whole = export_page(game)
    assert (whole.puzzles, whole.left_out) == (len(shipped_puzzles("noughts")) + 1, 0)
    small = len(whole.html.encode()) - 9_000
    monkeypatch.setattr("plyground.export.one_file.MOST_BYTES", small)
    part = export_page(game)
    assert 0 < part.puzzles < whole.puzzles
    assert part.puzzles + part.left_out == whole.puzzles
    assert len(part.html.encode()) <= small
