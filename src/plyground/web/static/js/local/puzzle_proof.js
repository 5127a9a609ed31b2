// The proof of a puzzle, found by a Worker: every reply and what wins after it, or what every move is worth. The same
// questions as plyground.puzzles.proof_text asks, so that the page and the terminal show the same.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { GameModule } from "./game_data.js"
 * @import { Score } from "./score.js"
 *
 * @typedef {{ depth: number, replies: Move[], answer: Move | null, wins: boolean }} ReplyLine
 *   replies with what wins after them; no answer where they lose by themselves
 * @typedef {{ depth: number, reply: Move, answer: Move }} AfterLine what follows is about these two moves
 * @typedef {{ lines: (ReplyLine | AfterLine)[] } | { values: [Move, Score | null][], within: number }} Proof
 *   what every move is worth: null if nobody can force the end within the horizon
 *
 * @typedef {object} ProofJob
 * @property {"proof"} kind
 * @property {Move[]} played
 * @property {Move | null} win the first move of the win, in a puzzle that has one
 * @property {number} plies in how many plies it wins
 * @property {number} within for how many plies everything is proven; 0 to the end of the game
 * @property {number} left how many plies the game can last
 * @property {number} seconds
 */

import { DRAWN, LOST, OPEN, WON } from "../engine/outcomes.js";
import { scoreForParent } from "./score.js";

/** Lines that a proof has at most. */
export const MOST_LINES = 80;
const MOST_NODES = 400_000; // of one question

/** A position whose moves cannot be proven here. */
class TooHard extends Error {}

/** @param {GameModule} module @param {ProofJob} job @returns {Proof | null} null if it takes too long */
export function provePuzzle(module, job) {
  module.clear();
  const proof = new PuzzleProof(module, job.seconds);
  try {
    return job.win === null ? proof.values(job) : { lines: proof.replies(job.win, job.plies) };
  } catch (error) {
    if (error instanceof TooHard) return null;
    throw error;
  }
}

class PuzzleProof {
  /** @param {GameModule} module @param {number} seconds */
  constructor(module, seconds) {
    this.module = module;
    this.until = performance.now() + 1000 * seconds;
    /** @type {(ReplyLine | AfterLine)[]} */
    this.lines = [];
  }

  // What every move is worth

  /** @param {ProofJob} job @returns {Proof} */
  values({ within, left }) {
    if (!within && !left) throw new TooHard();
    const { module } = this;
    const here = module.save();
    const isWon = within > 0 && this.#yes(this.#questions().winsWithin(within, MOST_NODES));
    /** @type {[Move, Score | null][]} */
    const values = module.moves().map((move) => {
      module.play(move);
      const after = within ? this.#valueWithin(within - 1, isWon ? "loss" : "win") : this.#valueToTheEnd(left - 1);
      module.load(here);
      return [move, after && scoreForParent(after)];
    });
    return { values, within };
  }

  /** What is forced within so many plies. @param {number} plies @param {"win" | "loss"} value @returns {Score | null} */
  #valueWithin(plies, value) {
    const end = this.#end();
    if (end || plies === 0) return end;
    const questions = this.#questions();
    /** @param {number} within */
    const holds = (within) =>
      this.#yes(value === "win" ? questions.winsWithin(within, MOST_NODES) : questions.losesWithin(within, MOST_NODES));
    if (!holds(plies)) return null;
    let distance = 1;
    while (distance < plies && !holds(distance)) distance += 1;
    return proven(value, distance);
  }

  /** @param {number} left how many plies the game can last @returns {Score | null} */
  #valueToTheEnd(left) {
    const end = this.#end();
    if (end) return end;
    const questions = this.#questions();
    for (let plies = 1; plies <= left; plies += 1) {
      if (this.#yes(questions.winsWithin(plies, MOST_NODES))) return proven("win", plies);
      if (this.#yes(questions.losesWithin(plies, MOST_NODES))) return proven("loss", plies);
    }
    return proven("draw", null);
  }

  // A win

  /** Every reply to a move that wins, and what wins after it. @param {Move} move @param {number} plies */
  replies(move, plies) {
    this.module.play(move);
    this.#addReplies(plies - 1, 1);
    return this.lines;
  }

  /** @param {number} plies in how many plies the side to move loses @param {number} depth */
  #addReplies(plies, depth) {
    const { module, lines } = this;
    if (module.outcome() !== OPEN || lines.length >= MOST_LINES) return; // one line stands above them
    const here = module.save();
    /** Replies by what wins after them. @type {Map<Move | null, Move[]>} */
    const groups = new Map();
    for (const reply of module.moves()) {
      module.load(here);
      module.play(reply);
      const outcome = module.outcome();
      if (outcome !== OPEN && outcome !== WON) throw new TooHard(); // the puzzle is wrong
      const answer = outcome === OPEN ? this.#answer(plies - 1, [...groups.keys()]) : null;
      groups.set(answer, [...(groups.get(answer) ?? []), reply]);
    }
    for (const [answer, replies] of groups) {
      module.load(here);
      module.play(replies[0]);
      const wins = answer === null || this.#isOverAfter(answer);
      lines.push({ depth, replies, answer, wins });
      if (answer === null || wins) continue;
      for (const reply of replies) {
        module.load(here);
        module.play(reply);
        module.play(answer);
        if (replies.length > 1) lines.push({ depth, reply, answer });
        this.#addReplies(plies - 2, depth + 2);
      }
    }
    module.load(here);
  }

  /** The move that wins soonest, rather one of those that are known. @param {number} plies @param {(Move | null)[]} known */
  #answer(plies, known) {
    const { module } = this;
    const here = module.save();
    /** @type {Map<Move, number>} */
    const wins = new Map();
    for (const move of module.moves()) {
      module.play(move);
      const value = this.#valueWithin(plies - 1, "loss");
      module.load(here);
      if (value?.value === "loss") wins.set(move, value.distance ?? 0);
    }
    const soonest = Math.min(...wins.values());
    const best = [...wins.keys()].filter((move) => wins.get(move) === soonest);
    const answer = known.find((move) => move !== null && best.includes(move)) ?? best[0];
    if (answer === undefined) throw new TooHard();
    return answer;
  }

  /** @param {Move} move */
  #isOverAfter(move) {
    const here = this.module.save();
    this.module.play(move);
    const isOver = this.module.outcome() !== OPEN;
    this.module.load(here);
    return isOver;
  }

  // Helpers

  /** The value of a game that is over, for the side to move. @returns {Score | null} */
  #end() {
    const outcome = this.module.outcome();
    if (outcome === OPEN) return null;
    return outcome === DRAWN ? proven("draw", null) : proven(outcome === LOST ? "loss" : "win", 0);
  }

  #questions() {
    return this.module.ask(() => performance.now() < this.until);
  }

  /** @param {boolean | null} answer */
  #yes(answer) {
    if (answer === null) throw new TooHard();
    return answer;
  }
}

/** @param {"win" | "draw" | "loss"} value @param {number | null} distance @returns {Score} */
function proven(value, distance) {
  return { estimate: null, value, distance, exact: true };
}
