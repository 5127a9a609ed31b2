"""The universal game interface: Plyground as a program, and other programs as players."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

import plyground as pg
from plyground.board import Board, identity
from plyground.engine import Engine, Info, SearchLimits
from plyground.errors import PlygroundError
from plyground.protocols.ugi import client as manager
from plyground.protocols.ugi.server import UgiServer, read_limits
from plyground.seats import seat
from tests.processes import PATIENCE, hear_interrupts
from tests.samples import VARIANTS, random_board

TINY = f"{sys.executable} {Path(__file__).parent / 'tiny_ugi.py'}"
COMMAND = [sys.executable, "-m", "plyground", "ugi"]


class Talk:
    """A `UgiServer` and everything that it says."""

    def __init__(self, game: str = "noughts") -> None:
        self.said: list[str] = []
        self.ugi = UgiServer(pg.find(game), self.said.append, memory=1)

    def __call__(self, *lines: str) -> list[str]:
        """Send lines, wait for the search that they start, and return the answers."""
        self.said.clear()
        for line in lines:
            self.ugi.obey(line)
        self.ugi.wait()
        return list(self.said)


# The commands


def test_introduction() -> None:
    said = Talk()("ugi")
    assert said[0].startswith("id name Plyground ")
    assert said[0].endswith(" noughts")
    assert said[1].startswith("id author ")
    assert said[2] == "option name Hash type spin default 1 min 1 max 1000000"
    assert said[-1] == "ugiok"


def test_ready() -> None:
    assert Talk()("isready") == ["readyok"]


def test_positions_and_queries() -> None:
    talk = Talk()
    queries = ("query gameover", "query p1turn", "query result")
    assert talk(*queries) == ["response false", "response true", "response none"]
    talk("position startpos moves a1 a2 b1 b2 c1")
    assert talk(*queries) == ["response true", "response false", "response p1win"]
    talk("position fen 3/1X1/3 O")
    assert talk(*queries) == ["response false", "response false", "response none"]
    talk("position fen XX1/X2/OO1 O moves c1")
    assert talk(*queries) == ["response true", "response true", "response p2win"]
    talk("position startpos moves a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert talk("query result") == ["response draw"]
    talk("uginewgame")
    assert talk.ugi.board == Board("noughts")


@pytest.mark.parametrize("name", VARIANTS)
def test_every_position_can_be_sent(name: str) -> None:
    chance = random.Random(name)
    talk = Talk(name)
    for plies in range(8):
        board = random_board(name, plies, chance)
        assert talk(f"position fen {board.position_text}") == []
        assert identity(talk.ugi.board.position) == identity(board.position)
        assert talk(f"position startpos moves {' '.join(board.history)}") == []
        assert talk.ugi.board == board


def test_go_depth_and_nodes() -> None:
    talk = Talk()
    said = talk("position startpos moves a1 b1 a2 b2", "go depth 3")
    assert said[-1] == "bestmove a3"
    assert said[-2].startswith("info depth ")
    assert said[-2].endswith(" score mate 1 pv a3")
    said = talk("position startpos", "go nodes 50")
    assert said[-1].startswith("bestmove ")
    assert " hashfull " in said[0]
    assert [line for line in said if line.startswith("bestmove")] == said[-1:]


def test_several_lines() -> None:
    talk = Talk()
    said = talk("setoption name multipv value 3", "position startpos moves a1", "go depth 2")
    ranks = [line.split()[line.split().index("multipv") + 1] for line in said[:-1]]
    assert ranks[-3:] == ["1", "2", "3"]


def test_stop_answers_at_once() -> None:
    talk = Talk("squava:8x8")
    talk("isready")
    talk.said.clear()
    talk.ugi.obey("go infinite")
    assert talk.ugi.is_searching
    talk.ugi.obey("isready")
    talk.ugi.obey("query p1turn")
    assert {"readyok", "response true"} <= set(talk.said)
    talk.ugi.obey("position startpos moves a1")
    assert "info string error: position has to wait: a search is on, stop ends it" in talk.said
    talk.ugi.obey("stop")
    talk.ugi.wait()
    assert talk.said[-1].split()[0] == "bestmove"
    assert talk.said[-1].split()[1] in Board("squava:8x8").legal_moves
    assert not talk.ugi.is_searching
    assert talk.ugi.board == Board("squava:8x8")


def test_a_search_is_over_for_whoever_has_heard_its_move() -> None:
    said: SimpleQueue[str] = SimpleQueue()
    ugi = UgiServer(pg.find("noughts"), said.put, memory=1)
    for _ in range(50):
        ugi.obey("position startpos moves a1")
        ugi.obey("go depth 1")
        while not (line := said.get(timeout=PATIENCE)).startswith("bestmove"):
            assert "error" not in line


def test_there_is_nothing_to_search_when_the_game_is_over() -> None:
    said = Talk()("position startpos moves a1 a2 b1 b2 c1", "go depth 3")
    assert said == [
        "info string error: there is nothing to search: the game is over, X wins: three in a row a1 b1 c1",
        "bestmove 0000",
    ]


def test_limits() -> None:
    assert read_limits(["infinite"], 0) == SearchLimits()
    assert read_limits([], 0) == SearchLimits()
    assert read_limits(["movetime", "1000"], 0).seconds == pytest.approx(0.9)
    assert read_limits(["movetime", "10"], 0).seconds == pytest.approx(0.005)
    assert read_limits(["depth", "0", "nodes", "0"], 0) == SearchLimits(depth=1, nodes=1)
    clocks = ["p1time", "10000", "p2time", "100", "p1inc", "50", "p2inc", "1000"]
    assert read_limits(clocks, 0).seconds == pytest.approx(0.617)
    assert read_limits(clocks, 0).longest == pytest.approx(2.05)
    assert read_limits(clocks, 1).seconds == pytest.approx(0.05)


def test_a_difficult_move_may_take_several_shares_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[SearchLimits] = []

    def analyse(engine: Engine, board: pg.Board, **given: Any) -> Iterator[Info]:
        limits.append(SearchLimits(**given))
        return iter([])

    monkeypatch.setattr(Engine, "analyse", analyse)
    Talk()("position startpos", "go p1time 30000 p2time 30000")
    (given,) = limits
    assert given.seconds == pytest.approx(1.9)
    assert given.longest == pytest.approx(5.9)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("frobnicate", "there is no command 'frobnicate', only ugi, isready,"),
        ("go depth", "go takes depth NUMBER, nodes NUMBER"),
        ("go depth three", "depth takes a whole number, not 'three'"),
        ("go depth -1", "depth takes a whole number, not '-1'"),
        ("go depth 1 depth 2", "go has depth twice"),
        ("go fast", "or infinite, not 'fast'"),
        ("position", "write position startpos or position fen TEXT"),
        ("position fen", "write position startpos or position fen TEXT"),
        ("position fen 3/3 X", "position: '3/3' has 2 rows; this board has 3"),
        ("position startpos b2", "write position startpos"),
        ("position startpos moves b2 b2", "position: move 2: b2 is taken"),
        ("query", "query takes one of gameover, p1turn, result"),
        ("query life", "query takes one of gameover, p1turn, result"),
        ("setoption Hash 3", "write setoption name NAME value NUMBER"),
        ("setoption name Ponder value 1", "there is no option 'Ponder', only Hash, Threads, MultiPV"),
        ("setoption name Hash value 0", "option Hash takes 1 to 1000000, not 0"),
    ],
)
def test_what_cannot_be_obeyed_is_explained_and_changes_nothing(line: str, why: str) -> None:
    talk = Talk()
    talk("position startpos moves a1")
    before = talk.ugi.board.copy(), talk.ugi.options
    said = talk(line)
    assert len(said) == 1
    assert said[0].startswith("info string error: ")
    assert why in said[0]
    assert (talk.ugi.board, talk.ugi.options) == before


WORDS = (
    "ugi isready uginewgame setoption name value Hash Threads position startpos fen moves go depth nodes "
    "movetime infinite p1time p1inc stop query gameover p1turn result 3/3/3 X O b2 a1 1 -1 0 1e9 NaN = quit?"
)
PIECES = (*WORDS.split(), "99999999999999999999", "\x00", "é", "☃", "\ud800", "", "x" * 3000)


def test_thousands_of_broken_lines() -> None:
    chance = random.Random(3)
    talk = Talk()
    talk("position startpos moves a1 b2")
    obeyed = ("ugi", "isready", "uginewgame", "setoption", "position", "stop", "query")
    for _ in range(4000):
        line = " ".join(chance.choice(PIECES) for _ in range(chance.randint(0, 6)))
        if chance.random() < 0.3 and line:
            at = chance.randrange(len(line))
            line = line[:at] + chr(chance.randrange(1, 0x2000)) + line[at + 1 :]
        before = talk.ugi.board.copy(), talk.ugi.options
        words = line.split()
        if words[:1] == ["quit"]:
            continue
        said = talk(line, "stop") if words[:1] == ["go"] else talk(line)
        assert all("\n" not in each for each in said)
        wrong = [each for each in said if each.startswith("info string error")]
        if wrong and not any(each.startswith("bestmove") for each in said):
            assert (talk.ugi.board, talk.ugi.options) == before, line
            assert said == wrong
        elif words:
            assert words[0] in (*obeyed, "go"), line


# The program


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            preexec_fn=hear_interrupts,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def test_a_whole_talk_through_pipes(started: Callable[..., subprocess.Popen[str]]) -> None:
    lines = "ugi\r\nisready\n\nposition startpos moves a1 b1 a2 b2\ngo depth 3"  # no newline at the end
    out, err = started("noughts").communicate(lines)
    assert err == ""
    said = out.splitlines()
    assert said[-1] == "bestmove a3"
    assert "readyok" in said


def test_the_end_of_input_ends_an_endless_search(started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("squava:8x8")
    out, _ = process.communicate("isready\ngo infinite\n")
    assert out.splitlines()[-1].startswith("bestmove ")
    assert process.returncode == 0


def test_quit_during_a_search(started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("squava:8x8")
    out, _ = process.communicate("isready\ngo infinite\nquit\nugi\n")
    assert out.splitlines()[-1].startswith("bestmove ")
    assert "ugiok" not in out
    assert process.returncode == 0


def test_a_closed_output_ends_the_program(started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("squava:8x8")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write("isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == "readyok\n"
    process.stdout.close()
    process.stdin.write("go infinite\n")
    process.stdin.flush()
    assert process.wait(60) == 0
    assert process.stderr.read() == ""


def test_an_interrupt_ends_the_program(started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("noughts")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == "readyok\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(60) in (130, -signal.SIGINT)


def test_the_program_survives_noise() -> None:
    noise = random.Random(9).randbytes(200_000)
    lines = noise + b"\nquery p1turn\n" + b"x" * 3_000_000 + b"\nquery gameover"
    done = subprocess.run([*COMMAND, "noughts"], input=lines, capture_output=True)
    said = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"response true" in said
    assert said[-1] == b"response false"
    assert all(line.startswith((b"info string error: ", b"response ")) for line in said)


def test_no_input_at_all() -> None:
    done = subprocess.run(f"{shlex.join(COMMAND)} noughts <&-", shell=True, capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to here")
def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "noughts"], input=b"ugi\nisready\n", stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_unknown_game(started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("chess")
    out, err = process.communicate("ugi\n")
    assert (out, process.returncode) == ("", 2)
    assert err.startswith("plyground: there is no game 'chess'")


# Other programs as players


def tiny(quirk: str = "", *, game: str = "noughts", seconds: float | None = 0.5) -> manager.UgiPlayer:
    player = seat(f"ugi:{TINY} {game} {quirk}".strip(), pg.find(game), seconds=seconds)
    assert isinstance(player, manager.UgiPlayer)
    return player


def test_a_program_plays() -> None:
    player = tiny()
    board = Board("noughts", "a1")
    choice = player.choose(board)
    assert (choice.move, choice.line, choice.depth) == ("b1", ("b1",), 7)
    assert choice.score is not None
    assert choice.score.estimate == 12
    assert player.name == f"ugi:{TINY} noughts"
    player.close()


def test_a_program_plays_from_a_position() -> None:
    player = tiny()
    assert player.choose(Board("noughts", "a1", position="1X1/1O1/1X1 O")).move == "c1"
    assert player.choose(Board("noughts", position="XXO/OOX/XO1 X")).move == "c1"
    player.close()


def test_plyground_plays_itself_through_the_protocol() -> None:
    player = seat(f"ugi:{sys.executable} -m plyground ugi squava", pg.find("squava"), depth=3)
    assert player is not None
    board = Board("squava")
    for _ in range(6):
        choice = player.choose(board)
        assert choice.line[0] == choice.move
        board.push(choice.move)
    again = player.choose(Board("squava", "b1"))
    assert again.move


@pytest.mark.parametrize("quirk", ["bytes", "floods", "late", "stays"])
def test_sloppy_programs_are_coped_with(quirk: str) -> None:
    player = tiny(quirk, seconds=0.5 if quirk == "late" else 10)
    assert player.choose(Board("noughts")).move == "a1"
    assert player.choose(Board("noughts", "a1")).move == "b1"
    player.close()


@pytest.mark.parametrize(
    ("quirk", "why"),
    [
        ("dies", "has ended by itself: exit code 1 (no more of this)"),
        ("hangs", "gave no move within 0.5 s and did not stop"),
        ("illegal", "wants to play 'zz99': 'zz99' is no cell"),
        ("deaf", "did not say ugiok within 1 s: is it a UGI program?"),
    ],
)
def test_programs_that_fail_are_given_up(quirk: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "HANDSHAKE", 1.0 if quirk == "deaf" else 60.0)
    monkeypatch.setattr(manager, "PATIENCE", 0.2)
    player = tiny(quirk)
    with pytest.raises(PlygroundError) as caught:
        player.choose(Board("noughts"))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert player._program is None


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("ugi:", "names no program"),
        ("ugi:./nowhere/at-all", "cannot be started: No such file or directory"),
        ("ugi:'unclosed", "the command cannot be read: No closing quotation"),
        (f"ugi:{sys.executable} -c pass", "has ended by itself: exit code 0"),
    ],
)
def test_commands_that_start_nothing(command: str, why: str) -> None:
    player = seat(command, pg.find("noughts"))
    assert player is not None
    with pytest.raises(PlygroundError, match=why):
        player.choose(Board("noughts"))


def test_a_program_ends_with_its_player() -> None:
    player = tiny("stays")
    player.prepare()
    assert player._program is not None
    number = player._program._process.pid
    del player
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the program still runs")
