"""Every structure that the server sends. What is built here is sent as it is, and /openapi.json documents it.

docs/web-api.md says in words what the keys mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from plyground.web.json_text import JsonText
from plyground.words import ScoreView

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
OfferKind = Literal["undo", "redo", "swap", "again"]
Phase = Literal["queued", "compiling", "plain", "searching", "done", "stopped"]
"""`plain`: by plain Python, while the game is being compiled."""
MessageId = int | str


# Boards


class PictureView(TypedDict):
    """What stands on the board."""

    columns: Sequence[str]
    rows: Sequence[str]
    joint: str
    marks: dict[str, str]
    shapes: dict[str, str]
    trays: Sequence[Sequence[str]]
    endless: bool


class OutcomeView(TypedDict):
    """How a game ended."""

    winner: int | None
    text: str
    reason: str
    line: Sequence[str]
    blames_loser: bool


class MoveView(TypedDict):
    """A move, the way to choose it, and its cells."""

    move: str
    picks: Sequence[str]
    cells: Sequence[str]


class LosingMovesView(TypedDict):
    """Moves that lose at once."""

    moves: list[str]
    seen: int
    total: int


class PositionView(TypedDict):
    """A position of a game."""

    game: str
    title: str
    goal: str
    sides: Sequence[str]
    ply: int
    turn: int
    setup: str
    first_turn: int
    text: str
    moves: Sequence[str]
    played: Sequence[Sequence[str]]
    picture: PictureView
    last: Sequence[str]
    caption: str
    outcome: OutcomeView | None
    legal: list[MoveView]
    complete: bool
    losing: LosingMovesView | None
    hot: dict[str, str] | None
    has_hot: bool


class FrameView(TypedDict):
    """One picture of a game."""

    picture: PictureView
    last: Sequence[str]
    caption: str


class FrameChange(TypedDict):
    """What a move has changed since the frame before it; the first frame begins from an empty board."""

    marks: dict[str, str]
    """Cells and what stands there now, an empty text for nothing."""
    trays: Sequence[Sequence[str]]
    last: Sequence[str]
    caption: str


# The catalogue


class OptionView(TypedDict):
    """What a variant may set."""

    name: str
    takes: str
    kind: Literal["size", "number", "flag"]
    default: str | int | bool
    smallest: NotRequired[int]
    largest: NotRequired[int]
    most_cells: NotRequired[int]
    only: NotRequired[list[str]]


class PlayerView(TypedDict):
    """A computer who can sit down."""

    who: str
    title: str
    words: str
    classic: bool


class CatalogueGame(TypedDict):
    """A game of the catalogue."""

    name: str
    title: str
    summary: str
    origin: str
    words: str
    sides: Sequence[str]
    options: list[OptionView]
    players: list[PlayerView]
    picture: PictureView


class LimitsView(TypedDict):
    """The most that a page may ask for."""

    body: int
    moves: int
    seconds: float
    hint: float
    analysis: float
    report: float
    mine: int
    message: int
    values: int


class CatalogueAnswer(TypedDict):
    """Every game."""

    server: str
    games: list[CatalogueGame]
    limits: LimitsView
    classroom: bool
    """Whether there is a class on this server that pupils can come to."""
    puzzles: bool
    """Whether there are puzzles of these games."""


class DemoAnswer(TypedDict):
    """A short game."""

    ready: bool
    frames: list[FrameView]


# Positions without a game


class LookAnswer(TypedDict):
    """A position that was asked for, and if that was asked for too, the way to it."""

    position: PositionView
    frames: NotRequired[list[FrameChange]]
    forced: NotRequired[str | None]
    """If that was asked for: the move that leaves no choice, or None if there is one."""


class SetupAnswer(TypedDict):
    """A position that somebody sets up by hand."""

    marks: Sequence[str]
    """Every mark that can be put on a cell."""
    unique: Sequence[str]
    """Those of which there is only one."""
    picture: PictureView
    """The board as the game begins."""
    problem: str
    """Why the marks are no position, in words; empty if they are one."""
    setup: str
    """The position as text; empty if it is none, or the start of the game."""


class AttemptAnswer(TypedDict):
    """Whether a move holds that is tried in place of a mistake."""

    move: str
    holds: bool
    score: ScoreView
    sentence: str


# Playing against a theorem


class TheoremView(TypedDict):
    """What the certificate of a game on the infinite board proves."""

    game: str
    title: str
    row: int
    whole: bool
    """Whether the first player wins, whatever the first reply."""
    statement: str
    replies: list[str]
    """The first replies that are proven one by one, with their mirror images; the first stone is on 0,0."""
    far: str | None
    """The reply whose proof is moved to all that are far away."""


class TheoremsAnswer(TypedDict):
    """The theorems about games that are offered here."""

    theorems: list[TheoremView]


class TheoremStepView(TypedDict):
    """What a proof says after a move of the second player."""

    move: str
    mattered: bool | None
    """Whether the move was one of the replies that matter; None for the first reply."""
    asked: Sequence[str]
    """The replies that mattered then."""
    answer: str
    replies: Sequence[str]
    """The replies that matter after the answer."""
    order: int
    plies: int
    """Within how many plies after the answer the game ends."""
    threat: Sequence[str]
    """What the first player plays on if the second always plays elsewhere."""
    line: Sequence[str]
    sentences: Sequence[str]


class TheoremAnswer(TypedDict):
    """What a proof says of a game, or None if it says nothing."""

    step: TheoremStepView | None
    statement: str


# The lab


class LabNode(TypedDict):
    """A position that a search entered."""

    id: int
    parent: int | None
    move: str
    ply: int
    player: str
    cells: Sequence[str]
    marks: dict[str, str]
    """What the move changed: cells and what stands there now, an empty text for nothing."""
    iteration: NotRequired[int]


class LabEvent(TypedDict):
    """A step of a search; docs/lab.md says which keys belong to which event."""

    event: str
    node: int
    text: str
    alpha: NotRequired[int | None]
    beta: NotRequired[int | None]
    move: NotRequired[str]
    value: NotRequired[float]
    shown: NotRequired[str]
    proven: NotRequired[bool]
    bound: NotRequired[str | int]
    kind: NotRequired[str]
    skipped: NotRequired[Sequence[str]]
    iteration: NotRequired[int]
    round: NotRequired[int]
    child: NotRequired[int]
    why: NotRequired[str]
    proof: NotRequired[int | None]
    disproof: NotRequired[int | None]
    attacker: NotRequired[str]
    proof_limit: NotRequired[int | None]
    disproof_limit: NotRequired[int | None]
    line: NotRequired[Sequence[str]]
    result: NotRequired[str]
    visits: NotRequired[int]


class LabSwitches(TypedDict):
    """How an algorithm was run."""

    depth: int
    order: str
    cut: str
    fail: str
    evaluation: bool
    wins: str
    view: str
    rounds: int
    seed: int


class LabTrace(TypedDict):
    """What a search did; `tree` and `events` are those of the first nodes if there are many."""

    format: str
    game: str
    setup: str
    moves: Sequence[str]
    players: Sequence[str]
    turn: int
    algorithm: str
    title: str
    value: float | None
    shown: str
    proven: bool
    best: str | None
    sentence: str
    viewpoint: str
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    switches: LabSwitches
    picture: PictureView
    tree: list[LabNode]
    events: list[LabEvent]


class LabRow(TypedDict):
    """What one algorithm took; without numbers if the tree was too large for it."""

    algorithm: str
    title: str
    nodes: int | None
    leaves: int | None
    cutoffs: int | None
    table_hits: int | None
    seconds: float | None
    value: float | None
    shown: str
    best: str | None
    same: bool | None
    problem: str


class LabComparisonAnswer(TypedDict):
    """The same position by several algorithms."""

    rows: list[LabRow]


class ClaimView(TypedDict):
    """Something that is true of a move, and a line that shows it (docs/explain.md)."""

    kind: str
    sentence: str
    proven: bool
    line: Sequence[str]
    """Moves from the position before the move."""


class ExplainAnswer(TypedDict):
    """Why a move is bad, or that it is not."""

    move: str
    claims: Sequence[ClaimView]


class PuzzleView(TypedDict):
    """A puzzle (docs/puzzles.md)."""

    id: str
    game: str
    position: str
    kind: str
    plies: int
    solution: Sequence[str]
    steps: Sequence[Sequence[str]]
    within: int
    themes: Sequence[str]
    rating: int


class PuzzlesAnswer(TypedDict):
    """The puzzles of a game, or of all games."""

    puzzles: Sequence[PuzzleView]
    daily: str
    """The id of the puzzle of the day; empty if there is none."""


class ProofAnswer(TypedDict):
    """The whole proof of a puzzle, line by line: indented lines belong to the one above them."""

    lines: Sequence[str]


class HintAnswer(MoveView):
    """A good move and why."""

    line: Sequence[str]
    score: ScoreView
    sentence: str
    text: str


class ReadAnswer(TypedDict):
    """What a text holds. `POST api/games` and `POST api/write` take the same keys."""

    kind: Literal["record", "position"]
    game: str
    setup: str
    moves: Sequence[str]
    players: Sequence[str]
    times: Sequence[float | None]
    comments: Sequence[str]
    comment: str
    result: Result
    reason: str
    began: str
    position: PositionView


class WriteAnswer(TypedDict):
    """A game as texts."""

    record: str
    position: str
    svg: str
    name: str


# Games


class SeatView(TypedDict):
    """Who sits on one side."""

    who: str
    name: str
    kind: Literal["person", "computer"]
    taken: bool
    you: bool
    connected: bool


class ReaderView(TypedDict):
    """What the reader's token is good for."""

    sides: Sequence[int]
    owner: bool


class OfferView(TypedDict):
    """What one side asks the other."""

    kind: OfferKind
    side: int


class ThinkingView(TypedDict):
    """What the computer to move does."""

    side: int
    phase: Literal["queued", "compiling", "searching", "plain", "failed"]
    ahead: int
    since: str
    message: NotRequired[str]


class Permissions(TypedDict):
    """What the reader's token allows now."""

    move: bool
    undo: bool
    redo: bool
    resign: bool
    swap: bool
    again: bool
    invite: list[int]
    pace: bool
    decline: bool


class SharedState(TypedDict):
    """The part of a game's state that is the same for every reader."""

    id: str
    version: int
    created: str
    updated: str
    position: PositionView
    began: str
    times: Sequence[float | None]
    comments: Sequence[str]
    comment: str
    undone: Sequence[str]
    over: bool
    result: Result
    ending: OutcomeView | None
    resigned: int | None
    offer: OfferView | None
    previous: str | None
    next: str | None
    seconds: float | None
    auto: bool
    paused: bool
    delay: float


class ReaderState(TypedDict):
    """The part of a game's state that depends on who reads it, and when."""

    seats: list[SeatView]
    you: ReaderView
    watchers: int
    thinking: ThinkingView | None
    can: Permissions


class GameState(SharedState, ReaderState):
    """A game as one reader sees it."""


class EntryAnswer(TypedDict):
    """A game and the token for it."""

    token: str
    state: JsonText[GameState]


class InvitationsAnswer(TypedDict):
    """What to send to friends."""

    seats: list[str | None]
    watch: str
    addresses: list[str]
    """Where browsers on other machines find the server, if not at the address that the page has."""
    only_here: bool
    """Whether the server listens to this machine alone, so that none of these works."""


class ScorecardAnswer(TypedDict):
    """How the games with the same opponent have ended."""

    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    text: str
    """All of it in one line; empty before the first game has ended."""


class GameSummary(TypedDict):
    """One game of a list."""

    id: str
    found: Literal[True]
    game: str
    title: str
    sides: Sequence[str]
    ply: int
    turn: int
    seats: Sequence[str]
    you: Sequence[int]
    over: bool
    text: str
    your_turn: bool
    updated: str
    picture: PictureView
    last: Sequence[str]
    next: str | None


class MissingGame(TypedDict):
    """A game of a list that is not there, or not for this token."""

    id: str
    found: Literal[False]


class MineAnswer(TypedDict):
    """The games that a browser remembers."""

    games: list[GameSummary | MissingGame]


# Lessons


class LessonHead(TypedDict):
    """A lesson in a list."""

    name: str
    title: str
    summary: str
    tasks: int
    """How many things there are to do in it."""


class LessonsAnswer(TypedDict):
    """Every lesson."""

    lessons: list[LessonHead]


class LessonSpan(TypedDict):
    """Some words in one style."""

    text: str
    style: Literal["plain", "bold", "slanted", "code"]


class LessonParagraph(TypedDict):
    """A paragraph, or a point of a list."""

    point: bool
    spans: Sequence[LessonSpan]


class LessonBoard(TypedDict):
    """A position of a lesson, as `POST api/look` takes it."""

    game: str
    setup: str
    moves: Sequence[str]


class LessonNode(TypedDict):
    """A position of a tree."""

    parent: int | None
    """The place of its parent among the nodes."""
    move: str
    player: str
    """Who is to move."""
    marks: dict[str, str]
    """The cells that changed since the parent, an empty text where nothing stands any more."""
    value: str
    """`win`, `draw` or `loss` for the side to move at the root, or an estimate."""
    cut: Sequence[str]
    """The moves that were never tried here."""
    reason: str
    """Why not."""


class LessonTreeView(TypedDict):
    """A search of the lab."""

    title: str
    sentence: str
    picture: PictureView
    """The board at the root."""
    player: str
    """Who is to move there."""
    nodes: Sequence[LessonNode]


class LessonBlock(TypedDict):
    """A part of a step: prose, a board, a tree, or a task. Which keys there are depends on its kind."""

    kind: Literal["prose", "board", "tree", "play", "choose", "number", "leaves", "cuts"]
    paragraphs: NotRequired[Sequence[LessonParagraph]]
    board: NotRequired[LessonBoard | None]
    caption: NotRequired[str]
    tree: NotRequired[LessonTreeView | None]
    number: NotRequired[int]
    """The place of a task among all of the lesson."""
    ask: NotRequired[str]
    right: NotRequired[str]
    wrong: NotRequired[str]
    hint: NotRequired[str]
    accepted: NotRequired[Sequence[Sequence[str]]]
    """For each move of the learner those that are right."""
    replies: NotRequired[Sequence[str]]
    """The answers between them."""
    remarks: NotRequired[dict[str, str]]
    """What to say of a wrong move."""
    options: NotRequired[Sequence[str]]
    answer: NotRequired[int]
    """The place of the right option, or the right number."""
    values: NotRequired[Sequence[str]]
    """What the leaves are worth, in their order."""
    cuts: NotRequired[Sequence[int]]
    """The places of the leaves that are cut."""


class LessonStep(TypedDict):
    """What is read or done in one go."""

    heading: str
    blocks: Sequence[LessonBlock]


class LessonAnswer(TypedDict):
    """A whole lesson."""

    name: str
    title: str
    summary: str
    tasks: int
    steps: Sequence[LessonStep]


# A class


class PupilView(TypedDict):
    """A pupil, as the teacher sees the class."""

    number: int
    name: str
    here: bool
    """Whether the pupil's page is open now."""
    game: str | None
    """The pupil's game in the round that is played."""
    solved: int
    """How much of the task is solved."""
    tries: int
    """How many tries that took so far."""


class ClassTaskView(TypedDict):
    """What the class does."""

    number: int
    kind: Literal["games", "lesson", "puzzles"]
    title: str
    name: str
    """The game, the lesson, or the set of puzzles."""
    items: int
    """How many things there are to solve; 0 for games."""


class ShownView(TypedDict):
    """A position that the teacher shows to everybody."""

    game: str
    setup: str
    moves: Sequence[str]
    words: str


class ReaderPupilView(TypedDict):
    """The pupil who reads this."""

    number: int
    name: str
    game: str | None


class ClassChoice(TypedDict):
    """Something that a teacher can give the class to do."""

    name: str
    title: str


class ClassView(TypedDict):
    """A class as the teacher or a pupil sees it."""

    role: Literal["teacher", "pupil"]
    code: str
    paused: bool
    help: bool
    """Whether pupils may ask for hints and analyses."""
    shown: ShownView | None
    task: ClassTaskView | None
    you: ReaderPupilView | None
    """None for the teacher."""
    pupils: list[PupilView]
    """For the teacher alone."""
    boards: list[GameSummary]
    """The games of the round, for the teacher alone."""


class ClassEntryAnswer(TypedDict):
    """A class and the pupil's token for it."""

    token: str
    room: JsonText[ClassView]


class ClassChoicesAnswer(TypedDict):
    """What a teacher can give the class to do, and where pupils find the server."""

    lessons: list[ClassChoice]
    puzzles: list[ClassChoice]
    addresses: list[str]
    """Where browsers on other machines find the server, if not at the address that the page has."""
    only_here: bool
    """Whether the server listens to this machine alone, so that none of these works."""


class ClassResultsAnswer(TypedDict):
    """What came of everything that the class did."""

    csv: str
    name: str
    """A good file name."""


# Errors


class ErrorView(TypedDict):
    """What was wrong."""

    code: str
    message: str
    retry_after: NotRequired[float]
    state: NotRequired[JsonText[GameState]]


class ErrorAnswer(TypedDict):
    """Every answer that is not what was asked for."""

    error: ErrorView


# The socket


class HelloMessage(TypedDict):
    """The first message."""

    type: Literal["hello"]
    server: str


class StateMessage(TypedDict):
    """The followed game, after every change."""

    type: Literal["state"]
    id: NotRequired[MessageId]
    state: JsonText[GameState]


class SameMessage(TypedDict):
    """The followed game is at the version that the page knows."""

    type: Literal["same"]
    id: NotRequired[MessageId]
    version: int


class HereMessage(TypedDict):
    """Somebody came or went."""

    type: Literal["here"]
    game: str
    connected: list[bool]
    watchers: int


class ThinkingMessage(TypedDict):
    """What the computer to move does."""

    type: Literal["thinking"]
    game: str
    thinking: ThinkingView | None


class LineView(TypedDict):
    """A line of play and what it leads to."""

    move: str
    score: ScoreView
    moves: Sequence[str]
    cells: Sequence[Sequence[str]]


class MoveValueView(TypedDict):
    """What one move is worth."""

    move: str
    score: ScoreView
    depth: int
    shade: float


class ThreatView(TypedDict):
    """What the other side would do if it could move now."""

    move: str
    moves: Sequence[str]
    cells: Sequence[Sequence[str]]
    turn: int
    score: ScoreView
    sentence: str


class AnalysisMessage(TypedDict):
    """What is known of a position so far."""

    type: Literal["analysis"]
    id: NotRequired[MessageId]
    game: str
    ply: int
    turn: int
    phase: Phase
    ahead: int
    depth: int
    nodes: int
    speed: int
    seconds: float
    score: ScoreView | None
    sentence: str
    lines: list[LineView]
    values: list[MoveValueView]
    threat: ThreatView | None


class EvaluationView(TypedDict):
    """What the position at one ply is worth."""

    ply: int
    score: ScoreView


class MistakeView(TypedDict):
    """A move that lost something, and what was better."""

    ply: int
    side: int
    move: str
    kind: Literal["blunder", "mistake", "inaccuracy"]
    before: ScoreView
    after: ScoreView
    better: str
    line: Sequence[str]
    cells: Sequence[Sequence[str]]
    loss: float
    sentence: str


class ReportMessage(TypedDict):
    """The report on a game so far."""

    type: Literal["report"]
    id: NotRequired[MessageId]
    phase: Phase
    ahead: int
    done: int
    of: int
    evaluations: list[EvaluationView]
    mistakes: list[MistakeView]
    sentence: str


class ClassMessage(TypedDict):
    """The class that the page attends, after every change."""

    type: Literal["class"]
    id: NotRequired[MessageId]
    room: JsonText[ClassView]


class DismissedMessage(TypedDict):
    """The page attends no class any more: the teacher has begun another, or sent the pupil away."""

    type: Literal["dismissed"]


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    id: NotRequired[MessageId]


class ErrorMessage(TypedDict):
    """A message was refused."""

    type: Literal["error"]
    id: NotRequired[MessageId]
    error: ErrorView


SocketMessage = (
    HelloMessage
    | StateMessage
    | SameMessage
    | HereMessage
    | ThinkingMessage
    | AnalysisMessage
    | ReportMessage
    | ClassMessage
    | DismissedMessage
    | PongMessage
    | ErrorMessage
)
"""Everything that the server sends over a socket."""
