"""What a browser may send, checked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plyground.hint import HINT_SECONDS
from plyground.web.messages import Result

GameName = Annotated[str, Field(min_length=1, max_length=120, examples=["squava", "noughts:5x5,row=4"])]
Move = Annotated[str, Field(min_length=1, max_length=64, examples=["c3"])]
Moves = Annotated[list[Move] | Annotated[str, Field(max_length=50_000)], Field(examples=[["c3", "a1"]])]
Cell = Annotated[str, Field(min_length=1, max_length=32)]
Mark = Annotated[str, Field(min_length=1, max_length=16)]
Setup = Annotated[str, Field(max_length=20_000, examples=["", "O4/5/2X2/5/5 X"])]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")]
GameId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{10}$")]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Time = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None
Delay = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]
Times = Annotated[list[Time], Field(max_length=100_000)]
Name = Annotated[str, Field(min_length=1, max_length=200, examples=["human", "level 3", "Ada"])]
Comment = Annotated[str, Field(max_length=50_000)]
Began = Annotated[str, Field(max_length=60, examples=["2026-01-31T18:30:00+01:00"])]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Side = Annotated[int, Field(ge=0, le=1)]
Who = Annotated[str, Field(min_length=1, max_length=60, examples=["me", "friend", "3"])]
MessageId = Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=40)] | None


class RequestBody(BaseModel):
    """Something sent: nothing in it is guessed, and nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BoardRequest(RequestBody):
    """A position, however it is reached."""

    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)


class RecordRequest(BoardRequest):
    """A game with everything that its record holds. `POST api/read` gives the same keys."""

    players: Annotated[list[Name | None], Field(min_length=2, max_length=2)] = [None, None]
    times: Times = Field(default_factory=list)
    comments: Annotated[list[Comment], Field(max_length=100_000)] = Field(default_factory=list)
    comment: Comment = ""
    result: Result | None = None
    reason: Annotated[str, Field(max_length=1_000)] = ""
    began: Began | None = None


# Positions


class LookRequest(BoardRequest):
    """A position to look at."""

    losing: bool = False
    hot: bool = False
    frames: bool = False
    forced: bool = False


class HintRequest(BoardRequest):
    """A position to have a good move for."""

    seconds: Seconds = HINT_SECONDS


class SetupRequest(RequestBody):
    """Marks on cells, and the side to move."""

    game: GameName
    marks: Annotated[dict[Cell, Mark], Field(max_length=2_000, examples=[{"b2": "X"}])] | None = None
    side: Side = 0


class ScoreRequest(RequestBody):
    """A score as the server sent it."""

    value: Literal["win", "loss", "draw"] | None = None
    distance: Ply | None = None
    exact_distance: bool = False
    estimate: Annotated[int, Field(ge=-(10**6), le=10**6)] | None = None


class AttemptRequest(BoardRequest):
    """A move that is tried in place of a mistake, which a report has found."""

    move: Move
    made: Move
    better: Move
    before: ScoreRequest
    seconds: Seconds = HINT_SECONDS


class LabRequest(BoardRequest):
    """A position to search step by step; the switches of docs/lab.md."""

    algorithm: Literal[
        "minimax",
        "negamax",
        "alphabeta",
        "ordering",
        "table",
        "deepening",
        "pvs",
        "proofs",
        "pns",
        "dfpn",
        "mcts",
    ] = "alphabeta"
    depth: Annotated[int, Field(ge=1, le=64)] = 3
    order: Literal["", "rules", "reverse", "name", "guess", "worst", "random"] = ""
    cut: Literal["equal", "above"] = "equal"
    fail: Literal["soft", "hard"] = "soft"
    evaluation: bool = True
    wins: Literal["flat", "short"] = "flat"
    view: Literal["", "root", "mover"] = ""
    rounds: Annotated[int, Field(ge=1, le=2_000)] = 200
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class ExplainRequest(BoardRequest):
    """A move that is to be explained."""

    move: Move
    seconds: Seconds = HINT_SECONDS


class ReadRequest(RequestBody):
    """A record or a position as text."""

    text: Annotated[str, Field(max_length=90_000)]


class WriteRequest(RecordRequest):
    """A game to write as texts."""

    resigned: Side | None = None


# Games


class NewGameRequest(RecordRequest):
    """A game to begin."""

    seats: Annotated[list[Who], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: ["me", "3"]
    )
    seconds: Seconds | None = None
    paused: bool = False
    delay: Delay = 1.0


class MoveRequest(RequestBody):
    """A move, and how many moves there were before it."""

    ply: Ply
    move: Move


class VersionRequest(RequestBody):
    """Something about the game as it was at this version."""

    version: Version


class PaceRequest(RequestBody):
    """How fast computers play against each other."""

    version: Version | None = None
    paused: bool | None = None
    delay: Delay | None = None
    step: bool = False


class JoinRequest(RequestBody):
    """A friend with an invitation."""

    side: Side
    invitation: Annotated[str, Field(max_length=100)]
    claim: Annotated[str, Field(min_length=16, max_length=64)]


class GameKey(RequestBody):
    """A game and the token for it."""

    id: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]


class MineRequest(RequestBody):
    """The games that a browser remembers."""

    games: list[GameKey]


class ScorecardRequest(MineRequest):
    """The games that a browser remembers; those with the opponent of one of them are counted."""

    id: Annotated[str, Field(max_length=100)]


# A class


class ClassJoinRequest(RequestBody):
    """A pupil who comes to the class."""

    code: Annotated[str, Field(max_length=40, examples=["HKRTW"])]
    name: Annotated[str, Field(max_length=200, examples=["Ada"])]
    claim: Annotated[str, Field(min_length=16, max_length=64)]


class ShownRequest(BoardRequest):
    """A position that everybody is to see."""

    words: Annotated[str, Field(max_length=300)] = ""


class ClassControlRequest(RequestBody):
    """How the class goes on; what is left out stays."""

    paused: bool | None = None
    help: bool | None = None
    shown: ShownRequest | None = None
    hide: bool = False


class ClassGamesRequest(BoardRequest):
    """A game for every two pupils."""

    odd: Who | None = None
    only_free: bool = False


class ClassTaskRequest(RequestBody):
    """A lesson or a set of puzzles for everybody."""

    kind: Literal["lesson", "puzzles"]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    count: Annotated[int, Field(ge=1, le=50)] = 10


class ClassPupilRequest(RequestBody):
    """A pupil."""

    pupil: Ply


class ClassAnswerRequest(RequestBody):
    """A pupil's try at one thing to solve."""

    task: Ply
    item: Ply
    answer: Annotated[str, Field(max_length=2_000)]
    """The pupil's moves so far, with spaces between them, or what is typed."""


# Over the socket


class SocketRequest(RequestBody):
    """A message."""

    id: MessageId = None


class FollowRequest(SocketRequest):
    """Hear everything about a game."""

    type: Literal["follow"]
    game: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]
    version: Version | None = None
    thinks: bool = False


class SocketMoveRequest(SocketRequest, MoveRequest):
    """A move in the game that is followed."""

    type: Literal["move"]
    game: Annotated[str, Field(max_length=100)]


class UnfollowRequest(SocketRequest):
    """Hear nothing more."""

    type: Literal["unfollow"]


class AnalyseRequest(BoardRequest, SocketRequest):
    """Look at a position for a while."""

    type: Literal["analyse"]
    seconds: Seconds = 30.0


class ReportRequest(BoardRequest, SocketRequest):
    """Have a report on a whole game."""

    type: Literal["report"]
    seconds: Seconds = 0.5


class StopRequest(SocketRequest):
    """End an analysis or a report."""

    type: Literal["stop"]


class AttendRequest(SocketRequest):
    """Hear everything about the class of this server."""

    type: Literal["attend"]
    token: Annotated[str, Field(max_length=100)]


class PingRequest(SocketRequest):
    """Still here."""

    type: Literal["ping"]


AnySocketRequest = Annotated[
    FollowRequest
    | SocketMoveRequest
    | UnfollowRequest
    | AnalyseRequest
    | ReportRequest
    | StopRequest
    | AttendRequest
    | PingRequest,
    Field(discriminator="type"),
]
"""Everything that a page sends over a socket."""


def validation_text(errors: ValidationError | list[Any]) -> str:
    """The first thing that is wrong, in one line, without what was sent."""
    found = (
        errors.errors(include_input=False, include_url=False)
        if isinstance(errors, ValidationError)
        else errors
    )
    first = found[0]
    place = ".".join(str(step) for step in first.get("loc", ()) if step != "body" and len(str(step)) <= 40)
    message = str(first.get("msg", "is wrong"))
    if first.get("type") == "json_invalid":
        return "the body is not JSON"
    return f"{place}: {message}" if place else message
