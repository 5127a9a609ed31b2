"""How strong learned evaluations are: against none, and against the hand-written ones of the games.

python -m benchmarks.learn [GAME ...] [--minutes 10] [--games 200] [--nodes 5000 ...] [--seconds 0.01 ...]
                           [--plies 4 10] [--set 1] [--times 1] [--folder build/learn] [--write]
python -m benchmarks.learn --cost [GAME ...]

For each game: learns for so many minutes on all cores, unless the variant ships with what it learned; draws
openings of 4 to 10 moves (`--plies`) that nothing was learned from or chosen by and that a deep search
finds fair; plays a match for each opponent at equal nodes and at equal time, every opening from both sides.
Time is that of the processor, so that what else the machine does counts little: a player gets as many nodes
as it has lately searched in so much of it. `--times 50` gives what was learned fifty times the limit of an
engine without evaluation: if even that does not come to a score from these openings, no evaluation can be
expected to. Everything is kept in the folder, and the same command goes on where it was stopped. `--write`
puts the table into docs/learn.md.
`--cost` tells instead what an evaluation takes, read from bitboards and cell by cell: with weights that are
nought for all that occurs (but not all nought, which a compiler would see) the search visits the same
positions with it and without.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground import contract
from plyground.arena.sprt import Sprt
from plyground.board import Board
from plyground.catalogue import find
from plyground.commands.arena import folder_word
from plyground.commands.options import count_cores
from plyground.engine import Engine
from plyground.game import Game, View
from plyground.games.pattern_tables import PatternTables, no_tables
from plyground.learn.evaluation_file import evaluation_text
from plyground.learn.learning import begin_learning, checkpoint_path
from plyground.learn.network import make_network, network_of
from plyground.learn.reading import Reading
from plyground.players.evaluation import with_evaluation

GAMES = ("connect-four", "breakthrough", "noughts:6x6,row=4", "squeeze:6x6", "squava:6x6")
PAGE = Path(__file__).parent.parent / "docs" / "learn.md"
NOTHING = "def evaluate(rules, pos):\n    return 0\n"
SEED = "fair openings of benchmarks.learn"
OPENING_PLIES = (4, 10)
"""The fewest and the most moves of an opening."""
WALK_NODES = 10_000
"""After each move of an opening a search of this many nodes proves nothing or a draw, and finds neither side
better, if there is such a move: where most moves lose, as in noughts:6x6,row=4, few others would be fair."""
JUDGE_NODES = 1_000_000
FAIR = 80
"""An opening is fair if a search of `JUDGE_NODES` with what was learned proves nothing or a draw, and finds
neither side better by more than this: log-odds of 0.4."""
FEW = 400
"""After how many unfair openings in a row less fair ones are taken."""
LONGEST = 400
SPEED_NODES = 20_000
FADING = 0.9
"""How much of a player's earlier nodes and seconds still counts when a move later its speed is taken."""
ELO0, ELO1 = 0.0, 50.0
COST_POSITIONS = 7
COST_NODES = 300_000
COST_HEADING = (
    "| game | windows | none | from bitboards | cell by cell |",
    "|---|---:|---:|---:|---:|",
)
HEADING = (
    "| game | learned for | against | limit | games | score, 95 % | sequential test (Elo 0 or 50) |",
    "|---|---:|---|---:|---:|---:|---|",
)


@dataclass(frozen=True)
class Limit:
    """How much each side may think about a move."""

    nodes: int | None = None
    seconds: float | None = None

    @property
    def words(self) -> str:
        return f"{self.nodes:,} nodes" if self.nodes else f"{self.seconds:g} s"


class Player:
    """An engine that keeps to a limit, or to some times as much."""

    def __init__(self, game: Game, times: int = 1) -> None:
        self.times = times
        self.engine = Engine(game, memory=16)
        self.engine.prepare()
        self.spent = 0.0
        """The processor time of all its moves, in seconds."""
        self.moves = 0
        self._lately = self._search(Board(game), SPEED_NODES)

    def best(self, board: Board, limit: Limit) -> str:
        """Its move."""
        nodes, seconds = self._lately
        wanted = limit.nodes or round((limit.seconds or 0.0) * nodes / seconds)
        new_nodes, new_seconds = self._search(board, self.times * wanted)
        self._lately = FADING * nodes + new_nodes, FADING * seconds + new_seconds
        self.spent += new_seconds
        self.moves += 1
        return self._best

    def _search(self, board: Board, nodes: int) -> tuple[float, float]:
        """The nodes and the processor time that it took."""
        began = time.process_time()
        info = self.engine.search(board, nodes=max(1, nodes))
        seconds = time.process_time() - began
        assert info.best is not None
        self._best = info.best
        return info.nodes, seconds


# Learning and openings


def learn(name: str, folder: Path, minutes: float, threads: int) -> tuple[Path, dict[str, Any]]:
    """The evaluation file of a game, learned now or before, and what went into it."""
    file, notes = folder / "learned.py", folder / "learned.json"
    known = json.loads(notes.read_text()) if notes.exists() else {"seconds": 0.0, "processor": 0.0}
    if known["seconds"] < 60 * minutes:
        checkpoint = checkpoint_path(file)
        learning = begin_learning(
            name, minutes=minutes, threads=threads, checkpoint=checkpoint, resume=checkpoint.exists()
        )
        learning.training.prepare()
        began = time.process_time()
        learning.run(lambda state: print(f"  {state.part:.0%}, {state.strength}", flush=True))
        spent = known["processor"] + time.process_time() - began
        learning.save(file)
        effort = learning.training.effort
        known = {"seconds": effort.seconds, "processor": spent, "games": effort.games, "threads": threads}
        notes.write_text(json.dumps(known))
    return file, known


def openings_of(game: Game, judge: Engine, plies: tuple[int, int], file: Path, count: int) -> list[list[str]]:
    """Fair openings, drawn now or before."""
    found = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    with open(file, "a") as out:
        for opening in draw_fair(
            game, judge, plies, {tuple(each) for each in found}, f"{SEED}, {file.stem}, {len(found)}"
        ):
            if len(found) >= count:
                break
            found.append(opening)
            print(json.dumps(opening), file=out, flush=True)
    return found[:count]


def draw_fair(
    game: Game, engine: Engine, plies: tuple[int, int], seen: set[tuple[str, ...]], seed: str
) -> Iterator[list[str]]:
    """Fair openings; the line to fairness moves where there are too few."""
    chance = random.Random(seed)
    judge = Judge(engine)
    limit, in_vain = FAIR, 0
    while True:
        board = open_board(game, judge, chance.randint(*plies), chance)
        in_vain += 1
        if board is not None and tuple(board.history) not in seen:
            seen.add(tuple(board.history))
            if judge.lead(board, JUDGE_NODES) <= limit:
                in_vain = 0
                yield list(board.history)
        if in_vain >= FEW:
            limit, in_vain = 2 * limit, 0


class Judge:
    """Says how fair positions are, and remembers what it said."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[tuple[int, int], float] = {}

    def lead(self, board: Board, nodes: int) -> float:
        """By how much either side is better; infinite if it wins or has won."""
        if board.is_over:
            return math.inf
        view = board.game.view(board.position)
        place = int(contract.key(view.rules, view.pos)), nodes
        if place not in self._known:
            self._engine.clear()
            score = self._engine.search(board, nodes=nodes).score
            is_won = score.value in ("win", "loss")
            self._known[place] = math.inf if is_won else abs(score.estimate or 0)
        return self._known[place]


def open_board(game: Game, judge: Judge, plies: int, chance: random.Random) -> Board | None:
    """A board after random moves that decide nothing as far as is seen, and are fair if they can be."""
    board = Board(game)
    for _ in range(plies):
        moves = searched_moves(board)
        chance.shuffle(moves)
        found: list[tuple[float, int]] = []
        for move in moves:
            board.push_number(move)
            found.append((judge.lead(board, WALK_NODES), move))
            board.pop()
            if found[-1][0] <= FAIR:
                break
        undecided = [move for lead, move in found if lead < math.inf]
        if not undecided:
            return None
        board.push_number(undecided[-1])
    return board


def random_board(game: Game, chance: random.Random) -> Board:
    """A board after a few random moves."""
    board = Board(game)
    for _ in range(chance.randint(*OPENING_PLIES)):
        if board.is_over:
            break
        board.push_number(chance.choice(searched_moves(board)))
    return board


def searched_moves(board: Board) -> list[int]:
    """The moves that a search looks at."""
    view = board.game.view(board.position)
    out = np.zeros(contract.MOST_MOVES, np.int64)
    end = contract.candidates(view.rules, view.pos, out, 0)
    return [view.outward(int(move)) for move in out[:end]]


# Matches


def play(players: tuple[Player, Player], game: Game, opening: list[str], limit: Limit) -> float:
    """What the first of the players scores, who has the first side."""
    board = Board(game, " ".join(opening))
    for player in players:
        player.engine.clear()
    while not board.is_over and len(board.history) < LONGEST:
        board.push(players[board.turn].best(board, limit))
    winner = board.outcome.winner if board.outcome else None
    return 0.5 if winner is None else float(winner == game.players[0])


def match(one: Player, other: Player, openings: list[list[str]], limit: Limit, file: Path) -> list[float]:
    """The points of each pair of games, played now or before."""
    pairs = [float(line) for line in file.read_text().split()] if file.exists() else []
    game = one.engine.game
    for player in (one, other):
        player.spent = player.moves = 0
    with open(file, "a") as out:
        for number, opening in enumerate(openings[len(pairs) :], start=len(pairs) + 1):
            points = play((one, other), game, opening, limit) + 1 - play((other, one), game, opening, limit)
            pairs.append(points)
            print(points, file=out, flush=True)
            if number % 10 == 0:
                spent = [f"{1000 * player.spent / player.moves:.1f}" for player in (one, other)]
                print(
                    f"  {file.stem}: {score_text(pairs)} after {2 * number} games, "
                    f"{pairs.count(1.0)} pairs shared, "
                    f"{' and '.join(spent)} ms a move",
                    flush=True,
                )
    return pairs[: len(openings)]


def score_text(pairs: list[float]) -> str:
    """A score in percent with its interval."""
    spread = statistics.pstdev(pairs) / 2 / math.sqrt(len(pairs))
    return f"{50 * statistics.mean(pairs):.1f} ± {196 * spread:.1f}"


def test_text(pairs: list[float]) -> str:
    """When the sequential test was decided, had one stopped there."""
    status = Sprt(ELO0, ELO1).update(pairs)
    if not status.is_decided:
        return f"open, LLR {status.llr:.1f}"
    return f"{'stronger' if status.llr > 0 else 'not stronger'} after {2 * status.pairs} games"


def measure(name: str, given: argparse.Namespace) -> Iterator[str]:
    """The rows of a game."""
    folder = Path(given.folder) / folder_word(name)
    folder.mkdir(parents=True, exist_ok=True)
    game = find(name)
    (folder / "nothing.py").write_text(NOTHING)
    if hand_written(game) is not game:
        learned, trained = Player(game, given.times), "as shipped"
    else:
        file, notes = learn(name, folder, given.minutes, given.threads)
        trained = f"{notes['processor']:.0f} s"
        learned = Player(with_evaluation(game, str(file)), given.times)
    plies = tuple(given.plies)
    kind = f"{given.set}" if plies == OPENING_PLIES else f"{given.set}-of-{plies[0]}-to-{plies[1]}"
    openings = openings_of(game, learned.engine, plies, folder / f"openings-{kind}.jsonl", given.games // 2)
    opponents = {"none": Player(with_evaluation(game, str(folder / "nothing.py")))}
    if given.times == 1 and contract.evaluate.is_implemented(type(game.view(game.start).rules)):
        opponents["hand-written"] = Player(hand_written(game))
    limits = [Limit(nodes=nodes) for nodes in given.nodes]
    limits += [Limit(seconds=seconds) for seconds in given.seconds]
    for opponent, player in opponents.items():
        for limit in limits:
            few = openings if limit.nodes else openings[: (given.timed_games or given.games) // 2]
            words = limit.words if given.times == 1 else f"{limit.words}, learned {given.times} times as much"
            stem = re.sub("[^a-z0-9.]+", "-", f"{opponent} {words} {kind} {trained}".replace(",", ""))
            pairs = match(learned, player, few, limit, folder / f"{stem}.txt")
            yield (
                f"| {name} | {trained} | {opponent} | {words} | {2 * len(pairs)} "
                f"| {score_text(pairs)} | {test_text(pairs)} |"
            )


def hand_written(game: Game) -> Game:
    """The game without what it has learned; itself if that is nothing."""
    tables = getattr(game.view(game.start).rules, "patterns", None)
    if not isinstance(tables, PatternTables) or not tables.words:
        return game

    def view(pos: Any) -> View:
        plain = game.view(pos)
        return plain._replace(rules=plain.rules._replace(patterns=no_tables()))

    twin = copy.copy(game)
    twin.view = view  # type: ignore[method-assign]
    return twin


# What it costs


def cost(name: str, folder: Path) -> str:
    """The row of a game: positions a second of processor time, and what each costs more than without."""
    folder.mkdir(parents=True, exist_ok=True)
    game = find(name)
    network = make_network(game)
    by_marks = network_of(game, network.patterns.symmetries, Reading((), False, network.reading.side))
    texts = {"none": NOTHING}
    for kind, each in (("bits", network), ("marks", by_marks)):
        weights = np.zeros(each.patterns.weights, np.float32)
        weights[each.patterns.weight_of[each.patterns.entries - 1]] = 1.0  # more marks than there are cells
        texts[kind] = evaluation_text(each, weights, "nothing yet")
    seconds = {kind: seconds_of(game, folder / f"cost_{kind}.py", text) for kind, text in texts.items()}
    cells = [f"{1 / seconds['none']:,.0f}"]
    for kind in ("bits", "marks"):
        more = 1e9 * (seconds[kind] - seconds["none"])
        cells.append(f"{1 / seconds[kind]:,.0f} ({more:+.0f} ns)")
    return f"| {name} | {len(network.patterns.windows)} | {' | '.join(cells)} |"


def seconds_of(game: Game, file: Path, text: str) -> float:
    """The processor time for a position, with the evaluation in this text."""
    file.write_text(text)
    engine = Engine(with_evaluation(game, str(file)), memory=16)
    engine.prepare()
    chance = random.Random("cost")
    times: list[float] = []
    while len(times) < COST_POSITIONS:
        board = random_board(game, chance)
        if board.is_over:
            continue
        engine.clear()
        began = time.process_time()
        nodes = engine.search(board, nodes=COST_NODES).nodes
        if nodes >= COST_NODES // 2:  # else it was decided soon
            times.append((time.process_time() - began) / nodes)
    return statistics.median(times)


def write_table(rows: list[str]) -> None:
    """Put the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    table = "\n".join([*HEADING, *rows])
    put = rf"\g<1>\n{table}\n\n\g<2>"
    PAGE.write_text(
        re.sub(r"(<!-- learn -->\n).*?(<!-- end of learn -->)", put, text, flags=re.DOTALL), encoding="utf-8"
    )


def main() -> None:
    """Print a row for each match as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=count_cores())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--timed-games", type=int, help="fewer games at equal time")
    parser.add_argument("--nodes", type=int, nargs="*", default=[5_000])
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.01])
    parser.add_argument(
        "--plies", type=int, nargs=2, default=OPENING_PLIES, help="the fewest and the most moves of openings"
    )
    parser.add_argument("--set", type=int, default=1, help="which openings: each number has others")
    parser.add_argument("--times", type=int, default=1, help="give what was learned so many times the limit")
    parser.add_argument("--folder", default="build/learn")
    parser.add_argument("--write", action="store_true", help="put the table into docs/learn.md")
    parser.add_argument("--cost", action="store_true", help="tell what an evaluation takes")
    given = parser.parse_args()
    if given.cost:
        print("\n".join(COST_HEADING), flush=True)
        for name in given.names:
            print(cost(name, Path(given.folder) / folder_word(name)), flush=True)
        return
    rows = []
    for name in given.names:
        for row in measure(name, given):
            print(row, flush=True)
            rows.append(row)
    print("\n".join([*HEADING, *rows]))
    if given.write:
        write_table(rows)


if __name__ == "__main__":
    main()
