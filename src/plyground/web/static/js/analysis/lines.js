// The best lines: hovering shows one on the board, a click goes there.

import { short } from "../game/reading.js";
import { h, keep } from "../parts/dom.js";

const LONGEST = 10;
const COUNT = 3;

export class Lines {
  /** `actions`: preview(line or null, steps), follow(moves, steps). */
  constructor(actions) {
    this.actions = actions;
    this.element = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.key = null;
  }

  show(lines) {
    const key = JSON.stringify(lines.map(({ score, moves }) => [score.text, moves]));
    if (key === this.key) return;
    this.key = key;
    const rows = lines.slice(0, COUNT).map((line) => this.#row(line));
    while (rows.length < COUNT) rows.push(h("li", { class: "line vacant", "aria-hidden": "true" }));
    const focused = document.activeElement?.closest?.(".line");
    const index = [...this.element.children].indexOf(focused);
    this.element.replaceChildren(...rows);
    if (index >= 0) rows[index]?.querySelector("button")?.focus();
  }

  #row(line) {
    const { preview, follow } = this.actions;
    const row = h("li", { class: "line" });
    const worth = h(
      "span",
      { class: `worth-tag ${line.score.value ?? "estimate"}`, title: line.score.text },
      short(line.score),
    );
    const moves = line.moves.slice(0, LONGEST).map((move, index) =>
      h(
        "button",
        {
          class: "line-move",
          type: "button",
          onclick: () => follow(line.moves, index + 1),
          onmouseenter: () => preview(line, index + 1),
          onfocus: () => preview(line, index + 1),
        },
        move,
      ),
    );
    row.append(worth, h("span", { class: "line-moves" }, moves));
    row.addEventListener("mouseleave", () => preview(null));
    row.addEventListener("focusout", () => preview(null));
    keep(row, "data-move", line.move);
    return row;
  }
}
