// What a Worker does: searches of one game, each from its start through the moves that were played.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { GameModule, Level, SearchInfo } from "./game_data.js"
 * @import { ProofJob } from "./puzzle_proof.js"
 * @import { Score } from "./score.js"
 *
 * @typedef {{ kind: "think", played: Move[], seconds: number, lines: number }} ThinkJob
 * @typedef {{ kind: "analyse", played: Move[], seconds: number, every: number }} AnalyseJob
 * @typedef {{ kind: "choose", played: Move[], level: Level, seed: number, seconds: number | null }} ChooseJob
 * @typedef {{ kind: "demo", played: Move[], level: Level, seed: number, most: number }} DemoJob
 * @typedef {{ kind: "threat", played: Move[], seconds: number }} ThreatJob
 * @typedef {(ThinkJob | AnalyseJob | ChooseJob | DemoJob | ThreatJob | ProofJob) & Origin} Job
 *
 * @typedef {{ score: Score, moves: Move[] }} ThoughtLine
 * @typedef {{ depth: number, nodes: number, seconds: number, score: Score, lines: ThoughtLine[] }} Thought
 *   what is known so far; `score` is that of the position, not of its best move
 */

/**
 * @typedef {object} Origin where the moves of a job begin
 * @property {Uint8Array} [start] a position as the module saves it; the usual start if there is none
 */

import { provePuzzle } from "./puzzle_proof.js";
import { isFinal, positionScore, rank, readScore, scoreForParent } from "./score.js";

const PLAN = /** @type {const} */ ([
  // First every move until a share of the time is gone, then the best lines, then every move again.
  [true, 0.03],
  [true, 0.15],
  [false, 0.65],
  [true, 1],
]);
const LINES = 3;
const NEARLY = 0.98; // a search that ends before this share of its time has nothing left to find out
const FIRST_SEARCH = 0.5; // seconds at most before a proof is tried
const FIRST_SHARE = 0.25;
const PROOF_SHARE = 0.5; // of the time that is left then
const MOVES_SHARE = 0.25; // of the time goes into proofs of single moves
const OPEN = 2;

/**
 * Do a job; what is found on the way is posted.
 * @param {GameModule} module
 * @param {Job} job
 * @param {(thought: Thought) => void} post
 */
export function runJob(module, job, post) {
  const earlier = replay(module, job);
  switch (job.kind) {
    case "think":
      return new Thinking(module, earlier, job.seconds, job.lines).run(post);
    case "analyse":
      return analyse(module, earlier, job, post);
    case "choose":
      return choose(module, earlier, job);
    case "demo":
      return playDemo(module, earlier, job);
    case "threat":
      return findThreat(module, job);
    case "proof":
      return provePuzzle(module, job);
  }
}

/**
 * Bring the module to a position; the fingerprints of those before it.
 * @param {GameModule} module
 * @param {Job} job
 */
function replay(module, { start, played }) {
  if (start) module.load(start);
  else module.reset();
  return played.map((move) => {
    const before = module.fingerprint();
    module.play(move);
    return before;
  });
}

/**
 * The move of a level: `perfect` has no limit but time, and plays what is proven.
 * @param {GameModule} module
 * @param {bigint[]} earlier
 * @param {Pick<ChooseJob, "level" | "seed" | "played" | "seconds">} job
 */
function choose(module, earlier, { level, seed, played, seconds }) {
  if (level.depth || level.nodes) {
    const limits = { ...level, seconds: seconds ?? level.seconds };
    return module.choose({ level: limits, seed, played, earlier }).lines[0].line[0];
  }
  const time = seconds ?? level.seconds ?? FIRST_SEARCH;
  return new Thinking(module, earlier, time, 1).run(() => {}).lines[0].moves[0];
}

/** @param {GameModule} module @param {bigint[]} earlier @param {DemoJob} job */
function playDemo(module, earlier, { level, seed, played, most }) {
  const moves = [...played];
  while (module.outcome() === OPEN && moves.length < most) {
    const move = choose(module, earlier, { level, seed, played: moves, seconds: null });
    earlier.push(module.fingerprint());
    module.play(move);
    moves.push(move);
  }
  return moves;
}

/**
 * @param {GameModule} module
 * @param {bigint[]} earlier
 * @param {AnalyseJob} job
 * @param {(thought: Thought) => void} post
 */
function analyse(module, earlier, { seconds, every }, post) {
  let [nodes, spent] = [0, 0];
  for (const [isEverything, share] of PLAN) {
    const left = seconds * share - spent;
    if (left <= 0) continue;
    const lines = isEverything ? every : Math.min(LINES, every);
    const last = new Thinking(module, earlier, left, lines).run((thought) => {
      post({ ...thought, nodes: nodes + thought.nodes, seconds: spent + thought.seconds });
    });
    nodes += last.nodes;
    spent += last.seconds;
    if (isEverything && last.seconds < left * NEARLY) break;
  }
}

/**
 * What the other side would do if it could move now: the best line, null where nobody can pass.
 * @param {GameModule} module
 * @param {ThreatJob} job
 * @returns {ThoughtLine | null}
 */
function findThreat(module, { seconds }) {
  if (!module.canPass || module.outcome() !== OPEN) return null;
  module.pass();
  module.clear(); // keys may not tell whose turn it is
  if (module.outcome() !== OPEN) return null;
  const [{ number, settled, exact, line }] = module.search({ seconds, lines: 1, earlier: [] }).lines;
  return { score: readScore(number, settled, exact), moves: line };
}

/** A search that says what is proven as soon as it can be known. */
class Thinking {
  /** @param {GameModule} module @param {bigint[]} earlier @param {number} seconds @param {number} lines */
  constructor(module, earlier, seconds, lines) {
    this.module = module;
    this.earlier = earlier;
    this.seconds = seconds;
    this.lines = lines;
    this.began = performance.now();
    this.nodes = 0; // of earlier searches
    /** @type {ThoughtLine | null} */
    this.proven = null;
    /** Moves by their proven scores. @type {Map<Move, Score>} */
    this.moves = new Map();
  }

  get spent() {
    return (performance.now() - this.began) / 1000;
  }

  get left() {
    return Math.max(0, this.seconds - this.spent);
  }

  /** @param {(thought: Thought) => void} post @returns {Thought} */
  run(post) {
    const { module } = this;
    const first = module.canProve ? Math.min(FIRST_SEARCH, this.seconds * FIRST_SHARE) : this.seconds;
    let info = this.#search(first, post);
    if (!module.canProve || this.#isKnown(info)) return this.#merge(info);
    this.nodes = info.nodes;
    this.#prove(info, post);
    if (this.left > 0 && !(this.proven && this.lines === 1)) info = this.#search(this.left, post);
    return this.#merge(info);
  }

  /** @param {number} seconds @param {(thought: Thought) => void} post */
  #search(seconds, post) {
    const { module, earlier, lines } = this;
    const info = module.search({ seconds, lines, earlier }, (found) => post(this.#merge(found)));
    post(this.#merge(info));
    return info;
  }

  /** @param {SearchInfo} info @param {(thought: Thought) => void} post */
  #prove(info, post) {
    const proof = this.module.prove({ seconds: this.left * PROOF_SHARE, exact: true });
    if (!proof) return;
    const { value, distance, exact, line } = proof;
    this.proven = { score: { estimate: null, value, distance, exact }, moves: line };
    post(this.#merge(info));
    const until = this.left - this.seconds * MOVES_SHARE;
    for (const { line: moves } of this.lines > 1 ? info.lines : []) {
      if (this.left <= until) break;
      this.#proveMove(moves[0], this.left - until);
      post(this.#merge(info));
    }
  }

  /** @param {Move} move @param {number} seconds */
  #proveMove(move, seconds) {
    const { module } = this;
    const here = module.save();
    module.play(move);
    const proof = module.outcome() === OPEN ? module.prove({ seconds }) : null;
    module.load(here);
    if (!proof) return;
    const { value, distance, exact } = proof;
    this.moves.set(move, scoreForParent({ estimate: null, value, distance, exact }));
  }

  /** @param {SearchInfo} info */
  #isKnown(info) {
    return info.lines.every(({ number, settled, exact }) => isFinal(readScore(number, settled, exact)));
  }

  /** What the search says, with what is proven in place of what it believes. @param {SearchInfo} info @returns {Thought} */
  #merge(info) {
    let lines = info.lines.map(({ number, settled, exact, line }) => {
      const score = readScore(number, settled, exact);
      const known = this.moves.get(line[0]);
      return known && !isFinal(score) ? { score: known, moves: [line[0]] } : { score, moves: line };
    });
    const best = this.proven;
    if (best && lines.length && !isFinal(lines[0].score)) {
      const others = lines.filter(({ moves }) => moves[0] !== best.moves[0]);
      lines = [best, ...others].slice(0, Math.max(1, lines.length));
    }
    const [first, ...rest] = lines;
    const sorted = rest.toSorted((one, two) => rank(two.score) - rank(one.score));
    const nodes = this.nodes === info.nodes ? info.nodes : this.nodes + info.nodes;
    const score = positionScore(first.score, info.narrowed);
    return { depth: info.depth, nodes, seconds: this.spent, score, lines: [first, ...sorted] };
  }
}
