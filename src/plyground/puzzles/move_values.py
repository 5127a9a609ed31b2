"""What every move of a position is worth, proven: to the end of the game, or for the next few plies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.engine.info import final_info
from plyground.engine.null_window import NullWindowSearch
from plyground.explain.judge import Judge
from plyground.score import Score
from plyground.solver.prover import board_after, plies_left
from plyground.solver.table_prover import TableProver

MOST_LEFT: Final = 14
"""A game that can last longer from here is not proven to its end, unless there is a table."""
HORIZON: Final = 5
"""Plies for which positions are looked at that cannot be proven to their end."""
PROOF_SECONDS: Final = 30.0
"""How long a proof may take before a position is left alone: long, so that a slow machine makes the same
puzzles from a seed."""
MOST_NODES: Final = 400_000
"""Positions that one question about the next plies may take."""
FEW_NODES: Final = 10_000
"""The same where a game leaves moves out of its searches: sharp positions are enough there."""


class TooHard(Exception):
    """A position whose moves could not be proven."""


@dataclass(frozen=True)
class MoveValues:
    """Every move of a position with what is proven of it."""

    board: Board
    scores: dict[str, Score | None]
    """For the side to move, distances exact; None if nobody can force the end within the horizon."""
    within: int
    """The horizon; 0 if everything is proven to the end of the game."""
    is_right_elsewhere: bool = False
    """Whether there are moves that are not listed, on a board without edges, and as good as the best."""

    def moves(self, value: str | None) -> tuple[str, ...]:
        """The moves with a value: `win`, `draw`, `loss`, or None for what is open at the horizon."""
        return tuple(
            move
            for move, score in self.scores.items()
            if (score is None and value is None) or (score is not None and score.value == value)
        )

    def distance(self, move: str) -> int:
        """In how many plies a move wins or loses; 0 if it does neither."""
        score = self.scores[move]
        return (score.distance or 0) if score is not None else 0

    @property
    def win(self) -> int:
        """In how many plies the side to move wins; 0 if no win is proven."""
        return min((self.distance(move) for move in self.moves("win")), default=0)

    @property
    def shortest_wins(self) -> tuple[str, ...]:
        """The moves that win soonest."""
        return tuple(move for move in self.moves("win") if self.distance(move) == self.win)


class Valuer:
    """Values the moves of positions of one game."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.is_table = isinstance(judge.prover, TableProver)
        self.is_bounded = contract.narrowed.is_implemented(type(judge.game.view(judge.game.start).rules))
        """Whether a game leaves moves out of its searches, so that only the next plies can be proven."""
        self.most_nodes = FEW_NODES if self.is_bounded else MOST_NODES

    def values(self, board: Board, within: int = 0) -> MoveValues:
        """What every move is worth; `TooHard` if that takes too long.

        Where a game cannot be followed to its end, `within` is for how many plies; 0 leaves that to the game.
        """
        left = plies_left(board)
        if self.is_table or (not self.is_bounded and 0 < left <= MOST_LEFT):
            return self._to_the_end(board)
        return self._game_says(board, within) or self._within(board, within or HORIZON)

    def wins_at_once(self, board: Board) -> bool:
        """Whether the side to move wins with its next move."""
        if (values := self._game_says(board, 1)) is not None:
            return values.win == 1
        with self.judge.engine.reserve():
            return _answer(NullWindowSearch(self.judge.engine, board).wins_within(1, self.most_nodes))

    def is_open(self, board: Board) -> bool:
        """Whether a game of which only the next plies can be proven has nothing to find here.

        Then the side to move does not win within the horizon, and the other side threatens no win either.
        """
        if not self.is_bounded:
            return False
        other = board.passed()
        if (values := self._game_says(board, HORIZON)) is not None:
            threats = None if other is None else self._game_says(other, HORIZON)
            return not values.win and threats is not None and not threats.win
        with self.judge.engine.reserve():
            if _answer(NullWindowSearch(self.judge.engine, board).wins_within(HORIZON, self.most_nodes)):
                return False
            return other is not None and not _answer(
                NullWindowSearch(self.judge.engine, other).wins_within(HORIZON - 2, self.most_nodes)
            )

    def values_like(self, first: MoveValues, board: Board) -> MoveValues:
        """The values of a later position of the same line, with what is left of the horizon."""
        made = len(board.history) - len(first.board.history)
        plies = max(1, first.within - made) if first.within else 0
        if self.is_bounded and (values := self._game_says(board, plies)) is not None:
            return values
        return self._within(board, plies) if plies else self._to_the_end(board)

    def _game_says(self, board: Board, plies: int) -> MoveValues | None:
        """The values that the game itself proves within so many plies, or for 0 as far as it looks."""
        values = board.game.short_values(board.position, plies)
        if values is None:
            return None
        is_won = any(end > 0 for end in values.moves.values())
        listed = dict.fromkeys(board.legal_numbers())
        elsewhere = values.elsewhere
        is_right_elsewhere = elsewhere is not None and (elsewhere > 0 or (elsewhere == 0 and not is_won))
        if not is_right_elsewhere:  # a few cells beyond those that are listed may be right
            right = (move for move, end in values.moves.items() if end > 0 or (end == 0 and not is_won))
            listed.update(dict.fromkeys(right))
        scores = {
            board.game.move_text(move): _short_score(values.moves[move], is_whole=not values.within)
            for move in listed
        }
        return MoveValues(board, scores, values.within, is_right_elsewhere)

    def _to_the_end(self, board: Board) -> MoveValues:
        known: dict[object, Score] = {}
        scores: dict[str, Score | None] = {}
        for number in board.legal_numbers():
            after = board_after(board, number)
            image = image_of(after)
            if image not in known:
                known[image] = self._prove(after)
            scores[board.game.move_text(number)] = known[image]
        return MoveValues(board, scores, 0)

    def _prove(self, after: Board) -> Score:
        """What is proven of a position, for the side that has just moved."""
        result = self.judge.prove(after, PROOF_SECONDS)
        if result is None or not result.score.exact:
            raise TooHard
        return result.score.for_parent

    def _within(self, board: Board, plies: int) -> MoveValues:
        """What is forced within so many plies; where there is a win, no move is asked whether it loses."""
        scores: dict[str, Score | None] = {}
        with self.judge.engine.reserve():
            has_win = _answer(NullWindowSearch(self.judge.engine, board).wins_within(plies, self.most_nodes))
            value = "loss" if has_win else "win"
            for number in board.legal_numbers():
                after = board_after(board, number)
                scores[board.game.move_text(number)] = self._value_within(after, plies - 1, value)
        return MoveValues(board, scores, plies)

    def _value_within(self, after: Board, plies: int, value: str) -> Score | None:
        """A win or a loss that is forced within so many plies, for the side that has just moved, or None."""
        if after.is_over:
            return final_info(after).score.for_parent
        if plies == 0:
            return None
        search = NullWindowSearch(self.judge.engine, after)
        ask = search.loses_within if value == "loss" else search.wins_within
        if not _answer(ask(plies, self.most_nodes)):
            return None
        distance = next(n for n in range(1, plies + 1) if n == plies or _answer(ask(n, self.most_nodes)))
        return Score(value=value, distance=distance).for_parent


def _short_score(end: int, *, is_whole: bool) -> Score | None:
    """The plies to a win, or below zero to a loss, as a score; neither is a draw if the game was followed
    to its end, and open otherwise."""
    if end == 0:
        return Score(value="draw") if is_whole else None
    return Score(value="win" if end > 0 else "loss", distance=abs(end))


def _answer(answer: bool | None) -> bool:
    if answer is None:
        raise TooHard
    return answer


def image_of(board: Board) -> object:
    """The same for boards that the game knows to be images of each other."""
    view = board.game.view(board.position)
    return board.turn, int(contract.key(view.rules, view.pos))
