// What the server takes and sends. Written by `python -m tests.web.make_types`: do not edit.

/** The games that a browser remembers. */
export interface AllMine {
  games: Mine[];
}

/** Something about the game as it was at this version. */
export interface AtVersion {
  version: number;
}

/** What the token allows now. */
export interface Can {
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

/** Every game. */
export interface Catalogue {
  server: string;
  games: GameEntry[];
  limits: Record<string, number>;
}

/** A short game. */
export interface Demo {
  ready: boolean;
  frames: Frame[];
}

/** A game and the token for it. */
export interface Entered {
  token: string;
  state: State;
}

/** Every answer that is not what was asked for. */
export interface Error {
  error: ErrorBody;
}

/** What was wrong. */
export interface ErrorBody {
  code: string;
  message: string;
}

/** One picture. */
export interface Frame {
  picture: Picture;
  last: string[];
}

/** A game of the catalogue. */
export interface GameEntry {
  name: string;
  title: string;
  summary: string;
  origin: string;
  words: string;
  sides: string[];
  options: OptionEntry[];
  players: PlayerEntry[];
  picture: Picture;
}

/** A position to have a good move for. */
export interface Hint {
  game: string;
  setup?: string;
  moves?: string[] | string;
  seconds?: number;
}

/** A good move. */
export interface Hinted {
  move: string;
  picks: string[];
  cells: string[];
  line: string[];
  score: Score;
  sentence: string;
  text: string;
}

/** What to send to friends. */
export interface Invitations {
  seats: (string | null)[];
  watch: string;
}

/** A friend with an invitation. */
export interface Join {
  side: number;
  invitation: string;
  claim: string;
}

/** A move that can be made. */
export interface Legal {
  move: string;
  picks: string[];
  cells: string[];
}

/** A position to look at. */
export interface Look {
  game: string;
  setup?: string;
  moves?: string[] | string;
  losing?: boolean;
  hot?: boolean;
  frames?: boolean;
}

/** A position that was asked for. */
export interface Looked {
  position: Position;
  frames?: Frame[] | null;
}

/** Moves that lose at once. */
export interface Losing {
  moves: string[];
  seen: number;
  total: number;
}

/** A game and the token for it. */
export interface Mine {
  id: string;
  token: string;
}

/** One game of a list, or that it is not there. */
export interface MineEntry {
  id: string;
  found: boolean;
}

/** The games that a browser remembers. */
export interface MineList {
  games: MineEntry[];
}

/** A game to begin. */
export interface NewGame {
  game: string;
  seats?: string[];
  seconds?: number | null;
  setup?: string;
  moves?: string[] | string;
  times?: (number | null)[];
  paused?: boolean;
  delay?: number;
}

/** A move, and how many moves there were before it. */
export interface NewMove {
  ply: number;
  move: string;
}

/** What one side asks the other. */
export interface Offer {
  kind: "undo" | "redo" | "swap" | "again";
  side: number;
}

/** What a variant may set. */
export interface OptionEntry {
  name: string;
  kind: "size" | "number" | "flag";
  default: string | number | boolean;
  takes: string;
}

/** How a game ended. */
export interface Outcome {
  winner: number | null;
  text: string;
  reason: string;
  line: string[];
  blames_loser: boolean;
}

/** How fast computers play against each other. */
export interface Pace {
  version?: number | null;
  paused?: boolean | null;
  delay?: number | null;
  step?: boolean;
}

/** What stands on the board. */
export interface Picture {
  columns: string[];
  rows: string[];
  joint: string;
  marks: Record<string, string>;
  shapes: Record<string, string>;
  trays: string[][];
  endless: boolean;
}

/** A computer who can sit down. */
export interface PlayerEntry {
  who: string;
  title: string;
  words: string;
  classic: boolean;
}

/** A position of a game. */
export interface Position {
  game: string;
  title: string;
  sides: string[];
  ply: number;
  turn: number;
  setup: string;
  first_turn: number;
  text: string;
  moves: string[];
  played: string[][];
  picture: Picture;
  last: string[];
  caption: string;
  outcome: Outcome | null;
  legal: Legal[];
  complete: boolean;
  losing: Losing | null;
  hot: Record<string, string> | null;
  has_hot: boolean;
}

/** A record or a position as text. */
export interface Read {
  text: string;
}

/** What a text holds. */
export interface ReadText {
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
  position: Position;
}

/** What a position is worth to the side to move. */
export interface Score {
  value: "win" | "loss" | "draw" | null;
  distance: number | null;
  exact_distance: boolean;
  estimate: number | null;
  text: string;
  short: string;
  share: number;
}

/** Who sits on one side. */
export interface Seat {
  who: string;
  name: string;
  kind: "person" | "computer";
  taken: boolean;
  you: boolean;
  connected: boolean;
}

/** A game as one reader sees it. */
export interface State {
  id: string;
  version: number;
  created: string;
  updated: string;
  position: Position;
  seats: Seat[];
  you: You;
  watchers: number;
  times: (number | null)[];
  undone: string[];
  over: boolean;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  ending: Outcome | null;
  resigned: number | null;
  offer: Offer | null;
  previous: string | null;
  next: string | null;
  seconds: number | null;
  auto: boolean;
  paused: boolean;
  delay: number;
  thinking: Thinking | null;
  can: Can;
}

/** What the computer to move does. */
export interface Thinking {
  side: number;
  phase: "queued" | "compiling" | "searching" | "failed";
  ahead: number;
  since: string;
}

/** A game to write down. */
export interface Write {
  game: string;
  setup?: string;
  moves?: string[] | string;
  players?: string[];
  times?: (number | null)[];
  resigned?: number | null;
}

/** A game as texts. */
export interface Written {
  record: string;
  position: string;
  svg: string;
  name: string;
}

/** What the token is good for. */
export interface You {
  sides: number[];
  owner: boolean;
}
