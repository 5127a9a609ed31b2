"""What helps a player: the engine's move by a key, forced moves, learning from mistakes, the scorecard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.test_position_setup import button
from tests.web.browser.window import LONG, Window


def test_a_key_plays_the_move_of_the_engine(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["a1", "a2", "b1", "b2"])
    window.page.keyboard.press("e")
    window.await_headline("X wins")
    assert window.moves[-1] == "c1"


def test_the_engine_does_not_move_for_the_other_side(window: Window) -> None:
    window.new_game("noughts", ("me", "friend"), moves=["a1"])
    window.page.keyboard.press("e")
    expect(window.page.get_by_role("status").get_by_text("It is not your turn.")).to_have_count(1)
    assert window.moves == ["a1"]


def test_forced_moves_are_played_only_by_whoever_wants_that(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["a1", "b2"])
    window.pick("a2")
    window.await_headline("O to move")
    window.page.get_by_title("View", exact=True).click()
    window.page.get_by_label("Play forced moves for me").check()
    expect(window.page.get_by_text("a3 was forced")).to_be_visible()
    window.page.wait_for_function("() => document.querySelectorAll('.move.main').length >= 5")
    assert window.moves[3:5] == ["a3", "c1"], "each blocks the row of the other"


def test_undo_is_not_answered_by_the_forced_move(window: Window) -> None:
    window.new_game("noughts", ("me", "me"), moves=["a1", "b2", "a2", "a3"])
    button(window, "Undo").click()
    window.page.get_by_title("View", exact=True).click()
    window.page.get_by_label("Play forced moves for me").check()
    window.page.wait_for_timeout(1500)
    assert window.moves == ["a1", "b2", "a2"]


def test_a_person_learns_from_a_mistake(window: Window) -> None:
    window.new_game("noughts", ("1", "me"), moves=["b2", "a2", "a1", "c3", "a3", "b3", "c1"])
    button(window, "Report on the game").click()
    learn = button(window, "Learn from your mistakes")
    learn.wait_for(timeout=LONG)
    learn.click()
    trainer = window.page.get_by_role("region", name="Learn from mistakes")
    expect(trainer).to_contain_text("1 of 2: O played a2 here. Find something better.")
    expect(window.page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "false")
    window.pick("b1")
    expect(trainer).to_contain_text("b1 does not hold (proven: X wins in 5 plies). Try another one.")
    window.pick("a2")
    expect(trainer).to_contain_text("a2 is the move that was made")
    window.pick("c1")
    expect(trainer).to_contain_text("c1 ")
    expect(trainer).to_contain_text("(proven: a draw).")
    button(window, "Next").click()
    expect(trainer).to_contain_text("2 of 2: O played b3 here.")
    button(window, "Show the better move").click()
    expect(trainer).to_contain_text("c1 would have held the draw.")
    button(window, "Done").click()
    expect(trainer).to_be_hidden()
    window.await_headline("You lose")
    assert window.moves[1] == "a2", "nothing of the game has changed"


def test_there_is_nothing_to_learn_from_a_game_without_mistakes(window: Window) -> None:
    window.new_game("noughts", ("me", "1"), moves=["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"])
    button(window, "Report on the game").click()
    expect(window.page.locator(".report-verdict")).to_be_visible(timeout=LONG)
    expect(window.page.locator(".report-verdict")).to_have_text("X made no mistake, O made no mistake.")
    expect(button(window, "Learn from your mistakes")).to_have_count(0)


def test_the_scorecard_counts_games_with_the_same_opponent(window: Window) -> None:
    window.new_game("noughts", ("me", "1"), moves=["a1", "b1", "a2", "b2", "a3"])
    window.new_game("noughts", ("1", "me"), moves=["a1", "b1", "a2", "b2", "a3"])
    expect(window.page.get_by_label("Scorecard")).to_contain_text(
        "You against level 1: 1 win, 0 draws, 1 loss in 2 games"
    )
