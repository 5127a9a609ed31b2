"""What a server sends, for /openapi.json. docs/web-api.md says it in words."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


class Answer(BaseModel):
    """Something sent; it may hold more than is written down here."""

    model_config = ConfigDict(extra="allow")


class Picture(Answer):
    """What stands on the board."""

    columns: list[str]
    rows: list[str]
    joint: str
    marks: dict[str, str]
    shapes: dict[str, str]
    trays: list[list[str]]
    endless: bool


class Outcome(Answer):
    """How a game ended."""

    winner: int | None
    text: str
    reason: str
    line: list[str]
    blames_loser: bool


class Legal(Answer):
    """A move that can be made."""

    move: str
    picks: list[str]
    cells: list[str]


class Losing(Answer):
    """Moves that lose at once."""

    moves: list[str]
    seen: int
    total: int


class Position(Answer):
    """A position of a game."""

    game: str
    title: str
    sides: list[str]
    ply: int
    turn: int
    setup: str
    first_turn: int
    text: str
    moves: list[str]
    played: list[list[str]]
    picture: Picture
    last: list[str]
    caption: str
    outcome: Outcome | None
    legal: list[Legal]
    complete: bool
    losing: Losing | None
    hot: dict[str, str] | None
    has_hot: bool


class Score(Answer):
    """What a position is worth to the side to move."""

    value: Literal["win", "loss", "draw"] | None
    distance: int | None
    exact_distance: bool
    estimate: int | None
    text: str
    short: str
    share: float


class Seat(Answer):
    """Who sits on one side."""

    who: str
    name: str
    kind: Literal["person", "computer"]
    taken: bool
    you: bool
    connected: bool


class You(Answer):
    """What the token is good for."""

    sides: list[int]
    owner: bool


class Offer(Answer):
    """What one side asks the other."""

    kind: Literal["undo", "redo", "swap", "again"]
    side: int


class Thinking(Answer):
    """What the computer to move does."""

    side: int
    phase: Literal["queued", "compiling", "searching", "failed"]
    ahead: int
    since: str


class Can(Answer):
    """What the token allows now."""

    move: bool
    undo: bool
    redo: bool
    resign: bool
    swap: bool
    again: bool
    invite: list[int]
    pace: bool
    decline: bool


class State(Answer):
    """A game as one reader sees it."""

    id: str
    version: int
    created: str
    updated: str
    position: Position
    seats: list[Seat]
    you: You
    watchers: int
    times: list[float | None]
    undone: list[str]
    over: bool
    result: Result
    ending: Outcome | None
    resigned: int | None
    offer: Offer | None
    previous: str | None
    next: str | None
    seconds: float | None
    auto: bool
    paused: bool
    delay: float
    thinking: Thinking | None
    can: Can


class Entered(Answer):
    """A game and the token for it."""

    token: str
    state: State


class OptionEntry(Answer):
    """What a variant may set."""

    name: str
    kind: Literal["size", "number", "flag"]
    default: str | int | bool
    takes: str


class PlayerEntry(Answer):
    """A computer who can sit down."""

    who: str
    title: str
    words: str
    classic: bool


class GameEntry(Answer):
    """A game of the catalogue."""

    name: str
    title: str
    summary: str
    origin: str
    words: str
    sides: list[str]
    options: list[OptionEntry]
    players: list[PlayerEntry]
    picture: Picture


class Catalogue(Answer):
    """Every game."""

    server: str
    games: list[GameEntry]
    limits: dict[str, float]


class Frame(Answer):
    """One picture."""

    picture: Picture
    last: list[str]


class Demo(Answer):
    """A short game."""

    ready: bool
    frames: list[Frame]


class Looked(Answer):
    """A position that was asked for."""

    position: Position
    frames: list[Frame] | None = None


class Hinted(Answer):
    """A good move."""

    move: str
    picks: list[str]
    cells: list[str]
    line: list[str]
    score: Score
    sentence: str
    text: str


class ReadText(Answer):
    """What a text holds."""

    kind: Literal["record", "position"]
    game: str
    setup: str
    moves: list[str]
    players: list[str]
    times: list[float | None]
    comments: list[str]
    comment: str
    result: Result
    reason: str
    began: str
    position: Position


class Written(Answer):
    """A game as texts."""

    record: str
    position: str
    svg: str
    name: str


class Invitations(Answer):
    """What to send to friends."""

    seats: list[str | None]
    watch: str


class MineEntry(Answer):
    """One game of a list, or that it is not there."""

    id: str
    found: bool


class MineList(Answer):
    """The games that a browser remembers."""

    games: list[MineEntry]


class ErrorBody(Answer):
    """What was wrong."""

    code: str
    message: str


class Error(Answer):
    """Every answer that is not what was asked for."""

    error: ErrorBody


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of an address, as FastAPI describes them."""
    words = {
        400: "The question is wrong",
        401: "A token is needed",
        403: "Not with this token",
        404: "Not there, or not for this token",
        409: "The game has gone on",
        413: "Too large",
        429: "Too much at once",
        503: "Not at the moment",
    }
    return {code: {"model": Error, "description": words[code]} for code in (*codes, 413, 429, 503)}
