"""What a browser may send, checked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

GameName = Annotated[str, Field(min_length=1, max_length=120, examples=["squava", "noughts:5x5,row=4"])]
Move = Annotated[str, Field(min_length=1, max_length=64, examples=["c3"])]
Moves = Annotated[list[Move] | Annotated[str, Field(max_length=50_000)], Field(examples=[["c3", "a1"]])]
Setup = Annotated[str, Field(max_length=20_000, examples=["", "O4/5/2X2/5/5 X"])]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")]
GameId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{10}$")]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Time = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None
Delay = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Side = Annotated[int, Field(ge=0, le=1)]
Who = Annotated[str, Field(min_length=1, max_length=60, examples=["me", "friend", "3"])]
MessageId = Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=40)] | None


class Question(BaseModel):
    """Something sent: nothing in it is guessed, and nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True)


# Looking


class Look(Question):
    """A position to look at."""

    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    losing: bool = False
    hot: bool = False
    frames: bool = False


class Hint(Question):
    """A position to have a good move for."""

    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    seconds: Seconds = 1.0


class Read(Question):
    """A record or a position as text."""

    text: Annotated[str, Field(max_length=90_000)]


class Write(Question):
    """A game to write down."""

    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    players: Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: ["human", "human"]
    )
    times: Annotated[list[Time], Field(max_length=100_000)] = Field(default_factory=list)
    resigned: Side | None = None


# Playing


class NewGame(Question):
    """A game to begin."""

    game: GameName
    seats: Annotated[list[Who], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: ["me", "3"]
    )
    seconds: Seconds | None = None
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    times: Annotated[list[Time], Field(max_length=100_000)] = Field(default_factory=list)
    paused: bool = False
    delay: Delay = 1.0


class NewMove(Question):
    """A move, and how many moves there were before it."""

    ply: Ply
    move: Move


class AtVersion(Question):
    """Something about the game as it was at this version."""

    version: Version


class Pace(Question):
    """How fast computers play against each other."""

    version: Version | None = None
    paused: bool | None = None
    delay: Delay | None = None
    step: bool = False


class Join(Question):
    """A friend with an invitation."""

    side: Side
    invitation: Annotated[str, Field(max_length=100)]
    claim: Annotated[str, Field(min_length=16, max_length=64)]


class Mine(Question):
    """A game and the token for it."""

    id: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]


class AllMine(Question):
    """The games that a browser remembers."""

    games: list[Mine]


# Over the socket


class Asked(Question):
    """A message."""

    id: MessageId = None


class Follow(Asked):
    """Hear everything about a game."""

    type: Literal["follow"]
    game: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]
    version: Version | None = None


class Unfollow(Asked):
    """Hear nothing more."""

    type: Literal["unfollow"]


class Analyse(Asked):
    """Look at a position for a while."""

    type: Literal["analyse"]
    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    seconds: Seconds = 30.0


class JudgeGame(Asked):
    """Judge a whole game."""

    type: Literal["report"]
    game: GameName
    setup: Setup = ""
    moves: Moves = Field(default_factory=list)
    seconds: Seconds = 0.5


class Stop(Asked):
    """End an analysis or a report."""

    type: Literal["stop"]


class Ping(Asked):
    """Still here."""

    type: Literal["ping"]


def told(errors: ValidationError | list[Any]) -> str:
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
