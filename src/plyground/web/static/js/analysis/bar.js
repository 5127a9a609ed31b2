// The evaluation bar: how much of the game belongs to whom.

import { short } from "../game/reading.js";
import { h, keep, say } from "../parts/dom.js";

export class Bar {
  constructor() {
    this.fill = h("div", { class: "bar-fill" });
    this.figure = h("span", { class: "bar-figure" });
    this.element = h(
      "div",
      { class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
      this.figure,
    );
    this.show(null, ["", ""], 0);
  }

  /** `share` of the score is how much belongs to the side that began. */
  show(score, sides, turn) {
    const share = score?.share ?? 0.5;
    this.fill.style.setProperty("--share", share);
    keep(this.element, "class", `bar ${score ? "" : "empty"} ${score?.value ? "proven" : ""}`);
    keep(this.element, "aria-valuenow", Math.round(share * 100));
    keep(this.element, "aria-label", `Evaluation for ${sides[0]}`);
    keep(this.element, "aria-valuetext", score ? `${Math.round(share * 100)} of 100` : "not known");
    say(this.figure, score ? barText(score, share, turn) : "");
    keep(this.figure, "class", `bar-figure ${share >= 0.5 ? "low" : "high"}`);
  }
}

// Seen from the side that began: +12, or the distance of a proven win.
function barText(score, share, turn) {
  if (score.value === "end") return "";
  if (score.value === "draw") return "=";
  if (score.value) return `${share > 0.5 ? "" : "−"}#${score.exact_distance === false ? "≤" : ""}${score.distance ?? ""}`;
  return short(score, turn === 1);
}
