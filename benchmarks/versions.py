"""Which of two versions of the engine is stronger: a sequential test between two source trees.

python -m benchmarks.versions NEW OLD [--game gomoku:20x20] [--nodes 5000 | --seconds 0.05] [--games 400]
                              [--elo0 0 --elo1 25] [--openings FILE] [--judge-nodes 2000000]
                              [--results build/versions]

NEW and OLD are folders with a source tree, or commits, of which a tree is made. Each plays in a process of
its own, with its own cache of compiled code. Every opening is played from both sides, a pair after the other,
until the test has decided (`plyground.arena.sprt`) or all games are played. With `--judge-nodes` an opening
has to be even to a search of so many positions as well, else to a short one. Seconds are those of the
processor, so that what else the machine does counts little. A game ends when one side has proven that it wins
or loses, and is drawn after 150 stones. Games are kept in a file of the folder; the same command goes on
where it was stopped.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import random
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from plyground.arena.openings import load_openings, random_board, rate_opening, write_openings
from plyground.arena.sprt import Sprt
from plyground.arena.statistics import elo_of
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.game import Game
from plyground.score import Score

PLAYER: Final = "benchmarks.versions_player"
TREE: Final = Path(__file__).parent.parent
LONGEST: Final = 150
OPENING_PLIES: Final = (4, 7)
EVEN: Final = 40
"""An opening is even if a short search finds neither side better by more than this, and proves nothing."""
SEED: Final = "openings of benchmarks.versions"


@dataclass(frozen=True)
class Limits:
    """What each side has for a move."""

    nodes: int | None
    seconds: float | None

    @property
    def word(self) -> str:
        """As the names of files have it."""
        return f"{self.nodes}n" if self.nodes is not None else f"{self.seconds:g}s"


@dataclass(frozen=True)
class Played:
    """One game: who won it, its moves behind the opening, and what it took each side."""

    opening: int
    new_begins: bool
    points: float
    """Those of the new version."""
    moves: tuple[str, ...]
    scores: tuple[int | None, ...]
    """What the side to move held of each position."""
    seconds: tuple[float, float]
    nodes: tuple[int, int]


class Player(Protocol):
    """Somebody who plays, and counts what that takes in a game."""

    seconds: float
    nodes: int

    def choose(self, moves: Iterable[str]) -> dict[str, Any]:
        """A move, with the value of the position and its estimate."""

    def begin_game(self) -> None:
        """Forget everything."""


class Version:
    """A version of the engine in its own process."""

    def __init__(self, tree: Path, game: str, limits: Limits, cache: Path) -> None:
        self._limits = asdict(limits)
        self.seconds = 0.0
        self.nodes = 0
        path = os.pathsep.join([str((tree / "src").resolve()), str(TREE)])
        environment = os.environ | {"PYTHONPATH": path, "PLYGROUND_CACHE": str(cache)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", PLAYER, game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        home = Path(self._read()["home"])
        if not home.is_relative_to((tree / "src").resolve()):
            raise SystemExit(f"{tree}: the engine comes from {home}")

    def choose(self, moves: Iterable[str]) -> dict[str, Any]:
        """A move, and what the engine says of the position."""
        answer = self._ask({"moves": list(moves), **self._limits})
        self.seconds += answer["seconds"]
        self.nodes += answer["nodes"]
        return answer

    def begin_game(self) -> None:
        """Forget everything."""
        self.seconds, self.nodes = 0.0, 0
        self._ask({})

    def end(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a player has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


def play_game(
    game: Game, opening: tuple[str, ...], at: int, players: tuple[Player, Player], *, new_begins: bool
) -> Played:
    """Play a game; the new version is the first of the players and begins or not."""
    board = Board(game, opening)
    for player in players:
        player.begin_game()
    scores = []
    points = 0.5
    turn = 0 if new_begins else 1
    while not board.is_over and len(board.history) < LONGEST:
        answer = players[turn].choose(board.history)
        scores.append(answer["estimate"])
        if answer["value"] in ("win", "loss"):
            points = float((answer["value"] == "win") == (turn == 0))
            break
        board.push(answer["move"])
        turn = 1 - turn
    if board.outcome is not None and board.outcome.winner is not None:
        points = float(turn == 1)  # whoever has moved last has won
    return Played(
        at,
        new_begins,
        points,
        board.history[len(opening) :],
        tuple(scores),
        (players[0].seconds, players[1].seconds),
        (players[0].nodes, players[1].nodes),
    )


# Openings


def even_openings(game: Game, path: Path, judge_nodes: int = 0) -> Iterator[tuple[str, ...]]:
    """Openings that searches find even: first those of a file, then drawn ones, which it is given."""
    known = load_openings(path, game) if path.exists() else []
    yield from known
    engine = Engine(game, memory=64 if judge_nodes else 4)
    chance = random.Random(f"{SEED} {len(known)}")
    while True:
        board = random_board(game, chance.randint(*OPENING_PLIES), chance)
        if board.is_over or board.history in known:
            continue
        if not is_even(rate_opening(engine, board)):
            continue
        if judge_nodes and not is_even(rate_opening(engine, board, judge_nodes)):
            continue
        known.append(board.history)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(write_openings([board.history]))
        yield board.history


def is_even(score: Score) -> bool:
    """Whether neither side is better by much, as far as is seen."""
    return score.estimate is not None and abs(score.estimate) <= EVEN


# The match


class Match:
    """The games played so far, in a file, and the test over them."""

    def __init__(self, path: Path, settings: dict[str, Any], sprt: Sprt) -> None:
        self._path = path
        self.sprt = sprt
        self.games: list[Played] = []
        self.pairs: list[float] = []
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(settings) + "\n", encoding="utf-8")
        first, *rest = path.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != settings:
            raise SystemExit(f"{path}: played with other settings: {first}")
        whole = rest[: len(rest) // 2 * 2]
        if whole != rest:
            path.write_text("".join(f"{line}\n" for line in (first, *whole)), encoding="utf-8")
        for line in whole:
            self._count(Played(**json.loads(line)))
        self._waiting: list[Played] = []

    def add(self, game: Played) -> None:
        """Count a game; it is kept with the other one of its pair."""
        self._waiting.append(game)
        if len(self._waiting) == 2:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(asdict(each)) + "\n" for each in self._waiting)
            for each in self._waiting:
                self._count(each)
            self._waiting = []

    def _count(self, game: Played) -> None:
        self.games.append(game)
        if len(self.games) % 2 == 0:
            self.pairs.append(sum(each.points for each in self.games[-2:]))
            self.sprt.update(self.pairs[-1:])

    def text(self) -> str:
        """How the match stands."""
        points = [game.points for game in self.games]
        wins, losses = points.count(1.0), points.count(0.0)
        score = sum(points) / len(points)
        shares = [pair / 2 for pair in self.pairs]
        spread = sum((share - score) ** 2 for share in shares) / max(1, len(shares) - 1)
        error = 1.96 * math.sqrt(spread / len(shares))
        low, middle, high = (
            elo_of(min(0.999, max(0.001, at))) for at in (score - error, score, score + error)
        )
        pace = [
            sum(game.seconds[side] for game in self.games)
            / sum(game.nodes[side] for game in self.games)
            * 1e6
            for side in range(2)
        ]
        status = self.sprt.status
        return (
            f"+{wins} -{losses} ={len(points) - wins - losses}, {100 * score:.1f} % +- {100 * error:.1f}, "
            f"Elo {middle:+.0f} ({low:+.0f} to {high:+.0f}), LLR {status.llr:+.2f} of {status.upper:.2f} "
            f"for {status.elo1:g} against {status.elo0:g}, us a node {pace[0]:.2f} and {pace[1]:.2f}"
        )


def play_match(
    match: Match,
    game: Game,
    players: tuple[Player, Player],
    openings: Path,
    games: int,
    *,
    judge_nodes: int = 0,
    stops_when_decided: bool = True,
) -> None:
    """Play until the test has decided, or all games are played."""
    for at, opening in enumerate(islice(even_openings(game, openings, judge_nodes), games // 2)):
        if at < len(match.pairs):
            continue
        if stops_when_decided and match.sprt.status.is_decided:
            break
        for new_begins in (True, False):
            match.add(play_game(game, opening, at, players, new_begins=new_begins))
        if len(match.pairs) % 20 == 0:
            print(match.text(), flush=True)
    print(match.text(), flush=True)


@contextmanager
def two_players(
    trees: tuple[Path, Path], game: str, limits: Limits, folder: Path
) -> Iterator[tuple[Version, Version]]:
    """A player for each tree, until they are no longer needed."""
    with ExitStack() as ending:
        players = [Version(tree, game, limits, folder / f"cache-{tree.name}") for tree in trees]
        for player in players:
            ending.callback(player.end)
        yield players[0], players[1]


def tree_of(version: str, folder: Path) -> Path:
    """The folder of a version: it is one, or a commit."""
    if Path(version).is_dir():
        return Path(version).absolute()
    command = ["git", "-C", str(TREE), "rev-parse", "--short", f"{version}^{{commit}}"]
    commit = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    tree = folder.absolute() / f"tree-{commit}"
    if not tree.exists():
        command = ["git", "-C", str(TREE), "archive", commit, "src"]
        packed = subprocess.run(command, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(tree, filter="data")
    return tree


def main() -> None:
    """Play a match and say how it stands."""
    parser = argparse.ArgumentParser(description="Which of two versions of the engine is stronger.")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("--game", default="gomoku:20x20")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=25.0)
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--judge-nodes", type=int, default=0)
    parser.add_argument("--results", type=Path, default=TREE / "build" / "versions")
    given = parser.parse_args()
    nodes = 5000 if given.nodes is None and given.seconds is None else given.nodes
    limits = Limits(nodes, given.seconds)
    folder: Path = given.results
    trees = tree_of(given.new, folder), tree_of(given.old, folder)
    strict = f"-{given.judge_nodes}" if given.judge_nodes else ""
    openings = given.openings or folder / f"openings-{given.game.replace(':', '-')}{strict}.txt"
    name = f"{given.game.replace(':', '-')}-{trees[0].name}-{trees[1].name}-{limits.word}{strict}.jsonl"
    settings = {"game": given.game, "new": given.new, "old": given.old, **asdict(limits)}
    match = Match(folder / name, settings, Sprt(given.elo0, given.elo1))
    with two_players(trees, given.game, limits, folder) as players:
        play_match(match, find(given.game), players, openings, given.games, judge_nodes=given.judge_nodes)


if __name__ == "__main__":
    main()
