// What the server takes and sends. Written by `python -m tests.web.make_types`: do not edit.

/** Whether a move holds that is tried in place of a mistake. */
export interface AttemptAnswer {
  move: string;
  holds: boolean;
  score: ScoreView;
  sentence: string;
}

/** A move that is tried in place of a mistake, which a report has found. */
export interface AttemptRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  move: string;
  made: string;
  better: string;
  before: ScoreRequest;
  seconds?: number;
}

/** A position, however it is reached. */
export interface BoardRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
}

/** Every game. */
export interface CatalogueAnswer {
  server: string;
  games: CatalogueGame[];
  limits: LimitsView;
  classroom: boolean;
  puzzles: boolean;
}

/** A game of the catalogue. */
export interface CatalogueGame {
  name: string;
  title: string;
  summary: string;
  origin: string;
  words: string;
  sides: string[];
  options: OptionView[];
  players: PlayerView[];
  picture: PictureView;
}

/** Something that is true of a move, and a line that shows it (docs/explain.md). */
export interface ClaimView {
  kind: string;
  sentence: string;
  proven: boolean;
  line: string[];
}

/** A pupil's try at one thing to solve. */
export interface ClassAnswerRequest {
  task: number;
  item: number;
  answer: string;
}

/** Something that a teacher can give the class to do. */
export interface ClassChoice {
  name: string;
  title: string;
}

/** What a teacher can give the class to do, and where pupils find the server. */
export interface ClassChoicesAnswer {
  lessons: ClassChoice[];
  puzzles: ClassChoice[];
  addresses: string[];
  only_here: boolean;
}

/** How the class goes on; what is left out stays. */
export interface ClassControlRequest {
  paused?: boolean | null;
  help?: boolean | null;
  shown?: ShownRequest | null;
  hide?: boolean;
}

/** A class and the pupil's token for it. */
export interface ClassEntryAnswer {
  token: string;
  room: ClassView;
}

/** A game for every two pupils. */
export interface ClassGamesRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  odd?: string | null;
  only_free?: boolean;
}

/** A pupil who comes to the class. */
export interface ClassJoinRequest {
  code: string;
  name: string;
  claim: string;
}

/** A pupil. */
export interface ClassPupilRequest {
  pupil: number;
}

/** What came of everything that the class did. */
export interface ClassResultsAnswer {
  csv: string;
  name: string;
}

/** A lesson or a set of puzzles for everybody. */
export interface ClassTaskRequest {
  kind: "lesson" | "puzzles";
  name: string;
  count?: number;
}

/** What the class does. */
export interface ClassTaskView {
  number: number;
  kind: "games" | "lesson" | "puzzles";
  title: string;
  name: string;
  items: number;
}

/** A class as the teacher or a pupil sees it. */
export interface ClassView {
  role: "teacher" | "pupil";
  code: string;
  paused: boolean;
  help: boolean;
  shown: ShownView | null;
  task: ClassTaskView | null;
  you: ReaderPupilView | null;
  pupils: PupilView[];
  boards: GameSummary[];
}

/** A short game. */
export interface DemoAnswer {
  ready: boolean;
  frames: FrameView[];
}

/** A game and the token for it. */
export interface EntryAnswer {
  token: string;
  state: GameState;
}

/** Why a move is bad, or that it is not. */
export interface ExplainAnswer {
  move: string;
  claims: ClaimView[];
}

/** A move that is to be explained. */
export interface ExplainRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  move: string;
  seconds?: number;
}

/** What a move has changed since the frame before it; the first frame begins from an empty board. */
export interface FrameChange {
  marks: Record<string, string>;
  trays: string[][];
  last: string[];
  caption: string;
}

/** One picture of a game. */
export interface FrameView {
  picture: PictureView;
  last: string[];
  caption: string;
}

/** A game and the token for it. */
export interface GameKey {
  id: string;
  token: string;
}

/** A game as one reader sees it. */
export interface GameState {
  id: string;
  version: number;
  created: string;
  updated: string;
  position: PositionView;
  began: string;
  times: (number | null)[];
  comments: string[];
  comment: string;
  undone: string[];
  over: boolean;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  ending: OutcomeView | null;
  resigned: number | null;
  offer: OfferView | null;
  previous: string | null;
  next: string | null;
  seconds: number | null;
  auto: boolean;
  paused: boolean;
  delay: number;
  seats: SeatView[];
  you: ReaderView;
  watchers: number;
  thinking: ThinkingView | null;
  can: Permissions;
}

/** One game of a list. */
export interface GameSummary {
  id: string;
  found: true;
  game: string;
  title: string;
  sides: string[];
  ply: number;
  turn: number;
  seats: string[];
  you: number[];
  over: boolean;
  text: string;
  your_turn: boolean;
  updated: string;
  picture: PictureView;
  last: string[];
  next: string | null;
}

/** A good move and why. */
export interface HintAnswer {
  move: string;
  picks: string[];
  cells: string[];
  line: string[];
  score: ScoreView;
  sentence: string;
  text: string;
}

/** A position to have a good move for. */
export interface HintRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  seconds?: number;
}

/** What to send to friends. */
export interface InvitationsAnswer {
  seats: (string | null)[];
  watch: string;
  addresses: string[];
  only_here: boolean;
}

/** A friend with an invitation. */
export interface JoinRequest {
  side: number;
  invitation: string;
  claim: string;
}

/** The same position by several algorithms. */
export interface LabComparisonAnswer {
  rows: LabRow[];
}

/** A step of a search; docs/lab.md says which keys belong to which event. */
export interface LabEvent {
  event: string;
  node: number;
  text: string;
  alpha?: number | null;
  beta?: number | null;
  move?: string;
  value?: number;
  shown?: string;
  proven?: boolean;
  bound?: number | string;
  kind?: string;
  skipped?: string[];
  iteration?: number;
  round?: number;
  child?: number;
  why?: string;
  proof?: number | null;
  disproof?: number | null;
  attacker?: string;
  proof_limit?: number | null;
  disproof_limit?: number | null;
  line?: string[];
  result?: string;
  visits?: number;
}

/** A position that a search entered. */
export interface LabNode {
  id: number;
  parent: number | null;
  move: string;
  ply: number;
  player: string;
  cells: string[];
  marks: Record<string, string>;
  iteration?: number;
}

/** A position to search step by step; the switches of docs/lab.md. */
export interface LabRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  algorithm?:
    | "minimax"
    | "negamax"
    | "alphabeta"
    | "ordering"
    | "table"
    | "deepening"
    | "pvs"
    | "proofs"
    | "pns"
    | "dfpn"
    | "mcts";
  depth?: number;
  order?: "" | "rules" | "reverse" | "name" | "guess" | "worst" | "random";
  cut?: "equal" | "above";
  fail?: "soft" | "hard";
  evaluation?: boolean;
  wins?: "flat" | "short";
  view?: "" | "root" | "mover";
  rounds?: number;
  seed?: number;
}

/** What one algorithm took; without numbers if the tree was too large for it. */
export interface LabRow {
  algorithm: string;
  title: string;
  nodes: number | null;
  leaves: number | null;
  cutoffs: number | null;
  table_hits: number | null;
  seconds: number | null;
  value: number | null;
  shown: string;
  best: string | null;
  same: boolean | null;
  problem: string;
}

/** How an algorithm was run. */
export interface LabSwitches {
  depth: number;
  order: string;
  cut: string;
  fail: string;
  evaluation: boolean;
  wins: string;
  view: string;
  rounds: number;
  seed: number;
}

/** What a search did; `tree` and `events` are those of the first nodes if there are many. */
export interface LabTrace {
  format: string;
  game: string;
  setup: string;
  moves: string[];
  players: string[];
  turn: number;
  algorithm: string;
  title: string;
  value: number | null;
  shown: string;
  proven: boolean;
  best: string | null;
  sentence: string;
  viewpoint: string;
  nodes: number;
  leaves: number;
  cutoffs: number;
  table_hits: number;
  switches: LabSwitches;
  picture: PictureView;
  tree: LabNode[];
  events: LabEvent[];
}

/** A whole lesson. */
export interface LessonAnswer {
  name: string;
  title: string;
  summary: string;
  tasks: number;
  steps: LessonStep[];
}

/** A part of a step: prose, a board, a tree, or a task. Which keys there are depends on its kind. */
export interface LessonBlock {
  kind: "prose" | "board" | "tree" | "play" | "choose" | "number" | "leaves" | "cuts";
  paragraphs?: LessonParagraph[];
  board?: LessonBoard | null;
  caption?: string;
  tree?: LessonTreeView | null;
  number?: number;
  ask?: string;
  right?: string;
  wrong?: string;
  hint?: string;
  accepted?: string[][];
  replies?: string[];
  remarks?: Record<string, string>;
  options?: string[];
  answer?: number;
  values?: string[];
  cuts?: number[];
}

/** A position of a lesson, as `POST api/look` takes it. */
export interface LessonBoard {
  game: string;
  setup: string;
  moves: string[];
}

/** A lesson in a list. */
export interface LessonHead {
  name: string;
  title: string;
  summary: string;
  tasks: number;
}

/** A position of a tree. */
export interface LessonNode {
  parent: number | null;
  move: string;
  player: string;
  marks: Record<string, string>;
  value: string;
  cut: string[];
  reason: string;
}

/** A paragraph, or a point of a list. */
export interface LessonParagraph {
  point: boolean;
  spans: LessonSpan[];
}

/** Some words in one style. */
export interface LessonSpan {
  text: string;
  style: "plain" | "bold" | "slanted" | "code";
}

/** What is read or done in one go. */
export interface LessonStep {
  heading: string;
  blocks: LessonBlock[];
}

/** A search of the lab. */
export interface LessonTreeView {
  title: string;
  sentence: string;
  picture: PictureView;
  player: string;
  nodes: LessonNode[];
}

/** Every lesson. */
export interface LessonsAnswer {
  lessons: LessonHead[];
}

/** The most that a page may ask for. */
export interface LimitsView {
  body: number;
  moves: number;
  seconds: number;
  hint: number;
  analysis: number;
  report: number;
  mine: number;
  message: number;
  values: number;
}

/** A position that was asked for, and if that was asked for too, the way to it. */
export interface LookAnswer {
  position: PositionView;
  frames?: FrameChange[];
  forced?: string | null;
}

/** A position to look at. */
export interface LookRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  losing?: boolean;
  hot?: boolean;
  frames?: boolean;
  forced?: boolean;
}

/** Moves that lose at once. */
export interface LosingMovesView {
  moves: string[];
  seen: number;
  total: number;
}

/** The games that a browser remembers. */
export interface MineAnswer {
  games: (GameSummary | MissingGame)[];
}

/** The games that a browser remembers. */
export interface MineRequest {
  games: GameKey[];
}

/** A game of a list that is not there, or not for this token. */
export interface MissingGame {
  id: string;
  found: false;
}

/** A move, and how many moves there were before it. */
export interface MoveRequest {
  ply: number;
  move: string;
}

/** A move, the way to choose it, and its cells. */
export interface MoveView {
  move: string;
  picks: string[];
  cells: string[];
}

/** A game to begin. */
export interface NewGameRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  players?: (string | null)[];
  times?: (number | null)[];
  comments?: string[];
  comment?: string;
  result?: "1-0" | "0-1" | "1/2-1/2" | "*" | null;
  reason?: string;
  began?: string | null;
  seats?: string[];
  seconds?: number | null;
  paused?: boolean;
  delay?: number;
}

/** What one side asks the other. */
export interface OfferView {
  kind: "undo" | "redo" | "swap" | "again";
  side: number;
}

/** What a variant may set. */
export interface OptionView {
  name: string;
  takes: string;
  kind: "size" | "number" | "flag";
  default: boolean | number | string;
  smallest?: number;
  largest?: number;
  most_cells?: number;
  only?: string[];
}

/** How a game ended. */
export interface OutcomeView {
  winner: number | null;
  text: string;
  reason: string;
  line: string[];
  blames_loser: boolean;
}

/** How fast computers play against each other. */
export interface PaceRequest {
  version?: number | null;
  paused?: boolean | null;
  delay?: number | null;
  step?: boolean;
}

/** What the reader's token allows now. */
export interface Permissions {
  move: boolean;
  undo: boolean;
  redo: boolean;
  resign: boolean;
  swap: boolean;
  again: boolean;
  invite: number[];
  pace: boolean;
  decline: boolean;
}

/** What stands on the board. */
export interface PictureView {
  columns: string[];
  rows: string[];
  joint: string;
  marks: Record<string, string>;
  shapes: Record<string, string>;
  trays: string[][];
  endless: boolean;
}

/** A computer who can sit down. */
export interface PlayerView {
  who: string;
  title: string;
  words: string;
  classic: boolean;
}

/** A position of a game. */
export interface PositionView {
  game: string;
  title: string;
  goal: string;
  sides: string[];
  ply: number;
  turn: number;
  setup: string;
  first_turn: number;
  text: string;
  moves: string[];
  played: string[][];
  picture: PictureView;
  last: string[];
  caption: string;
  outcome: OutcomeView | null;
  legal: MoveView[];
  complete: boolean;
  losing: LosingMovesView | null;
  hot: Record<string, string> | null;
  has_hot: boolean;
}

/** The whole proof of a puzzle, line by line: indented lines belong to the one above them. */
export interface ProofAnswer {
  lines: string[];
}

/** A pupil, as the teacher sees the class. */
export interface PupilView {
  number: number;
  name: string;
  here: boolean;
  game: string | null;
  solved: number;
  tries: number;
}

/** A puzzle (docs/puzzles.md). */
export interface PuzzleView {
  id: string;
  game: string;
  position: string;
  kind: string;
  plies: number;
  solution: string[];
  steps: string[][];
  within: number;
  themes: string[];
  rating: number;
}

/** The puzzles of a game, or of all games. */
export interface PuzzlesAnswer {
  puzzles: PuzzleView[];
  daily: string;
}

/** What a text holds. `POST api/games` and `POST api/write` take the same keys. */
export interface ReadAnswer {
  kind: "record" | "position";
  game: string;
  setup: string;
  moves: string[];
  players: string[];
  times: (number | null)[];
  comments: string[];
  comment: string;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  began: string;
  position: PositionView;
}

/** A record or a position as text. */
export interface ReadRequest {
  text: string;
}

/** The pupil who reads this. */
export interface ReaderPupilView {
  number: number;
  name: string;
  game: string | null;
}

/** What the reader's token is good for. */
export interface ReaderView {
  sides: number[];
  owner: boolean;
}

/** A score as the server sent it. */
export interface ScoreRequest {
  value?: "win" | "loss" | "draw" | null;
  distance?: number | null;
  exact_distance?: boolean;
  estimate?: number | null;
}

/** A score for a program that draws it: the same with texts and a bar. */
export interface ScoreView {
  value: "win" | "loss" | "draw" | null;
  distance: number | null;
  exact_distance: boolean;
  estimate: number | null;
  text: string;
  short: string;
  share: number;
}

/** How the games with the same opponent have ended. */
export interface ScorecardAnswer {
  opponent: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  text: string;
}

/** The games that a browser remembers; those with the opponent of one of them are counted. */
export interface ScorecardRequest {
  games: GameKey[];
  id: string;
}

/** Who sits on one side. */
export interface SeatView {
  who: string;
  name: string;
  kind: "person" | "computer";
  taken: boolean;
  you: boolean;
  connected: boolean;
}

/** A position that somebody sets up by hand. */
export interface SetupAnswer {
  marks: string[];
  unique: string[];
  picture: PictureView;
  problem: string;
  setup: string;
}

/** Marks on cells, and the side to move. */
export interface SetupRequest {
  game: string;
  marks?: Record<string, string> | null;
  side?: number;
}

/** A position that everybody is to see. */
export interface ShownRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  words?: string;
}

/** A position that the teacher shows to everybody. */
export interface ShownView {
  game: string;
  setup: string;
  moves: string[];
  words: string;
}

/** What a proof says of a game, or None if it says nothing. */
export interface TheoremAnswer {
  step: TheoremStepView | null;
  statement: string;
}

/** What a proof says after a move of the second player. */
export interface TheoremStepView {
  move: string;
  mattered: boolean | null;
  asked: string[];
  answer: string;
  replies: string[];
  order: number;
  plies: number;
  threat: string[];
  line: string[];
  sentences: string[];
}

/** What the certificate of a game on the infinite board proves. */
export interface TheoremView {
  game: string;
  title: string;
  row: number;
  whole: boolean;
  statement: string;
  replies: string[];
  far: string | null;
}

/** The theorems about games that are offered here. */
export interface TheoremsAnswer {
  theorems: TheoremView[];
}

/** What the computer to move does. */
export interface ThinkingView {
  side: number;
  phase: "queued" | "compiling" | "searching" | "plain" | "failed";
  ahead: number;
  since: string;
  message?: string;
}

/** Something about the game as it was at this version. */
export interface VersionRequest {
  version: number;
}

/** A game as texts. */
export interface WriteAnswer {
  record: string;
  position: string;
  svg: string;
  name: string;
}

/** A game to write as texts. */
export interface WriteRequest {
  game: string;
  setup?: string;
  moves?: string | string[];
  players?: (string | null)[];
  times?: (number | null)[];
  comments?: string[];
  comment?: string;
  result?: "1-0" | "0-1" | "1/2-1/2" | "*" | null;
  reason?: string;
  began?: string | null;
  resigned?: number | null;
}

/** Look at a position for a while. */
export interface AnalyseRequest {
  id?: number | string | null;
  game: string;
  setup?: string;
  moves?: string | string[];
  type: "analyse";
  seconds?: number;
}

/** What is known of a position so far. */
export interface AnalysisMessage {
  type: "analysis";
  id?: number | string;
  game: string;
  ply: number;
  turn: number;
  phase: "queued" | "compiling" | "plain" | "searching" | "done" | "stopped";
  ahead: number;
  depth: number;
  nodes: number;
  speed: number;
  seconds: number;
  score: ScoreView | null;
  sentence: string;
  lines: LineView[];
  values: MoveValueView[];
  threat: ThreatView | null;
}

/** Hear everything about the class of this server. */
export interface AttendRequest {
  id?: number | string | null;
  type: "attend";
  token: string;
}

/** The class that the page attends, after every change. */
export interface ClassMessage {
  type: "class";
  id?: number | string;
  room: ClassView;
}

/** The page attends no class any more: the teacher has begun another, or sent the pupil away. */
export interface DismissedMessage {
  type: "dismissed";
}

/** Every answer that is not what was asked for. */
export interface ErrorAnswer {
  error: ErrorView;
}

/** A message was refused. */
export interface ErrorMessage {
  type: "error";
  id?: number | string;
  error: ErrorView;
}

/** What was wrong. */
export interface ErrorView {
  code: string;
  message: string;
  retry_after?: number;
  state?: GameState;
}

/** What the position at one ply is worth. */
export interface EvaluationView {
  ply: number;
  score: ScoreView;
}

/** Hear everything about a game. */
export interface FollowRequest {
  id?: number | string | null;
  type: "follow";
  game: string;
  token: string;
  version?: number | null;
  thinks?: boolean;
}

/** The first message. */
export interface HelloMessage {
  type: "hello";
  server: string;
}

/** Somebody came or went. */
export interface HereMessage {
  type: "here";
  game: string;
  connected: boolean[];
  watchers: number;
}

/** A line of play and what it leads to. */
export interface LineView {
  move: string;
  score: ScoreView;
  moves: string[];
  cells: string[][];
}

/** A move that lost something, and what was better. */
export interface MistakeView {
  ply: number;
  side: number;
  move: string;
  kind: "blunder" | "mistake" | "inaccuracy";
  before: ScoreView;
  after: ScoreView;
  better: string;
  line: string[];
  cells: string[][];
  loss: number;
  sentence: string;
}

/** What one move is worth. */
export interface MoveValueView {
  move: string;
  score: ScoreView;
  depth: number;
  shade: number;
}

/** Still here. */
export interface PingRequest {
  id?: number | string | null;
  type: "ping";
}

/** The answer to a ping. */
export interface PongMessage {
  type: "pong";
  id?: number | string;
}

/** The report on a game so far. */
export interface ReportMessage {
  type: "report";
  id?: number | string;
  phase: "queued" | "compiling" | "plain" | "searching" | "done" | "stopped";
  ahead: number;
  done: number;
  of: number;
  evaluations: EvaluationView[];
  mistakes: MistakeView[];
  sentence: string;
}

/** Have a report on a whole game. */
export interface ReportRequest {
  id?: number | string | null;
  game: string;
  setup?: string;
  moves?: string | string[];
  type: "report";
  seconds?: number;
}

/** The followed game is at the version that the page knows. */
export interface SameMessage {
  type: "same";
  id?: number | string;
  version: number;
}

/** A move in the game that is followed. */
export interface SocketMoveRequest {
  ply: number;
  move: string;
  id?: number | string | null;
  type: "move";
  game: string;
}

/** The followed game, after every change. */
export interface StateMessage {
  type: "state";
  id?: number | string;
  state: GameState;
}

/** End an analysis or a report. */
export interface StopRequest {
  id?: number | string | null;
  type: "stop";
}

/** What the computer to move does. */
export interface ThinkingMessage {
  type: "thinking";
  game: string;
  thinking: ThinkingView | null;
}

/** What the other side would do if it could move now. */
export interface ThreatView {
  move: string;
  moves: string[];
  cells: string[][];
  turn: number;
  score: ScoreView;
  sentence: string;
}

/** Hear nothing more. */
export interface UnfollowRequest {
  id?: number | string | null;
  type: "unfollow";
}

export type FromPage =
  | AnalyseRequest
  | AttendRequest
  | FollowRequest
  | PingRequest
  | ReportRequest
  | SocketMoveRequest
  | StopRequest
  | UnfollowRequest;

export type FromServer =
  | AnalysisMessage
  | ClassMessage
  | DismissedMessage
  | ErrorMessage
  | HelloMessage
  | HereMessage
  | PongMessage
  | ReportMessage
  | SameMessage
  | StateMessage
  | ThinkingMessage;
