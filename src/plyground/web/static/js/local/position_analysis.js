// What an analysis has found out about a position so far.

/**
 * @import { Move } from "../engine/module_game.js"
 * @import { AnalysisMessage, HintAnswer, LineView, ThreatView } from "../server/types.js"
 * @import { Thought, ThoughtLine } from "./jobs.js"
 * @import { LocalBoard } from "./local_board.js"
 * @import { Score } from "./score.js"
 */

import { distanceText, firstShare, rank, scoreSentence, scoreView, scoreWords, shadeScores } from "./score.js";

const LINES = 3;
const NOTICED = 0.1; // of the bar: what the move must gain to be called one that the other side would like to make
const LONGEST_LINE = 40; // moves of a line that a sentence names

export class PositionAnalysis {
  /** @param {LocalBoard} board */
  constructor(board) {
    this.board = board;
    /** What is known of each move. @type {Map<Move, { line: ThoughtLine, depth: number }>} */
    this.values = new Map();
    this.depth = 0;
    this.nodes = 0;
    this.seconds = 0;
    /** What the other side would do if it could move now. @type {ThoughtLine | null} */
    this.threat = null;
  }

  /** Take in what a search has found; what is proven stays proven. @param {Thought} thought */
  add({ depth, nodes, seconds, lines }) {
    for (const line of lines) {
      const old = this.values.get(line.moves[0]);
      if (!old || line.score.value || !old.line.score.value) this.values.set(line.moves[0], { line, depth });
    }
    this.depth = Math.max(this.depth, depth);
    this.nodes = nodes;
    this.seconds = seconds;
  }

  /** The moves, best first; among equals that which was looked at most deeply. */
  get best() {
    const values = [...this.values.values()];
    return values.toSorted((one, two) => rank(two.line.score) - rank(one.line.score) || two.depth - one.depth);
  }

  /** Whether this is the position on a board, reached by the same moves. @param {LocalBoard} board */
  isAbout(board) {
    const mine = this.board;
    return (
      mine.game === board.game && mine.start.text === board.start.text && String(mine.numbers) === String(board.numbers)
    );
  }

  /** The best move so far, null as long as nothing is known. @returns {HintAnswer | null} */
  get hint() {
    const [first] = this.best;
    return first ? hintFrom(this.board, first.line) : null;
  }

  /** @param {AnalysisMessage["phase"]} phase @returns {Omit<AnalysisMessage, "id">} */
  message(phase) {
    const { board, best } = this;
    const { mover, other, turn, game } = board;
    const score = best[0]?.line.score ?? null;
    const { outcome } = board;
    const sentence = score ? scoreSentence(score, mover, other) : "";
    const shades = shadeScores(best.map(({ line }) => line.score));
    return {
      type: "analysis",
      game: game.data.game,
      ply: board.ply,
      turn,
      phase,
      ahead: 0,
      depth: this.depth,
      nodes: this.nodes,
      speed: this.seconds > 0 ? Math.round(this.nodes / this.seconds) : 0,
      seconds: Math.round(this.seconds * 1000) / 1000,
      score: score && scoreView(score, turn),
      sentence: outcome ? `${outcome.text}.` : sentence,
      lines: best.slice(0, LINES).map(({ line }) => lineView(board, line)),
      values: best.map(({ line, depth }, index) => {
        const move = game.move(line.moves[0]).text;
        return { move, score: scoreView(line.score, turn), depth, shade: shades[index] };
      }),
      threat: this.threat && score && threatView(board, this.threat, score),
    };
  }
}

/**
 * The threat in words; `score` is what moving is worth to the other side, `now` what the position is to this side.
 * @param {LocalBoard} board
 * @param {ThoughtLine} threat
 * @param {Score} now
 * @returns {ThreatView}
 */
function threatView(board, { score, moves: numbers }, now) {
  const moves = numbers.map((number) => board.game.move(number).text);
  const turn = 1 - board.turn;
  const cells = board.threatCells(numbers);
  const sentence = warning(board.other, moves[0], score, now);
  return { move: moves[0], moves, cells, turn, score: scoreView(score, turn), sentence };
}

/** @param {string} other @param {string} move @param {Score} score @param {Score} now */
export function warning(other, move, score, now) {
  if (score.value === "win") {
    const isAtOnce = score.distance !== null && score.distance <= 1;
    const when = isAtOnce ? "at once" : distanceText(score);
    return `${`${other} threatens ${move}, which wins ${when}`.trimEnd()}.`;
  }
  if (firstShare(score, 0) - firstShare(now, 1) >= NOTICED) return `${other} would like to play ${move}.`;
  return `If ${other} could move now, it would play ${move}.`;
}

/** @param {LocalBoard} board @param {ThoughtLine} line @returns {LineView} */
export function lineView(board, { score, moves }) {
  const texts = moves.map((number) => board.game.move(number).text);
  return { move: texts[0], score: scoreView(score, board.turn), moves: texts, cells: board.lineCells(moves) };
}

/** A good move and why. @param {LocalBoard} board @param {ThoughtLine} best @returns {HintAnswer} */
export function hintFrom(board, best) {
  const { mover, other } = board;
  const { score, moves: line } = lineView(board, best);
  const view = board.moveView(best.moves[0]);
  const reason = scoreWords(best.score, mover, other);
  const rest = line.length > LONGEST_LINE ? " ..." : "";
  const play = line.length > 1 ? `, line ${line.slice(0, LONGEST_LINE).join(" ")}${rest}` : "";
  const sentence = scoreSentence(best.score, mover, other);
  return { ...view, line, score, sentence, text: `hint: ${view.move} (${reason})${play}` };
}
