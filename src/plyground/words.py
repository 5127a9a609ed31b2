"""What is said of a score on every surface: a sentence, a few characters, a share of a bar, JSON.

An estimate is never shown as a proof, nor a proof as an estimate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from plyground.board import Board
from plyground.memory import memory_used
from plyground.progress import Progress
from plyground.score import Score

if TYPE_CHECKING:
    from plyground.engine import Info
    from plyground.players import Choice
    from plyground.solver.verdict import Verdict

LONGEST_LINE: Final = 40
"""Moves of a line that are shown to people; JSON has them all."""
HALF: Final = 50
"""The estimate that moves the bar half of the way from the middle to the end."""
LEADS: Final = ((0.05, "about equal"), (0.2, "a little better"), (0.35, "better"), (1.0, "much better"))
"""How an estimate is called, if the bar is less than this away from the middle."""


# A score as text


def score_words(board: Board, score: Score) -> str:
    """A score in words that name the players, as a part of a sentence. Of a game that is over, its outcome.

    >>> board = Board("squava")
    >>> score_words(board, Score(value="loss", distance=8))
    'proven: O wins in 8 plies'
    >>> score_words(board, Score(value="draw"))
    'proven: a draw'
    >>> score_words(board, Score(estimate=-20, exact=False))
    'estimate +20 for O: a little better'
    """
    if outcome := board.outcome:
        return str(outcome)
    mover, other = board.player, board.game.players[1 - board.turn]
    if score.value is None:
        return _estimate_words(score.estimate, mover, other)
    if score.value == "draw":
        return "proven: a draw"
    winner = mover if score.value == "win" else other
    return f"proven: {winner} wins {score.distance_text}".rstrip()


def _estimate_words(estimate: int | None, mover: str, other: str) -> str:
    """Who stands better by how much, without a claim that it is proven."""
    if estimate is None:
        return "nothing is known"
    lead = abs(first_share(Score(estimate=estimate), 0) - 0.5)
    name = next(name for bound, name in LEADS if lead < bound)
    return f"estimate {abs(estimate):+d} for {mover if estimate >= 0 else other}: {name}"


def score_sentence(board: Board, score: Score) -> str:
    """A score as a whole sentence.

    >>> score_sentence(Board("noughts"), Score(value="loss", distance=8, exact=False))
    'Proven: O wins in at most 8 plies.'
    """
    words = score_words(board, score)
    return f"{words[:1].upper()}{words[1:]}."


def missed_words(score: Score) -> str:
    """What a better move would have brought to the side to move.

    >>> missed_words(Score(value="win", distance=5)), missed_words(Score(estimate=3))
    ('would have won in 5 plies', 'was better')
    """
    if score.value == "win":
        return f"would have won {score.distance_text}".rstrip()
    return "would have held the draw" if score.value == "draw" else "was better"


def short_score(score: Score, *, ascii_only: bool = False) -> str:
    """A score in a few characters; thousands are rounded.

    >>> [short_score(score) for score in (Score(estimate=7), Score(estimate=-12_300), Score(value="draw"))]
    ['+7', '-12k', 'D']
    >>> short_score(Score(value="win", distance=5)), short_score(Score(value="loss", distance=8, exact=False))
    ('W5', 'L≤8')
    """
    if score.value is None:
        estimate = score.estimate or 0
        return f"{estimate:+d}" if abs(estimate) < 1000 else f"{round(estimate / 1000):+d}k"
    if score.value == "draw":
        return "D"
    if score.distance is None:
        return score.value[0].upper()
    bound = "" if score.exact else "<=" if ascii_only else "≤"
    return f"{score.value[0].upper()}{bound}{score.distance}"


def first_share(score: Score, turn: int) -> float:
    """How much of a bar belongs to the side that began; all or nothing only if that is proven.

    >>> first_share(Score(estimate=50), 0), first_share(Score(value="win", distance=3), 1)
    (0.75, 0.0)
    """
    if score.value is None:
        estimate = score.estimate or 0
        share = 0.5 + 0.5 * estimate / (abs(estimate) + HALF)
    else:
        share = {"win": 1.0, "draw": 0.5, "loss": 0.0}[score.value]
    return share if turn == 0 else 1.0 - share


# A score as JSON


ProvenValue = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class ScoreData:
    """A score for programs: either a proven `value` or an `estimate`, for the side to move."""

    value: ProvenValue | None
    """None if nothing is proven."""
    distance: int | None
    """Plies to the end of a won or lost game."""
    exact_distance: bool
    """Whether the distance is the shortest win or the longest loss; otherwise it is a bound."""
    estimate: int | None
    """In the game's own unit, positive if the side to move stands better; None if a value is proven."""


@dataclass(frozen=True)
class ScoreView(ScoreData):
    """A score for a program that draws it: the same with texts and a bar."""

    text: str
    """`win in 5 plies`, `+12`."""
    short: str
    """`W5`, `+12`."""
    share: float
    """How much of a bar belongs to the side that began, 0 to 1."""


def score_data(score: Score | None) -> ScoreData:
    """A score as plain data; nothing is known if there is none.

    >>> score_data(Score(value="win", distance=5))
    ScoreData(value='win', distance=5, exact_distance=True, estimate=None)
    """
    if score is None:
        return ScoreData(None, None, False, None)
    distance = None if score.value == "draw" else score.distance
    return ScoreData(
        cast(ProvenValue | None, score.value), distance, score.is_proven and score.exact, score.estimate
    )


def score_view(score: Score, turn: int) -> ScoreView:
    """A score as a page needs it; `turn` is the side that the score is seen from."""
    return ScoreView(
        **vars(score_data(score)),
        text=str(score),
        short=short_score(score),
        share=first_share(score, turn),
    )


def score_json(score: Score | None) -> dict[str, Any]:
    """The fields of `score_data` as JSON has them."""
    return asdict(score_data(score))


# Lines of play


def line_text(moves: Sequence[str]) -> str:
    """The moves of a line, the first `LONGEST_LINE` of them.

    >>> line_text(["a1", "b2"]), line_text(["a1"] * 50)[-10:]
    ('a1 b2', ' a1 a1 ...')
    """
    rest = " ..." if len(moves) > LONGEST_LINE else ""
    return " ".join(moves[:LONGEST_LINE]) + rest


def line_words(board: Board, score: Score | None, line: Sequence[str]) -> str:
    """What a move does or how its win goes, where the game has words of its own for that; else nothing.

    >>> board = Board("gomoku", "0,0 5,5 1,0 6,5 2,0 7,7")
    >>> line_words(board, None, ["3,0"])
    'open four at 3,0'
    """
    if not line:
        return ""
    game, twin, moves = board.game, board.copy(), []
    for move in line:
        moves.append(game.parse(twin.position, move))
        twin.push_number(moves[-1])
    if score is not None and score.value == "win" and twin.is_over:
        return game.win_words(board.position, moves)
    return game.move_words(board.position, moves[0])


def choice_words(board: Board, choice: Choice) -> str:
    """What a player says of the move that it is about to make, and how long it took."""
    opinions = [choice.words, score_words(board, choice.score) if choice.score else ""]
    return ", ".join([*filter(None, opinions), f"{choice.seconds:.1f} s"])


# Analyses, verdicts and progress


def depth_text(board: Board, info: Info) -> str:
    """One finished depth of an analysis on one line."""
    numbers = f"{info.nodes:,} nodes, {info.speed:,.0f}/s, table {info.fill:.0%} full"
    return f"depth {info.depth}: {score_words(board, info.score)}, {numbers}: {' '.join(info.line[:12])}"


def verdict_text(board: Board, verdict: Verdict) -> str:
    """Everything that was found out about a position."""
    if verdict.how == "rules":
        return str(board)
    lines = [str(board)]
    if verdict.value is None:
        lines.append("Not proven: time or memory did not suffice.")
    if verdict.value is not None or verdict.score.estimate:
        lines.append(score_sentence(board, verdict.score))
    if verdict.line:
        lines.append(f"line: {line_text(verdict.line)}")
    lines += move_values_text((each.move, each.score) for each in verdict.moves)
    lines.append(f"{verdict.nodes:,} positions in {verdict.seconds:.2f} s, by {verdict.how}")
    return "\n".join(lines)


def move_score_text(score: Score | None) -> str:
    """What a move is worth."""
    return "not proven" if score is None else str(score)


def move_values_text(moves: Iterable[tuple[str, Score | None]]) -> list[str]:
    """Moves with the same value on a line, in the order in which the values come.

    >>> draw = Score(value="draw")
    >>> move_values_text([("a1", draw), ("b2", draw), ("c3", Score(estimate=2))])
    ['draw  a1 b2', '+2    c3']
    """
    values: dict[str, list[str]] = {}
    for move, score in moves:
        values.setdefault(move_score_text(score), []).append(move)
    width = max((len(value) for value in values), default=0)
    return [f"{value.ljust(width)}  {' '.join(names)}" for value, names in values.items()]


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict for programs."""
    return {
        **score_json(verdict.score),
        "line": verdict.line,
        "moves": [{"move": each.move, **score_json(each.score)} for each in verdict.moves],
        "nodes": verdict.nodes,
        "seconds": round(verdict.seconds, 3),
        "how": verdict.how,
    }


def progress_text(progress: Progress) -> str:
    """How far a proof or a table has come, on one line."""
    parts = [progress.what]
    if progress.known:
        parts.append(f"{progress.settled:,} of {progress.known:,} settled")
    elif progress.settled:
        parts.append(f"{progress.settled:,} settled")
    if progress.nodes:
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        parts.append(f"{progress.nodes:,} positions, {speed:,.0f}/s")
    if progress.fill is not None:
        parts.append(f"table {progress.fill:.0%} full")
    if progress.score is not None:
        parts.append(str(progress.score))
    parts.append(f"{memory_used() / 1e6:,.0f} MB, {progress.seconds:.1f} s")
    return ", ".join(parts)
