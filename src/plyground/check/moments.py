"""Moments of a game under check: a position and the moves to it, as the search and as a board see it."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board, identity
from plyground.check.brute_force import BruteForce, Truth
from plyground.check.law import Breach, breach_of
from plyground.contract import Moves
from plyground.contract_function import ContractFunction
from plyground.game import Game, LastMove, copy_position
from plyground.game_values import View

LONGEST: Final = 2000
"""A random game that has not ended after this many plies is broken off."""


class SearchMoment:
    """A position of `game.view`, which is what a search works on."""

    def __init__(self, walk: SearchWalk, pos: Any, moves: tuple[int, ...], before: Any = None) -> None:
        self.walk = walk
        self.game = walk.game
        self.rules = walk.rules
        self.pos = pos
        self.moves = moves
        self.before = before
        """The position before the last move; None at the start."""
        self.is_repeated = False
        """Whether this position has been there before, in the same game."""

    @cached_property
    def result(self) -> int:
        """What `outcome` answers."""
        return int(contract.outcome(self.rules, self.pos))

    @cached_property
    def legal(self) -> list[int]:
        """What `moves` writes, while the game goes on."""
        return self.written(contract.moves) if self.result == contract.OPEN else []

    def written(self, function: ContractFunction[..., int], *more: Any) -> list[int]:
        """What a function writes into a list of moves."""
        out = self.walk.out
        end = int(function(self.rules, self.pos, *more, out, 0))
        return [int(move) for move in out[: max(0, min(end, len(out)))]]

    @cached_property
    def truth(self) -> Truth | None:
        """What brute force says of the position; None if it is too large for that."""
        return self.walk.brute_force.solve(self.pos, self.moves)

    def after(self, move: int) -> Any:
        """The position after a move; this one stays as it is."""
        return contract.play(self.rules, copy_position(self.pos), move)

    def breach(self, function: ContractFunction[..., Any], words: str) -> Breach:
        """A breach by a function of the contract."""
        return breach_of(function.implementation(type(self.rules)), words)


class SearchWalk:
    """Ways through a game as a search sees it."""

    def __init__(self, game: Game, brute_force: BruteForce) -> None:
        self.game = game
        self.brute_force = brute_force
        self.view: View = game.view(game.start)
        self.rules, self.start = self.view.rules, self.view.pos
        self.out: Moves = np.zeros(2 * contract.MOST_MOVES, np.int64)
        self.by_key: dict[int, tuple[Any, tuple[int, ...]]] = {}
        """For each key the value of the position that it was seen at first, and the moves to it."""
        self.by_essence: dict[int, tuple[Any, tuple[int, ...]]] = {}

    def replay(self, moves: Sequence[int]) -> SearchMoment | None:
        """The last moment of a game with these moves; None if one of them is not legal."""
        (last,) = deque(self.moments(moves), maxlen=1)
        return last if len(last.moves) == len(moves) else None

    def moments(self, moves: Sequence[int]) -> Iterator[SearchMoment]:
        """Every moment of a game with these moves, up to one that is not legal."""
        waiting = iter(moves)

        def choose(legal: list[int]) -> int | None:
            move = next(waiting, None)
            return move if move in legal else None

        return self._moments(choose)

    def random_game(self, chance: random.Random) -> Iterator[SearchMoment]:
        """Every moment of a game of random moves."""
        return self._moments(chance.choice)

    def _moments(self, choose: Callable[[list[int]], int | None]) -> Iterator[SearchMoment]:
        moment = SearchMoment(self, copy_position(self.start), ())
        seen: Counter[Any] = Counter()
        limit = int(contract.repetition(self.rules))
        while True:
            name = identity(moment.pos)
            moment.is_repeated = seen[name] > 0
            seen[name] += 1
            yield moment
            is_drawn = limit > 0 and seen[name] >= limit
            move = None if is_drawn or not moment.legal else choose(moment.legal)
            if move is None or len(moment.moves) >= LONGEST:
                return
            moment = SearchMoment(self, moment.after(move), (*moment.moves, move), moment.pos)

    def texts(self, moves: Sequence[int]) -> list[str]:
        """The moves as people write them: `#7` stands for a move whose text does not say which it is."""
        board = Board(self.game)
        texts = []
        for move in moves:
            number = self.view.outward(move)
            texts.append(move_name(self.game, board.position, number))
            board.push_number(number)
        return texts


class BoardMoment:
    """A position of the game as people see it."""

    def __init__(self, walk: BoardWalk, board: Board) -> None:
        self.walk = walk
        self.game = walk.game
        self.board = board
        self.pos = board.position
        self.moves = board.numbers

    @cached_property
    def legal(self) -> list[int]:
        """Every legal move, none after the end."""
        return self.board.legal_numbers()

    def last_move(self) -> LastMove | None:
        """The last move and the position before it."""
        return self.board.last_move()

    def before_marks(self) -> dict[str, str]:
        """What stood on the board before the last move."""
        last = self.last_move()
        return {} if last is None else self.game.picture(last.before).marks

    def breach(self, method: str, words: str) -> Breach:
        """A breach by a method of the game."""
        return breach_of(getattr(type(self.game), method), words)


class BoardWalk:
    """Ways through a game as people see it."""

    def __init__(self, game: Game, images: Sequence[dict[str, str]] = ()) -> None:
        self.game = game
        self.images = images
        """The symmetries of the board that the key of the game knows."""

    def replay(self, moves: Sequence[int]) -> BoardMoment | None:
        """The last moment of a game with these moves; None if one of them is not legal."""
        board = Board(self.game)
        for move in moves:
            if move not in board.legal_numbers():
                return None
            board.push_number(move)
        return BoardMoment(self, board)

    def moments(self, moves: Sequence[int]) -> Iterator[BoardMoment]:
        """Every moment of a game with these moves, up to one that is not legal."""
        board = Board(self.game)
        yield BoardMoment(self, board.copy())
        for move in moves:
            if move not in board.legal_numbers():
                return
            board.push_number(move)
            yield BoardMoment(self, board.copy())

    def texts(self, moves: Sequence[int]) -> list[str]:
        """The moves as people write them."""
        board = Board(self.game)
        texts = []
        for move in moves:
            texts.append(move_name(self.game, board.position, move))
            board.push_number(move)
        return texts


def move_name(game: Game, pos: Any, move: int) -> str:
    """A move as people write it, or `#` and its number where its text is no good."""
    try:
        text = game.move_text(move)
        others = [each for each in game.legal(pos) if each != move and game.move_text(each) == text]
    except Exception:  # what is wrong with the text is said by another law
        return f"#{move}"
    return text if text and not others and not set(text) & set(" #\n\t") else f"#{move}"


def read_moves(game: Game, texts: Sequence[str]) -> list[int]:
    """The moves that `move_name` wrote."""
    from plyground.errors import IllegalMove

    board = Board(game)
    moves = []
    for text in texts:
        named = {move_name(game, board.position, move): move for move in board.legal_numbers()}
        if text.startswith("#") and text[1:].lstrip("-").isdigit() and int(text[1:]) in named.values():
            move = int(text[1:])
        elif text in named:
            move = named[text]
        else:
            raise IllegalMove(f"{text} is no legal move there; there are {' '.join(list(named)[:8])}")
        moves.append(move)
        board.push_number(move)
    return moves


def same(one: Any, other: Any) -> bool:
    """Whether two positions are equal, number by number."""
    return identity(one) == identity(other)
