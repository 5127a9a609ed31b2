// What stands on the cells of a local game, and how it changes.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { LocalGame } from "./local_game.js"
 */

/** The marks in the position of the game's module, where it knows them. @param {LocalGame} game @returns {Record<string, string>} */
export function compiledMarks(game) {
  const { mark_texts: texts, columns, rows } = game.data;
  const numbers = game.module.marks().slice(0, columns.length * rows.length);
  const entries = numbers.flatMap((mark, cell) => (mark ? [[game.cellName(cell), texts[mark - 1]]] : []));
  return Object.fromEntries(entries);
}

/**
 * The marks after a move that the game's module has just made.
 * @param {LocalGame} game
 * @param {Record<string, string>} before
 * @param {Move} move
 * @param {number} side
 * @returns {Record<string, string>}
 */
export function followMarks(game, before, move, side) {
  if (game.data.marks_from === "compiled") return compiledMarks(game);
  const marks = { ...before };
  for (const [cell, mark] of Object.entries(game.move(move).changes[side] ?? {})) {
    if (mark) marks[cell] = mark;
    else delete marks[cell];
  }
  return marks;
}

/**
 * The cells whose marks differ, with the new marks; an empty text if there is none any more.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} after
 */
export function compareMarks(before, after) {
  const changed = Object.entries(after).filter(([cell, mark]) => before[cell] !== mark);
  const gone = Object.keys(before).filter((cell) => !(cell in after));
  return Object.fromEntries([...changed, ...gone.map((cell) => [cell, ""])]);
}
