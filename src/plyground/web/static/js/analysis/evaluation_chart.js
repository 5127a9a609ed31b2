// The evaluation over the game. A click goes to the move.

/**
 * @import { MistakeView, ScoreView } from "../server/types.js"
 */

import { h, s, updateAttribute, updateText } from "../ui/dom.js";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 10; // so that a dot at either end is not cut off

export class EvaluationChart {
  /** @param {(ply: number) => void} go is called for a click or an arrow key */
  constructor(go) {
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.slider = h("input", { type: "range", class: "chart-slider", min: 0, step: 1, "aria-label": "Go to move" });
    this.names = [h("span", { class: "chart-side" }), h("span", { class: "chart-side" })];
    this.element = h("div", { class: "chart" }, this.svg, this.names, this.slider);
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
  }

  /**
   * @param {(ScoreView | null)[]} scores by ply, null where nothing is known
   * @param {number} current the ply that is shown
   * @param {string[]} sides
   * @param {Map<number, MistakeView>} mistakes by ply
   */
  show(scores, current, sides, mistakes) {
    for (const [side, name] of this.names.entries()) updateText(name, sides[side]);
    const last = Math.max(1, scores.length - 1);
    /** @param {number} ply */
    const x = (ply) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);
    /** @param {number} share */
    const y = (share) => HEIGHT - 6 - share * (HEIGHT - 12);
    const points = scores.flatMap((score, ply) => (score ? [{ x: x(ply), y: y(score.share) }] : []));
    const parts = [s("path", { class: "chart-middle", d: `M0 ${y(0.5)}H${WIDTH}` })];
    if (points.length > 1) {
      const line = points
        .map((point, index) => `${index ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
        .join("");
      const area = `${line}L${points[points.length - 1].x} ${y(0.5)}L${points[0].x} ${y(0.5)}Z`;
      parts.push(s("path", { class: "chart-area", d: area }), s("path", { class: "chart-line", d: line }));
    }
    for (const [ply, { kind }] of mistakes) {
      const score = scores[ply + 1];
      if (score) parts.push(dot(x(ply + 1), y(score.share), kind));
    }
    if (current <= last) parts.push(s("path", { class: "chart-here", d: `M${x(current)} 0V${HEIGHT}` }));
    if (points.length === 1) parts.push(dot(points[0].x, points[0].y, "lone"));
    this.svg.replaceChildren(...parts);
    updateAttribute(this.slider, "max", last);
    this.slider.value = String(current);
    updateAttribute(this.slider, "aria-valuetext", `move ${current} of ${scores.length - 1}`);
  }
}

/**
 * A stroke without length and with round ends stays round, however the chart is stretched.
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 */
function dot(x, y, kind) {
  return s("path", { class: `chart-dot ${kind}`, d: `M${x} ${y}h0.01` });
}
