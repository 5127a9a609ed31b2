"""What a person reads on the screen: clocks, rules, lines of play, the list of moves, sizes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Info, Line, Score
from tests.terminal.screen.support import (
    AppPilot,
    FixedEngine,
    Slow,
    choose_cell,
    fake_backend,
    game_app,
    run_app,
    screen_text,
    wait_until,
)


class LongLines(FixedEngine):
    """Finds lines of many moves, the best of them proven although the score is still an estimate."""

    def analyse(self, board: Board, *, seconds: float | None = None, lines: int = 1) -> Iterator[Info]:
        moves = tuple(f"{column}{row}" for row in range(10, 16) for column in "abcdefgh")
        scores = [Score(value="loss", distance=22), *[Score(estimate=-7)] * (lines - 1)]
        found = tuple(Line(score, moves) for score in scores)
        yield Info(depth=9, lines=found, nodes=1, seconds=0.5, fill=0.0, score=Score(estimate=-20_000))


def test_lines_of_play_end_between_moves() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "depth 9" in screen_text(pilot))
        lines = re.findall(r"(?:L22|-7) (.*)", screen_text(pilot))
        assert len(lines) == 3
        for line in lines:
            assert re.fullmatch(r"(?:[a-h]1[0-5] )+…", line)

    run_app(game_app("noughts", using=fake_backend(engine=LongLines())), play)


@pytest.mark.parametrize(("size", "count"), [((80, 24), 3), ((120, 40), 5), ((200, 60), 8)])
def test_larger_terminals_show_more_lines_and_more_of_each(size: tuple[int, int], count: int) -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "depth 9" in screen_text(pilot))
        lines = re.findall(r"(?:L22|-7) (.*)", screen_text(pilot))
        assert len(lines) == count
        assert len(lines[0]) > {80: 20, 120: 34, 200: 52}[size[0]]

    run_app(game_app("noughts:4x4", using=fake_backend(engine=LongLines())), play, size)


def test_what_is_proven_is_not_called_an_estimate_above() -> None:
    async def play(pilot: AppPilot) -> None:
        await pilot.press("e")
        await wait_until(pilot, lambda: "L22" in screen_text(pilot))
        assert "Proven: O wins in 22 plies." in screen_text(pilot)
        assert "stimate" not in screen_text(pilot)

    run_app(game_app("noughts", using=fake_backend(engine=LongLines())), play)


@pytest.mark.parametrize("game", ["noughts", "squava", "squeeze"])
def test_larger_terminals_get_larger_boards(game: str) -> None:
    heights = []
    for size in [(80, 24), (200, 60)]:

        async def play(pilot: AppPilot) -> None:
            rows = [number for number, line in enumerate(screen_text(pilot).splitlines()) if "─┤" in line]
            heights.append(rows[1] - rows[0] if len(rows) > 1 else 1)

        run_app(game_app(game), play, size)
    assert heights[0] < heights[-1]


def test_the_clock_stops_while_the_game_is_paused() -> None:
    clock = [100.0]
    slow = Slow("slow")
    backend = replace(fake_backend(slow), now=lambda: clock[0])

    async def play(pilot: AppPilot) -> None:
        await wait_until(pilot, slow.asked.is_set)
        clock[0] += 5
        await wait_until(pilot, lambda: "0:05" in screen_text(pilot))
        await pilot.press("p")
        clock[0] += 500
        await pilot.pause(1.2)
        assert "paused" in screen_text(pilot)
        assert "0:05" in screen_text(pilot)
        await pilot.press("p")
        clock[0] += 2
        await wait_until(pilot, lambda: "0:07" in screen_text(pilot))

    run_app(game_app("noughts", ("3", "human"), using=backend), play)


def test_the_clock_of_a_person_stops_too() -> None:
    clock = [100.0]
    backend = replace(fake_backend(), now=lambda: clock[0])

    async def play(pilot: AppPilot) -> None:
        clock[0] += 3
        await pilot.press("p")
        clock[0] += 500
        await pilot.press("p")
        clock[0] += 1
        await choose_cell(pilot, "b2")
        assert "0:04" in screen_text(pilot)

    run_app(game_app("noughts", using=backend), play)


@pytest.mark.parametrize("keys", [(), ("e",), ("e", "x", "y")])
def test_the_list_of_moves_follows_the_position_that_is_looked_at(keys: tuple[str, ...]) -> None:
    moves = " ".join(f"{x},{y}" for y in range(0, 30, 3) for x in range(0, 18, 3))

    async def play(pilot: AppPilot) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        for ply in [60, *range(59, 49, -1)]:
            side = [line.rpartition("│")[2] for line in screen_text(pilot).splitlines()]
            assert any(re.match(rf" *{ply} [XO] \d", line) for line in side), screen_text(pilot)
            await pilot.press("comma")
            await pilot.pause()

    run_app(game_app("gomoku", moves=moves, using=fake_backend(engine=LongLines())), play)


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
@pytest.mark.parametrize("game", ["squeeze", "gomoku", "squava"])
def test_rules_use_the_width_and_keep_their_diagrams(game: str, size: tuple[int, int]) -> None:
    words = find(game).words

    async def play(pilot: AppPilot) -> None:
        await pilot.press("i")
        await pilot.pause()
        await pilot.pause()
        pages = [screen_text(pilot)]
        for _ in range(30 if size[1] == 24 else 5):
            await pilot.press("s")
            pages.append(screen_text(pilot))
        await pilot.pause(0.3)
        top = next(line for line in pages[0].splitlines() if "╭" in line)
        left, right = top.index("╭") + 2, top.index("╮") - 1
        shown = [line[left:right].rstrip() for page in pages for line in page.splitlines()]
        longest = max(len(line) for line in shown)
        assert longest > (64 if size[0] == 80 else 90)
        for line in words.splitlines():
            if line.startswith("    "):
                picture = re.split(r" {3,}(?=[a-z]{2})", line)[0].rstrip()
                assert any(each.startswith(picture) for each in shown), picture

    run_app(game_app(game), play, size)


LOCALES: list[tuple[dict[str, str], bool]] = [
    ({"LC_ALL": "C"}, True),
    ({"LANG": "C"}, True),
    ({"LANG": "POSIX"}, True),
    ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
    ({"LANG": "C.UTF-8"}, False),
    ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
]
"""What a user may have set, and whether that asks for ASCII."""


def without_locale() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if name[:3] not in ("LC_", "LAN")}


@pytest.mark.parametrize(("locale", "is_ascii"), LOCALES)
def test_every_locale_that_says_c_asks_for_ascii(locale: dict[str, str], is_ascii: bool) -> None:
    """A small program, because Python changes the variables when it starts."""
    script = "from plyground.terminal.text import can_write; print(can_write('┼'))"
    done = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env=without_locale() | locale, check=True
    )
    assert done.stdout.split() == [str(not is_ascii).encode()]


@pytest.mark.parametrize(("locale", "is_ascii"), [LOCALES[1], LOCALES[4]])
def test_a_locale_that_says_c_is_drawn_in_ascii(locale: dict[str, str], is_ascii: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "play", "noughts", "--second", "human"],
        input=b"b2\nquit\n",
        stdout=subprocess.PIPE,
        env=without_locale() | locale,
        check=True,
    )
    assert b"[X]" in done.stdout
    assert done.stdout.isascii() is is_ascii
