// Scores in few characters and in words.

/** A few characters for a tile: W5, L≤4, D, +12; with `turned` an estimate is seen from the other side. */
export function short(score, turned = false) {
  const minus = turned && !score.value ? "+" : "-";
  const text = score.short.replace(/^[+-]/, (sign) => (sign === minus ? "−" : "+"));
  return text === "−0" ? "+0" : text;
}

/** How good a score is for whoever it is seen by, as one number. */
export function rank(score) {
  if (score.value === "win") return 100_000 - (score.distance ?? 0);
  if (score.value === "loss") return -100_000 + (score.distance ?? 0);
  return score.estimate ?? 0;
}

/** Counts that people can read: 1.2 M. */
export function large(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}
