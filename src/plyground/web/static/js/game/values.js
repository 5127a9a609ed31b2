// What the analysis says about each thing that can be picked next: the best of the moves that it leads to.

import { rank, short } from "./reading.js";

/** A map from pick to { kind, text, strength, words }. `next` is what `Picks.next` gives. */
export function pickValues(next, values) {
  const byMove = new Map(values.map((value) => [value.move, value]));
  const found = new Map();
  for (const [pick, moves] of next) {
    const known = moves.map(({ move }) => byMove.get(move)).filter(Boolean);
    if (!known.length) continue;
    const best = known.reduce((one, two) => (rank(two.score) > rank(one.score) ? two : one));
    found.set(pick, worth(best));
  }
  return found;
}

function worth({ score, shade }) {
  const kind = score.value ?? "estimate";
  const words = score.value ? `proven ${score.text}` : `estimate ${short(score)}`;
  return { kind, text: short(score), strength: kind === "estimate" ? 0.06 + 0.5 * (shade ?? 0) : 1, words };
}

/** Things that can be picked next and of which every move loses at once. */
export function losingPicks(next, losing) {
  const bad = new Set(losing);
  return new Set([...next].filter(([, moves]) => moves.every(({ move }) => bad.has(move))).map(([pick]) => pick));
}
