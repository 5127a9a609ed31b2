"""The scorecard: how the games between the same two players of the same game have ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol

from plyground.records import DRAW, WINS

MOST_NAMED: Final = 10
"""How many of the last games a line of text names one by one."""

ResultWord = Literal["win", "draw", "loss"]
LETTERS: Final[dict[ResultWord, str]] = {"win": "W", "draw": "D", "loss": "L"}


class GameResult(Protocol):
    """What a scorecard needs to know of a game; a record is one."""

    @property
    def game(self) -> str:
        """Name and variant."""

    @property
    def players(self) -> tuple[str, str]:
        """Who sat on each side."""

    @property
    def result(self) -> str:
        """As records write it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""


class ScorecardGame(NamedTuple):
    """One game as the player of a scorecard sees it."""

    side: int
    """0 if the player had the side that begins a game."""
    result: ResultWord


class Count(NamedTuple):
    """How often what happened."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(frozen=True)
class Scorecard:
    """Every finished game of one player against one opponent, the newest first.

    Where both go by the same name, as two people at one terminal do, the player is the side that begins.
    """

    player: str
    opponent: str
    games: tuple[ScorecardGame, ...]

    def count(self, side: int | None = None) -> Count:
        """Wins, draws and losses of the player, on one side or on both."""
        results = Counter(game.result for game in self.games if side is None or game.side == side)
        return Count(results["win"], results["draw"], results["loss"])

    @property
    def words(self) -> str:
        """Wins, draws and losses in words.

        >>> Scorecard("human", "level 3", (ScorecardGame(0, "win"),)).words
        '1 win, 0 draws, 0 losses'
        """
        wins, draws, losses = self.count()
        return f"{_number(wins, 'win')}, {_number(draws, 'draw')}, {_number(losses, 'loss', 'losses')}"

    def text(self, sides: tuple[str, str]) -> str:
        """The scorecard in one line; `sides` are the names of the sides in the game.

        >>> games = (ScorecardGame(0, "win"), ScorecardGame(1, "draw"), ScorecardGame(0, "loss"))
        >>> Scorecard("human", "level 3", games).text(("X", "O"))
        'human against level 3: 1 win, 1 draw, 1 loss in 3 games (as X 1-0-1, as O 0-1-0; \
the newest first: W D L)'
        >>> Scorecard("human", "human", games[:1]).text(("X", "O"))
        'X against O: 1 win, 0 draws, 0 losses in 1 game (the newest first: W)'
        """
        is_by_side = self.player == self.opponent
        names = sides if is_by_side else (self.player, self.opponent)
        if not self.games:
            return f"{names[0]} against {names[1]}: no finished game yet"
        last = " ".join(LETTERS[game.result] for game in self.games[:MOST_NAMED])
        by_side = "" if is_by_side else f"as {sides[0]} {self.count(0)}, as {sides[1]} {self.count(1)}; "
        return (
            f"{names[0]} against {names[1]}: {self.words} in {_number(len(self.games), 'game')} "
            f"({by_side}the newest first: {last})"
        )


def make_scorecard(results: Iterable[GameResult], game: str, player: str, opponent: str) -> Scorecard:
    """The scorecard of two players at one game, from results of any games, the newest first.

    >>> from plyground.records import Record
    >>> results = [Record("noughts", ("level 3", "human"), (), "0-1"), Record("squava", ("a", "b"), (), "*")]
    >>> make_scorecard(results, "noughts", "human", "level 3").games
    (ScorecardGame(side=1, result='win'),)
    """
    found = []
    for result in results:
        if result.game != game or result.result not in (*WINS, DRAW):
            continue
        if result.players == (player, opponent):
            found.append(ScorecardGame(0, _result_word(result.result, 0)))
        elif result.players == (opponent, player):
            found.append(ScorecardGame(1, _result_word(result.result, 1)))
    return Scorecard(player, opponent, tuple(found))


def _result_word(result: str, side: int) -> ResultWord:
    if result == DRAW:
        return "draw"
    return "win" if WINS.index(result) == side else "loss"


def _number(count: int, word: str, words: str = "") -> str:
    return f"{count} {word if count == 1 else words or word + 's'}"
