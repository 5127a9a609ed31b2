// What the engine thinks: a sentence, depth and speed, the best lines, the threat, the chart.

/**
 * @import { AnalysisMessage, ThreatView } from "../server/types.js"
 * @import { LineActions } from "./best_lines.js"
 *
 * @typedef {LineActions & { toggle: () => void, go: (ply: number) => void, report: () => void }} PanelActions
 */

import { h, updateAttribute, updateText } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";
import { BestLines } from "./best_lines.js";
import { EvaluationChart } from "./evaluation_chart.js";
import { formatCount } from "./words.js";

export class AnalysisPanel {
  /** @param {PanelActions} actions */
  constructor(actions) {
    this.switch = h(
      "button",
      { class: "switch", type: "button", role: "switch", "aria-checked": "false", onclick: actions.toggle },
      h("span", { class: "switch-track", "aria-hidden": "true" }),
      "Analysis",
    );
    this.figures = h("span", { class: "figures" });
    this.sentence = h("p", { class: "sentence" });
    this.lines = new BestLines(actions);
    /** @type {ThreatView | null} */
    this.threat = null;
    this.actions = actions;
    this.threatButton = this.#threatButton(actions);
    this.chart = new EvaluationChart(actions.go);
    const onclick = actions.report;
    this.reportButton = h("button", { class: "quiet small", type: "button", onclick }, "Judge the whole game");
    this.report = h("div", { class: "report" });
    this.inside = h(
      "div",
      { class: "analysis-inside", hidden: true },
      this.sentence,
      this.lines.element,
      legend(),
      this.threatButton,
      this.chart.element,
      h("div", { class: "row between" }, this.reportButton),
      this.report,
    );
    const head = h("header", { class: "row between" }, this.switch, this.figures);
    this.element = h("section", { class: "analysis card", "aria-label": "Analysis" }, head, this.inside);
  }

  /** @param {LineActions} actions */
  #threatButton({ preview }) {
    const show = () => preview(this.threat, 1);
    const hide = () => preview(null);
    const listeners = { onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide };
    return h("button", { class: "threat", type: "button", ...listeners });
  }

  /** @param {boolean} on */
  setOn(on) {
    updateAttribute(this.switch, "aria-checked", on ? "true" : "false");
    updateAttribute(this.inside, "hidden", !on);
    if (on) return;
    updateText(this.figures, "");
    this.actions.preview(null);
  }

  /**
   * Show the newest message of the analysis.
   * @param {AnalysisMessage | null} analysis null while there is none
   */
  show(analysis) {
    updateText(this.figures, figuresOf(analysis));
    updateText(this.sentence, sentenceOf(analysis));
    this.lines.show(analysis?.lines ?? []);
    const isIdle = analysis?.phase === "done" && !analysis.lines.length;
    updateAttribute(this.lines.element, "hidden", isIdle);
    if (this.threat && this.threat.sentence !== analysis?.threat?.sentence) this.actions.preview(null);
    this.threat = analysis?.threat ?? null;
    updateAttribute(this.threatButton, "hidden", isIdle);
    updateText(this.threatButton, capitalize(this.threat?.sentence ?? noThreat(analysis)));
    updateAttribute(this.threatButton, "class", this.threat?.score.value === "win" ? "threat grave" : "threat");
    updateAttribute(this.threatButton, "disabled", !this.threat);
  }
}

/** What the characters on the board and before the lines mean. */
function legend() {
  const rows = /** @type {const} */ ([
    ["win", "W5", "wins in 5 plies"],
    ["loss", "L2", "loses in 2 plies"],
    ["draw", "D", "draw"],
    ["estimate", "+12", "estimate"],
  ]);
  const parts = rows.map(([kind, text, words]) => {
    return h("span", {}, h("span", { class: `worth-tag ${kind}` }, text), ` ${words}`);
  });
  return h("p", { class: "legend", "aria-label": "What the values mean" }, parts, "for the side to move");
}

/**
 * What stands there before a threat is found, and in games in which nobody can say what passing would be.
 * @param {AnalysisMessage | null} analysis
 */
function noThreat(analysis) {
  return analysis?.phase === "done" ? "This game names no threats." : "Looking for the threat…";
}

/** @param {AnalysisMessage | null} analysis */
export function figuresOf(analysis) {
  if (!analysis?.depth) return "";
  const more = analysis.phase === "done" ? "" : "…";
  return `depth ${analysis.depth}${more} · ${formatCount(analysis.speed)}/s`;
}

/** @param {AnalysisMessage | null} analysis */
export function sentenceOf(analysis) {
  if (analysis?.phase === "queued") {
    return analysis.ahead ? `Waiting: ${analysis.ahead} before this one.` : "Waiting for a free core…";
  }
  if (analysis?.phase === "compiling") {
    return "Compiling this game for the first time. It takes a few seconds, once.";
  }
  if (analysis?.phase === "plain") {
    return `${capitalize(analysis.sentence)} By plain Python until the engine is compiled.`;
  }
  return capitalize(analysis?.sentence ?? "") || "Looking at the position…";
}
