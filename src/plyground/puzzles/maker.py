"""Making puzzles: games are played from a seed, and positions taken from them whose answers can be proven."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.explain.judge import Judge
from plyground.explain.threats import OutOfTime, winning_moves
from plyground.game import Game
from plyground.puzzles.difficulty import first_rating
from plyground.puzzles.move_values import MoveValues, TooHard, Valuer, image_of
from plyground.puzzles.puzzle import KINDS, Kind, Puzzle
from plyground.puzzles.symmetry import likeness
from plyground.puzzles.themes import QUIET, find_themes
from plyground.solver.prover import board_after, plies_left

LUCK: Final = 0.35
"""How often the games that positions come from go on with any move, and not with a sensible one."""
SENSIBLE_DEPTH: Final = 2
SENSIBLE_LINES: Final = 3
LUCKY_LINES: Final = 10
"""Moves to choose from by chance where a game leaves moves out of its searches: any other is far from all."""
LONGEST_GAME: Final = 60
"""Plies that such a game is played for."""
LOOKED_AT: Final = 4
"""Positions of such a game that are looked at."""
MOST_HOLDS: Final = 4
"""Of the puzzles that are proven for a few plies at most every so manieth asks to hold."""
FEWEST_MOVES: Final = 4
"""A position with fewer moves is no puzzle."""
LONGEST: Final = 15
"""Nobody is asked to look further ahead than this many plies."""
MOST_WAYS: Final = 3
"""Equally good moves that there may be at a step of a win, before the last."""
FRUITLESS_GAMES: Final = 150
"""After this many games without a new puzzle there are taken to be no more."""
MOST_TEMPTING: Final = 4
"""Tempting moves that are counted."""
LATE: Final = 300.0
"""Seconds that trying the moves of one position may take."""


@dataclass(frozen=True)
class MakerProgress:
    """How far the making is."""

    made: int
    wanted: int
    games: int
    """Games that were played."""


OnProgress = Callable[[MakerProgress], None]


class Maker:
    """Makes puzzles of one game."""

    def __init__(self, game: Game, *, seed: int = 1, kinds: Sequence[Kind] = KINDS) -> None:
        self.game = game
        self.seed = seed
        self.kinds = tuple(kinds)
        self.judge = Judge(game)
        self.valuer = Valuer(self.judge)
        self._player = Engine(game, memory=1)
        self._seen: set[object] = set()
        self._made: Counter[Kind] = Counter()
        self._no_wins = 0
        self._won_soon: set[int] = set()
        """Plies of the game under way after which the side to move wins soon."""
        self._asked: set[tuple[str, ...]] = set()
        """The first moves that are right in the puzzles of this game."""
        self.is_stopped = False

    def stop(self) -> None:
        """End the making, from any thread; what is made already is given."""
        self.is_stopped = True
        self.judge.stop()

    def make(self, count: int, on_progress: OnProgress | None = None) -> list[Puzzle]:
        """As many puzzles as are wanted, or as many as are found."""
        self.judge.prepare()
        made: list[Puzzle] = []
        games = fruitless = 0
        while len(made) < count and fruitless < FRUITLESS_GAMES and not self.is_stopped:
            found = self._from_game(games)
            games += 1
            fruitless = 0 if found else fruitless + 1
            made += found
            if on_progress is not None:
                on_progress(MakerProgress(min(len(made), count), count, games))
        if not made and not self.is_stopped:
            what = "" if len(self.kinds) == len(KINDS) else f" of the kind {' or '.join(self.kinds)}"
            raise PlygroundError(
                f"no puzzle{what} was found in {games} games of {self.game.full_name}; "
                "try a smaller board, other kinds or another seed"
            )
        return made[:count]

    def _from_game(self, number: int) -> list[Puzzle]:
        """The puzzles from one game."""
        chance = random.Random(f"{self.seed} {self.game.full_name} {number}")
        self._player.clear()
        self._won_soon.clear()
        self._asked.clear()
        found = []
        for board in self._positions(chance):
            if self.is_stopped:
                break
            try:
                puzzle = self._puzzle(board)
            except (TooHard, OutOfTime):
                continue
            if puzzle is not None:
                found.append(puzzle)
        return found

    def _positions(self, chance: random.Random) -> list[Board]:
        """Positions of a game, in which both sides play sensibly now and then."""
        board = Board(self.game)
        boards = []
        while not board.is_over and len(board.numbers) < LONGEST_GAME:
            if len(board.numbers) >= 2:
                boards.append(board.copy())
            is_lucky = chance.random() < LUCK or len(board.numbers) < 2
            if is_lucky and not self.valuer.is_bounded:
                board.push_number(chance.choice(board.legal_numbers()))
            else:
                lines = LUCKY_LINES if is_lucky else SENSIBLE_LINES
                info = self._player.search(board, depth=SENSIBLE_DEPTH, lines=lines)
                board.push(chance.choice(info.lines).move)
        if not self.valuer.is_bounded:
            boards = boards[-self._most_left() :]
            chance.shuffle(boards)
            return boards[:LOOKED_AT]
        return boards[::-1]  # what is won later may be won here

    def _most_left(self) -> int:
        """How many of the last positions of a game are worth looking at."""
        return 24 if self.valuer.is_table or not plies_left(Board(self.game)) else 16

    # From a position to a puzzle

    def _puzzle(self, board: Board) -> Puzzle | None:
        """The puzzle in a position, of the kind that is rarest so far; None if there is none."""
        made = len(board.history)
        if len(board.legal_numbers()) < FEWEST_MOVES:
            return None
        board = Board(board.game, position=board.position_text)
        images = {image_of(board), likeness(board)}
        if images & self._seen:
            return None
        if self.valuer.wins_at_once(board):
            self._won_soon.add(made)
            return None
        if made + 2 not in self._won_soon and not self._wants_no_win and self.valuer.is_open(board):
            return None
        values = self.valuer.values(board)
        if values.win:
            self._won_soon.add(made)
        options = dict(self._options(values))
        for kind in sorted(options, key=lambda kind: (self._made[kind], KINDS.index(kind))):
            puzzle = options[kind]()
            if puzzle is None or (self.valuer.is_bounded and puzzle.accepted in self._asked):
                continue
            if puzzle.accepted:
                self._asked.add(puzzle.accepted)
            self._seen |= images
            self._made[kind] += 1
            self._no_wins += puzzle.has_no_win
            return puzzle
        return None

    def _options(self, values: MoveValues) -> Iterator[tuple[Kind, Callable[[], Puzzle | None]]]:
        """What a position can be used for."""
        wants_no = self._wants_no_win
        if 3 <= values.win <= LONGEST and len(values.shortest_wins) == 1:
            if "win" in self.kinds:
                yield "win", lambda: self._win(values, "win")
            if "exists" in self.kinds and not wants_no:
                yield "exists", lambda: self._win(values, "exists")
        if not values.moves("win"):
            if "exists" in self.kinds and wants_no:
                yield "exists", lambda: self._no_win(values)
            kind = self._defending_kind(values)
            if kind is not None and kind in self.kinds and not values.is_right_elsewhere:
                yield kind, lambda: self._one_step(values, kind, _holding(values), 0)
        if "trap" in self.kinds and not values.is_right_elsewhere:
            yield "trap", lambda: self._trap(values)

    @property
    def _wants_no_win(self) -> bool:
        """Whether the next puzzle that asks if there is a win should be one without: every second is."""
        return self._no_wins * 2 <= self._made["exists"]

    def _win(self, values: MoveValues, kind: Kind) -> Puzzle | None:
        """A win, if there is one way at every step, or all ways are equally good."""
        steps: list[tuple[str, ...]] = []
        line: list[str] = []
        widths: list[int] = []
        board, now = values.board.copy(), values
        while True:
            if not _is_one_way(now):
                return None
            steps.append(tuple(sorted(now.shortest_wins)))
            widths.append(self._count_choices(now))
            line.append(steps[-1][0])
            board.push(line[-1])
            if board.is_over:
                break
            answer = self._longest_resistance(values, board)
            if answer is None:
                return None
            reply, width, now = answer
            widths.append(width)
            line.append(reply)
            board.push(reply)
        if len(line) != values.win:  # a move that is not listed holds out longer
            return None
        themes = find_themes(values.board, tuple(line), tuple(steps))
        rating = first_rating(widths, is_quiet=QUIET in themes)
        return self._new(values, kind, len(line), tuple(line), tuple(steps), themes, rating)

    def _longest_resistance(self, first: MoveValues, board: Board) -> tuple[str, int, MoveValues] | None:
        """The reply that holds out longest and leaves only equally good wins, with how many hold out longer
        than a move, or longest where moves are many, and the values after it."""
        replies = self.valuer.values_like(first, board)
        if set(replies.moves("loss")) != set(replies.scores):
            return None
        longest = max(replies.distance(move) for move in replies.scores)
        shortest = longest - 1 if self.valuer.is_bounded else 2
        width = sum(replies.distance(move) > shortest for move in replies.scores)
        for reply in replies.scores:
            if replies.distance(reply) != longest:
                continue
            after = board.copy()
            after.push(reply)
            if after.is_over:
                continue
            values = self.valuer.values_like(first, after)
            if _is_one_way(values):
                return reply, width, values
        return None

    def _no_win(self, values: MoveValues) -> Puzzle | None:
        """A position without a win in which something tempts: a move that threatens to win at once."""
        losses = values.moves("loss")
        if len(losses) == len(values.scores) and max(map(values.distance, losses)) < 4:
            return None
        tempting = min(MOST_TEMPTING, count_threats(values.board))
        choices = self._count_choices(values)
        if not tempting or choices < FEWEST_MOVES:
            return None
        rating = first_rating([choices, tempting, choices], is_quiet=False)
        return self._new(values, "exists", values.within, (), (), ("no win",), rating)

    def _defending_kind(self, values: MoveValues) -> Kind | None:
        """Whether a position without a win is for holding it, or for finding the only defence."""
        holding, losses = _holding(values), values.moves("loss")
        hard = [move for move in losses if values.distance(move) >= 4]
        if not holding or not hard or len(losses) < FEWEST_MOVES - 1:
            return None
        if max(map(values.distance, losses)) > LONGEST:
            return None
        if len(holding) == 1:
            return "defence"
        if values.within and self._made["hold"] * MOST_HOLDS > self._made.total():
            return None
        return "hold" if len(holding) * 3 <= len(values.scores) else None

    def _trap(self, values: MoveValues) -> Puzzle | None:
        """A position in which the move that looks best gives something away."""
        if values.within and values.moves("win"):
            return None
        right = _keeping(values)
        wrong = [move for move in values.scores if move not in right]
        if not right or not wrong or len(right) * 3 > len(values.scores) * 2:
            return None
        self.judge.engine.clear()
        looks_best = self.judge.engine.search(values.board, depth=1).best
        if looks_best is None or looks_best in right:
            return None
        score = values.scores[looks_best]
        if score is not None and score.value == "loss" and not 4 <= values.distance(looks_best) <= LONGEST:
            return None
        return self._one_step(values, "trap", right, values.distance(looks_best))

    def _one_step(self, values: MoveValues, kind: Kind, right: tuple[str, ...], plies: int) -> Puzzle | None:
        """A puzzle whose solution is one move."""
        losses = [values.distance(move) for move in values.moves("loss")]
        plies = plies or max(losses, default=0)
        line: tuple[str, ...] = (right[0],)
        if not values.within and not self.valuer.is_bounded:
            result = self.judge.prove(values.board, LATE)
            line = result.line if result is not None and result.line[0] in right else line
        themes = find_themes(values.board, line[:1], (right,))
        choices = self._count_choices(values)
        wide = min(choices, sum(distance > 2 for distance in losses))
        rating = first_rating([choices, wide, plies], is_quiet=QUIET in themes)
        return self._new(values, kind, plies, line, (right,), themes, rating)

    def _count_choices(self, values: MoveValues) -> int:
        """How many moves there are to choose from: all, or in a large game those that threaten or answer."""
        if not self.valuer.is_bounded:
            return len(values.scores)
        view = self.game.view(values.board.position)
        if contract.narrowed(view.rules, view.pos):
            return max(FEWEST_MOVES, count_threats(values.board))
        return int(contract.candidates(view.rules, view.pos, np.zeros(contract.MOST_MOVES, np.int64), 0))

    def _new(
        self,
        values: MoveValues,
        kind: Kind,
        plies: int,
        solution: tuple[str, ...],
        steps: tuple[tuple[str, ...], ...],
        themes: tuple[str, ...],
        rating: int,
    ) -> Puzzle:
        name, position = self.game.full_name, values.board.position_text
        return Puzzle(name, position, kind, plies, solution, steps, values.within, themes, rating)


def _is_one_way(values: MoveValues) -> bool:
    """Whether a win goes on in one way, or in a few equally good ones; the last move may be any that wins."""
    ways = len(values.shortest_wins)
    if values.win == 1:
        return True
    return 0 < ways <= MOST_WAYS and ways == len(values.moves("win")) and not values.is_right_elsewhere


def _holding(values: MoveValues) -> tuple[str, ...]:
    """The moves that do not lose."""
    return (*values.moves("draw"), *values.moves(None))


def _keeping(values: MoveValues) -> tuple[str, ...]:
    """The moves that keep the value of the position; none if it is lost."""
    return values.moves("win") or _holding(values)


def count_threats(board: Board) -> int:
    """How many moves threaten to win at once: as the game says, or else by trying them."""
    view = board.game.view(board.position)
    if contract.threats.is_implemented(type(view.rules)):
        return int(contract.threats(view.rules, view.pos, np.zeros(contract.MOST_MOVES, np.int64), 0))
    late = time.perf_counter() + LATE
    count = 0
    for move in board.legal_numbers():
        after = board_after(board, move)
        again = None if after.is_over else after.passed()
        count += again is not None and bool(winning_moves(again, late))
    return count
