// The report on a game, made from its end to its beginning: each mistake, what was better and by how much.

/**
 * @import { AttemptAnswer, EvaluationView, MistakeView, ReportMessage } from "../server/types.js"
 * @import { LocalBoard } from "./local_board.js"
 * @import { ThoughtLine } from "./jobs.js"
 * @import { Score } from "./score.js"
 *
 * @typedef {{ score: Score, best: ThoughtLine | null, words: string }} Judged the position that was judged last
 */

import { firstShare, missedWords, scoreForParent, scoreView, scoreWords } from "./score.js";

const BLUNDER = 0.3;
const MISTAKE = 0.15;
const INACCURACY = 0.07;
const RESULTS = ["loss", "draw", "win"];

export class GameReport {
  /** @param {LocalBoard} board the whole game */
  constructor(board) {
    this.board = board;
    /** @type {EvaluationView[]} */
    this.evaluations = [];
    /** @type {MistakeView[]} */
    this.mistakes = [];
    /** @type {Judged | null} */
    this.later = null;
  }

  /**
   * Take in what was found out about the position before the one that was added last.
   * @param {LocalBoard} board
   * @param {Score} found
   * @param {ThoughtLine | null} line the best move and the play after it; null if the game is over
   */
  add(board, found, line) {
    const { later } = this;
    const known = later && this.#laterWin(board.ply, found, later);
    const score = known?.score ?? found;
    const best = known ?? line;
    this.evaluations.unshift({ ply: board.ply, score: scoreView(score, board.turn) });
    const mistake = later && best && this.#mistake(board, score, best, later);
    if (mistake) this.mistakes.unshift(mistake);
    const words = board.outcome?.text ?? scoreWords(score, board.mover, board.other);
    this.later = { score, best, words };
  }

  /**
   * The position as it looks once it is proven that the move made from it wins. So the opponent's move before it is
   * judged by that proof, and not by an estimate.
   * @param {number} ply
   * @param {Score} score
   * @param {Judged} later
   * @returns {ThoughtLine | null}
   */
  #laterWin(ply, score, later) {
    const known = scoreForParent(later.score);
    if (score.value || known.value !== "win") return null;
    return { score: { ...known, exact: false }, moves: [this.board.numbers[ply], ...(later.best?.moves ?? [])] };
  }

  /**
   * What was wrong with the move made here, if anything.
   * @param {LocalBoard} board
   * @param {Score} before
   * @param {ThoughtLine} better
   * @param {Judged} later
   * @returns {MistakeView | null}
   */
  #mistake(board, before, better, later) {
    const { ply, turn: side, game } = board;
    const made = this.board.numbers[ply];
    const after = scoreForParent(later.score);
    const kind = judgeMove(before, after);
    if (!kind || made === better.moves[0]) return null;
    const move = game.move(made).text;
    const line = better.moves.map((number) => game.move(number).text);
    const number = `${Math.floor(ply / 2) + 1}${side ? "…" : "."}`;
    return {
      ply,
      side,
      move,
      kind,
      before: scoreView(before, side),
      after: scoreView(after, side),
      better: line[0],
      line,
      cells: board.lineCells(better.moves),
      loss: Math.round(shareLost(before, after) * 1000) / 1000,
      sentence: `${number} ${move} by ${board.mover} (${later.words}); ${line[0]} ${missedWords(before)}.`,
    };
  }

  /** @param {ReportMessage["phase"]} phase @returns {Omit<ReportMessage, "id">} */
  message(phase) {
    const { evaluations, mistakes, board } = this;
    const counts = board.game.sides.map((side, index) => {
      return `${side} made ${countWords(mistakes.filter((mistake) => mistake.side === index).length)}`;
    });
    return {
      type: "report",
      phase,
      ahead: 0,
      done: evaluations.length,
      of: board.ply + 1,
      evaluations: [...evaluations],
      mistakes: [...mistakes],
      sentence: `${counts.join(", ")}.`,
    };
  }
}

/**
 * How bad a move is that turns one score into another, both for the side that moves; null if it holds.
 * @param {Score} before
 * @param {Score} after
 */
export function judgeMove(before, after) {
  if (before.value && after.value && RESULTS.indexOf(after.value) < RESULTS.indexOf(before.value)) return "blunder";
  const loss = shareLost(before, after);
  if (loss < INACCURACY) return null;
  return loss >= BLUNDER ? "blunder" : loss >= MISTAKE ? "mistake" : "inaccuracy";
}

/**
 * Whether a move holds that is tried in place of a mistake.
 * @param {{ move: string, made: string, better: string }} request
 * @param {Score} before what the position was worth
 * @param {Score} after what the move leaves, for the same side
 * @param {string} words the position after it in words
 * @param {number} side
 * @returns {AttemptAnswer}
 */
export function judgeAttempt({ move, made, better }, before, after, words, side) {
  const score = scoreView(after, side);
  if (move === made) return { move, holds: false, score, sentence: `${move} is the move that was made (${words}).` };
  if (move === better) return { move, holds: true, score, sentence: `${move} is the better move (${words}).` };
  const holds = judgeMove(before, after) === null;
  return { move, holds, score, sentence: `${move} ${holds ? "holds too" : "does not hold"} (${words}).` };
}

/** @param {Score} before @param {Score} after */
function shareLost(before, after) {
  return firstShare(before, 0) - firstShare(after, 0);
}

/** @param {number} number */
function countWords(number) {
  return number === 0 ? "no mistake" : number === 1 ? "1 mistake" : `${number} mistakes`;
}
