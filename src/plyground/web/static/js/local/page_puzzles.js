// The puzzles that came with a page: which there are, which is that of the day, and what their proofs need.

/**
 * @import { PuzzleView } from "../server/types.js"
 * @import { WrittenStart } from "./find_position.js"
 * @import { LocalGame } from "./local_game.js"
 * @import { ProofJob } from "./puzzle_proof.js"
 *
 * @typedef {PuzzleView & { left: number, own?: boolean, start?: WrittenStart }} PagePuzzle
 *   `left` is how many plies the game can last, 0 if that is not known; `own` puzzles do not ship with Plyground; `start`
 *   is there for positions that the page does not find by itself
 */

const DAY = 86_400_000;
const WINS = ["win", "exists"];
const MOST_PLIES = 16; // that a page looks ahead

/** The puzzles of a game in all its variants, or of all games. @param {PagePuzzle[]} puzzles @param {string} game */
export function puzzlesOf(puzzles, game) {
  const [name] = game.split(":");
  return name ? puzzles.filter((puzzle) => puzzle.game.split(":")[0] === name) : puzzles;
}

/** The id of the puzzle of the day, as `daily_place` in Python finds it. @param {PagePuzzle[]} puzzles @param {number} now */
export function dailyPuzzle(puzzles, now) {
  const shipped = puzzles.filter(({ own }) => !own);
  if (!shipped.length) return "";
  return shipped[Number(mix(BigInt(Math.floor(now / DAY))) % BigInt(shipped.length))].id;
}

/** Scatter a number over all 64 bits: the finaliser of splitmix64. @param {bigint} word */
function mix(word) {
  let mixed = BigInt.asUintN(64, (word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

/** @param {LocalGame} game @param {PagePuzzle} puzzle @param {number} seconds @returns {ProofJob} */
export function proofJob(game, { kind, solution, plies, within, left }, seconds) {
  // Where nobody knows how long the game can last, the losses to avoid are those of the next few plies.
  const horizon = within || left || plies > MOST_PLIES ? within : plies;
  const win = WINS.includes(kind) && solution.length ? (game.named(solution[0])?.number ?? null) : null;
  return { kind: "proof", played: [], win, plies, within: horizon, left, seconds };
}
