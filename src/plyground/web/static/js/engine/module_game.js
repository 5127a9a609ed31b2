// A game in a WebAssembly module: one position at a time, and what rules, engine and prover say of it.
//
// It runs in node, in a Worker and in a page alike. Every call keeps the thread busy until it has its answer.

import { hostFunctions } from "./host_functions.js";
import { Workspace } from "./module_memory.js";
import { NullWindowSearch } from "./null_window.js";
import { provePosition } from "./prover.js";
import { chooseMove, searchPosition } from "./search.js";

/**
 * @import { Layout } from "./module_memory.js"
 * @import { Choice, Info, Limits } from "./search.js"
 *
 * @typedef {(...numbers: (number | bigint)[]) => bigint} Entry
 * @typedef {number | bigint} Move a number of 64 bits: a bigint only where it is too large for JavaScript's own numbers
 */

export { DRAWN, LOST, OPEN, WON } from "./outcomes.js";

/** How many numbers an ending may name. */
const ENDING_NUMBERS = 16;

/**
 * A game, made of the bytes of its module and the layout beside them.
 *
 * @param {BufferSource} bytes
 * @param {Layout} layout
 */
export async function openGame(bytes, layout) {
  /** @type {ModuleGame | undefined} */
  let game;
  const imports = { env: hostFunctions(() => game?.goesOn() ?? false) };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  game = new ModuleGame(instance, layout);
  return game;
}

export class ModuleGame {
  /**
   * @param {WebAssembly.Instance} instance
   * @param {Layout} layout
   */
  constructor(instance, layout) {
    const { memory } = /** @type {{ memory: WebAssembly.Memory }} */ (/** @type {unknown} */ (instance.exports));
    this.entries = /** @type {Record<string, Entry>} */ (/** @type {unknown} */ (instance.exports));
    this.layout = layout;
    this.rules = layout.rules;
    this.pos = layout.position[0];
    this.searchRules = layout.search_rules;
    this.searchPos = layout.search_position;
    this.tableShift = new BigUint64Array(memory.buffer, layout.table_shift, 1);
    this.work = new Workspace(memory, layout.arrays, layout.numbers.counts);
    this.run = new Workspace(memory, layout.run_arrays, layout.numbers.run, "numbers");
    this.proofWork =
      layout.proof_work === null ? null : new Workspace(memory, layout.proof_arrays, layout.numbers.proof_counts);
    this.bytes = new Uint8Array(memory.buffer, ...layout.position);
    this.start = this.bytes.slice();
    this.roots = this.work.numbers("roots");
    this.out = this.work.numbers("out");
    /** Whether a search at its limit of nodes may go on; set by whoever searches. */
    this.goesOn = () => false;
  }

  // The position

  /** Go to the start of a game. */
  reset() {
    this.bytes.set(this.start);
  }

  /** The position, to be loaded again later. */
  save() {
    return this.bytes.slice();
  }

  /** @param {Uint8Array} bytes what `save` gave */
  load(bytes) {
    this.bytes.set(bytes);
  }

  /** Make a legal move. @param {Move} move */
  play(move) {
    this.entries.play(this.rules, this.pos, BigInt(move));
  }

  /** Take back the move that led here, where positions hold arrays; elsewhere `load` what was saved. @param {Move} move */
  undo(move) {
    this.entries.undo(this.rules, this.pos, BigInt(move));
  }

  /** Whether a move can be left out. */
  get canPass() {
    return "passed" in this.entries;
  }

  /** Leave a move out: the other side is to move. */
  pass() {
    this.entries.passed(this.rules, this.pos);
  }

  // What the rules say of it

  /** Every legal move, while the game goes on. @returns {Move[]} */
  moves() {
    return Array.from(this.written(this.entries.moves(this.rules, this.pos, this.layout.work)), moveFrom);
  }

  /** The moves that a search looks at, while the game goes on. @returns {Move[]} */
  candidates() {
    this.layOut();
    const count = this.entries.candidates(this.searchRules, this.searchPos, this.layout.work);
    return Array.from(this.written(count), (move) => this.outward(move));
  }

  /** LOST, DRAWN, WON or OPEN, for the side to move. */
  outcome() {
    return Number(this.entries.outcome(this.rules, this.pos));
  }

  /** The estimate for the side to move. */
  evaluate() {
    this.layOut();
    return Number(this.entries.evaluate(this.searchRules, this.searchPos));
  }

  /** n if the side to move wins in n plies at a glance, -n if it loses, else 0; asked while the game goes on. */
  proof() {
    this.layOut();
    return Number(this.entries.proof(this.searchRules, this.searchPos));
  }

  /** What stands for the position in the table. */
  key() {
    this.layOut();
    return BigInt.asUintN(64, this.entries.key(this.searchRules, this.searchPos));
  }

  /** What repetitions are found by. */
  fingerprint() {
    return BigInt.asUintN(64, this.entries.fingerprint(this.pos));
  }

  /** The same for what a search works on. */
  searchFingerprint() {
    this.layOut();
    const { search_fingerprint: fingerprint } = this.entries;
    return BigInt.asUintN(64, fingerprint ? fingerprint(this.searchPos) : this.entries.fingerprint(this.pos));
  }

  /** The moves by which either side could make something decisive: which side, and which of the game's words. */
  hot() {
    if (!("hot" in this.entries)) return [];
    this.layOut();
    const count = Number(this.entries.hot(this.searchRules, this.searchPos, this.layout.out));
    return Array.from({ length: count }, (_, index) => {
      const [move, side, words] = this.out.subarray(3 * index, 3 * index + 3);
      return { move: this.outward(move), side: Number(side), words: Number(words) };
    });
  }

  /** Whether the module knows what stands on each cell. */
  get hasMarks() {
    return "marks" in this.entries;
  }

  /** What stands on each cell `row * columns + column`: 0 for nothing, n for the n-th of the game's marks. */
  marks() {
    this.out.fill(0n);
    this.entries.marks(this.rules, this.pos, this.layout.out);
    return Array.from(this.out, Number);
  }

  /** How many of each of the game's marks are still to be put down, where the module knows it. */
  hand() {
    this.out.fill(0n);
    this.entries.hand(this.rules, this.pos, this.layout.out);
    return Array.from(this.out, Number);
  }

  /** Whether the module knows why a game is over. */
  get hasEnding() {
    return "reason" in this.entries;
  }

  /**
   * Why the game is over: which of the game's reasons, the rows of cells that decided it, and the numbers in it.
   *
   * @param {Move} move the last one, or -1
   */
  ending(move) {
    this.out.fill(0n);
    const reason = Number(this.entries.reason(this.rules, this.pos, BigInt(move), this.layout.out));
    const rows = [];
    let at = 1;
    for (let i = 0n; i < this.out[0]; i++) {
      const end = at + 1 + Number(this.out[at]);
      rows.push(Array.from(this.out.subarray(at + 1, end), moveFrom));
      at = end;
    }
    return { reason, rows, numbers: Array.from(this.out.subarray(at, at + ENDING_NUMBERS), Number) };
  }

  /** How many more plies the game can last; 0 if unknown. */
  remaining() {
    return this.entries.remaining ? Number(this.entries.remaining(this.rules, this.pos)) : 0;
  }

  /** The positions `depth` plies ahead. @param {number} depth @param {bigint[]} earlier fingerprints */
  perft(depth, earlier = []) {
    this.writeEarlier(earlier);
    this.layOut();
    const [rules, pos, work] = [this.searchRules, this.searchPos, this.layout.work];
    return Number(this.entries.perft(rules, pos, work, BigInt(earlier.length), BigInt(depth)));
  }

  // What engine and prover say of it

  /**
   * Search, and tell of every depth that is finished.
   *
   * @param {Limits} limits
   * @param {(info: Info) => void} [onInfo]
   */
  search(limits, onInfo) {
    return searchPosition(this, limits, onInfo);
  }

  /** The move that a level makes, as the first of the only line. @param {Choice} choice */
  choose(choice) {
    return chooseMove(this, choice);
  }

  /** Whether there is a prover for this game. */
  get canProve() {
    return this.proofWork !== null;
  }

  /** What is proven of the position, or null. @param {Parameters<typeof provePosition>[1]} [limits] */
  prove(limits) {
    return provePosition(this, limits);
  }

  /** Questions about the position that are answered by yes or no. @param {() => boolean} goesOn whether there is time left */
  ask(goesOn) {
    return new NullWindowSearch(this, goesOn);
  }

  /** Empty the tables, and all that has been learned about the order of moves. */
  clear() {
    for (const name of ["table", "threat_table", "history"]) this.work.numbers(name).fill(0n);
    this.work.numbers("killers").fill(-1n);
    for (const name of ["solved_table", "proof_table", "history"]) this.proofWork?.numbers(name).fill(0n);
  }

  // Helpers

  /** Lay the position out for a search, in games that are searched in another form than they are played in. */
  layOut() {
    if (this.layout.view !== null) this.entries.lay_out(this.rules, this.pos, this.layout.view);
  }

  /** The move that a move of the search stands for. @param {bigint} move @returns {Move} */
  outward(move) {
    const { view } = this.layout;
    return moveFrom(view === null ? move : this.entries.outward(this.rules, view, move));
  }

  /** Do a task of the engine, which finds the position as it is laid out anew. @param {number} task @param {Move} number */
  task(task, number = 0) {
    const { work, run } = this.layout;
    this.layOut();
    return Number(this.entries.task(this.searchRules, this.searchPos, work, run, BigInt(task), BigInt(number)));
  }

  /** Use so much of the transposition table, or all of it. @param {number} megabytes */
  useTable(megabytes = Infinity) {
    const most = this.work.numbers("table").length / 4;
    const buckets = Math.min(most, (megabytes * 2 ** 20) / 32);
    this.tableShift[0] = BigInt(64 - Math.floor(Math.log2(buckets)));
  }

  /** Write fingerprints of earlier positions where a search looks for repetitions. @param {bigint[]} earlier */
  writeEarlier(earlier) {
    const room = this.work.places.PATH_ROOM;
    const last = earlier.slice(-room);
    const path = this.work.numbers("path");
    for (const [i, mark] of last.entries()) path[i] = BigInt.asIntN(64, mark);
    this.work.setCount("EARLIER_POSITIONS", last.length);
  }

  /** Moves that an entry wrote. @param {bigint} count */
  written(count) {
    return this.roots.subarray(0, Number(count));
  }
}

/** @param {bigint} number @returns {Move} */
function moveFrom(number) {
  const small = Number(number);
  return Number.isSafeInteger(small) ? small : number;
}
