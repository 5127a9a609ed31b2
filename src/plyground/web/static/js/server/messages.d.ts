// What comes over the socket, as docs/web-api.md describes it, and what /openapi.json leaves out.

import type { ErrorBody, Frame, MineEntry, OptionEntry, Picture, Score, State, Thinking } from "./types.js";

export interface Hello {
  type: "hello";
  server: string;
}

export interface StateMessage {
  type: "state";
  id?: number;
  state: State;
}

export interface Same {
  type: "same";
  id?: number;
  version: number;
}

/** Who is connected. */
export interface Here {
  type: "here";
  game: string;
  connected: boolean[];
  watchers: number;
}

export interface ThinkingMessage {
  type: "thinking";
  game: string;
  thinking: Thinking | null;
}

export interface Line {
  move: string;
  moves: string[];
  cells?: string[][];
  score: Score;
}

/** What the other side would do if it could move now. */
export interface Threat extends Line {
  turn: number;
  sentence: string;
}

export interface MoveValue {
  move: string;
  score: Score;
  depth: number;
  shade: number | null;
}

export interface AnalysisMessage {
  type: "analysis";
  id: number;
  phase: "queued" | "compiling" | "searching" | "done" | "stopped";
  ahead: number;
  depth: number;
  nodes: number;
  speed: number;
  seconds: number;
  score: Score | null;
  sentence: string;
  lines: Line[];
  values: MoveValue[];
  threat: Threat | null;
}

export interface Mistake {
  ply: number;
  side: number;
  move: string;
  kind: "blunder" | "mistake" | "inaccuracy";
  before: Score;
  after: Score;
  better: string;
  line: string[];
  cells: string[][];
  loss: number;
  sentence: string;
}

export interface ReportMessage {
  type: "report";
  id: number;
  phase: "queued" | "compiling" | "searching" | "done" | "stopped";
  ahead: number;
  done: number;
  of: number;
  evaluations: { ply: number; score: Score }[];
  mistakes: Mistake[];
  sentence: string;
}

export interface ErrorMessage {
  type: "error";
  id?: number;
  error: ErrorBody;
}

export interface Pong {
  type: "pong";
  id?: number;
}

export type Message =
  | Hello
  | StateMessage
  | Same
  | Here
  | ThinkingMessage
  | AnalysisMessage
  | ReportMessage
  | ErrorMessage
  | Pong;

/** A frame of a game that is walked through. */
export interface CaptionedFrame extends Frame {
  caption: string;
}

/** A game of this browser that the server knows. */
export interface SavedGame extends MineEntry {
  title: string;
  text: string;
  picture: Picture;
  last: string[];
  seats: string[];
  you: number[];
  your_turn: boolean;
  over: boolean;
  updated: string;
}

/** An option with what its kind adds. */
export interface VariantOption extends OptionEntry {
  smallest?: number;
  largest?: number;
  most_cells?: number;
  only?: string[];
}
