"""Which search for threats finds more wins in the same time: the engine's own, or that of the prover.

python -m benchmarks.threat_search [--games 24] [--every 1] [--seconds 1] [--check 0] [--positions FILE]

The positions are those of games of the engine against itself on the endless field, with 12 to 60 stones, from
random openings, without those in which fours alone win. Both searches are asked whether the side to move
wins, and get the same time of the processor, each from empty tables. Once either has found a win for a side,
no later position of that game with this side to move is asked about: the engine plays on as it sees fit, and
that would favour what its own search sees. What a search does is the same whatever its limit, so one
search with most of the time tells what less time would have found.

With `--check N` an independent checker goes over N wins of each search that the other did not find: every
defence is played. With `--positions` the positions are read from a file, or written if there is none, so that
two versions of the engine can be asked about the same ones.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.processor_clock import processor_clock
from plyground.arena.openings import random_board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.games.gomoku.game import cell_of
from plyground.infinite.memory import EXPANDED_LIMIT
from plyground.infinite.prover import NEAR_REACH, PositionProver
from tests.games.gomoku_wins.attackers import FourSearch, Thinker, ThreatSearch, board_of, view_of
from tests.games.gomoku_wins.checker import Checker, NotWon, TooMuch
from tests.games.gomoku_wins.stones import Cell, Stones

FEWEST_STONES: Final = 12
MOST_STONES: Final = 60
OPENING_PLIES: Final = (3, 8)
PLAY_NODES: Final = 3_000
"""How many positions the engine looks at for each move of a game."""
NO_LIMIT: Final = 1 << 40
SHARES: Final = (0.05, 0.2, 1.0)
"""The shares of the time for which there is a row."""


@dataclass(frozen=True)
class Answer:
    """What a search said of a position."""

    move: Cell | None
    """The first move of a win."""
    seconds: float
    is_final: bool
    """Whether it ended by itself."""

    def is_won_in(self, seconds: float) -> bool:
        """Whether a win was found in this time."""
        return self.move is not None and self.seconds <= seconds

    def is_denied_in(self, seconds: float) -> bool:
        """Whether the search came to its end in this time, and none of its threats wins."""
        return self.move is None and self.is_final and self.seconds <= seconds


def timed(find_move: Callable[[], Cell | None], stop: Callable[[], None], seconds: float) -> Answer:
    """Ask a search that `stop` ends, for so much time of the processor."""
    stopped = threading.Event()

    def end() -> None:
        stopped.set()
        stop()

    with processor_clock(1):
        clock = threading.Timer(seconds, end)
        clock.start()
        began = time.thread_time()
        move = find_move()
        taken = time.thread_time() - began
        clock.cancel()
        clock.join()
    return Answer(move, taken, not stopped.is_set())


class OwnSearch:
    """The engine's search for threats."""

    name = "engine"

    def __init__(self) -> None:
        self._search = ThreatSearch(None)

    def answer(self, stones: Stones, seconds: float) -> Answer:
        """What it says within so many seconds, of which it has used nothing before."""
        search = self._search
        search.clear()
        search.resume()
        view = view_of(stones)

        def find_move() -> Cell | None:
            found = search.win_seen(view, NO_LIMIT)
            return None if found is None else found[1]

        return timed(find_move, search.stop, seconds)


class ProverSearch:
    """The search for threats of the proof that the first player wins."""

    name = "prover"

    def __init__(self) -> None:
        self._prover = PositionProver()

    def answer(self, stones: Stones, seconds: float) -> Answer:
        """What it says within so many seconds, of which it has used nothing before."""
        prover = self._prover
        prover.clear()
        prover.resume()
        prover.numbers[EXPANDED_LIMIT] = NO_LIMIT
        column, row = middle(stones)
        for cell, side in stones.taken.items():
            prover.put((cell[0] - column, cell[1] - row), attacker=side == stones.turn)

        def find_move() -> Cell | None:
            proof = prover.find_threats(NO_LIMIT)
            if proof < 0:
                return None
            move = prover.move_of(proof)
            return move[0] + column, move[1] + row

        return timed(find_move, prover.stop, seconds)


Search = OwnSearch | ProverSearch


def middle(stones: Stones) -> Cell:
    """The cell in the middle of the stones."""
    columns, rows = zip(*stones.taken, strict=True)
    return (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2


def fits(stones: Stones) -> bool:
    """Whether the prover's board has room for these stones and as much again around them."""
    column, row = middle(stones)
    return all(max(abs(x - column), abs(y - row)) <= NEAR_REACH // 2 for x, y in stones.taken)


# Positions


def play_game(engine: Engine, chance: random.Random) -> list[Stones]:
    """The positions of a game that the engine plays against itself."""
    game = engine.game
    board = random_board(game, chance.randint(*OPENING_PLIES), chance)
    cells = [cell_of(game.parse(game.start, move)) for move in board.history]
    positions = []
    while not board.is_over and len(cells) < MOST_STONES:
        if len(cells) >= FEWEST_STONES:
            positions.append(Stones.after(None, cells))
        best = engine.search(board, nodes=PLAY_NODES).best
        assert best is not None
        board.push(best)
        cells.append(cell_of(game.parse(game.start, best)))
    return positions


def is_worth_asking(stones: Stones, fours: FourSearch) -> bool:
    """Whether neither side has a five to make and fours alone do not win."""
    return not any(stones.fives) and fours.plies(stones) == 0 and fits(stones)


def play_games(count: int, seed: int) -> list[list[Stones]]:
    """The positions of games that are worth asking about."""
    engine, fours = Engine(find("gomoku"), memory=16), FourSearch(None)
    chance = random.Random(f"threats {seed}")
    games = (play_game(engine, chance) for _ in range(count))
    return [[stones for stones in game if is_worth_asking(stones, fours)] for game in games]


def read_games(path: Path) -> list[list[Stones]]:
    """Games from a file: positions, each the cells of its moves in turn."""
    games = json.loads(path.read_text(encoding="utf-8"))
    return [[Stones.after(None, [(x, y) for x, y in cells]) for cells in game] for game in games]


def write_games(path: Path, games: list[list[Stones]]) -> None:
    """Write a file of games."""
    cells = [[[list(cell) for cell in stones.taken] for stones in game] for game in games]
    path.write_text(json.dumps(cells), encoding="utf-8")


# Results

HEADING: Final = (
    "| s | search | wins | only it | says no | other finds one | median s to a win | s in all |",
    "|---:|---|---:|---:|---:|---:|---:|---:|",
)


@dataclass(frozen=True)
class Asked:
    """A position, and what both searches said of it."""

    stones: Stones
    answers: tuple[Answer, Answer]


def row(name: str, which: int, asked: list[Asked], seconds: float) -> str:
    """How one of the searches fared in this time."""
    own = [one.answers[which] for one in asked]
    other = [one.answers[1 - which] for one in asked]
    pairs = list(zip(own, other, strict=True))
    won = [ours.seconds for ours in own if ours.is_won_in(seconds)]
    only = sum(ours.is_won_in(seconds) and not theirs.is_won_in(seconds) for ours, theirs in pairs)
    denied = sum(ours.is_denied_in(seconds) for ours in own)
    missed = sum(ours.is_denied_in(seconds) and theirs.move is not None for ours, theirs in pairs)
    return (
        f"| {seconds:g} | {name} | {len(won)} | {only} | {denied} | {missed} "
        f"| {median(won or [0.0]):.4f} | {sum(min(ours.seconds, seconds) for ours in own):.1f} |"
    )


def ratio(names: list[str], asked: list[Asked], seconds: float) -> str:
    """How the second search compares with the first."""
    first, second = ([one.answers[which] for one in asked] for which in range(2))
    found = [sum(answer.is_won_in(seconds) for answer in answers) for answers in (first, second)]
    both = [
        theirs.seconds / ours.seconds
        for ours, theirs in zip(first, second, strict=True)
        if ours.is_won_in(seconds) and theirs.is_won_in(seconds)
    ]
    if not both:
        return f"In {seconds:g} s there is no win that both find."
    return (
        f"In {seconds:g} s the {names[1]} finds {found[1] / found[0]:.2f} times as many wins as the "
        f"{names[0]}; where both find one it takes {median(both):.2f} times as long (median)."
    )


def ask(searches: list[Search], games: list[list[Stones]], given: argparse.Namespace) -> list[Asked]:
    """What both searches say of every so many positions, until one of them has found a win for that side."""
    first, second = searches
    asked = []
    for game in games:
        won: set[int] = set()
        for stones in game[:: given.every]:
            if stones.turn not in won:
                answers = first.answer(stones, given.seconds), second.answer(stones, given.seconds)
                asked.append(Asked(stones, answers))
                won |= {stones.turn} if any(answer.move for answer in answers) else set()
    return asked


def check(searches: list[Search], asked: list[Asked], count: int) -> None:
    """Play every defence against some wins that only one search found, and say what came of it."""
    thinker = Thinker.on(None)
    for which, search in enumerate(searches):
        only = [one for one in asked if one.answers[which].move and one.answers[1 - which].move is None]
        for one in only[:count]:
            print(f"win of the {search.name}: {confirmed(search, thinker, one.stones)}", flush=True)


def confirmed(search: Search, thinker: Thinker, stones: Stones) -> str:
    """Whether a win holds against every defence, its moves being those of the search that found it."""

    def attack(now: Stones) -> Cell | None:
        return search.answer(now, 4.0).move or thinker(now)

    checker = Checker(attack)
    try:
        return f"holds for {checker.wins(stones)} plies in {checker.positions} positions"
    except NotWon as refuted:
        moves = " ".join(board_of(stones).history)
        return f"does not hold: {refuted}; {moves}"
    except TooMuch as much:
        return f"not settled: {much}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Two searches for wins by threats, in the same time.")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--every", type=int, default=1, help="take one position in so many")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--check", type=int, default=0)
    parser.add_argument("--positions", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    path: Path | None = given.positions
    if path is not None and path.exists():
        games = read_games(path)
    else:
        games = play_games(given.games, given.seed)
        if path is not None:
            write_games(path, games)
    searches: list[Search] = [OwnSearch(), ProverSearch()]
    asked = ask(searches, games, given)
    print(f"{len(asked)} positions of {len(games)} games\n")
    print("\n".join(HEADING))
    names = [search.name for search in searches]
    limits = [share * given.seconds for share in SHARES]
    for seconds in limits:
        for which, name in enumerate(names):
            print(row(name, which, asked, seconds))
    print("", *(ratio(names, asked, seconds) for seconds in limits), sep="\n")
    if given.check:
        check(searches, asked, given.check)


if __name__ == "__main__":
    main()
