"""A window with Plyground in it, and the hands that play there: mouse, touch, keyboard."""

from __future__ import annotations

import base64
import random
import re
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

Hand = Literal["mouse", "touch", "keyboard"]
LONG = 300_000
"""Milliseconds in which a game is compiled, however busy the machine is."""
POLL = 50
"""Milliseconds between two looks. By default a wait looks at every frame, and has them drawn for that."""
ARROWS = {(-1, 0): "ArrowLeft", (1, 0): "ArrowRight", (0, -1): "ArrowUp", (0, 1): "ArrowDown"}


def names_of(things: Locator, kind: str) -> list[str]:
    """The names that elements carry."""
    names: list[str] = things.evaluate_all("(all, kind) => all.map((one) => one.dataset[kind])", kind)
    return names


def changed_share(page: Page, before: bytes, after: bytes) -> float:
    """The share of the pixels of two screenshots that look different, 0 to 1."""
    other = page.context.new_page()
    share: float = other.evaluate(
        """async (images) => {
            const [one, two] = await Promise.all(images.map(async (text) => {
                const answer = await fetch(`data:image/png;base64,${text}`);
                const bitmap = await createImageBitmap(await answer.blob());
                const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                context.drawImage(bitmap, 0, 0);
                return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
            }));
            let changed = 0;
            for (let at = 0; at < one.length; at += 4) {
                const parts = [0, 1, 2].map((part) => Math.abs(one[at + part] - two[at + part]));
                changed += Math.max(...parts) > 20 ? 1 : 0;
            }
            return changed / (one.length / 4);
        }""",
        [base64.b64encode(image).decode() for image in (before, after)],
    )
    other.close()
    return share


class Window:
    """What a person can do in one window."""

    def __init__(self, page: Page, address: str, *, touch: bool = False) -> None:
        self.page = page
        self.address = address
        self.touch = touch

    # Getting somewhere

    def go(self, place: str = "") -> None:
        """Open a place of the page, as if its address had been typed."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#/{place}")
        self.page.locator("main:not(.waiting)").wait_for()

    def new_game(self, game: str, seats: tuple[str, str] = ("me", "1"), **more: Any) -> str:
        """A game set up over HTTP by this window, which then sits down at it. Returns its id."""
        if not self.page.url.startswith(self.address):
            self.page.goto(f"{self.address}static/icon.svg")  # it shares the memory of the page
        answer = self.page.request.post(
            f"{self.address}api/games", data={"game": game, "seats": list(seats), **more}
        )
        assert answer.ok, answer.text()
        body = answer.json()
        made = body["state"]["id"]
        self.page.evaluate(
            """(mine) => {
                const games = JSON.parse(localStorage.getItem("plyground.games") ?? "[]");
                localStorage.setItem("plyground.games", JSON.stringify([mine, ...games]));
            }""",
            {"id": made, "token": body["token"]},
        )
        self.go(f"game/{made}")
        self.board.wait_for()
        return str(made)

    # What is seen

    @property
    def board(self) -> Locator:
        """The large board."""
        return self.page.locator("svg.grid[role=grid]")

    def cell(self, name: str) -> Locator:
        """A cell of it."""
        return self.board.locator(f'[data-cell="{name}"]')

    @property
    def headline(self) -> str:
        """How things stand."""
        return self.page.locator(".headline").inner_text()

    @property
    def moves(self) -> list[str]:
        """The moves in the list, without their marks."""
        return names_of(self.page.locator(".move-list .move.main"), "move")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.page.locator(".status.over").count() == 1

    def pickable(self) -> list[str]:
        """Cells that can be picked now."""
        return self._visible(names_of(self.board.locator(".cell.pickable:not(.picked)"), "cell"))

    def _visible(self, cells: list[str]) -> list[str]:
        """Those whose middle a finger can reach: an endless field has cells that are cut off at its edge."""
        seen: list[str] = self.board.evaluate(
            """(board, cells) => {
                const {left, right, top, bottom, width} = board.getBoundingClientRect();
                const labels = board.closest("[data-endless]") ? width * 0.06 : 0;
                return cells.filter((cell) => {
                    const tile = board.querySelector(`[data-cell="${cell}"] .tile`).getBoundingClientRect();
                    const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2];
                    return x > left + labels && x < right && y > top && y < bottom - labels;
                });
            }""",
            cells,
        )
        return seen

    def chips(self) -> list[str]:
        """Things in the tray that can be picked now."""
        return names_of(self.page.locator(".chip:not(:disabled)"), "thing")

    def await_turn(self) -> None:
        """Wait until this window can move, or the game is over."""
        self.page.wait_for_function(
            "() => document.querySelector('.status.over, [role=grid] .pickable, .chip:not(:disabled)')",
            timeout=LONG,
            polling=POLL,
        )

    def await_headline(self, pattern: str) -> None:
        """Wait until the headline matches."""
        expect(self.page.locator(".headline")).to_have_text(re.compile(pattern))

    # Hands

    def pick(self, name: str, hand: Hand = "mouse") -> None:
        """Pick a cell, or a thing from a tray."""
        chip = self.page.locator(f'.chip[data-thing="{name}"]')
        target = self.cell(name) if self.cell(name).count() else chip
        if hand == "keyboard":
            self._pick_by_keyboard(name, in_tray=target is chip)
            return
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if hand == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def _pick_by_keyboard(self, name: str, *, in_tray: bool) -> None:
        if in_tray:
            self.tab_to("thing", name)
        else:
            self.page.keyboard.press("b")
            self._walk_to(name)
        self.page.keyboard.press("Enter")

    def tab_to(self, kind: str, name: str) -> None:
        """Press Tab until something with this name has the focus."""
        for _ in range(80):
            if self.page.evaluate("(kind) => document.activeElement.dataset?.[kind]", kind) == name:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {name}")

    def _walk_to(self, name: str) -> None:
        place = """(name) => {
            const box = (cell) => cell.querySelector(".tile").getBoundingClientRect();
            const from = box(document.activeElement);
            const to = box(document.querySelector(`svg.grid[role=grid] [data-cell="${name}"]`));
            return [Math.round((to.x - from.x) / from.width), Math.round((to.y - from.y) / from.height)];
        }"""
        for _ in range(100):
            dx, dy = self.page.evaluate(place, name)
            if not dx and not dy:
                return
            step = (1 if dx > 0 else -1, 0) if dx else (0, 1 if dy > 0 else -1)
            self.page.keyboard.press(ARROWS[step])
        raise AssertionError(f"the arrow keys do not reach {name}")

    def make_move(self, chance: random.Random, hand: Hand = "mouse") -> None:
        """Some legal move, found by looking at what can be picked."""
        before = len(self.moves)
        chips = self.chips()
        if chips:
            self.pick(chance.choice(chips), hand)
        cell = chance.choice(self.pickable())
        self.pick(cell, hand)
        if self.page.get_by_text(f"Tap {cell} again").count():
            self.pick(cell, hand)
        elif not chips and self.board.locator(".cell.picked").count():
            self.pick(chance.choice(self.pickable()), hand)
        self.page.wait_for_function(
            "(before) => document.querySelectorAll('.move-list .move.main').length > before",
            arg=before,
            polling=POLL,
        )

    def play_to_the_end(self, hand: Hand = "mouse", seed: int = 1) -> int:
        """Play until the game is over; returns how many moves were made here."""
        chance = random.Random(seed)
        made = 0
        while True:
            self.await_turn()
            if self.is_over:
                return made
            self.make_move(chance, hand)
            made += 1
