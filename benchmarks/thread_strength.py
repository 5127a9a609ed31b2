"""How much stronger a second thread makes the engine: a match of two threads against one.

python -m benchmarks.thread_strength [--game gomoku:20x20] [--nodes 20000 | --seconds 0.1] [--games 200]
                                     [--results build/thread_strength]

With `--nodes` two threads together look at twice as many positions as one, which a second core would let them
do in the same time; how busy the machine is counts for nothing then. With `--seconds` both have the same
time by the clock, which is fair on two free cores only. For comparison `--alone` lets one thread with twice
the limit play: no second core can be expected to bring more. Openings, the end of a game and what is kept are
those of `benchmarks.versions`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from benchmarks.versions import TREE, Limits, Match, play_match
from plyground.arena.sprt import Sprt
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.game import Game

MEMORY: Final = 64
ELO0, ELO1 = 0.0, 60.0


class ThreadedPlayer:
    """The engine with so many threads."""

    def __init__(self, game: Game, threads: int, limits: Limits) -> None:
        self._game, self._limits = game, limits
        self._engine = Engine(game, threads=threads, memory=MEMORY)
        self._engine.prepare()
        self.seconds, self.nodes = 0.0, 0

    def begin_game(self) -> None:
        """Forget everything."""
        self._engine.clear()
        self.seconds, self.nodes = 0.0, 0

    def choose(self, moves: Iterable[str]) -> dict[str, Any]:
        """A move, with the value of the position and its estimate."""
        limits = self._limits
        info = self._engine.search(Board(self._game, moves), nodes=limits.nodes, seconds=limits.seconds)
        self.seconds += info.seconds
        self.nodes += info.nodes
        return {"move": info.best, "value": info.score.value, "estimate": info.score.estimate}


def main() -> None:
    """Play a match and say how it stands."""
    parser = argparse.ArgumentParser(description="How much stronger a second thread makes the engine.")
    parser.add_argument("--game", default="gomoku:20x20")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--alone", action="store_true", help="one thread with twice the limit instead of two")
    parser.add_argument("--results", type=Path, default=TREE / "build" / "thread_strength")
    given = parser.parse_args()
    nodes = 20_000 if given.nodes is None and given.seconds is None else given.nodes
    limits = Limits(nodes, given.seconds)
    twice = Limits(nodes and 2 * nodes, given.seconds and 2 * given.seconds)
    word = given.game.replace(":", "-")
    settings = {"game": given.game, "limit": limits.word, "alone": given.alone}
    file: Path = given.results / f"{word}-{'alone' if given.alone else 'two'}-{limits.word}.jsonl"
    match = Match(file, settings, Sprt(ELO0, ELO1))
    game = find(given.game)
    players = (
        ThreadedPlayer(game, 1 if given.alone else 2, twice if given.alone or nodes else limits),
        ThreadedPlayer(game, 1, limits),
    )
    play_match(
        match, game, players, given.results / f"openings-{word}.txt", given.games, stops_when_decided=False
    )


if __name__ == "__main__":
    main()
