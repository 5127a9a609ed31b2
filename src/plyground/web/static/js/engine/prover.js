// Proving a position with df-pn: its value, its distance, a best line. The same questions in the same order as in
// solver/dfpn/position_proof.py, so that both give the same answers.

import { NODES_AT_ONCE } from "./host_functions.js";
import { LOST, OPEN, WON } from "./outcomes.js";

/**
 * @import { ModuleGame, Move } from "./module_game.js"
 * @import { Workspace } from "./module_memory.js"
 *
 * @typedef {"win" | "draw" | "loss"} Value for the side to move
 * @typedef {{ value: Value, distance: number | null, exact: boolean, line: Move[], nodes: number }} Proof
 *   a won or lost position has a distance; where it is not exact, the game ends within that many plies
 * @typedef {{ reached: boolean, move: Move }} Answer whether a goal is reached, and a move that does, or the best try
 */

const HOLDING = 0;
const WINNING = 1;

const FIRST_TURN = 300_000;
const TURN_GROWTH = 4;
const STEP_NODES = 200_000;
const STUBBORN_NODES = 500_000;
const DISTANCE_NODES = 30_000_000;
const NO_NODE_LIMIT = 2 ** 52;

/** @type {Record<Value, Value>} */
const OF_OTHER_SIDE = { win: "loss", draw: "draw", loss: "win" };

/** The proof was stopped, because its time or its nodes are used up. */
class ProofStopped extends Error {}

/**
 * What is true of the position of a game, or null if that was not found within the limits.
 *
 * @param {ModuleGame} game
 * @param {{ seconds?: number, nodes?: number, exact?: boolean }} limits `exact` asks for the distance as well
 * @returns {Proof | null}
 */
export function provePosition(game, { seconds = Infinity, nodes = Infinity, exact = false } = {}) {
  if (game.proofWork === null || game.outcome() !== OPEN) return null;
  const here = game.save();
  const proof = new PositionProof(game, game.proofWork, seconds, nodes);
  try {
    return proof.prove(exact ? (seconds === Infinity ? DISTANCE_NODES : Infinity) : 0);
  } catch (error) {
    if (error instanceof ProofStopped) return null;
    throw error;
  } finally {
    game.load(here);
  }
}

class PositionProof {
  /**
   * @param {ModuleGame} game
   * @param {Workspace} work
   * @param {number} seconds
   * @param {number} nodes
   */
  constructor(game, work, seconds, nodes) {
    this.game = game;
    this.work = work;
    this.until = performance.now() + 1000 * seconds;
    this.before = work.count("NODES");
    this.mostNodes = nodes;
  }

  get nodes() {
    return this.work.count("NODES") - this.before;
  }

  /** @param {number} distanceNodes how many nodes the exact distance may cost @returns {Proof} */
  prove(distanceNodes) {
    const longest = this.game.remaining();
    let { value, move } = this.findValue();
    let distance = null;
    if (value === "loss" || (value === "win" && distanceNodes > 0)) {
      [distance, move] = this.findDistance(value, move, distanceNodes || STUBBORN_NODES);
    }
    const line = this.findLine(move, value, distance);
    const exact = value === "draw" || distance !== null;
    return { value, distance: value === "draw" ? null : (distance ?? longest), exact, line, nodes: this.nodes };
  }

  /** The value of the position and a move that keeps it: two questions that take turns. */
  findValue() {
    const goals = this.game.evaluate() > 0 ? [WINNING, HOLDING] : [HOLDING, WINNING];
    /** @type {Map<number, Answer>} */
    const answers = new Map();
    for (let turn = FIRST_TURN; ; turn *= TURN_GROWTH) {
      for (const goal of goals) {
        if (answers.has(goal)) continue;
        const answer = this.ask(goal, this.game.remaining(), answers.size > 0 ? Infinity : turn);
        if (answer === null) continue;
        answers.set(goal, answer);
        if (answer.reached === (goal === WINNING)) {
          return { value: /** @type {Value} */ (answer.reached ? "win" : "loss"), move: answer.move };
        }
      }
      const holding = answers.get(HOLDING);
      if (answers.size === 2 && holding) return { value: /** @type {Value} */ ("draw"), move: holding.move };
    }
  }

  /**
   * In how many plies a won or lost game ends, null if that takes too many nodes; and the best move.
   *
   * @param {Value} value
   * @param {Move} move
   * @param {number} nodes
   * @returns {[number | null, Move]}
   */
  findDistance(value, move, nodes) {
    const goal = value === "win" ? WINNING : HOLDING;
    const longest = this.game.remaining();
    const last = this.nodes + nodes;
    /** @param {number} plies */
    const isOverWithin = (plies) => {
      const answer = this.ask(goal, plies, Math.max(1, last - this.nodes));
      if (answer === null) throw new ProofStopped();
      if (answer.reached) move = answer.move;
      return answer.reached === (goal === WINNING);
    };
    let plies = goal === WINNING ? 1 : 2;
    try {
      while (plies < longest && !isOverWithin(plies)) plies += 2;
      plies = Math.min(plies, longest);
      if (plies > 1 && isOverWithin(plies - 1)) plies -= 1;
    } catch (error) {
      if (error instanceof ProofStopped) return [null, move];
      throw error;
    }
    return [plies, move];
  }

  /**
   * The play that follows a move, as far as that is found quickly.
   *
   * @param {Move} move
   * @param {Value} value
   * @param {number | null} distance
   */
  findLine(move, value, distance) {
    const line = [move];
    this.game.play(move);
    try {
      while (this.game.outcome() === OPEN) {
        value = OF_OTHER_SIDE[value];
        const left = distance === null ? null : distance - line.length;
        const goal = value === "win" ? WINNING : HOLDING;
        const plies = left === null ? this.game.remaining() : value === "win" ? left : left - 1;
        const answer = this.ask(goal, plies, STEP_NODES);
        if (answer === null) break;
        line.push(answer.move);
        this.game.play(answer.move);
      }
    } catch (error) {
      if (!(error instanceof ProofStopped)) throw error;
    }
    return line;
  }

  /**
   * Whether the side to move reaches its goal; null if that takes more than `nodes`.
   *
   * @param {number} goal
   * @param {number} plies
   * @param {number} nodes
   * @returns {Answer | null}
   */
  ask(goal, plies, nodes) {
    const atOnce = this.game.proof();
    if (atOnce > 0) return { reached: goal === HOLDING || atOnce <= plies, move: this.quickWin(atOnce) };
    if (atOnce < 0) return { reached: goal === HOLDING && -atOnce > plies, move: this.slowLoss(-atOnce) };
    if (plies <= 0) return { reached: goal === HOLDING, move: this.game.moves()[0] };
    return this.search(goal, plies, nodes);
  }

  /** A move that wins within `plies`. @param {number} plies */
  quickWin(plies) {
    return this.firstMove(() => this.isLost(plies - 1));
  }

  /** A move that loses in no fewer than `plies`. @param {number} plies */
  slowLoss(plies) {
    return this.firstMove(() => !this.isWon(plies - 2));
  }

  /** The first move after which something is true. @param {() => boolean} isTrue */
  firstMove(isTrue) {
    const here = this.game.save();
    for (const move of this.game.moves()) {
      this.game.play(move);
      const found = isTrue();
      this.game.load(here);
      if (found) return move;
    }
    throw new Error("the game proves a result that no move leads to");
  }

  /** Whether the side to move loses within `plies`. @param {number} plies */
  isLost(plies) {
    const outcome = this.game.outcome();
    if (outcome !== OPEN || plies <= 0) return outcome === LOST;
    return this.ask(HOLDING, plies, Infinity)?.reached === false;
  }

  /** Whether the side to move wins within `plies`. @param {number} plies */
  isWon(plies) {
    const outcome = this.game.outcome();
    if (outcome !== OPEN || plies <= 0) return plies >= 0 && outcome === WON;
    return this.ask(WINNING, plies, Infinity)?.reached === true;
  }

  /**
   * Ask df-pn.
   *
   * @param {number} goal
   * @param {number} plies
   * @param {number} nodes
   * @returns {Answer | null}
   */
  search(goal, plies, nodes) {
    const { game, work } = this;
    const before = work.count("NODES");
    const last = Math.min(before + nodes, NO_NODE_LIMIT);
    const isOver = () => performance.now() >= this.until || this.nodes >= this.mostNodes;
    work.setCount("ABORTED", 0);
    work.setCount("LAST_NODE", last);
    work.setCount("NODE_LIMIT", Math.min(last, before + NODES_AT_ONCE));
    game.goesOn = () => !isOver();
    const here = game.save();
    const workAddress = /** @type {number} */ (game.layout.proof_work);
    const answer = Number(
      game.entries.prove(game.searchRules, game.searchPos, workAddress, BigInt(goal), BigInt(plies)),
    );
    game.load(here);
    if (answer !== 0) return { reached: answer > 0, move: work.count("BEST") };
    if (isOver()) throw new ProofStopped();
    return null;
  }
}
