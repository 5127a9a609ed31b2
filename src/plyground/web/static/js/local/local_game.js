// A game that this page plays by itself: its compiled rules, and the names of its moves and cells.

/**
 * @import { PictureView } from "../server/types.js"
 * @import { GameData, GameModule, Level, PortableMove } from "./game_data.js"
 */

import { RequestError } from "../server/request_error.js";

const ROOM = 4; // empty columns and rows around the marks of an endless board

export class LocalGame {
  /** @param {GameData} data @param {GameModule} module */
  constructor(data, module) {
    this.data = data;
    this.module = module;
    this.byNumber = new Map(data.moves.map((move) => [move.number, move]));
    this.byText = new Map(data.moves.map((move) => [move.text, move]));
  }

  get sides() {
    return this.data.sides;
  }

  /** The level that is called so. @param {string} who @returns {Level} */
  level(who) {
    const level = this.data.levels.find(({ digit }) => digit === who);
    if (!level) throw new RequestError({ code: "bad_request", message: `there is no level '${who}'` });
    return level;
  }

  /** @param {number} cell */
  cellName(cell) {
    const { columns, rows, joint } = this.data;
    return `${columns[cell % columns.length]}${joint}${rows[Math.floor(cell / columns.length)]}`;
  }

  /** @param {number} number @returns {PortableMove} */
  move(number) {
    const move = this.byNumber.get(number);
    if (!move) throw new Error(`there is no move ${number}`);
    return move;
  }

  /**
   * The legal move with this notation, or an error that says why there is none.
   * @param {string} text
   * @param {number[]} legal
   * @param {Record<string, string>} marks what stands on the board
   */
  parse(text, legal, marks) {
    const move = this.byText.get(text.trim());
    if (!move) {
      const [example] = legal.map((number) => this.move(number).text);
      throw illegalMove(`${text} is no move of this game; write for example ${example}`);
    }
    if (legal.includes(move.number)) return move;
    const [cell] = move.cells;
    throw illegalMove(move.cells.length === 1 && cell in marks ? `${cell} is taken` : `${text} is not possible here`);
  }

  /**
   * @param {Record<string, string>} marks
   * @returns {PictureView}
   */
  picture(marks) {
    const { joint, shapes, endless } = this.data;
    return { ...this.#labels(marks), joint, marks, shapes, trays: this.trays(marks), endless };
  }

  /** What each side has left: a thing is gone once it stands on the board. @param {Record<string, string>} marks */
  trays(marks) {
    const used = new Set(Object.values(marks));
    return this.data.trays.map((tray) => tray.filter((thing) => !used.has(thing)));
  }

  /** @param {Record<string, string>} marks */
  #labels(marks) {
    const { columns, rows, joint, endless } = this.data;
    if (!endless) return { columns, rows };
    const places = Object.keys(marks).map((cell) => cell.split(joint).map(Number));
    return { columns: around(places.map(([column]) => column)), rows: around(places.map(([, row]) => row)) };
  }
}

/** Whole numbers in order around those that are given. @param {number[]} numbers */
function around(numbers) {
  const [low, high] = [Math.min(0, ...numbers) - ROOM, Math.max(0, ...numbers) + ROOM];
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
}

/** @param {string} message */
export function illegalMove(message) {
  return new RequestError({ code: "illegal_move", message });
}
