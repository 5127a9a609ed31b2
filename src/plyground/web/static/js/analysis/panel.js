// What the engine thinks: a sentence, depth and speed, the best lines, the threat, the chart.

import { large } from "../game/reading.js";
import { h, keep, say } from "../parts/dom.js";
import { capital } from "../parts/words.js";
import { Chart } from "./chart.js";
import { Lines } from "./lines.js";

export class AnalysisPanel {
  /** `actions`: toggle(), preview(line, steps), follow(moves, steps), go(ply), judge(). */
  constructor(actions) {
    this.actions = actions;
    this.switch = h(
      "button",
      { class: "switch", type: "button", role: "switch", "aria-checked": "false", onclick: actions.toggle },
      h("span", { class: "switch-track", "aria-hidden": "true" }),
      "Analysis",
    );
    this.figures = h("span", { class: "figures" });
    this.sentence = h("p", { class: "sentence" });
    this.lines = new Lines(actions);
    this.threat = h("button", { class: "threat", type: "button" });
    this.threatLine = null;
    this.threat.addEventListener("mouseenter", () => actions.preview(this.threatLine, 1));
    this.threat.addEventListener("focus", () => actions.preview(this.threatLine, 1));
    this.threat.addEventListener("mouseleave", () => actions.preview(null));
    this.threat.addEventListener("blur", () => actions.preview(null));
    this.chart = new Chart(actions.go);
    this.judge = h("button", { class: "quiet small", type: "button", onclick: actions.judge }, "Judge the whole game");
    this.report = h("div", { class: "report" });
    this.inside = h(
      "div",
      { class: "analysis-inside", hidden: true },
      this.sentence,
      this.lines.element,
      this.threat,
      this.chart.element,
      h("div", { class: "row between" }, this.judge),
      this.report,
    );
    const head = h("header", { class: "row between" }, this.switch, this.figures);
    this.element = h("section", { class: "analysis card", "aria-label": "Analysis" }, head, this.inside);
  }

  turn(on) {
    keep(this.switch, "aria-checked", on ? "true" : "false");
    keep(this.inside, "hidden", !on);
    if (!on) say(this.figures, "");
  }

  /** The newest message of the analysis, or null while there is none. */
  show(analysis) {
    say(this.figures, figuresOf(analysis));
    say(this.sentence, sentenceOf(analysis));
    this.lines.show(analysis?.lines ?? []);
    const idle = analysis?.phase === "done" && !analysis.lines.length;
    keep(this.lines.element, "hidden", idle);
    keep(this.threat, "hidden", idle);
    this.threatLine = analysis?.threat ?? null;
    say(this.threat, capital(this.threatLine?.sentence ?? noThreat(analysis)));
    keep(this.threat, "class", this.threatLine?.score.value === "win" ? "threat grave" : "threat");
    keep(this.threat, "disabled", !this.threatLine);
  }
}

// Before it is found, and in games in which nobody can say what passing would be.
function noThreat(analysis) {
  return analysis?.phase === "done" ? "This game names no threats." : "Looking for the threat…";
}

function figuresOf(analysis) {
  if (!analysis?.depth) return "";
  const done = analysis.phase === "done" ? "" : "…";
  return `depth ${analysis.depth}${done} · ${large(analysis.speed)}/s`;
}

function sentenceOf(analysis) {
  if (!analysis) return "Looking at the position…";
  if (analysis.phase === "queued")
    return analysis.ahead ? `Waiting: ${analysis.ahead} before this one.` : "Waiting for a free core…";
  if (analysis.phase === "compiling") return "Compiling this game for the first time. It takes a few seconds, once.";
  return capital(analysis.sentence) || "Looking at the position…";
}
