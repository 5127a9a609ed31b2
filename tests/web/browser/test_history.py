"""Walking through a game, variations, sharing, records, the list of one's games."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.desk import Desk
from tests.web.browser.serving import Server

MOVES = ["b2", "d4", "e2", "d1", "d2"]


def current(desk: Desk) -> str:
    """The move in the list that the board shows."""
    return desk.page.locator(".move[aria-current]").inner_text()


def test_keys_walk_through_the_game(desk: Desk) -> None:
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    expect(desk.page.locator(".move[aria-current]")).to_have_text("d2")
    desk.page.keyboard.press("ArrowLeft")
    expect(desk.page.locator(".move[aria-current]")).to_have_text("d1")
    expect(desk.cell("d2")).to_have_attribute("aria-label", "d2, empty")
    desk.page.keyboard.press("Home")
    expect(desk.page.locator(".move[aria-current]")).to_have_count(0)
    expect(desk.board.locator(".mark")).to_have_count(0)
    desk.page.keyboard.press("ArrowRight")
    expect(desk.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")
    desk.page.keyboard.press("End")
    expect(desk.page.locator(".move[aria-current]")).to_have_text("d2")
    desk.page.get_by_role("button", name="d4", exact=True).click()
    expect(desk.cell("d4")).to_have_attribute("aria-label", "d4, O, last move")
    expect(desk.page.locator(".headline")).to_have_text("Move 2 of 5")


def test_a_move_in_the_past_begins_a_variation_and_loses_nothing(desk: Desk) -> None:
    game = desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.cell("a5")).to_have_class("cell pickable")
    desk.pick("a5")
    expect(desk.page.locator(".variation .move")).to_have_text(["a5"])
    expect(desk.page.locator(".headline")).to_have_text("A variation")
    desk.pick("e5")
    expect(desk.page.locator(".variation .move")).to_have_text(["a5", "e5"])
    assert desk.moves == MOVES
    desk.go(f"game/{game}")
    expect(desk.page.locator(".variation .move")).to_have_text(["a5", "e5"])
    desk.page.get_by_role("button", name="Remove this variation").click()
    expect(desk.page.locator(".variation")).to_have_count(0)
    desk.page.keyboard.press("End")
    desk.pick("a1")
    expect(desk.page.locator(".move.main")).to_have_count(6)


def test_the_address_of_a_position_opens_it_anywhere(windows: Windows, server: Server, desk: Desk) -> None:
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.get_by_role("button", name="Share").click()
    address = desk.page.get_by_label("Address of this position").input_value()
    other = windows.open(server)
    other.page.goto(address)
    expect(other.cell("d2")).to_have_attribute("aria-label", "d2, X, last move")
    other.pick("a1")
    expect(other.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")
    assert other.page.url.endswith("+a1")
    other.page.reload()
    expect(other.cell("a1")).to_have_attribute("aria-label", "a1, O, last move")


def test_a_record_is_downloaded_and_opened_again(desk: Desk, tmp_path: Path) -> None:
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.get_by_role("button", name="Share").click()
    group = desk.page.locator(".share-group", has_text="Record of the game")
    with desk.page.expect_download() as download:
        group.get_by_role("button", name="Download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".ply"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("plyground record 1\ngame: squava\n")
    path.write_text(text.replace("3. e2", "3. e2  ; here it gets tight"), encoding="utf-8")
    desk.go()
    desk.page.get_by_role("button", name="Open it").click()
    desk.page.get_by_label("File with a record or a position").set_input_files(path)
    expect(desk.cell("d2")).to_have_attribute("aria-label", "d2, X, last move")
    assert desk.moves == MOVES
    desk.page.get_by_role("button", name="e2", exact=True).click()
    expect(desk.page.locator(".comment")).to_have_text("here it gets tight")


def test_a_broken_record_is_refused_with_its_reason(windows: Windows, desk: Desk) -> None:
    windows.expected = ("400 (Bad Request)",)
    desk.go()
    desk.page.get_by_role("button", name="Open it").click()
    desk.page.get_by_label("Record or position", exact=True).fill("squava c3 c3")
    desk.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(desk.page.locator(".problem")).to_contain_text("c3 is taken")


def test_pictures_of_the_board(desk: Desk, tmp_path: Path) -> None:
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.get_by_role("button", name="Share").click()
    for name, start in (("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")):
        with desk.page.expect_download() as download:
            desk.page.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.read_bytes().startswith(start)
        assert path.stat().st_size > 2000


def test_pictures_of_the_board_go_to_the_clipboard(desk: Desk) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.get_by_role("button", name="Share").click()
    desk.page.get_by_role("button", name="Copy SVG").click()
    desk.page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('<svg')")
    desk.page.get_by_role("button", name="Copy PNG").click()
    desk.page.wait_for_function(
        "async () => (await navigator.clipboard.read()).some((item) => item.types.includes('image/png'))"
    )


def test_my_games_are_listed_and_taken_up_again(desk: Desk) -> None:
    desk.new_game("noughts", ("me", "me"), moves=["b2"])
    desk.new_game("squava", ("me", "1"))
    desk.go()
    rows = desk.page.locator(".mine-row")
    expect(rows).to_have_count(2)
    rows.filter(has_text="Noughts").get_by_role("link").click()
    expect(desk.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")
    desk.go()
    rows.filter(has_text="Noughts").get_by_role("button").click()
    expect(rows).to_have_count(1)
    desk.page.reload()
    expect(rows).to_have_count(1)


def test_play_on_from_a_position(desk: Desk) -> None:
    desk.go("look/squava/b2+d4")
    desk.page.get_by_role("button", name="Play on").click()
    dialog = desk.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(desk.page.get_by_role("button", name="Undo")).to_be_visible()
    assert desk.moves == ["b2", "d4"]


def test_a_position_that_was_set_up_goes_everywhere(desk: Desk) -> None:
    desk.go()
    desk.page.get_by_role("button", name="Open it").click()
    desk.page.get_by_label("Record or position", exact=True).fill("squava 5/5/2X2/5/5 O")
    desk.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(desk.page.locator(".headline")).to_have_text("O to move")
    expect(desk.cell("c3")).to_have_attribute("aria-label", "c3, X")
    desk.pick("e1")
    expect(desk.cell("e1")).to_have_attribute("aria-label", "e1, O, last move")
    expect(desk.page.locator(".headline")).to_have_text("X to move")
    expect(desk.page.locator(".moves .count")).to_have_text(["1…"])
    desk.page.reload()
    expect(desk.cell("e1")).to_have_attribute("aria-label", "e1, O, last move")
    desk.page.get_by_role("button", name="Play on").click()
    dialog = desk.page.get_by_role("dialog", name="Squava")
    dialog.get_by_role("button", name="Both on this device").click()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(desk.page.get_by_role("button", name="Undo")).to_be_visible()
    desk.pick("a1")
    expect(desk.cell("a1")).to_have_attribute("aria-label", "a1, X, last move")
    desk.page.mouse.move(0, 0)  # the cell below the mouse shows faintly what may be tried there
    desk.page.keyboard.press("Home")
    expect(desk.board.locator(".mark")).to_have_count(1)


def test_a_position_is_downloaded_and_opened_from_its_file(desk: Desk, tmp_path: Path) -> None:
    desk.new_game("squava", ("me", "me"), moves=MOVES)
    desk.page.get_by_role("button", name="Share").click()
    group = desk.page.locator(".share-group", has_text="Position")
    with desk.page.expect_download() as download:
        group.get_by_role("button", name="Download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.read_text(encoding="utf-8").split()[0] == "squava"
    desk.go()
    desk.page.get_by_role("button", name="Open it").click()
    desk.page.get_by_label("File with a record or a position").set_input_files(path)
    expect(desk.page.locator(".headline")).to_have_text("O to move")
    expect(desk.cell("d2")).to_have_attribute("aria-label", "d2, X")
    assert desk.moves == []


def test_addresses_that_lead_nowhere(windows: Windows, desk: Desk) -> None:
    windows.expected = ("400 (Bad Request)", "404 (Not Found)")
    for place, words in (
        ("game/nothing", "no seat"),
        ("look/chess/", "chess"),
        ("look/squava/z9", "z9"),
        ("join/nothing/1/nonsense", ""),
    ):
        desk.go(place)
        expect(desk.page.locator(".sorry")).to_contain_text(words)
