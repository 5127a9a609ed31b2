// The evaluation bar: how much of the game belongs to whom.

/**
 * @import { OutcomeView, ScoreView } from "../server/types.js"
 */

import { h, updateAttribute, updateText } from "../ui/dom.js";
import { shortScore } from "./words.js";

export class EvaluationBar {
  constructor() {
    this.fill = h("div", { class: "bar-fill" });
    this.figure = h("span", { class: "bar-figure" });
    const range = { "aria-valuemin": 0, "aria-valuemax": 100 };
    this.element = h("div", { class: "bar", role: "meter", ...range }, this.fill, this.figure);
    this.#show(null, false, "", ["", ""]);
  }

  /** @param {ScoreView | null} score @param {string[]} sides */
  showScore(score, sides) {
    this.#show(score?.share ?? null, Boolean(score?.value), score ? shortScore(score) : "", sides);
  }

  /** @param {OutcomeView} outcome @param {string[]} sides */
  showOutcome({ winner }, sides) {
    this.#show(winner === null ? 0.5 : 1 - winner, true, "", sides);
  }

  /**
   * @param {number | null} known how much belongs to the side that began, if it is known
   * @param {boolean} isProven
   * @param {string} figure
   * @param {string[]} sides
   */
  #show(known, isProven, figure, sides) {
    const share = known ?? 0.5;
    const percent = Math.round(share * 100);
    this.fill.style.setProperty("--share", String(share));
    updateAttribute(this.element, "class", `bar ${known === null ? "empty" : ""} ${isProven ? "proven" : ""}`);
    updateAttribute(this.element, "aria-valuenow", percent);
    updateAttribute(this.element, "aria-label", `Evaluation for ${sides[0]}`);
    updateAttribute(this.element, "aria-valuetext", known === null ? "not known" : `${percent} of 100`);
    updateText(this.figure, figure);
    updateAttribute(this.figure, "class", `bar-figure ${share >= 0.5 ? "low" : "high"}`);
  }
}
