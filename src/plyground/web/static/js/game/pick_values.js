// What the analysis says about each thing that can be picked next: the best of the moves that it leads to.

/**
 * @import { CellValue } from "../board/scene.js"
 * @import { MoveValueView } from "../server/types.js"
 * @import { NextPicks } from "./move_picker.js"
 */

import { rankScore, shortScore } from "../analysis/words.js";

const FAINTEST = 0.4;
const FADING = 0.05; // for each ply

/**
 * @param {NextPicks} nextPicks
 * @param {MoveValueView[]} values
 * @returns {Map<string, CellValue>}
 */
export function pickValues(nextPicks, values) {
  const byMove = new Map(values.map((value) => [value.move, value]));
  /** @type {Map<string, CellValue>} */
  const picks = new Map();
  for (const [pick, moves] of nextPicks) {
    const known = moves.flatMap(({ move }) => byMove.get(move) ?? []);
    if (!known.length) continue;
    const best = known.reduce((one, two) => (rankScore(two.score) > rankScore(one.score) ? two : one));
    picks.set(pick, cellValue(best));
  }
  return picks;
}

/** @param {MoveValueView} value @returns {CellValue} */
function cellValue({ score, shade }) {
  const [text, rank] = [shortScore(score), rankScore(score)];
  if (!score.value) {
    return { kind: "estimate", text, rank, strength: 0.06 + 0.5 * (shade ?? 0), words: `estimate ${text}` };
  }
  // The nearer the end, the stronger the colour.
  const strength = Math.max(FAINTEST, 1 - FADING * Math.max(0, (score.distance ?? 1) - 1));
  return { kind: score.value, text, rank, strength, words: `proven ${score.text}` };
}

/**
 * Things that can be picked next and of which every move loses at once.
 * @param {NextPicks} nextPicks
 * @param {string[]} losing moves
 */
export function losingPicks(nextPicks, losing) {
  const isLosing = new Set(losing);
  const picks = [...nextPicks].filter(([, moves]) => moves.every(({ move }) => isLosing.has(move)));
  return new Set(picks.map(([pick]) => pick));
}
