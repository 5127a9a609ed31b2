"""The plain game through a pipe and through a real pseudo-terminal, and every command at its prompt."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import psutil
import pytest

from plyground.board import Board
from plyground.commands.main import run
from plyground.engine import Score
from plyground.game import Game
from plyground.hint import find_hint
from plyground.players import Choice, Player
from plyground.records import load_record
from plyground.saved_games import Autosave, list_saved_games
from plyground.seats import seat
from plyground.terminal import plain_study
from plyground.terminal.local_game import LocalGame
from plyground.terminal.plain import PlainGame, WatchedGame
from plyground.terminal.text import board_text
from tests.processes import hear_interrupts
from tests.terminal.screen.support import AppPilot, choose_cell, game_app, run_app

COMMAND = [sys.executable, "-m", "plyground"]


class Listed:
    """A player who plays given moves, and then the first legal one."""

    def __init__(self, moves: str = "", name: str = "level 3", score: Score | None = None) -> None:
        self.moves = moves.split()
        self.name = name
        self.score = score

    def choose(self, board: Board) -> Choice:
        move = self.moves.pop(0) if self.moves else board.legal_moves[0]
        return Choice(move, self.score, (move,), depth=1, seconds=0.25)

    def stop(self) -> None:
        pass

    def prepare(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))


def start(game: str, names: tuple[str, str], answers: str = "", score: Score | None = None) -> PlainGame:
    """A game of people and listed players."""

    def find(name: str, game: Game) -> Player | None:
        return None if name == "human" else Listed(answers, f"level {name}", score)

    return PlainGame(LocalGame.start(Board(game), names, find))


def played(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    on: PlainGame,
) -> str:
    """What a game looks like when a person types these lines, separated by slashes."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed.split("/"))))
    on.run()
    return capsys.readouterr().out


def test_a_whole_game_draws_the_board_after_every_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "a1/b1/c1", start("noughts", ("human", "3"), "a2 b2"))
    assert out.count("┌───┬───┬───┐") == 6
    assert "X: human" in out
    assert "O: level 3" in out
    assert "O plays a2 (0.2 s)" in out
    assert "│*X*│*X*│*X*│" in out
    assert out.rstrip().endswith("X wins: three in a row a1 b1 c1.")
    assert list_saved_games() == []


def test_the_judgement_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    on = start("noughts", ("human", "3"), "a2", Score(value="win", distance=5))
    assert "O plays a2 (proven: O wins in 5 plies, 0.2 s)" in played(monkeypatch, capsys, "b2", on)


def test_a_drawn_game_of_noughts_winks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "a1/b1/c1/b2/a2/c2/b3/a3/c3", start("noughts", ("human", "human")))
    assert "Draw: the board is full." in out
    assert "The only winning move is not to play" in out
    assert "Nothing is connected" in out


@pytest.mark.parametrize(
    ("game", "typed", "history"),
    [
        ("noughts", "7/5", ("a3", "b2")),
        ("squava", "0 0/2 2", ("a5", "c3")),
        ("numerical", "5 7/0 16", ("b3=7", "a4=16")),
        ("numerical", "5/7/0/16", ("b3=7", "a4=16")),
        ("squeeze", "7 0 2 0/0 1 3 1", ("a1-a6", "b8-b5")),
        ("squeeze:4x4", "a1-a3/b4-b2", ("a1-a3", "b4-b2")),
        ("gomoku", "0 0/-3 2000000000/+1, -1", ("0,0", "-3,2000000000", "1,-1")),
        ("gomoku:15x15", "0 0/14 14/c3", ("a1", "o15", "c3")),
    ],
)
def test_the_old_ways_to_type_a_move(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    typed: str,
    history: tuple[str, ...],
) -> None:
    on = start(game, ("human", "human"))
    out = played(monkeypatch, capsys, typed, on)
    assert on.board.history == history
    assert "The game is kept" in out


def test_bad_input_gets_one_line_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on = start("noughts", ("human", "human"))
    out = played(
        monkeypatch, capsys, "b2/b2/z9//save/load/load nowhere.ply/level 9/level human/hello world", on
    )
    for line in (
        "b2 is taken",
        "'z9' is no cell; cells go from a1 to c3",
        "save what? Write save FILE",
        "load what? Write load FILE",
        "nowhere.ply: No such file or directory",
        "no computer plays here",
        "'hello world' is no cell",
    ):
        assert line in out
    assert on.board.history == ("b2",)


def test_a_classic_can_take_over_and_say_what_it_thinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on = PlainGame(LocalGame.start(Board("noughts"), ("human", "1"), seat))
    out = played(monkeypatch, capsys, "level/level squava-classic/level human/level hoxo/b2", on)
    assert "hoxo              looks to the end and compares wins" in out
    assert "squava-classic plays squava on 5x5, not noughts, which has human" in out
    assert "a person is not a level; level alone lists who there is" in out
    assert "human against hoxo" in out
    assert "(triplet (0, 0, 0), " in out
    assert on.match.names == ("human", "hoxo")


def test_undo_and_redo_go_to_the_persons_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on = start("noughts", ("human", "3"), "a1 a2")
    out = played(monkeypatch, capsys, "undo/b2/undo/undo/redo/redo/undo/c3/redo", on)
    assert out.count("there is no move of yours to take back") == 2
    assert out.count("took back a1 and b2") == 2
    assert out.count("made b2 and a1 again") == 1
    assert out.count("there is no move to make again") == 2
    assert on.board.history == ("c3", "a2")


def test_undo_leaves_the_first_move_of_a_computer_that_began(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on = start("noughts", ("3", "human"), "b2 a2")
    assert "there is no move of yours to take back" in played(monkeypatch, capsys, "undo/a1/undo", on)
    assert on.board.history == ("b2",)


def test_swap_level_new_moves_rules_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on = start("noughts", ("human", "3"), "a1 a2 a3")
    out = played(monkeypatch, capsys, "help/rules/moves/level/level 5/b2/swap/new", on)
    assert "save FILE" in out
    assert "take turns to mark an empty cell" in out
    assert "a1 b1 c1 a2" in out
    assert "novice" in out
    assert "human against level 5" in out
    assert "X is level 5 now" in out
    assert on.match.names == ("level 5", "human")
    assert len(on.board.history) == 1


def test_tactics_are_told_in_two_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "a1/b2/a2/tactics", start("noughts", ("human", "human")))
    assert "X threatens a3; 5 of 6 moves lose at once\nlose at once: b1 c1 c2 b3 c3\n" in out
    moves = "0,0/9,9/1,0/9,7/2,0/9,5/tactics"
    out = played(monkeypatch, capsys, moves, start("gomoku", ("human", "human")))
    assert "-1,0 X: open four" in out


def test_hint_tells_the_move_and_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "a1/a2/b1/b2/hint", start("noughts", ("human", "human")))
    assert "hint: c1 (proven: X wins in 1 ply)\n" in out


def test_resigning_ends_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "b2/a1/resign", start("noughts", ("human", "human")))
    assert out.rstrip().endswith("X resigned.")
    assert list_saved_games() == []


def test_a_record_of_a_resigned_game_is_loaded_as_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("given-up.ply")
    played(monkeypatch, capsys, "b2/save game.ply/resign", start("noughts", ("human", "human")))
    text = Path("game.ply").read_text().replace("result: *", "result: 1-0\nreason: O resigned")
    file.write_text(text)
    (finished,) = (tmp_path / "data" / "finished").iterdir()
    assert load_record(finished).moves[0].move == load_record(file).moves[0].move
    assert (load_record(finished).result, load_record(finished).reason) == ("1-0", "O resigned")
    on = start("noughts", ("human", "3"), "c1")
    out = played(monkeypatch, capsys, f"a1/load {file}/b1", on)
    assert "X wins: O resigned." in out
    assert "O to move" not in out.rpartition("load")[2]
    assert on.board.history == ("b2",)
    assert list((tmp_path / "data" / "finished").iterdir()) == [finished]  # it was not played here
    assert [[each.move for each in kept.record.moves] for kept in list_saved_games()] == [["a1", "c1"]]


def test_a_drawn_record_is_loaded_as_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("agreed.ply")
    played(monkeypatch, capsys, f"b2/save {file}", start("noughts", ("human", "human")))
    file.write_text(file.read_text().replace("result: *", "result: 1/2-1/2\nreason: agreed"))
    out = played(monkeypatch, capsys, f"load {file}/a1", start("noughts", ("human", "human")))
    assert out.rstrip().endswith("Draw: agreed.")


def test_the_moves_of_an_endless_board_are_those_near_the_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "moves/0 0/500 500/moves", start("gomoku", ("human", "human")))
    first, second = re.findall(r"Any empty cell may be played.*\n(.*)", out)
    assert {"0,0", "1,1"} <= set(first.split())
    assert second.startswith("499,499 ")
    assert len(second.split()) == 40


def test_a_wide_board_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.terminal.text._terminal_width", lambda: 60)
    for game, moves, shown in (
        ("gomoku:32x32", "a1 af32 z30", "columns w to af of a to af"),
        ("gomoku", "0,0 1,1 2000000000,-7 5,5", "columns -1 to 7 of -2 to 2000000002"),
        ("gomoku", "0,0 1,1 5,5 2000000000,-7", "columns 1999999999 to 2000000002"),
        ("gomoku", "-2000000000,-2000000000 5,5", "not shown: 1 piece"),
    ):
        drawn = board_text(Board(game, moves))
        assert shown in drawn
        assert max(len(line) for line in drawn.splitlines()) <= 60
        assert re.search(r"\[ *[XO] *\]", drawn)
    assert "columns" not in board_text(Board("gomoku", "0,0 1,1"))


def test_a_gap_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.terminal.text.can_write", lambda characters: False)
    drawn = board_text(Board("gomoku", "0,0 500,500"))
    assert drawn.isascii()
    assert " ~ " in drawn


def test_save_and_load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("game.ply")
    played(monkeypatch, capsys, f"b2/a1/save {file}/c3", start("noughts", ("human", "human")))
    assert [each.move for each in load_record(file).moves] == ["b2", "a1"]
    on = start("noughts", ("human", "human"))
    played(monkeypatch, capsys, f"load {file}", on)
    assert on.board.history == ("b2", "a1")
    other = start("squava", ("human", "human"))
    out = played(monkeypatch, capsys, f"load {file}", other)
    assert "holds a game of noughts, not squava" in out


def test_every_change_is_kept_and_the_end_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(monkeypatch, capsys, "b2/quit", start("noughts", ("human", "3"), "a1"))
    assert "The game is kept: plyground resume takes it up again." in out
    (kept,) = list_saved_games()
    assert [each.move for each in kept.record.moves] == ["b2", "a1"]
    assert kept.record.players == ("human", "level 3")


def test_nothing_to_keep_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(monkeypatch, capsys, "quit", start("noughts", ("human", "human"))).endswith("Goodbye.\n")
    assert list_saved_games() == []


def test_trouble_with_keeping_is_told_once_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", "/dev/null/nowhere")
    out = played(monkeypatch, capsys, "a1/b1/c1", start("noughts", ("human", "3"), "a2 b2"))
    assert out.count("This game cannot be kept: ") == 1
    assert "X wins" in out


def test_the_computer_against_itself(capsys: pytest.CaptureFixture[str]) -> None:
    WatchedGame(start("noughts", ("1", "2")).local, step=False, delay=0).run()
    out = capsys.readouterr().out
    assert "X: level 1" in out
    assert "Type a move" not in out
    assert "wins: three in a row" in out


def test_stepping_waits_for_a_line_on_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    WatchedGame(start("noughts", ("1", "2")).local, step=True, delay=0).run()
    out = capsys.readouterr().out
    assert out.count("Press a key for the next move") == 3
    assert "The game is kept" in out


def test_random_lines_never_break_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Thousands of lines of moves, half-moves, commands and noise: the game goes on and stays legal."""
    monkeypatch.setattr(plain_study, "find_hint", partial(find_hint, seconds=0.001))
    monkeypatch.setattr(
        Autosave, "save", lambda keeper, record: None
    )  # thousands of syncs to disk take minutes
    chance = random.Random(4)
    words = ["undo", "redo", "swap", "new", "moves", "level 2", "help", f"save {tmp_path}/f.ply"]
    words += [
        f"load {tmp_path}/f.ply",
        "level",
        "rules",
        "load /",
        "save /",
        "quit now",
        "\x00",
        "é",
        "-1 -1",
        "9" * 40,
    ]
    for game in ("noughts", "squava", "numerical", "squeeze:4x4", "gomoku", "gomoku:15x15"):
        moves = list(Board(game).legal_moves)
        digits = [f"{chance.randrange(6)} {chance.randrange(20)}" for _ in range(40)]
        hints = ["hint"] if game in ("noughts", "squava") else []  # whose search many tests compile
        pool = words + hints + moves + digits
        for _ in range(4):
            lines = [chance.choice(pool) for _ in range(250)]
            on = start(game, ("human", "human"))
            out = played(monkeypatch, capsys, "/".join(lines), on)
            assert "Traceback" not in out
            assert Board(game, on.board.history) == on.board


# The real program


def test_a_whole_game_on_a_pipe_and_resume(tmp_path: Path) -> None:
    environment = os.environ | {"PLYGROUND_DATA": str(tmp_path)}

    def run(*arguments: str, typed: str) -> str:
        done = subprocess.run(
            [*COMMAND, *arguments], input=typed, text=True, capture_output=True, env=environment, check=True
        )
        assert done.stderr == ""
        return done.stdout

    out = run("play", "noughts", "-C", "--level", "1", "--seed", "3", typed="")
    assert "X: level 1" in out
    assert "The game is kept" in out
    assert "noughts: level 1 against human, 1 moves" in run("resume", "--list", typed="")
    assert "O to move: resign" in run("resume", typed="resign\n")
    out = run("watch", "squava", "--quick", "--first", "2", "--second", "novice", "--seed", "1", typed="")
    assert "X: level 2" in out
    assert any(word in out for word in ("wins: ", "loses: ", "Draw: "))


FIVE = ["0,0", "0,1", "1,0", "1,1", "-1,0", "2,1", "2,0", "3,1", "3,0"]


@pytest.mark.parametrize("style", [",", " "])
def test_a_whole_game_of_gomoku_on_a_pipe(tmp_path: Path, style: str) -> None:
    lines = ["moves", *(cell.replace(",", style) for cell in FIVE), "never read"]
    done = subprocess.run(
        [*COMMAND, "play", "gomoku", "--second", "human"],
        input="\n".join(lines),
        text=True,
        capture_output=True,
        env=os.environ | {"PLYGROUND_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        check=True,
    )
    assert done.stderr == ""
    assert "Any empty cell may be played" in done.stdout
    assert done.stdout.count("┌─") == 1 + len(FIVE)
    assert done.stdout.rstrip().endswith("X wins: five in a row -1,0 0,0 1,0 2,0 3,0.")
    assert len(list((tmp_path / "finished").iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("style", [b",", b" "])
def test_a_whole_game_of_gomoku_on_a_terminal(tmp_path: Path, style: bytes) -> None:
    cells = [cell.encode().replace(b",", style) for cell in FIVE]
    talk = [*((b" to move: ", cell + b"\n") for cell in cells), (b"Enter to leave: ", b"\n")]
    shown, code = on_terminal(tmp_path, ["play", "gomoku", "--second", "human"], talk)
    assert code == 0
    assert b"X wins: five in a row -1,0 0,0 1,0 2,0 3,0." in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_gomoku_against_the_computer_with_a_hint(tmp_path: Path) -> None:
    talk = [
        (b"X to move: ", b"0 0\n"),
        (b"X to move: ", b"hint\n"),
        (b"X to move: ", b"2000000000 -2000000000\n"),
        (b"X to move: ", b"undo\n"),
        (b"X to move: ", b"quit\n"),
    ]
    shown, code = on_terminal(tmp_path, ["play", "gomoku", "--level", "1"], talk)
    assert code == 0
    assert b"(columns " in shown
    assert re.search(rb"-?\d+,-?\d+ \((estimate|proven)", shown)
    assert b"took back" in shown
    assert b"The game is kept" in shown


FULL_SCREEN = b"\033[?1049h"


def wait_until_asleep(pid: int) -> None:
    """Wait until a program waits for input."""
    for _ in range(3):  # it may sleep for a moment on its way there
        while psutil.Process(pid).status() != psutil.STATUS_SLEEPING:
            time.sleep(0.01)
        time.sleep(0.01)


def on_terminal(tmp_path: Path, arguments: list[str], talk: list[tuple[bytes, bytes]]) -> tuple[bytes, int]:
    """What the program shows on a pseudo-terminal when each prompt is answered, and its exit code."""
    screen, end = os.openpty()
    environment = os.environ | {"PLYGROUND_DATA": str(tmp_path), "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=end,
        stdout=end,
        stderr=end,
        env=environment,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    ) as process:
        os.close(end)
        seen = shown = b""
        for prompt, answer in talk:
            while prompt not in seen:
                seen += os.read(screen, 4096)
            shown += seen
            seen = b""
            if answer == b"\x03":
                wait_until_asleep(process.pid)  # an interrupt between prompt and read would wait for a key
                process.send_signal(signal.SIGINT)
            else:
                os.write(screen, answer)
        try:
            while chunk := os.read(screen, 4096):
                seen += chunk
        except OSError:
            pass
    os.close(screen)
    return shown + seen, process.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("leave", [b"\x04", b"\x03", b"quit\n"])
def test_leaving_a_terminal_politely(tmp_path: Path, leave: bytes) -> None:
    talk = [(b"X to move: ", b"b2\n"), (b"X to move: ", leave)]
    shown, code = on_terminal(tmp_path, ["play", "noughts", "--level", "1"], talk)
    assert code == 0
    assert b"The game is kept" in shown
    assert b"Traceback" not in shown
    assert b"\033[1;33m[" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_one_key_a_move_on_a_terminal(tmp_path: Path) -> None:
    talk = [(b"next move", b" "), (b"next move", b"x"), (b"next move", b"q")]
    shown, code = on_terminal(tmp_path, ["watch", "noughts", "--step", "--level", "1"], talk)
    assert code == 0
    assert shown.count(b" plays ") == 3


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_game_is_taken_up_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))

    async def play(pilot: AppPilot) -> None:
        await choose_cell(pilot, "b2")
        await pilot.press("n")
        await pilot.pause()

    run_app(game_app("noughts"), play)
    shown, code = on_terminal(tmp_path, ["resume"], [(b"choose a cell", b"q")])
    assert code == 0
    assert FULL_SCREEN in shown
    shown, _ = on_terminal(
        tmp_path, ["resume", "--plain"], [(b"O to move: ", b"a1\n"), (b"X to move: ", b"quit\n")]
    )
    assert FULL_SCREEN not in shown
    shown, _ = on_terminal(tmp_path, ["resume"], [(b"X to move: ", b"quit\n")])
    assert FULL_SCREEN not in shown


OWN_GAME = Path(__file__).parents[1] / "data" / "lastone.py"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_file_opens_on_the_full_screen(tmp_path: Path) -> None:
    shown, code = on_terminal(tmp_path, [str(OWN_GAME)], [(b"start the game", b"q")])
    assert code == 0
    assert FULL_SCREEN in shown
    assert b"lastone.py" in shown


def test_a_file_on_a_pipe_is_played_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run([str(OWN_GAME)]) == 0
    assert "Type a move, or help." in capsys.readouterr().out
    assert run(["./nowhere.py"]) == 2
    assert "there is no game file" in capsys.readouterr().err


def test_a_group_of_commands_alone_prints_its_help_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table"]) == 0
    out = capsys.readouterr().out
    assert "\nCommands:\n" in out
    assert "\n  build " in out
