// What a search says of a position, and that in words: the same as plyground.score and plyground.words in Python.
// An estimate is never shown as a proof, nor a proof as an estimate.

/**
 * @import { ScoreView } from "../server/types.js"
 *
 * @typedef {object} Score for the side to move: an estimate, or a proven result with its distance
 * @property {number | null} estimate
 * @property {"win" | "loss" | "draw" | null} value
 * @property {number | null} distance in plies
 * @property {boolean} exact whether the distance is the shortest win or the longest loss
 */

import { WIN } from "../engine/outcomes.js";

const PROVEN = 29_000;
const LARGEST_ESTIMATE = 20_000;
const HALF = 50; // the estimate that moves the bar half of the way from the middle to the end
const LEADS = /** @type {const} */ ([
  [0.05, "about equal"],
  [0.2, "a little better"],
  [0.35, "better"],
  [1, "much better"],
]);
const OTHERS = /** @type {const} */ ({ win: "loss", loss: "win", draw: "draw" });
const SHARES = { win: 1, draw: 0.5, loss: 0 };

/**
 * A number of a search as a score; `settled` says that no estimate has gone into it.
 * @param {number} number
 * @param {boolean} settled
 * @param {boolean} exact
 * @returns {Score}
 */
export function readScore(number, settled, exact) {
  if (number > PROVEN) return { estimate: null, value: "win", distance: WIN - number, exact };
  if (number < -PROVEN) return { estimate: null, value: "loss", distance: WIN + number, exact };
  if (settled) return { estimate: null, value: "draw", distance: null, exact: true };
  return { estimate: number, value: null, distance: null, exact: false };
}

/**
 * What the best move says of the position: a loss only if the search has seen every move.
 * @param {Score} best
 * @param {boolean} narrowed whether there may be others
 * @returns {Score}
 */
export function positionScore(best, narrowed) {
  const isDoubtful = narrowed && best.value === "loss";
  return isDoubtful ? { estimate: -LARGEST_ESTIMATE, value: null, distance: null, exact: false } : best;
}

/** A number that orders scores from worst to best for the side to move. @param {Score} score */
export function rank({ value, distance, estimate }) {
  if (value === "win") return WIN - (distance ?? 0);
  if (value === "loss") return (distance ?? 0) - WIN;
  return estimate ?? 0;
}

/** Whether there is nothing left to find out. @param {Score} score */
export function isFinal({ value, exact }) {
  return value !== null && exact;
}

/**
 * The score of the position one ply earlier, for the side that moved from there to here.
 * @param {Score} score
 * @returns {Score}
 */
export function scoreForParent(score) {
  if (score.value === null) return { ...score, estimate: negative(score.estimate ?? 0) };
  return { ...score, value: OTHERS[score.value], distance: score.distance === null ? null : score.distance + 1 };
}

/** Without a negative zero. @param {number} number */
function negative(number) {
  return number === 0 ? 0 : -number;
}

/**
 * How much of a bar belongs to the side that began; all or nothing only if that is proven.
 * @param {Score} score
 * @param {number} turn the side that the score is seen from
 */
export function firstShare({ value, estimate }, turn) {
  const guess = estimate ?? 0;
  const share = value ? SHARES[value] : 0.5 + (0.5 * guess) / (Math.abs(guess) + HALF);
  return turn === 0 ? share : 1 - share;
}

// A score as text

/** With its sign. @param {number} number */
function signed(number) {
  return number >= 0 ? `+${number}` : String(number);
}

/** How far away a proven end is; nothing where there is no distance. @param {Score} score */
export function distanceText({ distance, exact }) {
  if (distance === null) return "";
  const plies = distance === 1 ? "1 ply" : `${distance} plies`;
  return exact ? `in ${plies}` : `in at most ${plies}`;
}

/** @param {Score} score */
export function scoreText(score) {
  return score.value ? `${score.value} ${distanceText(score)}`.trimEnd() : signed(score.estimate ?? 0);
}

/** In a few characters; thousands are rounded. @param {Score} score */
export function shortScore({ value, estimate, distance, exact }) {
  if (value === null) {
    const guess = estimate ?? 0;
    return Math.abs(guess) < 1000 ? signed(guess) : `${signed(roundToEven(guess / 1000))}k`;
  }
  if (value === "draw") return "D";
  const letter = value[0].toUpperCase();
  return distance === null ? letter : `${letter}${exact ? "" : "≤"}${distance}`;
}

/** A half goes to the even neighbour, as in Python. @param {number} number */
function roundToEven(number) {
  const floor = Math.floor(number);
  if (number - floor !== 0.5) return Math.round(number);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * A score in words that name the players, as a part of a sentence.
 * @param {Score} score
 * @param {string} mover
 * @param {string} other
 */
export function scoreWords(score, mover, other) {
  if (score.value === null) return estimateWords(score.estimate, mover, other);
  if (score.value === "draw") return "proven: a draw";
  const winner = score.value === "win" ? mover : other;
  return `proven: ${winner} wins ${distanceText(score)}`.trimEnd();
}

/** @param {number | null} estimate @param {string} mover @param {string} other */
function estimateWords(estimate, mover, other) {
  if (estimate === null) return "nothing is known";
  const share = firstShare({ value: null, estimate, distance: null, exact: false }, 0);
  const lead = Math.abs(share - 0.5);
  const [, name] = LEADS.find(([bound]) => lead < bound) ?? LEADS[LEADS.length - 1];
  return `estimate +${Math.abs(estimate)} for ${estimate >= 0 ? mover : other}: ${name}`;
}

/**
 * A score as a whole sentence.
 * @param {Score} score
 * @param {string} mover
 * @param {string} other
 */
export function scoreSentence(score, mover, other) {
  const words = scoreWords(score, mover, other);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** What a better move would have brought to the side to move. @param {Score} score */
export function missedWords(score) {
  if (score.value === "win") return `would have won ${distanceText(score)}`.trimEnd();
  return score.value === "draw" ? "would have held the draw" : "was better";
}

/**
 * A score as the page draws it.
 * @param {Score} score
 * @param {number} turn the side that the score is seen from
 * @returns {ScoreView}
 */
export function scoreView(score, turn) {
  return {
    value: score.value,
    distance: score.value === "draw" ? null : score.distance,
    exact_distance: score.value !== null && score.exact,
    estimate: score.estimate,
    text: scoreText(score),
    short: shortScore(score),
    share: firstShare(score, turn),
  };
}

/**
 * Where each score stands between the worst estimate (0) and the best (1).
 * @param {Score[]} scores
 */
export function shadeScores(scores) {
  const guesses = scores.filter(({ value }) => value === null || value === "draw").map(rank);
  const low = Math.min(...guesses);
  const span = Math.max(...guesses) - low;
  return scores.map((score) => {
    if (score.value === "win" || score.value === "loss") return score.value === "win" ? 1 : 0;
    return span ? Math.round(((rank(score) - low) / span) * 1000) / 1000 : 0.5;
  });
}
