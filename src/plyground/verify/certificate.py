"""Certificates: files that prove results of games. docs/certificates.md tells the format.

Their second line says what is proven: `{"game": "squava", "position": "5/5/5/5/5 X", "value": "win", …}`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from plyground.errors import PlygroundError
from plyground.verify.certificate_file import pack_file, read_head, unpack_body
from plyground.verify.games import find_model
from plyground.verify.model import DRAWN, LOST, WON, Model, ModelState, Move, short
from plyground.verify.walk import Refused, WalkResult, walk

FIRST_LINE: Final = b"plyground certificate 1\n"
LONGEST_LINE: Final = 10_000
VALUES: Final = {"win": WON, "draw": DRAWN, "loss": LOST}
ONE_BYTE: Final = 256


@dataclass(frozen=True)
class Claim:
    """What a certificate says is true of a position, and how large its proof is."""

    game: str
    position: str
    value: str
    """`win`, `loss` or `draw` for the side to move."""
    distance: int | None
    """Within how many plies a game that is won or lost ends, if the winner follows the strategy."""
    positions: tuple[int, ...]
    """How many moves each strategy holds."""

    @property
    def total(self) -> int:
        """How many moves all strategies hold together."""
        return sum(self.positions)


@dataclass(frozen=True)
class StrategyGoal:
    """What one strategy has to achieve."""

    strategist: int
    wins: bool


@dataclass(frozen=True)
class CheckedCertificate:
    """What has turned out to be true."""

    claim: Claim
    player: str
    """The winner, or the side to move in a drawn position."""
    distance: int | None
    """Within how many plies the game ends under the strategy, if somebody wins."""
    from_start: bool
    """Whether this is the position before the first move."""
    positions: int
    seconds: float

    def __str__(self) -> str:
        place = "from the start" if self.from_start else f"from {' '.join(self.claim.position.split())}"
        within = f" in at most {_count_text(self.distance, 'ply', 'plies')}" if self.distance else ""
        result = "a draw" if self.claim.value == "draw" else f"{self.player} wins{within}"
        positions = _count_text(self.positions, "position", "positions")
        return f"{self.claim.game} {place}: {result}; {positions} checked in {self.seconds:.1f} s"


def strategy_goals(value: str, side: int) -> list[StrategyGoal]:
    """What the strategies of a certificate have to achieve, in their order, with this side to move.

    >>> strategy_goals("loss", 0)
    [StrategyGoal(strategist=1, wins=True)]
    >>> [goal.wins for goal in strategy_goals("draw", 1)]
    [False, False]
    """
    if value == "draw":
        return [StrategyGoal(0, False), StrategyGoal(1, False)]
    return [StrategyGoal(side if value == "win" else 1 - side, True)]


def move_width(model: Model) -> int:
    """How many bytes a move takes."""
    return 1 if model.most_moves <= ONE_BYTE else 2


def pack_certificate(claim: Claim, body: bytes) -> bytes:
    """A certificate as it stands in its file; `body` is compressed already."""
    values: dict[str, Any] = {"game": claim.game, "position": claim.position, "value": claim.value}
    if claim.distance is not None:
        values["distance"] = claim.distance
    return pack_file(FIRST_LINE, values | {"positions": list(claim.positions)}, body)


def check(
    path: Path, on_progress: Callable[[int, int], None] | None = None, *, game: str | None = None
) -> CheckedCertificate:
    """Check a certificate; `Refused` says what is wrong with it.

    `on_progress` is called now and then with the numbers of positions checked and announced. Where a
    game is given, it must be about that game.
    """
    began = time.perf_counter()
    with path.open("rb") as file:
        claim = _parse_claim(read_head(file, FIRST_LINE, LONGEST_LINE))
        if game is not None and game != claim.game:
            raise Refused(f"this is about {short(claim.game)}, not about {short(game)}")
        try:
            model = find_model(claim.game)
            root = model.read(claim.position)
        except PlygroundError as error:
            raise Refused(str(error)) from error
        distance = _check_strategies(
            model, root, claim, _MoveReader(file, move_width(model), claim.total), on_progress
        )
    side = model.side(root)
    return CheckedCertificate(
        claim=claim,
        player=model.players[1 - side if claim.value == "loss" else side],
        distance=distance,
        from_start=root == model.start(),
        positions=claim.total,
        seconds=time.perf_counter() - began,
    )


def _check_strategies(
    model: Model,
    root: ModelState,
    claim: Claim,
    moves: _MoveReader,
    on_progress: Callable[[int, int], None] | None,
) -> int | None:
    """How many plies a game that is won can last at most; None for a draw."""
    done = 0
    wanted = strategy_goals(claim.value, model.side(root))
    if len(wanted) != len(claim.positions):
        raise Refused(f"a {claim.value} takes {len(wanted)} strategies, not {len(claim.positions)}")
    walked = WalkResult(0, 0)
    for goal, announced in zip(wanted, claim.positions, strict=True):

        def progress(count: int, before: int = done) -> None:
            if on_progress is not None:
                on_progress(before + count, claim.total)

        walked = walk(
            model,
            root,
            strategist=goal.strategist,
            wins=goal.wins,
            choose=moves.next_move,
            on_progress=progress,
        )
        if walked.positions != announced:
            raise Refused(f"a strategy of {announced} moves is announced, but it takes {walked.positions}")
        done += walked.positions
    moves.finish()
    if claim.value == "draw":
        return None
    if claim.distance is not None and walked.longest > claim.distance:
        raise Refused(f"the game can last {walked.longest} plies, not only {claim.distance}")
    return walked.longest


class _MoveReader:
    """The moves in the body of a certificate, unpacked as they are needed and never more than announced."""

    def __init__(self, file: BinaryIO, width: int, total: int) -> None:
        unpacked = unpack_body(file, total * width, more="more moves", less="fewer moves")
        self.numbers = unpacked if width == 1 else (first << 8 | next(unpacked) for first in unpacked)

    def next_move(self, moves: list[Move], way: list[Move]) -> int:
        """The next move, as its place among the legal ones."""
        number = next(self.numbers, None)
        if number is None:
            raise Refused("the strategy ends before every reply is answered")
        return number

    def finish(self) -> None:
        """Make sure that nothing is left."""
        if next(self.numbers, None) is not None:
            raise Refused("there are more moves than the strategies need")


def _parse_claim(values: dict[str, Any]) -> Claim:
    texts = [values.get(name) for name in ("game", "position", "value")]
    positions, distance = values.get("positions"), values.get("distance")
    if not all(isinstance(text, str) for text in texts) or values["value"] not in VALUES:
        raise Refused("the second line does not say the game, the position and win, loss or draw")
    if not isinstance(positions, list) or not all(_is_count(number) for number in positions):
        raise Refused("the second line does not say how many positions each strategy has")
    if distance is not None and not _is_count(distance):
        raise Refused(f"{short(str(distance))} is no distance")
    return Claim(values["game"], values["position"], values["value"], distance, tuple(positions))


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 60


def _count_text(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
