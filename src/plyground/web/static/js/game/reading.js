// Scores in few characters and in words.

const INITIALS = { win: "W", loss: "L", draw: "D" };

/** A few characters for a tile: W5, L4, D, +12. */
export function short(score) {
  if (!score) return "";
  if (score.value === "draw") return "D";
  if (score.value) return `${INITIALS[score.value]}${score.distance ?? ""}`;
  return signed(score.estimate, true);
}

/** The same for a line of text, with the name of who wins. */
export function inWords(score, sides, turn) {
  if (!score) return "";
  if (score.value === "draw") return "draw";
  if (!score.value) return `estimate ${signed(score.estimate)}`;
  const winner = sides[score.value === "win" ? turn : 1 - turn];
  return `${winner} wins in ${score.distance}`;
}

/** How good a score is for whoever it is seen by, as one number. */
export function rank(score) {
  if (score.value === "win") return 100_000 - (score.distance ?? 0);
  if (score.value === "loss") return -100_000 + (score.distance ?? 0);
  return score.estimate ?? 0;
}

// With its sign; where there is little room thousands are rounded: +20k.
function signed(number, brief = false) {
  const much = brief && Math.abs(number) >= 1000;
  const text = much ? `${Math.round(number / 1000)}k` : String(number ?? 0);
  return number > 0 ? `+${text}` : text.replace("-", "−");
}

/** Counts that people can read: 1.2 M. */
export function large(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}
