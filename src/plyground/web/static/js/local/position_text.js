// Positions as text, in the forms of plyground.position_forms: what stands on the cells, and the side to move.

/**
 * @import { LocalGame } from "./local_game.js"
 *
 * @typedef {{ marks: Record<string, string>, side: number, plies: number | null }} WrittenPosition
 *   `plies` is how many moves had been made, where the text says so
 */

import { RequestError } from "../server/request_error.js";

/**
 * A position as text; where only Python can write it, the moves that lead there.
 * @param {LocalGame} game
 * @param {Record<string, string>} marks
 * @param {string[]} line
 * @param {number} plies how many moves were made
 */
export function writePosition(game, marks, line, plies) {
  const { position_form: form, counts_plies: countsPlies, sides } = game.data;
  if (!form) return line.join(" ");
  const writers = { rows: writeRows, cells: writeCells, stones: writeStones };
  return `${writers[form](game, marks)} ${sides[plies % 2]}${countsPlies ? ` ${plies}` : ""}`;
}

/** @param {LocalGame} game @param {Record<string, string>} marks */
function writeRows({ data: { columns, rows, joint } }, marks) {
  const lines = rows.toReversed().map((row) => {
    const cells = columns.map((column) => marks[`${column}${joint}${row}`] ?? " ");
    return cells.join("").replace(/ +/g, (gap) => String(gap.length));
  });
  return lines.join("/");
}

/** @param {LocalGame} game @param {Record<string, string>} marks */
function writeCells({ data: { columns, rows, joint } }, marks) {
  const lines = rows.toReversed().map((row) => columns.map((column) => marks[`${column}${joint}${row}`] ?? "."));
  return lines.map((line) => line.join(",")).join("/");
}

/** @param {LocalGame} game @param {Record<string, string>} marks */
function writeStones(game, marks) {
  /** @param {string} cell */
  const number = (cell) => BigInt(game.named(cell)?.number ?? 0);
  /** @param {string} one @param {string} two */
  const compare = (one, two) => (number(one) < number(two) ? -1 : 1);
  const sides = game.sides.map((side) => {
    const cells = Object.keys(marks).filter((cell) => marks[cell] === side);
    return `${side}=${cells.sort(compare).join(";")}`;
  });
  return sides.join(" ");
}

/**
 * What a text says; the error says what is wrong with it.
 * @param {LocalGame} game
 * @param {string} text
 * @returns {WrittenPosition}
 */
export function readPosition(game, text) {
  const { position_form: form, counts_plies: countsPlies, sides } = game.data;
  if (!form) throw illegalPosition("only Python can read the positions of this game; give moves");
  const words = text.trim().split(/\s+/);
  const plies = countsPlies ? Number(words.pop()) : null;
  const side = sides.indexOf(words.pop() ?? "");
  if (side < 0) throw illegalPosition(`${quote(text)} does not end with a side to move: ${sides.join(" or ")}`);
  if (plies !== null && !Number.isInteger(plies)) {
    throw illegalPosition(`${quote(text)} does not end with the number of moves made`);
  }
  const readers = { rows: readRows, cells: readCells, stones: readStones };
  return { marks: readers[form](game, words), side, plies };
}

/** @param {LocalGame} game @param {string[]} words @returns {Record<string, string>} */
function readRows(game, words) {
  return readLines(game, words, (line) => {
    return (line.match(/\d+|\D/g) ?? []).flatMap((part) => {
      return /^\d/.test(part) ? Array(Math.min(Number(part), 100)).fill("") : [part];
    });
  });
}

/** @param {LocalGame} game @param {string[]} words @returns {Record<string, string>} */
function readCells(game, words) {
  return readLines(game, words, (line) => line.split(",").map((part) => (part === "." ? "" : part)));
}

/**
 * @param {LocalGame} game
 * @param {string[]} words
 * @param {(line: string) => string[]} split
 */
function readLines({ data }, words, split) {
  const { columns, rows, joint, setup_marks: known } = data;
  const lines = words.length === 1 ? words[0].split("/") : [];
  if (lines.length !== rows.length) {
    throw illegalPosition(`${quote(words.join(" "))} has ${lines.length} rows; this board has ${rows.length}`);
  }
  /** @type {Record<string, string>} */
  const marks = {};
  for (const [index, row] of rows.toReversed().entries()) {
    const cells = split(lines[index]);
    if (cells.length !== columns.length) {
      throw illegalPosition(`row ${row} is ${cells.length} cells wide; this board has ${columns.length} columns`);
    }
    const stranger = cells.find((mark) => mark && !known.includes(mark));
    if (stranger) throw illegalPosition(`row ${row} holds ${quote(stranger)}; there are ${known.join(", ")}`);
    for (const [at, mark] of cells.entries()) if (mark) marks[`${columns[at]}${joint}${row}`] = mark;
  }
  return marks;
}

/** @param {LocalGame} game @param {string[]} words @returns {Record<string, string>} */
function readStones(game, words) {
  const { sides } = game;
  const isRight = words.length === sides.length && words.every((word, side) => word.startsWith(`${sides[side]}=`));
  if (!isRight) {
    const [first, second] = sides;
    const example = `${first}=0,0;1,1 ${second}=1,0 ${second}`;
    throw illegalPosition(`write the stones of ${first} and of ${second} and the side to move, like '${example}'`);
  }
  /** @type {Record<string, string>} */
  const marks = {};
  for (const [side, word] of words.entries()) {
    const cells = word.slice(sides[side].length + 1);
    for (const cell of cells ? cells.split(";") : []) {
      if (!game.named(cell)) throw illegalPosition(`${quote(cell)} is no cell`);
      if (cell in marks) throw illegalPosition(`${cell} is there twice`);
      marks[cell] = sides[side];
    }
  }
  return marks;
}

/** @param {string} text */
function quote(text) {
  return `'${text.length <= 60 ? text : `${text.slice(0, 57)}...`}'`;
}

/** @param {string} message */
export function illegalPosition(message) {
  return new RequestError({ code: "bad_record", message });
}
