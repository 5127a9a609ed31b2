// The proof of a puzzle as lines of text: the same as plyground.puzzles.proof_text writes.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { PuzzleView } from "../server/types.js"
 * @import { LocalGame } from "./local_game.js"
 * @import { AfterLine, Proof, ReplyLine } from "./puzzle_proof.js"
 */

import { MOST_LINES } from "./puzzle_proof.js";
import { rank, scoreText } from "./score.js";

const MOST_NAMED = 8;

/**
 * @param {LocalGame} game
 * @param {PuzzleView} puzzle
 * @param {Proof | null} proof null if it cannot be found here
 */
export function proofLines(game, { solution, plies }, proof) {
  /** @type {string[]} */
  let lines;
  if (!proof)
    lines = [`too hard to prove here; ${solution.length ? `line: ${solution.join(" ")}` : "there is no win"}`];
  else if ("values" in proof) lines = valueLines(game, proof);
  else lines = [`${solution[0]} wins in ${plies} plies:`, ...proof.lines.map((line) => replyLine(game, line))];
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more lines`] : lines;
}

/** @param {LocalGame} game @param {ReplyLine | AfterLine} line */
function replyLine(game, line) {
  const indent = "  ".repeat(line.depth);
  const name = (/** @type {Move} */ move) => game.move(move).text;
  if ("reply" in line) return `${indent}  after ${name(line.reply)} ${name(line.answer)}:`;
  const { replies, answer, wins } = line;
  const more = replies.length > MOST_NAMED ? ` and ${replies.length - MOST_NAMED} more` : "";
  const some = `${indent}${replies.slice(0, MOST_NAMED).map(name).join(", ")}${more}`;
  return answer === null ? `${some}: loses at once` : `${some}: ${name(answer)}${wins ? " wins" : ""}`;
}

/** Moves with the same value on a line, the best first. @param {LocalGame} game @param {Extract<Proof, { within: number }>} proof */
function valueLines(game, { values, within }) {
  /** @type {Map<string, { rank: number, moves: string[] }>} */
  const groups = new Map();
  for (const [move, score] of values) {
    const text = score ? scoreText(score) : `open after ${within} plies`;
    const group = groups.get(text) ?? { rank: score ? rank(score) : 0, moves: [] };
    groups.set(text, group);
    group.moves.push(game.move(move).text);
  }
  const width = Math.max(...[...groups.keys()].map(({ length }) => length));
  const sorted = [...groups].toSorted(([, one], [, two]) => two.rank - one.rank);
  return sorted.map(([text, { moves }]) => `${text.padEnd(width)}  ${moves.join(" ")}`);
}
