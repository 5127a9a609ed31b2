// What is said of a score in few characters, and counts that people can read.

/** @import { ScoreView } from "../server/types.js" */

/**
 * A few characters for a tile, a line or the bar: W5, L≤4, D, +12, for the side to move.
 * @param {ScoreView} score
 */
export function shortScore({ short }) {
  return short.replace("-", "−");
}

/**
 * How good a score is for whoever it is seen by, as one number.
 * @param {ScoreView} score
 */
export function rankScore({ value, distance, estimate }) {
  if (value === "win") return 100_000 - (distance ?? 0);
  if (value === "loss") return -100_000 + (distance ?? 0);
  return estimate ?? 0;
}

/**
 * A count: 1.2 M.
 * @param {number} count
 */
export function formatCount(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e3) return `${Math.round(count / 1e3)} k`;
  return String(Math.round(count));
}
