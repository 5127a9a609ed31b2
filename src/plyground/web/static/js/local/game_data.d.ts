// What travels with an exported game besides its compiled module: plyground.portable in Python makes it.

import type { Move } from "../engine/module_game.js";

/** What depends on a move alone. */
export interface PortableMove {
  number: Move;
  text: string;
  /** Empty where `picks_from` is "cells". */
  picks: string[];
  /** Empty where `cells_from` is "marks". */
  cells: string[];
  /** Where `marks_from` is "moves": for each side the marks that its move leaves on cells, "" for none. */
  changes: Record<string, string>[];
}

/** A game as data. */
export interface GameData {
  game: string;
  name: string;
  variant: string;
  title: string;
  summary: string;
  origin: string;
  words: string;
  goal: string;
  sides: string[];
  columns: string[];
  rows: string[];
  joint: string;
  endless: boolean;
  mark_texts: string[];
  shapes: Record<string, string>;
  /** What can be picked beside the board at the start. */
  trays: string[][];
  /** What stands on the board is gone from there, or the module says how many of each thing are left. */
  trays_from: "marks" | "compiled";
  reasons: string[];
  repetition: number;
  /** What a side could make at once, as the module counts it. */
  hot_words: string[];
  /** By the table, or every cell of a board without edges is one. */
  moves_from: "table" | "cells";
  /** Where `moves_from` is "cells": the mark that each side puts down. */
  cell_marks: string[];
  marks_from: "compiled" | "moves";
  /** By the table, or those on which the move leaves a mark. */
  cells_from: "moves" | "marks";
  /** By the table, or the same as the cells. */
  picks_from: "moves" | "cells";
  /** How positions are written as text; empty where only Python can do it. */
  position_form: "" | "rows" | "cells" | "stones";
  /** Whether such a text ends with the number of moves made so far. */
  counts_plies: boolean;
  /** Whether every move puts one mark on an empty cell, and none ever goes or changes. */
  only_adds: boolean;
  /** The marks that can be put on cells by hand, and those of which there is only one. */
  setup_marks: string[];
  unique_marks: string[];
  moves: PortableMove[];
  /** What stands on the board before the first move. */
  start_marks: Record<string, string>;
  levels: Level[];
}

/** The compiled half of a game, as `openGame` of the engine gives it: one position at a time. */
export interface GameModule {
  reset(): void;
  save(): Uint8Array;
  load(position: Uint8Array): void;
  moves(): Move[];
  play(move: Move): void;
  canPass: boolean;
  pass(): void;
  hot(): { move: Move; side: number; words: number }[];
  outcome(): number;
  fingerprint(): bigint;
  clear(): void;
  marks(): number[];
  hand(): number[];
  ending(move: Move): { reason: number; rows: Move[][]; numbers: number[] };
  search(limits: SearchLimits, onInfo?: (info: SearchInfo) => void): SearchInfo;
  choose(choice: { level: Level; seed: number; played: Move[]; earlier: bigint[] }): SearchInfo;
  ask(goesOn: () => boolean): NullWindow;
  canProve: boolean;
  prove(limits: { seconds?: number; nodes?: number; exact?: boolean }): Proof | null;
}

/** Questions about one position; null if an answer takes too long. */
export interface NullWindow {
  winsWithin(plies: number, nodes: number): boolean | null;
  losesWithin(plies: number, nodes: number): boolean | null;
}

export interface SearchLimits {
  depth?: number;
  nodes?: number;
  seconds?: number;
  lines?: number;
  earlier: bigint[];
}

export interface SearchInfo {
  depth: number;
  nodes: number;
  seconds: number;
  /** Whether there may be better moves than the search has seen. */
  narrowed: boolean;
  lines: SearchLine[];
}

export interface SearchLine {
  number: number;
  settled: boolean;
  exact: boolean;
  line: Move[];
}

/** How far and how carelessly a level looks: plyground.players.levels has the meaning of each number. */
export interface Level {
  digit: string;
  depth: number | null;
  nodes: number | null;
  seconds: number | null;
  sees: number | null;
  noise: number;
  slips: number;
  slip_depth: number;
}

export interface Proof {
  value: "win" | "loss" | "draw";
  distance: number | null;
  exact: boolean;
  line: Move[];
}
