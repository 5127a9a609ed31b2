"""Walking through a game, variations, sharing, records, the list of one's games."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.server_process import ServerProcess
from tests.web.browser.window import Window

MOVES = ["b2", "d4", "e2", "d1", "d2"]


def current(window: Window) -> str:
    """The move in the list that the board shows."""
    return window.page.locator(".move[aria-current]").inner_text()


def test_keys_walk_through_the_game(window: Window) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    expect(window.page.locator(".move[aria-current]")).to_have_text("d2")
    window.page.keyboard.press("ArrowLeft")
    expect(window.page.locator(".move[aria-current]")).to_have_text("d1")
    expect(window.cell("d2")).to_have_attribute("aria-label", "d2, empty")
    window.page.keyboard.press("Home")
    expect(window.page.locator(".move[aria-current]")).to_have_count(0)
    expect(window.board.locator(".mark")).to_have_count(0)
    window.page.keyboard.press("ArrowRight")
    expect(window.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")
    window.page.keyboard.press("End")
    expect(window.page.locator(".move[aria-current]")).to_have_text("d2")
    window.page.get_by_role("button", name="d4", exact=True).click()
    expect(window.cell("d4")).to_have_attribute("aria-label", "d4, O, last move")
    expect(window.page.locator(".headline")).to_have_text("Move 2 of 5")


def test_a_move_in_the_past_begins_a_variation_and_loses_nothing(window: Window) -> None:
    game = window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.keyboard.press("Home")
    window.page.keyboard.press("ArrowRight")
    expect(window.cell("a5")).to_have_class("cell pickable")
    window.pick("a5")
    expect(window.page.locator(".variation .move")).to_have_text(["a5"])
    expect(window.page.locator(".headline")).to_have_text("A variation")
    window.pick("e5")
    expect(window.page.locator(".variation .move")).to_have_text(["a5", "e5"])
    assert window.moves == MOVES
    window.go(f"game/{game}")
    expect(window.page.locator(".variation .move")).to_have_text(["a5", "e5"])
    window.page.get_by_role("button", name="Remove this variation").click()
    expect(window.page.locator(".variation")).to_have_count(0)
    window.page.keyboard.press("End")
    window.pick("a1")
    expect(window.page.locator(".move.main")).to_have_count(6)


def test_the_address_of_a_position_opens_it_anywhere(
    windows: Windows, server: ServerProcess, window: Window
) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.get_by_role("button", name="Share").click()
    address = window.page.get_by_label("Address of this position").input_value()
    other = windows.open(server)
    other.page.goto(address)
    expect(other.cell("d2")).to_have_attribute("aria-label", "d2, X, last move")
    other.pick("a1")
    expect(other.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")
    assert other.page.url.endswith("+a1")
    other.page.reload()
    expect(other.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")


def download_record(window: Window, path: Path) -> str:
    """The record that the dialog offers."""
    window.page.get_by_role("button", name="Share").click()
    group = window.page.locator(".share-group", has_text="Record of the game")
    with window.page.expect_download() as download:
        group.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".ply")
    download.value.save_as(path)
    window.page.get_by_role("button", name="Close").click()
    return path.read_text(encoding="utf-8")


def test_a_record_is_downloaded_and_opened_again(window: Window, tmp_path: Path) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    path = tmp_path / "game.ply"
    text = download_record(window, path)
    assert text.startswith("plyground record 1\ngame: squava\n")
    path.write_text(text.replace("3. e2", "3. e2  ; here it gets tight"), encoding="utf-8")
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("File with a record or a position").set_input_files(path)
    expect(window.cell("d2")).to_have_attribute("aria-label", "d2, X, last move")
    assert window.moves == MOVES
    window.page.get_by_role("button", name="e2", exact=True).click()
    expect(window.page.locator(".comment")).to_have_text("here it gets tight")


RECORD = """\
plyground record 1
game: noughts
first: Ada
second: Grace
began: 2026-01-31T18:30:00+01:00
result: *
comment: before lunch

1. b2  3.5s  ; the centre
2. a1  0.25s
3. c3  ; a mistake
"""


def test_a_record_that_is_played_on_keeps_everything(window: Window, tmp_path: Path) -> None:
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("Record or position", exact=True).fill(RECORD)
    window.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, X, last move")
    assert download_record(window, tmp_path / "opened.ply") == RECORD
    window.page.get_by_role("button", name="Play on").click()
    window.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    expect(window.page.locator(".comment")).to_have_text("a mistake")
    assert download_record(window, tmp_path / "resumed.ply") == RECORD
    window.pick("c1")
    window.await_headline("X to move")
    assert download_record(window, tmp_path / "played-on.ply").startswith(RECORD + "4. c1  ")


def test_a_broken_record_is_refused_with_its_reason(windows: Windows, window: Window) -> None:
    windows.expected = ("400 (Bad Request)",)
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("Record or position", exact=True).fill("squava c3 c3")
    window.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(window.page.locator(".problem")).to_contain_text("c3 is taken")


def test_pictures_of_the_board(window: Window, tmp_path: Path) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.get_by_role("button", name="Share").click()
    for name, start in (("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")):
        with window.page.expect_download() as download:
            window.page.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.read_bytes().startswith(start)
        assert path.stat().st_size > 2000


def test_pictures_of_the_board_go_to_the_clipboard(window: Window) -> None:
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.get_by_role("button", name="Share").click()
    window.page.get_by_role("button", name="Copy SVG").click()
    window.page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('<svg')")
    window.page.get_by_role("button", name="Copy PNG").click()
    window.page.wait_for_function(
        "async () => (await navigator.clipboard.read()).some((item) => item.types.includes('image/png'))"
    )


def test_my_games_are_listed_and_taken_up_again(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["b2"])
    window.new_game("squava", ("me", "1"))
    window.go()
    rows = window.page.locator(".mine-row")
    expect(rows).to_have_count(2)
    rows.filter(has_text="Noughts").get_by_role("link").click()
    expect(window.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")


def test_play_on_from_a_position(window: Window) -> None:
    window.go("look/squava/b2+d4")
    window.page.get_by_role("button", name="Play on").click()
    dialog = window.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.get_by_role("button", name="Undo")).to_be_visible()
    assert window.moves == ["b2", "d4"]


def test_a_position_that_was_set_up_goes_everywhere(window: Window) -> None:
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("Record or position", exact=True).fill("squava 5/5/2X2/5/5 O")
    window.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(window.page.locator(".headline")).to_have_text("O to move")
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, X")
    window.pick("e1")
    expect(window.cell("e1")).to_have_attribute("aria-label", "e1, O, last move")
    expect(window.page.locator(".headline")).to_have_text("X to move")
    expect(window.page.locator(".moves .count")).to_have_text(["1…"])
    window.page.reload()
    expect(window.cell("e1")).to_have_attribute("aria-label", "e1, O, last move")
    window.page.get_by_role("button", name="Play on").click()
    dialog = window.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.get_by_role("button", name="Undo")).to_be_visible()
    window.pick("a1")
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, X, last move")
    window.page.mouse.move(0, 0)  # the cell below the mouse shows faintly what may be tried there
    window.page.keyboard.press("Home")
    expect(window.board.locator(".mark")).to_have_count(1)


def test_a_position_is_downloaded_and_opened_from_its_file(window: Window, tmp_path: Path) -> None:
    window.new_game("squava", ("me", "me"), moves=MOVES)
    window.page.get_by_role("button", name="Share").click()
    group = window.page.locator(".share-group", has_text="Position")
    with window.page.expect_download() as download:
        group.get_by_role("button", name="Download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.read_text(encoding="utf-8").split()[0] == "squava"
    window.go()
    window.page.get_by_role("button", name="Open it").click()
    window.page.get_by_label("File with a record or a position").set_input_files(path)
    expect(window.page.locator(".headline")).to_have_text("O to move")
    expect(window.cell("d2")).to_have_attribute("aria-label", "d2, X")
    assert window.moves == []


def test_addresses_that_lead_nowhere(windows: Windows, window: Window) -> None:
    windows.expected = ("400 (Bad Request)", "404 (Not Found)")
    for place, words in (
        ("game/nothing", "no seat"),
        ("look/chess/", "chess"),
        ("look/squava/z9", "z9"),
        ("join/nothing/1/nonsense", ""),
    ):
        window.go(place)
        expect(window.page.locator(".sorry")).to_contain_text(words)
