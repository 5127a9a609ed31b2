// A position with given marks: a game is looked for that leads there, as plyground.position_setup does for games that
// cannot read such a position. So whatever is found can really come about.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { LocalGame } from "./local_game.js"
 * @import { WrittenPosition } from "./position_text.js"
 *
 * @typedef {object} Start where a game begins
 * @property {string} text empty for the usual start
 * @property {Uint8Array} position as the compiled rules save it
 * @property {number} turn
 * @property {string[] | null} line the moves that lead there, null if they are not known
 * @property {number} plies how many moves were made before
 * @property {Record<string, string>} marks
 *
 * @typedef {{ position: string, plies: number, marks?: Record<string, string> }} WrittenStart a position as Python writes
 *   it for a page: the bytes of the module in base 64, and the marks where the module does not know them
 * @typedef {{ position: Uint8Array, marks: Record<string, string>, line: string[] }} Step
 */

import { compareMarks, compiledMarks, followMarks } from "./marks.js";
import { readBase64 } from "./pack.js";
import { illegalPosition, writePosition } from "./position_text.js";

const OPEN = 2;
const MOST_MARKS = 1000;
const MOST_POSITIONS = 20_000;
const BREATH_MS = 15; // how long the page may stand still

/** The usual start. @param {LocalGame} game @returns {Start & { line: string[] }} */
export function usualStart(game) {
  game.module.reset();
  return { text: "", position: game.module.save(), turn: 0, line: [], plies: 0, marks: game.data.start_marks };
}

/** The start after moves that are known to be legal. @param {LocalGame} game @param {string[]} line @returns {Start} */
export function startAfter(game, line) {
  let { position, marks } = usualStart(game);
  for (const [ply, text] of line.entries()) {
    const move = game.named(text);
    if (!move) throw illegalPosition(`${text} is no move`);
    game.module.load(position);
    game.module.play(move.number);
    marks = followMarks(game, marks, move.number, ply % 2);
    position = game.module.save();
  }
  return startAt(game, { position, marks, line });
}

/**
 * The position with these marks and this side to move; the error says what is wrong.
 * @param {LocalGame} game
 * @param {WrittenPosition} wanted
 * @returns {Promise<Start>}
 */
export async function findPosition(game, wanted) {
  const start = usualStart(game);
  if (Object.keys(wanted.marks).length > MOST_MARKS) {
    throw illegalPosition(`at most ${MOST_MARKS} marks can be set up here`);
  }
  if (game.data.only_adds) checkTurns(game, start, wanted);
  /** Steps by the number of cells that differ from what is wanted. @type {Step[][]} */
  const waiting = [];
  /** @param {Step} step */
  const add = (step) => {
    const far = differing(step.marks, wanted.marks);
    waiting[far] ??= [];
    waiting[far].push(step);
  };
  add(start);
  const seen = new Set();
  let isOtherTurn = false;
  let rested = performance.now();
  while (seen.size < MOST_POSITIONS) {
    const far = waiting.findIndex((steps) => steps?.length);
    const step = waiting[far]?.pop();
    if (!step) break;
    const plies = step.line.length;
    const isTurn = plies % 2 === wanted.side;
    if (far === 0 && isTurn && (wanted.plies ?? plies) === plies) return startAt(game, step);
    isOtherTurn ||= far === 0 && !isTurn;
    for (const after of stepsFrom(game, step, wanted, far, seen)) add(after);
    if (performance.now() - rested < BREATH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    rested = performance.now();
  }
  if (isOtherTurn) throw wrongTurn(game, wanted.side);
  if (seen.size < MOST_POSITIONS) throw illegalPosition("no game leads to these marks");
  throw illegalPosition(`no game was found that leads to these marks, among ${MOST_POSITIONS / 1000},000 positions`);
}

/** @param {LocalGame} game @param {Step} step @returns {Start} */
function startAt(game, { position, marks, line }) {
  if (!line.length) return usualStart(game);
  const plies = line.length;
  return { text: writePosition(game, marks, line, plies), position, turn: plies % 2, line, plies, marks };
}

/**
 * A position that came with the page, as its module keeps it: the moves that lead there are not known.
 * @param {LocalGame} game
 * @param {string} text
 * @param {WrittenStart} written
 * @returns {Start}
 */
export function writtenStart(game, text, { position: bytes, plies, marks }) {
  const position = readBase64(bytes);
  game.module.load(position);
  return { text, position, turn: plies % 2, line: null, plies, marks: marks ?? compiledMarks(game) };
}

/** @param {LocalGame} game @param {number} side */
function wrongTurn({ sides }, side) {
  return illegalPosition(`with these marks it is ${sides[1 - side]} to move, not ${sides[side]}`);
}

/** In a game in which marks only come, their number says whose turn it is. @param {LocalGame} game @param {Start} start @param {WrittenPosition} wanted */
function checkTurns(game, start, { marks, side }) {
  const { sides } = game;
  const counts = sides.map((name) => Object.values(marks).filter((mark) => mark === name).length);
  const more = counts[0] - counts[1];
  if (sides.every((name) => game.data.setup_marks.includes(name)) && more !== 0 && more !== 1) {
    const [first, second] = sides;
    const have = `there are ${counts[0]} ${first} and ${counts[1]} ${second}`;
    throw illegalPosition(`${have}; ${first} has as many as ${second} or one more`);
  }
  const plies = Object.keys(marks).length - Object.keys(start.marks).length;
  if (plies >= 0 && plies % 2 !== side) throw wrongTurn(game, side);
}

/**
 * Every position after one more move that was not seen before; where marks only come, those that come nearer.
 * @param {LocalGame} game
 * @param {Step} step
 * @param {WrittenPosition} wanted
 * @param {number} far
 * @param {Set<string>} seen
 * @returns {Step[]}
 */
function stepsFrom(game, { position, marks, line }, wanted, far, seen) {
  const { module, data } = game;
  const side = line.length % 2;
  /** @type {Step[]} */
  const found = [];
  module.load(position);
  if (module.outcome() !== OPEN) return found;
  for (const move of movesToTry(game, marks, wanted.marks)) {
    module.load(position);
    module.play(move);
    const key = `${module.fingerprint()} ${side}`;
    if (seen.has(key)) continue;
    const after = followMarks(game, marks, move, side);
    if (data.only_adds && differing(after, wanted.marks) !== far - 1) continue;
    seen.add(key);
    found.push({ position: module.save(), marks: after, line: [...line, game.move(move).text] });
  }
  return found;
}

/** @param {LocalGame} game @param {Record<string, string>} marks @param {Record<string, string>} wanted @returns {Move[]} */
function movesToTry(game, marks, wanted) {
  const { module, data } = game;
  const missing = Object.keys(wanted).filter((cell) => marks[cell] !== wanted[cell]);
  if (data.endless) return missing.flatMap((cell) => (cell in marks ? [] : (game.named(cell)?.number ?? [])));
  if (!data.only_adds || data.cells_from !== "moves") return module.moves();
  return module.moves().filter((move) => game.move(move).cells.some((cell) => missing.includes(cell)));
}

/** @param {Record<string, string>} marks @param {Record<string, string>} wanted */
function differing(marks, wanted) {
  return Object.keys(compareMarks(marks, wanted)).length;
}
