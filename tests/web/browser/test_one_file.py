"""Games as single files, opened from the disk without a network: Chromium, and Firefox."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from filelock import FileLock
from playwright.sync_api import Request, expect

import plyground as pg
from plyground.puzzles.collection import puzzle_of_the_day, shipped_puzzles
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.training_file import read_attempts
from plyground.records import read_record
from tests.web.browser.axe import grave_problems
from tests.web.browser.conftest import Windows
from tests.web.browser.firefox import play_in_firefox
from tests.web.browser.window import LONG, Window

RECORD = """plyground record 1
game: noughts
first: Ada
second: Bob
began: 2026-01-31T18:30:00+01:00
result: 1-0
comment: by the fire

1. a1  3.5s  ; a corner
2. b1
3. b2
4. c3
5. a3
6. c1
7. a2  0.25s
"""


class ExportedFiles(dict[str, Path]):
    """The page of each game as a file, written when a test of any process first asks for it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, game: str) -> Path:
        file = self.folder / f"{game.replace(':', '-')}.html"
        with FileLock(file.with_suffix(".lock")):
            if not file.exists():
                file.write_text(pg.export(game), encoding="utf-8")
        self[game] = file
        return file


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each game as a file."""
    own = tmp_path_factory.getbasetemp()
    of_all_processes = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return ExportedFiles(of_all_processes)


def open_file(windows: Windows, path: Path, *, phone: bool = False) -> Window:
    """A window on a page from the disk, in which any request to a network fails the test."""
    window = windows.open_at(path.as_uri(), phone=phone, offline=True)

    def check(request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss"):
            windows.errors.append(f"the page asks for {request.url}")

    window.page.on("request", check)
    window.page.goto(path.as_uri())
    window.board.wait_for()
    return window


def load_again(window: Window) -> None:
    """Load the page again, as a person does, who would do it once more if nothing was there.

    On a busy machine Chromium shows one page in sixty an empty store, if it comes from the disk and is loaded
    again, for as long as it stays open. What was stored is there the next time.
    """
    window.page.reload()
    window.page.locator("main:not(.waiting)").wait_for()
    if not window.page.evaluate("localStorage.length"):
        window.page.reload()


def set_up(window: Window, title: str, *seats: str) -> None:
    """Begin a game between these by the dialog, as a person does."""
    window.go()
    window.page.get_by_role("button", name=title, exact=True).click()
    dialog = window.page.get_by_role("dialog", name=title)
    for place, who in enumerate(seats):
        dialog.locator(f"select[name=seat{place}]").select_option(who)
    dialog.get_by_role("button", name="Play", exact=True).click()
    window.board.wait_for()


def test_a_whole_game_against_a_level(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    assert window.headline == "Your turn"
    made = window.play_to_the_end()
    assert made > 1
    assert len(window.moves) >= 2 * made - 1
    assert window.headline in ("You win", "You lose", "A draw")
    moves = window.moves
    load_again(window)
    window.board.wait_for()
    assert window.moves == moves
    window.page.get_by_role("button", name="Play again").click()
    expect(window.page.locator(".move-list .move.main")).to_have_count(1, timeout=LONG)


def test_moves_are_taken_back_and_made_again(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.pick("b2")
    expect(window.page.locator(".move-list .move.main")).to_have_count(2)
    moves = window.moves
    window.page.keyboard.press("u")
    expect(window.page.locator(".move-list .move.main")).to_have_count(0)
    load_again(window)
    window.board.wait_for()
    window.page.keyboard.press("r")
    expect(window.page.locator(".move-list .move.main")).to_have_count(2)
    assert window.moves == moves


def test_levels_play_each_other_and_pieces_slide(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["squeeze:4x4"])
    window.pick("a1")
    window.pick("a3")
    expect(window.page.locator(".move-list .move.main")).to_have_count(2, timeout=LONG)
    assert window.moves[0] == "a1-a3"
    set_up(window, "Squeeze-It (4x4)", "1", "2")
    expect(window.page.locator(".move-list .move.main").nth(3)).to_be_visible(timeout=LONG)


def test_the_analysis_proves_and_the_hint_agrees(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.go("look/noughts/a1+b1")
    window.page.keyboard.press(" ")
    sentence = window.page.locator(".sentence")
    expect(sentence).to_have_text("Proven: X wins in 5 plies.", timeout=LONG)
    expect(window.page.locator(".figures")).to_have_text(re.compile(r"^depth \d+ "))
    worth = window.page.locator(".lines .line").first.locator(".worth-tag")
    expect(worth).to_have_text("W5")
    expect(window.cell("b2")).to_have_attribute("aria-label", re.compile("proven win in 5 plies"))
    window.page.keyboard.press("h")
    expect(window.page.locator(".cell.hint")).to_have_count(1)
    assert grave_problems(window.page) == []


def test_a_record_goes_in_and_out_with_its_report(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("Record or position").fill(RECORD)
    window.page.get_by_role("button", name="Open", exact=True).click()
    window.board.wait_for()
    assert window.moves == ["a1", "b1", "b2", "c3", "a3", "c1", "a2"]
    expect(window.page.locator(".game-variant")).to_have_text("Ada – Bob")
    window.page.get_by_role("button", name="Share").click()
    dialog = window.page.get_by_role("dialog", name="Share and keep")
    with window.page.expect_download() as download:
        dialog.get_by_role("button", name="Download").first.click()
    text = download.value.path().read_text(encoding="utf-8")
    kept, given = read_record(text), read_record(RECORD)
    assert (kept.moves, kept.players, kept.began, kept.comment) == (
        given.moves,
        given.players,
        given.began,
        given.comment,
    )
    window.page.keyboard.press("Escape")
    window.page.get_by_role("switch", name="Analysis").click()
    window.page.get_by_role("button", name="Judge the whole game").click()
    expect(window.page.locator(".report-verdict")).to_have_text(
        "X made no mistake, O made 1 mistake.", timeout=LONG
    )
    expect(window.page.locator(".mistake")).to_contain_text("b2 would have held the draw.")


def test_the_position_stands_in_the_address(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.go("look/noughts/b2+a1")
    window.pick("c3")
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, X, last move")
    assert window.page.url.endswith("#/look/noughts/b2+a1+c3")
    load_again(window)
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, X, last move")


def test_a_phone_shows_all_of_it(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["squeeze:4x4"], phone=True)
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert grave_problems(window.page) == []
    window.go()
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    window.page.get_by_role("button", name="Squeeze-It (4x4)", exact=True).click()
    dialog = window.page.get_by_role("dialog", name="Squeeze-It (4x4)")
    expect(dialog.get_by_role("option", name="A friend, by link")).to_have_count(0)
    assert grave_problems(window.page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_a_board_without_edges(windows: Windows, files: dict[str, Path], phone: bool) -> None:
    window = open_file(windows, files["gomoku"], phone=phone)
    assert files["gomoku"].stat().st_size <= 400_000
    made = window.page.locator(".move-list .move.main")
    window.page.keyboard.press("b")
    window.page.keyboard.press("Enter")
    expect(made).to_have_count(2, timeout=LONG)
    answer = window.moves[1]
    assert re.fullmatch(r"-?\d+,-?\d+", answer)
    assert pg.Board("gomoku", window.moves).history == tuple(window.moves)
    load_again(window)
    window.board.wait_for()
    expect(made).to_have_count(2)
    if phone:
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert grave_problems(window.page) == []


def test_threats_and_hot_cells_of_a_board_without_edges(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["gomoku"])
    moves = "0,0+0,5+1,0+2000000000,-7+2,0"
    window.go(f"look/gomoku/{moves}")
    window.page.keyboard.press(" ")
    sentence = window.page.locator(".threat")
    expect(sentence).to_contain_text(
        re.compile(r"X threatens (3|-1),0, which wins in \d+ plies"), timeout=LONG
    )
    window.page.keyboard.press("d")
    expect(window.cell("3,0")).to_have_attribute("aria-label", re.compile("X: open four"))
    assert window.page.url.endswith(f"#/look/gomoku/{moves}")


def test_a_position_is_set_up_by_hand(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.go("setup/noughts")
    window.board.wait_for()
    window.pick("b2")
    verdict = window.page.locator(".setup-verdict")
    expect(verdict).to_have_text("With these marks it is O to move, not X.")
    window.page.get_by_role("button", name="O to move").click()
    window.page.get_by_role("button", name="Analyse").click()
    expect(verdict).to_have_count(0)
    expect(window.cell("b2")).to_have_attribute("aria-label", re.compile("^b2, X"))
    assert "3%2F1X1%2F3%20O" in window.page.url
    window.pick("a1")
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")
    load_again(window)
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")
    window.page.get_by_role("button", name="Play on").click()
    dialog = window.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.locator(".move-list .move.main").first).to_be_visible(timeout=LONG)
    window.play_to_the_end()


def test_firefox_plays_on_a_board_without_edges(files: dict[str, Path]) -> None:
    seen = play_in_firefox(files["gomoku"], "0,0+0,5+1,0+900,-7+2,0+1,5", most=2)
    assert seen["headline"] == "Your turn"
    assert len(seen["moves"]) >= 4
    assert re.fullmatch(r"Proven: X wins in (at most )?\d+ plies.", seen["sentence"])
    assert seen["messages"] == []


def test_firefox_plays_and_proves_from_the_same_file(files: dict[str, Path]) -> None:
    seen = play_in_firefox(files["noughts"], "a1+b1")
    assert seen["headline"] == "Your turn"
    assert seen["ending"] in ("You win", "You lose", "A draw")
    assert seen["made"] > 1
    assert len(seen["moves"]) >= 2 * seen["made"] - 1
    assert seen["kept"] == seen["moves"]
    assert re.search(r"wins in \d+ plies|(win|loss) in \d+ plies|draw|open after", seen["proof"])
    assert re.fullmatch("Proven: X wins in (at most )?5 plies.", seen["sentence"])
    assert seen["messages"] == []


def test_lessons_about_the_game_are_in_the_file(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    window.page.get_by_role("link", name="Lessons").click()
    expect(window.page.locator(".lesson-row")).to_have_count(9)
    window.page.get_by_role("link", name="Noughts and crosses").click()
    window.page.locator('.lesson-task [data-cell="a3"]').click()
    expect(window.page.locator(".lesson-feedback")).to_contain_text("Three in a row!")
    window = open_file(windows, files["gomoku"])
    window.page.get_by_role("link", name="Lessons").click()
    expect(window.page.locator(".lesson")).to_contain_text("This page has no lessons")


def find_puzzle(window: Window, game: str, wanted: Callable[[Puzzle], bool]) -> Puzzle:
    """Show solutions until the page asks a puzzle of some kind."""
    known = {puzzle.id: puzzle for puzzle in shipped_puzzles(game)}
    subtitle = window.page.locator(".game-variant")
    card = window.page.get_by_role("region", name="Puzzle", exact=True)
    while True:
        expect(subtitle).to_contain_text("Puzzle")
        before = subtitle.inner_text()
        puzzle = known[before.split()[1].rstrip(",")]
        if wanted(puzzle):
            return puzzle
        card.get_by_role("button", name="Show the solution").click()
        card.get_by_role("button", name="Next puzzle").click()
        expect(subtitle).not_to_have_text(before)


def test_puzzles_are_solved_in_the_file(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["noughts"])
    page = window.page
    window.go()
    page.get_by_role("link", name="Puzzles").click()
    # On 3x3, because a proof on a larger board names only some of the replies.
    wanted = ("noughts", "win", 3)
    puzzle = find_puzzle(window, "noughts", lambda each: (each.game, each.kind, each.plies) == wanted)
    card = page.get_by_role("region", name="Puzzle", exact=True)
    said = card.get_by_role("status")
    wrong = next(move for move in puzzle.board().legal_moves if move not in puzzle.accepted)
    window.pick(wrong)
    expect(said).to_contain_text(f"{wrong} is not it: the answer is")
    shown = re.compile(f"^{wrong}, [XO]")
    expect(window.cell(wrong)).to_have_attribute("aria-label", shown)
    card.get_by_role("button", name="Try again").click()
    expect(window.cell(wrong)).not_to_have_attribute("aria-label", shown)
    window.pick(puzzle.solution[0])
    expect(said).to_contain_text(f"the reply is {puzzle.solution[1]}")
    window.pick(puzzle.solution[2])
    expect(said).to_contain_text("solved")
    card.get_by_role("button", name="See the whole proof").click()
    proof = page.locator(".puzzle-proof")
    expect(proof).to_contain_text(f"{puzzle.solution[0]} wins in 3 plies:")
    replies = {
        reply for line in proof.inner_text().split("\n")[1:] for reply in line.split(":")[0].split(", ")
    }
    after = puzzle.board()
    after.push(puzzle.solution[0])
    assert {reply.strip() for reply in replies} == set(after.legal_moves)
    assert grave_problems(page) == []
    expect(card).to_contain_text("Your rating")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    attempts = read_attempts(download.value.path().read_text(encoding="utf-8"), "the download")
    assert [each.solved for each in attempts if each.puzzle == puzzle.id] == [False]
    load_again(window)
    expect(card).to_contain_text("Your rating")
    page.get_by_role("button", name="Today’s").click()
    today = puzzle_of_the_day(datetime.now(UTC).date(), "noughts")
    expect(page.locator(".game-variant")).to_contain_text(today.id)


def test_puzzles_with_pieces_that_slide_on_a_phone(windows: Windows, files: dict[str, Path]) -> None:
    window = open_file(windows, files["squeeze:4x4"], phone=True)
    window.go("puzzles")
    puzzle = find_puzzle(window, "squeeze", lambda each: each.kind in ("defence", "trap"))
    for cell in puzzle.accepted[0].split("-"):
        window.pick(cell, "touch")
    said = window.page.get_by_role("region", name="Puzzle", exact=True).get_by_role("status")
    expect(said).to_contain_text("is right: solved")
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
