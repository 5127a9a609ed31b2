// The evaluation over the game. A click goes to the move.

import { h, keep, put, s, say } from "../parts/dom.js";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 10; // so that a dot at either end is not cut off

export class Chart {
  /** `go(ply)` is called for a click or an arrow key. */
  constructor(go) {
    this.go = go;
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.slider = h("input", { type: "range", class: "chart-slider", min: 0, step: 1, "aria-label": "Go to move" });
    this.names = [h("span", { class: "chart-side" }), h("span", { class: "chart-side" })];
    this.element = h("div", { class: "chart" }, this.svg, this.names, this.slider);
    put(this.slider, "oninput", () => this.go(Number(this.slider.value)));
  }

  /** `scores` is a list by ply, null where nothing is known. */
  show(scores, here, sides, mistakes = new Map()) {
    for (const [side, name] of this.names.entries()) say(name, sides[side]);
    const last = Math.max(1, scores.length - 1);
    const x = (ply) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);
    const y = (share) => HEIGHT - 6 - share * (HEIGHT - 12);
    const known = scores.map((score, ply) => score && [x(ply), y(score.share)]).filter(Boolean);
    const parts = [s("path", { class: "chart-middle", d: `M0 ${y(0.5)}H${WIDTH}` })];
    if (known.length > 1) {
      const line = known.map(([px, py], index) => `${index ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
      const area = `${line}L${known.at(-1)[0]} ${y(0.5)}L${known[0][0]} ${y(0.5)}Z`;
      parts.push(s("path", { class: "chart-area", d: area }), s("path", { class: "chart-line", d: line }));
    }
    for (const [ply, { kind }] of mistakes) {
      const score = scores[ply + 1];
      if (score) parts.push(dot(x(ply + 1), y(score.share), kind));
    }
    if (here <= last) parts.push(s("path", { class: "chart-here", d: `M${x(here)} 0V${HEIGHT}` }));
    const lone = known.length === 1 ? [dot(...known[0], "lone")] : [];
    this.svg.replaceChildren(...parts, ...lone);
    keep(this.slider, "max", last);
    this.slider.value = here;
    keep(this.slider, "aria-valuetext", `move ${here} of ${scores.length - 1}`);
  }
}

// A stroke without length and with round ends stays round, however the chart is stretched.
function dot(x, y, kind) {
  return s("path", { class: `chart-dot ${kind}`, d: `M${x} ${y}h0.01` });
}
