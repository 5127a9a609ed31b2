"""Learning itself: it gets stronger, goes on after a kill, and what it writes can play."""

from __future__ import annotations

import copy
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.board import Board
from plyground.commands.main import run
from plyground.contract import evaluate
from plyground.engine import Engine
from plyground.game import Game, View
from plyground.games.pattern_tables import make_tables
from plyground.learn.learning import Learning, begin_learning, checkpoint_path, page_path
from plyground.players.evaluation import with_evaluation
from tests.processes import PATIENCE, hear_interrupts

GAME = "squava"
STONES = str(Path(__file__).parents[1] / "data" / "games" / "stones.py")
NODES = 300
OPENINGS = ("b2 d4", "a1 c3", "b3 c5", "a2 e4", "c1 d3", "a3 e2", "b1 d5", "c2 a4", "d2 b4", "e1 a5")
COMMAND = [sys.executable, "-m", "plyground", "learn", GAME]


@pytest.fixture(scope="module")
def learned() -> Learning:
    return pg.learn(GAME, games=20_000, seed=3)


def test_it_beats_no_evaluation_at_equal_nodes(learned: Learning, tmp_path: Path) -> None:
    file = tmp_path / "learned.py"
    learned.save(file)
    judged = with_evaluation(pg.find(GAME), str(file))
    one, other = (Engine(game, memory=4) for game in (judged, without_evaluation(pg.find(GAME))))
    points = 0.0
    for opening in OPENINGS:
        for players in ((one, other), (other, one)):
            winner = play(players, opening)
            points += 0.5 if winner is None else players[winner] is one
    assert points >= 0.7 * 2 * len(OPENINGS)


def without_evaluation(game: Game) -> Game:
    """The game with a table that is nought, which needs no engine of its own as an evaluation file would."""
    cells = game.columns * game.rows
    nothing = make_tables([[0]], [0], np.zeros(3 + (cells + 1) ** 2, np.int16), cells=cells)

    def view(pos: Any) -> View:
        plain = game.view(pos)
        return plain._replace(rules=plain.rules._replace(patterns=nothing))

    twin = copy.copy(game)
    twin.view = view  # type: ignore[method-assign]
    after = twin.view(Board(game, "c3").position)
    assert evaluate(after.rules, after.pos) == 0
    return twin


def play(players: tuple[Engine, Engine], opening: str) -> int | None:
    """The side that wins."""
    board = Board(GAME, opening)
    for engine in players:
        engine.clear()
    while not board.is_over:
        best = players[board.turn].search(board, nodes=NODES).best
        assert best is not None
        board.push(best)
    assert board.outcome is not None
    return None if board.outcome.winner is None else board.game.players.index(board.outcome.winner)


def test_the_same_games_teach_the_same() -> None:
    one, again, other = (pg.learn(GAME, games=1_000, seed=seed) for seed in (3, 3, 4))
    assert (again.training.learned.weights == one.training.learned.weights).all()
    assert again.strength == one.strength
    assert (other.training.learned.weights != one.training.learned.weights).any()


def test_the_strength_rises_and_the_page_shows_it(learned: Learning, tmp_path: Path) -> None:
    assert learned.strength is not None
    assert learned.strength.score - learned.strength.error > 0.75
    learned.save(tmp_path / "l.py")
    page = page_path(tmp_path / "l.py").read_text(encoding="utf-8")
    assert page.count("<svg") > 40
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "Symmetries found: left-right, upside-down, half turn, diagonal" in page
    assert "with the sides exchanged identity, left-right" in page
    assert learned.states[0].strength.score < 0.6


def test_killed_and_taken_up_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "l.py"
    began = begin_learning(GAME, games=2_000, checkpoint=checkpoint_path(file))
    began.run()
    process = subprocess.Popen([*COMMAND, "--games", "100000000", "--resume", "-o", str(file)])
    before = checkpoint_path(file).stat().st_mtime_ns
    wait_for(lambda: checkpoint_path(file).stat().st_mtime_ns > before)
    process.kill()
    process.wait()
    assert not file.exists()
    capfd.readouterr()
    taken_up = begin_learning(GAME, games=10, checkpoint=checkpoint_path(file), resume=True)
    games = taken_up.training.effort.games
    assert games > 2_000
    assert run(["learn", GAME, "--games", "10", "--resume", "-o", str(file)]) == 2
    assert "has learned for that long already" in capfd.readouterr().err
    assert run(["learn", GAME, "--games", f"{games + 50}", "--resume", "-o", str(file), "--json"]) == 0
    assert f'"games": {games + 50}' in capfd.readouterr().out
    assert "def evaluate(rules, pos):" in file.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt")
def test_an_interrupt_leaves_a_player(tmp_path: Path) -> None:
    file = tmp_path / "l.py"
    process = subprocess.Popen(
        [*COMMAND, "--minutes", "60", "-o", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    wait_for(checkpoint_path(file).exists)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert f"wrote {file}" in out
    assert "the same command with --resume goes on" in err
    assert file.exists()


def wait_for(condition: object, seconds: float = 120) -> None:
    assert callable(condition)
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gomoku"], "gomoku has an endless board"),
        ([STONES], f"{STONES} does not tell compiled code what stands on its cells"),
        (["chess"], "there is no game 'chess'"),
        (["nowhere.py"], "there is no game file 'nowhere.py'"),
        (["squava", "--minutes", "0"], "'0' is not a number of minutes above 0"),
        (["squava", "--minutes", "1", "--games", "5"], "not both"),
        (["squava", "-o", "learned.txt"], "learned.txt must end in .py"),
        (["squava", "-o", "nowhere/l.py"], "there is no folder nowhere"),
        (["squava", "--resume"], "there is nothing to go on with: learned-squava.checkpoint is not there"),
        (["squava", "-o", "there.py"], "there.py is there already; go on with --resume"),
        (["squava", "-o", "broken.py", "--resume"], "broken.checkpoint is no checkpoint of plyground learn"),
        (["noughts", "-o", "squava.py", "--resume"], "squava.checkpoint is a checkpoint of squava, not of"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.py").touch()
    Path("broken.checkpoint").write_bytes(b"PK nothing")
    if "squava.py" in arguments:
        begin_learning(GAME, games=1, checkpoint=Path("squava.checkpoint")).training.save()
    assert run(["learn", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
