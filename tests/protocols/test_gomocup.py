"""The Gomocup protocol: Plyground as a brain, and brains as players."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import plyground as pg
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.protocols.gomocup import client as manager
from plyground.protocols.gomocup.server import BrainServer, Cell, time_for
from plyground.protocols.gomocup.thinker import EngineThinker
from plyground.seats import seat

TINY = f"{sys.executable} -S -E {Path(__file__).parent / 'tiny_brain.py'}"
COMMAND = [sys.executable, "-m", "plyground", "brain"]


class FirstCell:
    """A thinker that plays the first empty cell and remembers what it was asked."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self.memory = 0
        self.seconds: list[float] = []
        self.slow = False
        self.stopped = False

    def get_ready(self, width: int, height: int, most_memory: int) -> None:
        if 0 < most_memory < 1000:
            raise PlygroundError("max_memory is too little")
        self.size, self.memory = (width, height), most_memory

    def choose(
        self, mine: Sequence[Cell], theirs: Sequence[Cell], deadline: float, latest: float
    ) -> tuple[Cell, str]:
        self.seconds.append(deadline - time.perf_counter())
        assert latest >= deadline
        while self.slow and not self.stopped:
            time.sleep(0.001)
        cells = ((x, y) for y in range(self.size[1]) for x in range(self.size[0]))
        return next(cell for cell in cells if cell not in mine and cell not in theirs), ""

    def choose_opening(self, stones: Sequence[Cell], deadline: float) -> list[Cell]:
        return {0: [(1, 1), (2, 2), (3, 4)], 3: [(0, 0)]}.get(len(stones), [])

    def stop(self) -> None:
        self.stopped = True


class Talk:
    """A `BrainServer` and everything that it says."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.thinker = FirstCell()
        self.brain = BrainServer(self.thinker, self.said.append)

    def __call__(self, *lines: str) -> list[str]:
        self.said.clear()
        for line in lines:
            self.brain.obey(line)
            self.brain.finish()
        return list(self.said)

    def tell(self, text: str) -> list[str]:
        return self(*text.splitlines())


# The commands


def test_a_game() -> None:
    talk = Talk()
    assert talk("START 20") == ["OK"]
    assert talk("BEGIN") == ["0,0"]
    assert talk("TURN 1,0") == ["2,0"]
    assert talk.brain.stones == {(0, 0): 1, (1, 0): 2, (2, 0): 1}
    assert talk("TAKEBACK 2,0", "TAKEBACK 1,0") == ["OK", "OK"]
    assert talk("TURN 5,5") == ["1,0"]
    assert talk("RESTART") == ["OK"]
    assert talk("TURN 0,0") == ["1,0"]
    assert talk("RECTSTART 30, 12") == ["OK"]
    assert (talk.thinker.size, talk.brain.stones) == ((30, 12), {})
    assert not talk.brain.obey("END")


def test_commands_in_any_case_and_with_spaces() -> None:
    talk = Talk()
    assert talk("  start 20 ", "", "Begin", "turn 3 , 4") == ["OK", "0,0", "1,0"]


def test_a_board() -> None:
    talk = Talk()
    assert talk.tell("START 10\nBOARD\n0,0,1\n1,0,2\n2,0,2\nDONE") == ["OK", "3,0"]
    assert talk.tell("BOARD\n5,5,2\n6,6,1\ndone") == ["0,0"]
    assert talk.brain.stones == {(5, 5): 2, (6, 6): 1, (0, 0): 1}
    assert talk.tell("RESTART\nBOARD\nDONE") == ["OK", "0,0"]


def test_openings() -> None:
    talk = Talk()
    talk("START 15")
    assert talk.tell("SWAP2BOARD\nDONE") == ["1,1 2,2 3,4"]
    assert talk.tell("SWAP2BOARD\n7,7\n8,7\n9,9\nDONE") == ["0,0"]
    assert talk.tell("SWAP2BOARD\n7,7\n8,7\n9,9\n8,8\n8,6\nDONE") == ["SWAP"]
    assert talk.tell("SWAP2BOARD\n7,7\nDONE") == ["ERROR an opening has no, three or five stones, not 1"]
    assert talk.brain.stones == {}


def test_about() -> None:
    assert Talk()("ABOUT")[0].startswith('name="Plyground", version="')


def test_time_is_kept_with_a_margin() -> None:
    talk = Talk()

    def budget(*lines: str) -> float:
        talk(*lines)
        return time_for(talk.brain.limits).usual

    assert budget() == pytest.approx(29.9)
    assert budget("INFO timeout_turn 5000") == pytest.approx(4.9)
    assert budget("INFO time_left 30000") == pytest.approx(1.9)
    assert budget("INFO time_left 60") < 0.01
    assert budget("INFO time_left -5") == 0.0
    assert budget("INFO time_left 2147483647") == pytest.approx(4.9)
    assert budget("INFO timeout_match 15000") == pytest.approx(0.9)
    assert budget("INFO timeout_turn 0") == 0.0


def test_a_difficult_move_may_take_several_shares_of_a_match_but_no_more_than_a_turn() -> None:
    talk = Talk()
    talk("INFO timeout_turn 5000", "INFO time_left 30000")
    assert time_for(talk.brain.limits).longest == pytest.approx(4.9)
    talk("INFO timeout_turn 50000")
    assert time_for(talk.brain.limits).longest == pytest.approx(5.9)
    talk("INFO time_left 60")
    assert time_for(talk.brain.limits).longest < 0.01


def test_the_clock_runs_from_the_command_on() -> None:
    talk = Talk()
    talk("START 20", "INFO timeout_turn 5000", "BEGIN")
    assert talk.thinker.seconds[-1] < 4.9


def test_info_is_never_answered() -> None:
    talk = Talk()
    lines = [
        "INFO",
        "INFO rule",
        "INFO timeout_turn soon",
        "INFO evaluate 3,4",
        "INFO folder C:\\x y",
        "INFO a b c",
    ]
    assert (
        talk(*lines, "INFO max_memory -3", "INFO game_type 2", "INFO max_memory 99999999999999999999") == []
    )
    assert talk.brain.limits.max_memory == 0
    assert talk("INFO max_memory 83886080", "START 20") == ["OK"]
    assert talk.thinker.memory == 83886080


def test_a_limit_that_cannot_be_kept_is_told_with_the_next_command() -> None:
    talk = Talk()
    assert talk("START 20", "INFO max_memory 10") == ["OK"]
    assert talk("BEGIN") == ["ERROR max_memory is too little"]
    assert talk("INFO max_memory 0", "BEGIN") == ["0,0"]


@pytest.mark.parametrize(
    ("rule", "name"),
    [(1, "exactly five"), (2, "continuous game"), (4, "renju"), (8, "caro"), (5, "exactly five and renju")],
)
def test_other_rules_are_declined(rule: int, name: str) -> None:
    talk = Talk()
    assert talk("START 20", f"INFO rule {rule}") == ["OK"]
    for lines in (["BEGIN"], ["TURN 1,1"], ["BOARD", "DONE"], ["SWAP2BOARD", "DONE"]):
        assert talk(*lines) == [f"ERROR rule {rule} ({name}) is not played here, only rule 0: five or more"]
    assert talk.brain.stones == {}
    assert talk("INFO rule 0", "BEGIN") == ["0,0"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("FROBNICATE 3", "UNKNOWN command 'FROBNICATE'"),
        ("PLAY 3,3", "UNKNOWN command 'PLAY'"),
        ("DONE", "UNKNOWN command 'DONE'"),
        ("START", "ERROR START takes a size such as 20, not ''"),
        ("START 4", "ERROR unsupported size 4x4; boards of 5 to 32 are played here"),
        ("START 33", "ERROR unsupported size 33x33; boards of 5 to 32 are played here"),
        ("RECTSTART 20", "ERROR RECTSTART takes a width and a height such as 20,15, not '20'"),
        ("RECTSTART 20,50", "ERROR unsupported size 20x50; boards of 5 to 32 are played here"),
        ("TURN", "ERROR TURN takes coordinates such as 10,10, not ''"),
        ("TURN 1", "ERROR TURN takes coordinates such as 10,10, not '1'"),
        ("TURN -1,3", "ERROR TURN takes coordinates such as 10,10, not '-1,3'"),
        ("TURN 10,3", "ERROR 10,3 is not on the board of 10x10"),
        ("TURN 0,0", "ERROR 0,0 is taken"),
        ("BEGIN", "ERROR BEGIN is for an empty board; RESTART makes one"),
        ("TAKEBACK 3,3", "ERROR there is no stone on 3,3"),
        ("BOARD 3", "ERROR the stones come in lines of their own behind BOARD, not '3'"),
        ("BOARD\n1,1\nDONE", "ERROR BOARD takes lines such as 10,10,1, not '1,1'"),
        ("BOARD\n1,1,4\nDONE", "ERROR BOARD takes lines such as 10,10,1, not '1,1,4'"),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR 1,1 is there twice"),
        ("BOARD\n1,1,3\nDONE", "ERROR stones of a continuous game are not played here"),
        ("BOARD\n1,1,1\nDONE", "ERROR with 1 stones of its own and 0 others it is not this brain's turn"),
        ("BOARD\n1,10,1\n1,1,2\nDONE", "ERROR 1,10 is not on the board of 10x10"),
    ],
)
def test_what_cannot_be_obeyed_is_explained_and_changes_nothing(lines: str, answer: str) -> None:
    talk = Talk()
    talk("START 10", "BEGIN", "TURN 5,5")
    before = dict(talk.brain.stones), talk.brain.size
    assert talk.tell(lines) == [answer]
    assert (talk.brain.stones, talk.brain.size) == before
    assert talk("TURN 9,9") == ["2,0"]


def test_nothing_goes_without_a_board() -> None:
    talk = Talk()
    for line in ("BEGIN", "TURN 1,1", "BOARD", "RESTART", "TAKEBACK 1,1", "SWAP2BOARD"):
        assert talk(line) == ["ERROR there is no board yet; START or RECTSTART comes first"]


def test_a_board_that_is_never_done() -> None:
    talk = Talk()
    talk("START 10", "BEGIN")
    assert talk.tell("BOARD\n1,1,1\nTURN 3,3") == ["ERROR 'TURN 3,3' comes before DONE", "1,0"]
    assert not Talk().brain.obey("END")
    talk("BOARD")
    assert not talk.brain.obey("END")


def test_a_full_board() -> None:
    talk = Talk()
    talk("START 5")
    cells = [f"{x},{y}" for y in range(5) for x in range(5)]
    stones = "\n".join(f"{cell},{1 + (count + 1) % 2}" for count, cell in enumerate(cells))
    assert talk.tell(f"BOARD\n{stones}\nDONE") == ["ERROR the board is full"]


def test_end_while_thinking_says_nothing_more() -> None:
    talk = Talk()
    talk("START 20")
    talk.said.clear()
    talk.thinker.slow = True
    talk.brain.obey("BEGIN")
    assert talk.brain.is_thinking
    talk.brain.obey("INFO timeout_turn 10")
    talk.brain.obey("ABOUT")
    assert len(talk.said) == 1
    assert not talk.brain.obey("END")
    assert len(talk.said) == 1


def test_a_command_while_thinking_brings_the_move_at_once() -> None:
    talk = Talk()
    talk("START 20")
    talk.said.clear()
    talk.thinker.slow = True
    talk.brain.obey("BEGIN")
    talk.brain.obey("RESTART")
    assert talk.said == ["0,0", "OK"]


PIECES = (
    "START RECTSTART BEGIN TURN BOARD DONE TAKEBACK RESTART INFO ABOUT SWAP2BOARD PLAY timeout_turn rule 0 1 "
    "2 3 20 10 5 33 -1 0,0 1,1 9,9 10,10 3,4,1 3,4,2 5,6,3 ,, 1,2,3,4 99999999999 timeout_match time_left "
    "folder 1.5 0x10 start turn done max_memory END?"
)


def test_thousands_of_broken_lines() -> None:
    chance = random.Random(4)
    talk = Talk()
    talk("START 10", "TURN 5,5")
    words = [*PIECES.split(), "\x00", "é", "☃", "\ud800", "٣,٤", "x" * 3000, ""]
    for _ in range(6000):
        line = " ".join(chance.choice(words) for _ in range(chance.choice((1, 1, 2, 2, 3))))
        if chance.random() < 0.3 and line:
            at = chance.randrange(len(line))
            line = line[:at] + chr(chance.randrange(1, 0x2000)) + line[at + 1 :]
        before = dict(talk.brain.stones), talk.brain.size
        if line.strip().upper().partition(" ")[0] == "END":
            continue
        said = talk(line)
        assert all("\n" not in each and len(each) < 200 for each in said), line
        known = ("OK", "ERROR ", "UNKNOWN ", "name=", "SWAP")
        assert all(each.startswith(known) or each[0].isdecimal() for each in said), line
        if all(each.startswith(("ERROR", "UNKNOWN", "name=")) for each in said):
            assert (talk.brain.stones, talk.brain.size) == before, line
        if not said:
            name = line.strip().upper().partition(" ")[0]
            open_table = talk.brain._list is not None
            assert name in ("", "INFO") or open_table, line


# The engine as a thinker


def test_the_engine_wins_and_defends() -> None:
    thinker = EngineThinker(memory=1)
    thinker.get_ready(15, 12, 0)
    soon = time.perf_counter() + 5
    four = [(3, 2), (4, 2), (5, 2), (6, 2)]
    cell, message = thinker.choose(four, [(3, 3), (4, 3), (5, 3), (9, 9)], soon, soon)
    assert cell in [(2, 2), (7, 2)]
    assert "win in" in message
    cell, _ = thinker.choose([(2, 2), (9, 9), (10, 1)], four, time.perf_counter() + 0.5, soon)
    assert cell == (7, 2)
    with pytest.raises(PlygroundError, match="the game is over: X wins: five in a row c10 d10 e10 f10 g10"):
        thinker.choose([(0, 0), (1, 1), (3, 5), (9, 9)], [*four, (2, 2)], soon, soon)


def test_the_engine_keeps_within_its_memory() -> None:
    thinker = EngineThinker(memory=64)
    thinker.get_ready(20, 20, 0)
    assert thinker._engine is not None
    assert thinker._engine.memory == 64
    thinker.get_ready(20, 20, thinker._used + 40 * 2**20)
    assert thinker._engine.memory == 16
    with pytest.raises(PlygroundError, match=r"max_memory 50000000 is too little; [0-9]+ is needed"):
        thinker.get_ready(20, 20, 50_000_000)


def test_the_engine_opens() -> None:
    thinker = EngineThinker(memory=1)
    thinker.get_ready(15, 15, 0)
    stones = thinker.choose_opening([], time.perf_counter() + 1)
    assert len(set(stones)) == 3
    answer = thinker.choose_opening(stones, time.perf_counter() + 0.3)
    assert answer == [] or answer[0] not in stones
    strong = [(7, 7), (0, 0), (8, 8), (0, 14), (9, 9)]
    assert thinker.choose_opening(strong, time.perf_counter() + 0.3) == []


def test_a_whole_talk_through_pipes() -> None:
    lines = "ABOUT\r\nINFO timeout_turn 300\r\nSTART 20\r\nTURN 10,10\r\n"
    done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert said[0].startswith("name=")
    assert said[1] == "OK"
    x, _, y = said[-1].partition(",")
    assert 0 <= int(x) < 20
    assert 0 <= int(y) < 20


def test_end_ends_the_program() -> None:
    done = subprocess.run(COMMAND, input="START 20\nBEGIN\nEND\nABOUT\n", capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "OK\n")


def test_the_program_survives_noise() -> None:
    noise = random.Random(8).randbytes(200_000)
    done = subprocess.run(COMMAND, input=noise + b"\nABOUT\n", capture_output=True)
    said = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert said[-1].startswith(b"name=")
    assert {line.split()[0] for line in said[:-1]} == {b"UNKNOWN"}


# Brains as players


class Seated:
    """A tiny brain that sits down, and what it has heard."""

    def __init__(self, folder: Path, quirk: str, game: str, seconds: float) -> None:
        self.log = folder / "log"
        player = seat(f"brain:{TINY} {self.log} {quirk}".strip(), pg.find(game), seconds=seconds)
        assert isinstance(player, manager.BrainPlayer)
        self.player = player

    def games(self) -> list[list[str]]:
        """What each process has heard, without what is said to all of them."""
        lines = self.log.read_text().split("--\n")[1:]
        return [[line for line in each.splitlines() if not line.startswith("INFO")] for each in lines]

    def move(self, board: Board) -> str:
        return self.player.choose(board).move


def tiny(folder: Path, quirk: str = "", *, game: str = "gomoku:20x20", seconds: float = 0.5) -> Seated:
    return Seated(folder, quirk, game, seconds)


def test_a_brain_plays_turn_by_turn(tmp_path: Path) -> None:
    brain = tiny(tmp_path)
    board = Board("gomoku:20x20")
    for reply in ("a1", "t20", "k10"):
        board.push(brain.move(board))
        board.push(reply)
    assert board.history == ("a20", "a1", "b20", "t20", "c20", "k10")
    brain.player.close()
    assert brain.games() == [["START 20", "BEGIN", "TURN 0,19", "TURN 19,0", "END"]]


def test_a_rectangle(tmp_path: Path) -> None:
    brain = tiny(tmp_path, game="gomoku:8x6")
    assert brain.move(Board("gomoku:8x6", "a1")) == "a6"
    brain.player.close()
    assert brain.games() == [["RECTSTART 8,6", "TURN 0,5", "END"]]


def test_a_new_process_for_every_game_and_after_undo(tmp_path: Path) -> None:
    brain = tiny(tmp_path)
    assert brain.move(Board("gomoku:20x20")) == "a20"
    assert brain.move(Board("gomoku:20x20")) == "a20"
    board = Board("gomoku:20x20", "a20 b1 b20 c1")
    assert brain.move(board) == "c20"
    board.pop()
    board.pop()
    assert brain.move(board) == "b20"
    brain.player.close()
    assert brain.games() == [
        ["START 20", "BEGIN", "END"],
        ["START 20", "BEGIN", "END"],
        ["START 20", "BOARD", "0,0,1", "1,19,2", "1,0,1", "2,19,2", "DONE", "END"],
        ["START 20", "BOARD", "0,0,1", "1,19,2", "DONE", "END"],
    ]


def test_a_brain_that_is_ready_hears_an_opening_without_starting_again(tmp_path: Path) -> None:
    brain = tiny(tmp_path)
    brain.player.prepare()
    assert brain.move(Board("gomoku:20x20", "a20 b1 b20 c1")) == "c20"
    brain.player.close()
    assert brain.games() == [
        ["START 20", "BOARD", "0,0,1", "1,19,2", "1,0,1", "2,19,2", "DONE", "END"],
    ]


def test_a_set_up_position(tmp_path: Path) -> None:
    brain = tiny(tmp_path, game="gomoku:5x5")
    board = Board("gomoku:5x5", "e1", position="5/5/1X1O1/1X1O1/5 X")
    assert brain.move(board) == "a5"
    board.push("a5")
    board.push("c1")
    assert brain.move(board) == "b5"
    brain.player.close()
    [game] = brain.games()[-1:]
    assert game[:2] == ["START 5", "BOARD"]
    assert sorted(game[2:7]) == ["1,2,2", "1,3,2", "3,2,1", "3,3,1", "4,4,2"]
    assert game[7:] == ["DONE", "TURN 2,4", "END"]


@pytest.mark.parametrize(
    "quirk", ["bytes", "chatty", "cr", "deaf", "errors", "floods", "size", "spaces", "stays", "suggest"]
)
def test_sloppy_brains_are_coped_with(tmp_path: Path, quirk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert manager.BREATH >= 0.05
    if quirk == "deaf":  # on a busy machine its moment may last longer
        monkeypatch.setattr(manager, "BREATH", 2.0)
    brain = tiny(tmp_path, quirk, seconds=5)
    board = Board("gomoku:20x20")
    for reply in ("a1", "b1"):
        board.push(brain.move(board))
        board.push(reply)
    assert board.history == ("a20", "a1", "b20", "b1")
    assert brain.move(Board("gomoku:20x20", "k10 k11 k12")) == "a20"
    brain.player.close()


@pytest.mark.parametrize(
    ("quirk", "why"),
    [
        ("dies", "has ended by itself: exit code 1 (out of ideas)"),
        ("hangs", "made no move within 0.2 s"),
        ("nonsense", "made no move within 0.2 s; it said 'the quick brown fox'"),
        ("taken", "wants to play 'a1': a1 is taken"),
        ("outside", "wants to play 99,0, which is not on the board of 20x20"),
        ("silent", "did not answer START 20 within 1 s: is it a brain?"),
    ],
)
def test_brains_that_fail_are_given_up(
    tmp_path: Path, quirk: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manager, "HANDSHAKE", 1.0 if quirk == "silent" else 60.0)
    monkeypatch.setattr(manager, "PATIENCE", 0.2)
    brain = tiny(tmp_path, quirk, seconds=0.2)
    with pytest.raises(PlygroundError) as caught:
        brain.move(Board("gomoku:20x20", "a1"))
    assert str(caught.value).endswith(why)
    assert "\n" not in str(caught.value)
    assert brain.player._program is None


def test_a_brain_that_failed_starts_anew(tmp_path: Path) -> None:
    brain = tiny(tmp_path, "taken")
    assert brain.move(Board("gomoku:20x20")) == "a20"
    with pytest.raises(PlygroundError, match="wants to play 'a20': a20 is taken"):
        brain.move(Board("gomoku:20x20", "a20 b1"))
    assert brain.move(Board("gomoku:20x20")) == "a20"
    brain.player.close()


@pytest.mark.parametrize("game", ["noughts", "gomoku"])
def test_brains_play_gomoku_with_edges_only(game: str) -> None:
    with pytest.raises(PlygroundError, match="plays gomoku on a board with edges, such as gomoku:20x20, not"):
        seat("brain:./pbrain", pg.find(game))


def test_plyground_plays_itself_through_the_protocol() -> None:
    player = seat(f"brain:{sys.executable} -m plyground brain --memory 4", pg.find("gomoku:9x7"), seconds=0.5)
    assert isinstance(player, manager.BrainPlayer)
    board = Board("gomoku:9x7", "e4")
    for reply in ("e5", "e6"):
        board.push(player.choose(board).move)
        board.push(reply if reply in board.legal_moves else board.legal_moves[0])
    assert len(board.history) == 5
    player.close()
