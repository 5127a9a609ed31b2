// The search of a module: iterative deepening over its kernel, until a depth, a number of nodes or a time.

/**
 * @import { ModuleGame } from "./module_game.js"
 *
 * @typedef {{ depth?: number, nodes?: number, seconds?: number, lines?: number, earlier?: bigint[] }} Limits
 *   `earlier` are the fingerprints of the positions before this one, where the game has repetition
 * @typedef {{ number: number, settled: boolean, exact: boolean, line: number[] }} Line
 *   `number` is the score as the kernel gives it: an estimate, or 30000 - n for a win in n plies
 * @typedef {{ depth: number, nodes: number, seconds: number, fill: number, lines: Line[] }} Info
 */

const INFINITE = 32_000;
const WIN = 30_000;
const PROVEN = 29_000;
const DEEPEST = 126;
const GENERATIONS = 64;
/** How much of the transposition table is looked at to judge how full it is. */
const SAMPLE = 4 * 4096;
/** Nodes in a second, before that is known. */
const FIRST_SPEED = 200_000;

/**
 * Search the position of a game, and tell of every depth that is finished.
 *
 * @param {ModuleGame} game
 * @param {Limits} limits
 * @param {(info: Info) => void} [onInfo]
 * @returns {Info} the last of them
 */
export function searchPosition(game, limits, onInfo = () => {}) {
  const run = new SearchRun(game, limits);
  let last = run.info(0, [run.guess()]);
  const deepest = Math.min(limits.depth ?? DEEPEST, DEEPEST);
  for (let depth = 1; depth <= deepest; depth++) {
    const lines = run.searchDepth(depth);
    if (lines === null) return { ...last, nodes: run.nodes, seconds: run.seconds };
    last = run.info(depth, lines);
    onInfo(last);
    if (lines.every((line) => line.settled || line.exact)) break;
  }
  return last;
}

class SearchRun {
  /**
   * @param {ModuleGame} game
   * @param {Limits} limits
   */
  constructor(game, limits) {
    const { work } = game;
    this.game = game;
    this.limits = limits;
    this.began = performance.now();
    this.moves = game.candidates();
    for (const move of game.moves()) if (!this.moves.includes(move)) this.moves.push(move);
    for (const [i, move] of this.moves.entries()) game.roots[i] = BigInt(move);
    this.lines = Math.min(limits.lines ?? 1, this.moves.length);
    const earlier = limits.earlier ?? [];
    game.writePath(earlier);
    work.numbers("history").fill(0n);
    work.numbers("killers").fill(-1n);
    work.setCount("EARLIER_POSITIONS", earlier.length);
    work.setCount("NODES", 0);
    work.setCount("GENERATION", (work.count("GENERATION") + 1) % GENERATIONS);
    work.setCount("REDUCES", 0);
  }

  get nodes() {
    return this.game.work.count("NODES");
  }

  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  /** What to answer if there is no time for anything. @returns {Line} */
  guess() {
    return { number: this.game.evaluate(), settled: false, exact: false, line: [this.moves[0]] };
  }

  /** The best lines at one depth; null if a limit was reached before. @param {number} depth */
  searchDepth(depth) {
    const { game } = this;
    const { work } = game;
    /** @type {Line[]} */
    const lines = [];
    for (let first = 0; first < this.lines; first++) {
      work.setCount("ABORTED", 0);
      work.setCount("NODE_LIMIT", this.nodeLimit());
      const here = game.save();
      const window = [depth, -INFINITE, INFINITE, first, this.moves.length].map(BigInt);
      const number = Number(game.entries.search(game.rules, game.pos, game.layout.work, ...window));
      game.load(here);
      if (work.count("ABORTED")) return null;
      const length = Number(work.numbers("pv_lengths")[0]);
      lines.push({
        number,
        settled: work.bytes("settled")[0] !== 0,
        exact: Math.abs(number) > PROVEN && WIN - Math.abs(number) <= depth,
        line: Array.from(work.numbers("pv").subarray(0, length), Number),
      });
    }
    return lines.sort((one, other) => other.number - one.number);
  }

  /** The node at which the search ends, by its limits and by how fast it has been. */
  nodeLimit() {
    const { nodes = 2 ** 52, seconds = Infinity } = this.limits;
    if (seconds === Infinity) return nodes;
    const speed = this.seconds > 0.05 ? this.nodes / this.seconds : FIRST_SPEED;
    return Math.min(nodes, this.nodes + Math.max(1, Math.round(speed * (seconds - this.seconds))));
  }

  /** @param {number} depth @param {Line[]} lines @returns {Info} */
  info(depth, lines) {
    return { depth, nodes: this.nodes, seconds: this.seconds, fill: this.fill(), lines };
  }

  /** How full the table is, 0 to 1, judged by its beginning. */
  fill() {
    const entries = this.game.work
      .numbers("table")
      .subarray(0, SAMPLE)
      .filter((_, i) => i % 2 === 1);
    return entries.filter((entry) => entry !== 0n).length / entries.length;
  }
}
