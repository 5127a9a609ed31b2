// A position of a local game with the moves that led to it, and everything that the page shows of it.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { FrameChange, LosingMovesView, MoveView, OutcomeView, PositionView } from "../server/types.js"
 * @import { Start } from "./find_position.js"
 * @import { LocalGame } from "./local_game.js"
 */

import { fillIn } from "./ending_words.js";
import { usualStart } from "./find_position.js";
import { illegalMove } from "./local_game.js";
import { compareMarks, compiledMarks, followMarks } from "./marks.js";
import { writePosition } from "./position_text.js";

const LOST = -1;
const DRAWN = 0;
const OPEN = 2;
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
const MOST_LEGAL = 1024; // moves that are listed of an endless board
const LOSING_MS = 500; // the time to look for moves that lose at once
const BREATH_MS = 15; // how long the page may stand still

export class LocalBoard {
  /** @param {LocalGame} game @param {string[]} moves @param {Start} start where it begins */
  constructor(game, moves = [], start = usualStart(game)) {
    this.game = game;
    this.start = start;
    /** @type {Move[]} */
    this.numbers = [];
    game.module.load(start.position);
    /** The position after each ply, as the compiled rules save it. */
    this.positions = [start.position];
    this.fingerprints = [game.module.fingerprint()];
    /** The marks after each ply, where they follow from the moves. */
    this.followed = [start.marks];
    /** The cells of each move from the start. @type {string[][]} */
    this.played = [];
    for (const [index, move] of moves.entries()) this.#pushNamed(move, index);
  }

  /** @param {string} text @param {number} index */
  #pushNamed(text, index) {
    try {
      this.push(text);
    } catch (error) {
      throw illegalMove(`move ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }

  // The position

  get #module() {
    this.game.module.load(this.positions[this.positions.length - 1]);
    return this.game.module;
  }

  get ply() {
    return this.numbers.length;
  }

  get turn() {
    return this.sideAt(this.ply);
  }

  /** Whose turn it is after so many moves. @param {number} ply */
  sideAt(ply) {
    return (this.start.turn + ply) % 2;
  }

  get mover() {
    return this.game.sides[this.turn];
  }

  get other() {
    return this.game.sides[1 - this.turn];
  }

  /** Every move from the start, in notation. */
  get history() {
    return this.numbers.map((number) => this.game.move(number).text);
  }

  /** The position in one line. */
  get text() {
    const { game, marks, turn, start } = this;
    if (!this.ply && start.text) return start.text;
    const plies = start.plies + this.ply;
    const line = start.line && [...start.line, ...this.history];
    const text = writePosition(game, marks, line ?? [start.text, ...this.history], plies);
    if (plies) game.remember({ text, position: this.positions[this.ply], turn, line, plies, marks });
    return text;
  }

  /** A board of its own with the same history. */
  copy() {
    return new LocalBoard(this.game, this.history, this.start);
  }

  /** The fingerprints of the positions before this one, where repetition counts. */
  get earlier() {
    return this.game.data.repetition ? this.fingerprints.slice(0, -1) : [];
  }

  /** Legal moves as numbers; none once the game is over. */
  get legal() {
    return this.#result() === OPEN ? this.#module.moves() : [];
  }

  get isOver() {
    return this.#result() !== OPEN;
  }

  #isRepeated() {
    const { repetition } = this.game.data;
    if (!repetition) return false;
    const here = this.fingerprints[this.ply];
    return this.fingerprints.filter((each) => each === here).length >= repetition;
  }

  #result() {
    const result = this.#module.outcome();
    return result === OPEN && this.#isRepeated() ? DRAWN : result;
  }

  /** @returns {Record<string, string>} */
  get marks() {
    if (this.game.data.marks_from === "moves") return this.followed[this.ply];
    this.game.module.load(this.positions[this.ply]);
    return compiledMarks(this.game);
  }

  /** @returns {OutcomeView | null} */
  get outcome() {
    const result = this.#result();
    if (result === OPEN) return null;
    const { reason, line, blamesLoser } = this.#ending();
    if (result === DRAWN) return { winner: null, text: `draw: ${reason}`, reason, line, blames_loser: false };
    const loser = result === LOST ? this.turn : 1 - this.turn;
    const { sides } = this.game;
    const text = blamesLoser ? `${sides[loser]} loses: ${reason}` : `${sides[1 - loser]} wins: ${reason}`;
    return { winner: 1 - loser, text, reason, line, blames_loser: blamesLoser };
  }

  #ending() {
    const { game } = this;
    const { repetition, reasons } = game.data;
    const module = this.#module;
    if (module.outcome() === OPEN) {
      const word = ORDINALS[repetition - 1] ?? `${repetition}th`;
      return { reason: `the position occurred for the ${word} time`, line: [], blamesLoser: false };
    }
    if (!reasons.length) return { reason: "the game is over", line: [], blamesLoser: false };
    const { reason, rows, numbers } = module.ending(this.numbers.at(-1) ?? -1);
    const names = rows.map((row) => row.map((cell) => game.cellName(cell)));
    return fillIn(reasons[reason], names, numbers, this.mover, this.other);
  }

  /** One line under the board: how the game ended or who is to move. */
  get caption() {
    const outcome = this.outcome;
    if (outcome) return outcome.text;
    const last = this.numbers.at(-1);
    return `${this.mover} to move${last === undefined ? "" : `, last move ${this.game.move(last).text}`}`;
  }

  /** The cells of the last move; none before the first. */
  get lastCells() {
    return this.played.at(-1) ?? [];
  }

  // Moving

  /** Make a move; the error says why it cannot be made, and nothing changes. @param {string} text */
  push(text) {
    const outcome = this.outcome;
    if (outcome) throw illegalMove(`${text} comes too late: the game is over, ${outcome.text}`);
    this.pushNumber(this.game.parse(text, this.legal, this.marks).number);
  }

  /** @param {Move} number of a legal move */
  pushNumber(number) {
    const before = this.game.data.cells_from === "marks" ? this.marks : {};
    const module = this.#module;
    module.play(number);
    const followed = this.game.data.marks_from === "moves";
    this.followed.push(followed ? followMarks(this.game, this.followed[this.ply], number, this.turn) : {});
    this.numbers.push(number);
    this.positions.push(module.save());
    this.fingerprints.push(module.fingerprint());
    this.played.push(this.#cellsOfLast(before));
  }

  /** @param {Record<string, string>} before the marks before the last move */
  #cellsOfLast(before) {
    const { data } = this.game;
    if (data.cells_from === "moves") return this.game.move(this.numbers[this.ply - 1]).cells;
    const after = this.marks;
    return Object.keys(after).filter((cell) => before[cell] !== after[cell]);
  }

  pop() {
    this.numbers.pop();
    this.positions.pop();
    this.fingerprints.pop();
    this.followed.pop();
    this.played.pop();
  }

  /** A legal move with the way to choose it. @param {Move} number @returns {MoveView} */
  moveView(number) {
    const { data } = this.game;
    const { text, picks } = this.game.move(number);
    const [cells] = this.lineCells([number]);
    return { move: text, picks: data.picks_from === "cells" ? cells : picks, cells };
  }

  /** The cells of each move of a line of play from here. @param {Move[]} numbers */
  lineCells(numbers) {
    if (this.game.data.cells_from === "moves") return numbers.map((number) => this.game.move(number).cells);
    const { ply } = this;
    for (const number of numbers) this.pushNumber(number);
    const cells = this.played.slice(ply);
    for (const _ of numbers) this.pop();
    return cells;
  }

  /** The cells of a line that the other side begins, as if this one passed. @param {Move[]} numbers */
  threatCells(numbers) {
    if (this.game.data.cells_from === "moves") return this.lineCells(numbers);
    const module = this.#module;
    module.pass();
    const passed = { ...this.start, position: module.save(), turn: 1 - this.turn, marks: this.marks };
    return new LocalBoard(this.game, [], passed).lineCells(numbers);
  }

  // What the page shows

  /** @returns {PositionView} */
  view() {
    const { game, ply, turn } = this;
    const { data } = game;
    const moves = this.history;
    return {
      game: data.game,
      title: data.title,
      goal: data.goal,
      sides: data.sides,
      ply,
      turn,
      setup: this.start.text,
      first_turn: this.start.turn,
      text: this.text,
      moves,
      played: [...this.played],
      picture: game.picture(this.marks, this.positions[ply]),
      last: this.lastCells,
      caption: this.caption,
      outcome: this.outcome,
      legal: this.#nearMoves(this.legal).map((number) => this.moveView(number)),
      complete: !data.endless,
      losing: null,
      hot: null,
      has_hot: data.hot_words.length > 0,
    };
  }

  /** On an endless board the moves near the last one, in the order that they have. @param {Move[]} legal */
  #nearMoves(legal) {
    const { data } = this.game;
    if (!data.endless || legal.length <= MOST_LEGAL) return legal;
    /** @param {string} cell */
    const place = (cell) => cell.split(data.joint).map(Number);
    const here = place(this.lastCells.at(-1) ?? `0${data.joint}0`);
    /** @param {Move} number */
    const distance = (number) => {
      const there = place(this.game.move(number).cells.at(-1) ?? "");
      return Math.max(...there.map((each, axis) => Math.abs(each - here[axis])));
    };
    const near = new Set(legal.toSorted((one, two) => distance(one) - distance(two)).slice(0, MOST_LEGAL));
    return legal.filter((number) => near.has(number));
  }

  /** The cells where something decisive can be made at once, each with what it is; null once the game is over. */
  hotCells() {
    if (this.isOver) return null;
    const { game } = this;
    /** @type {Record<string, string>} */
    const found = {};
    for (const { move, side, words } of this.#module.hot()) {
      found[game.move(move).text] ??= `${game.sides[side]}: ${game.data.hot_words[words]}`;
    }
    return found;
  }

  /** The way here from the start, each frame as what has changed since the one before. @returns {FrameChange[]} */
  frames() {
    const walker = new LocalBoard(this.game, [], this.start);
    let before = /** @type {Record<string, string>} */ ({});
    /** @type {FrameChange[]} */
    const frames = [];
    for (let ply = 0; ; ply += 1) {
      const marks = walker.marks;
      const trays = this.game.trays(marks, walker.positions[ply]);
      frames.push({ marks: compareMarks(before, marks), trays, last: walker.lastCells, caption: walker.caption });
      before = marks;
      if (ply === this.ply) return frames;
      walker.pushNumber(this.numbers[ply]);
    }
  }

  /**
   * Moves that lose at once, by themselves or to the next answer, as far as there is time to look.
   * @returns {Promise<LosingMovesView>}
   */
  async losingMoves() {
    const twin = this.copy();
    const legal = twin.legal;
    const began = performance.now();
    let rested = began;
    /** @type {Set<Move>} */
    const answers = new Set();
    /** @type {string[]} */
    const moves = [];
    let seen = 0;
    for (const number of legal) {
      if (performance.now() - began > LOSING_MS) break;
      if (performance.now() - rested > BREATH_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
      const mover = twin.turn;
      twin.pushNumber(number);
      if (loses(twin, mover, answers)) moves.push(this.game.move(number).text);
      twin.pop();
      seen += 1;
    }
    return { moves, seen, total: legal.length };
  }

  /** The only move that does not lose at once, or the only one at all; null if there is a choice. */
  async forcedMove() {
    const texts = this.legal.map((number) => this.game.move(number).text);
    if (texts.length === 1) return this.game.data.endless ? null : texts[0];
    const { moves, seen, total } = await this.losingMoves();
    const holding = texts.filter((text) => !moves.includes(text));
    return seen === total && holding.length === 1 ? holding[0] : null;
  }
}

/**
 * Whether the side that has just moved has lost, or loses to some answer, which is noted.
 * @param {LocalBoard} board
 * @param {number} mover
 * @param {Set<Move>} answers
 */
function loses(board, mover, answers) {
  if (board.isOver) return isLostBy(board, mover);
  const legal = board.legal;
  for (const answer of [...[...answers].filter((each) => legal.includes(each)), ...legal]) {
    board.pushNumber(answer);
    const isLost = isLostBy(board, mover);
    board.pop();
    if (!isLost) continue;
    answers.add(answer);
    return true;
  }
  return false;
}

/** @param {LocalBoard} board @param {number} side */
function isLostBy(board, side) {
  const outcome = board.isOver ? board.outcome : null;
  return outcome !== null && outcome.winner === 1 - side;
}
