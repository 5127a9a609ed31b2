// The best lines: hovering shows one on the board, a click goes there.

/**
 * @import { LineView } from "../server/types.js"
 *
 * @typedef {object} LineActions
 * @property {(line: LineView | null, steps?: number) => void} preview
 * @property {(moves: string[], steps: number) => void} follow
 */

import { h } from "../ui/dom.js";
import { shortScore } from "./words.js";

const LONGEST = 10;
const COUNT = 3;

export class BestLines {
  /** @param {LineActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.key = "";
  }

  /** @param {LineView[]} lines */
  show(lines) {
    const key = JSON.stringify(lines.map(({ score, moves }) => [score.text, moves]));
    if (key === this.key) return;
    this.key = key;
    const rows = lines.slice(0, COUNT).map((line) => this.#row(line));
    while (rows.length < COUNT) rows.push(h("li", { class: "line vacant", "aria-hidden": "true" }));
    // The mouse does not leave a row that is taken away under it.
    this.actions.preview(null);
    const index = [...this.element.children].findIndex((row) => row.contains(document.activeElement));
    this.element.replaceChildren(...rows);
    if (index >= 0) rows[index]?.querySelector("button")?.focus();
  }

  /** @param {LineView} line */
  #row(line) {
    const { preview } = this.actions;
    const value = { class: `worth-tag ${line.score.value ?? "estimate"}`, title: line.score.text };
    const moves = line.moves.slice(0, LONGEST).map((move, index) => this.#button(line, move, index + 1));
    return h(
      "li",
      { class: "line", "data-move": line.move, onmouseleave: () => preview(null), onfocusout: () => preview(null) },
      h("span", value, shortScore(line.score)),
      h("span", { class: "line-moves" }, moves),
    );
  }

  /** @param {LineView} line @param {string} move @param {number} steps */
  #button(line, move, steps) {
    const { preview, follow } = this.actions;
    const show = () => preview(line, steps);
    const onclick = () => follow(line.moves, steps);
    return h("button", { class: "line-move", type: "button", onclick, onmouseenter: show, onfocus: show }, move);
  }
}
