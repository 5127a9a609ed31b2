// A game that this page plays by itself: its compiled rules, and the names of its moves and cells.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { PictureView } from "../server/types.js"
 * @import { Start, WrittenStart } from "./find_position.js"
 * @import { GameData, GameModule, Level, PortableMove } from "./game_data.js"
 */

import { RequestError } from "../server/request_error.js";

const MOST_KNOWN = 500; // positions whose texts are remembered
const MARGIN = 2; // empty columns and rows around the marks of an endless board
const FEWEST = 9; // columns and rows that are shown of it
const MOST = 150;
const SMALLEST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;
const LOW_BITS = 0xffffffffn;
/** A coordinate of an endless board: a whole number, written in one way. */
const COORDINATE = /^(0|-?[1-9]\d{0,9})$/;

export class LocalGame {
  /** @param {GameData} data @param {GameModule} module */
  constructor(data, module) {
    this.data = data;
    this.module = module;
    this.byNumber = new Map(data.moves.map((move) => [move.number, move]));
    this.byText = new Map(data.moves.map((move) => [move.text, move]));
    /** Positions that were shown, by their texts. @type {Map<string, Start>} */
    this.known = new Map();
    /** Positions that came with the page, by their texts. @type {Map<string, WrittenStart>} */
    this.written = new Map();
  }

  get sides() {
    return this.data.sides;
  }

  /** Keep a position that was shown, so that its text need not be searched for. @param {Start} start */
  remember(start) {
    if (this.known.size >= MOST_KNOWN) this.known.delete([...this.known.keys()][0]);
    this.known.set(start.text, start);
  }

  /** The level that is called so. @param {string} who @returns {Level} */
  level(who) {
    const level = this.data.levels.find(({ digit }) => digit === who);
    if (!level) throw new RequestError({ code: "bad_request", message: `there is no level '${who}'` });
    return level;
  }

  /** @param {Move} number */
  cellName(number) {
    const { columns, rows, joint, endless } = this.data;
    if (endless) return this.move(number).text;
    const cell = Number(number);
    return `${columns[cell % columns.length]}${joint}${rows[Math.floor(cell / columns.length)]}`;
  }

  /** @param {Move} number @returns {PortableMove} */
  move(number) {
    const move = this.byNumber.get(number) ?? this.#cellMove(number);
    if (!move) throw new Error(`there is no move ${number}`);
    return move;
  }

  /** The move that a cell of an endless board is. @param {Move} number @returns {PortableMove | null} */
  #cellMove(number) {
    const { moves_from: from, joint, cell_marks: marks } = this.data;
    if (from !== "cells") return null;
    const cell = BigInt(number);
    const text = `${cell >> 32n}${joint}${BigInt.asIntN(32, cell)}`;
    const move = { number, text, picks: [text], cells: [text], changes: marks.map((mark) => ({ [text]: mark })) };
    this.byNumber.set(number, move);
    this.byText.set(text, move);
    return move;
  }

  /** The move with this notation, if there is one. @param {string} text @returns {PortableMove | null} */
  named(text) {
    const known = this.byText.get(text);
    const { moves_from: from, joint } = this.data;
    if (known || from !== "cells") return known ?? null;
    const parts = text.split(joint);
    const numbers = parts.map(Number);
    const isCell = parts.every((part) => COORDINATE.test(part)) && numbers.every(isCoordinate);
    if (parts.length !== 2 || !isCell) return null;
    const number = (BigInt(numbers[0]) << 32n) + (BigInt(numbers[1]) & LOW_BITS);
    return this.move(Number.isSafeInteger(Number(number)) ? Number(number) : number);
  }

  /**
   * The legal move with this notation, or an error that says why there is none.
   * @param {string} text
   * @param {Move[]} legal
   * @param {Record<string, string>} marks what stands on the board
   */
  parse(text, legal, marks) {
    const name = text.trim();
    const possible = this.data.endless ? undefined : legal.find((number) => this.move(number).text === name);
    if (possible !== undefined) return this.move(possible); // elsewhere the same text may be another move
    const move = this.named(name);
    if (!move && this.data.endless) {
      const message = `'${text}' is no cell; write two whole numbers such as 3,-1, each of at most ${LARGEST}`;
      throw illegalMove(message);
    }
    if (!move) {
      const [example] = legal.map((number) => this.move(number).text);
      throw illegalMove(`${text} is no move of this game; write for example ${example}`);
    }
    const [cell] = move.cells;
    if (this.data.endless && (legal.includes(move.number) || !(cell in marks))) return move;
    throw illegalMove(move.cells.length === 1 && cell in marks ? `${cell} is taken` : `${text} is not possible here`);
  }

  /**
   * @param {Record<string, string>} marks
   * @param {Uint8Array} position in which they stand
   * @returns {PictureView}
   */
  picture(marks, position) {
    const { joint, shapes, endless } = this.data;
    return { ...this.#labels(marks), joint, marks, shapes, trays: this.trays(marks, position), endless };
  }

  /**
   * What each side has left: what the module says, or else what does not stand on the board.
   * @param {Record<string, string>} marks
   * @param {Uint8Array} position
   */
  trays(marks, position) {
    if (this.data.trays_from === "compiled") {
      this.module.load(position);
      const left = this.module.hand();
      /** @param {string} thing */
      const each = (thing) => Array(left[this.data.mark_texts.indexOf(thing)]).fill(thing);
      return this.data.trays.map((tray) => [...new Set(tray)].flatMap(each));
    }
    const used = new Set(Object.values(marks));
    return this.data.trays.map((tray) => tray.filter((thing) => !used.has(thing)));
  }

  /** @param {Record<string, string>} marks */
  #labels(marks) {
    const { columns, rows, joint, endless } = this.data;
    if (!endless) return { columns, rows };
    const places = Object.keys(marks).map((cell) => cell.split(joint).map(Number));
    return fieldLabels(places);
  }
}

/** @param {number} number */
function isCoordinate(number) {
  return number >= SMALLEST && number <= LARGEST;
}

/**
 * The columns and rows of a picture of these places, or of those in their middle that have room: as `field_labels` of
 * gomoku does it for pictures, without the marks for what is left out.
 * @param {number[][]} places
 */
function fieldLabels(places) {
  /** @param {number} count */
  const draw = (count) => {
    const some = nearest.slice(0, count);
    return { columns: labels(some.map(([column]) => column)), rows: labels(some.map(([, row]) => row)) };
  };
  /** @param {number} count */
  const fits = (count) => Object.values(draw(count)).every(({ length }) => length <= MOST);
  let nearest = places;
  if (places.length * 2 * (MARGIN + 1) <= MOST || fits(places.length)) return draw(places.length);
  const middle = [0, 1].map((axis) => lowMedian(places.map((place) => place[axis])));
  const home = places.toSorted(byDistance(middle))[0];
  nearest = places.toSorted(byDistance(home));
  let [low, high] = [1, places.length];
  while (low < high) {
    const count = (low + high) >> 1;
    if (fits(count)) low = count + 1;
    else high = count;
  }
  return draw(low - 1);
}

/** @param {number[]} numbers */
function lowMedian(numbers) {
  return numbers.toSorted((one, two) => one - two)[(numbers.length - 1) >> 1];
}

/** @param {number[]} home */
function byDistance(home) {
  /** @param {number[]} place */
  const distance = (place) => Math.max(...place.map((each, axis) => Math.abs(each - home[axis])));
  /** @param {number[]} one @param {number[]} two */
  return (one, two) => distance(one) - distance(two) || one[0] - two[0] || one[1] - two[1];
}

/** The numbers from the smallest to the largest with a margin; a wide stretch without any is left out. @param {number[]} numbers */
function labels(numbers) {
  const known = [...new Set(numbers)].sort((one, two) => one - two);
  if (!known.length) known.push(0);
  const [first, last] = [known[0], known[known.length - 1]];
  let [low, high] = [Math.max(SMALLEST, first - MARGIN), Math.min(LARGEST, last + MARGIN)];
  while (high - low + 1 < FEWEST) {
    if (high === LARGEST || (low > SMALLEST && first - low <= high - last)) low -= 1;
    else high += 1;
  }
  /** @type {string[]} */
  const shown = [];
  let next = low;
  for (const [index, left] of known.entries()) {
    const right = known[index + 1];
    const end = right === undefined ? high : Math.min(right - 1, left + MARGIN);
    for (; next <= end; next += 1) shown.push(String(next));
    if (right !== undefined) next = Math.max(next, right - MARGIN);
  }
  return shown;
}

/** @param {string} message */
export function illegalMove(message) {
  return new RequestError({ code: "illegal_move", message });
}
