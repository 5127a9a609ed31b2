// The moves of a game, to click on, with variations indented under the move that they replace.

import { h, icon } from "../parts/dom.js";

const MARGIN = 8;
const WORTH = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class MoveList {
  /** `actions`: go(node), forget(node). */
  constructor(actions) {
    this.actions = actions;
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    this.element = h("div", { class: "move-list", tabindex: 0, role: "region", "aria-label": "Move list" }, this.list);
    this.mistakes = new Map();
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  /** `mistakes` is ply: { kind, sentence } of the game that was played. */
  show(story, mistakes = new Map()) {
    this.story = story;
    this.mistakes = mistakes;
    const key = JSON.stringify([outline(story.root, story.here), [...mistakes.keys()]]);
    if (key === this.key) return;
    this.key = key;
    const rows = this.#rows(story.root, 0);
    this.list.replaceChildren(...(rows.length ? rows : [h("li", { class: "none" }, "No moves yet")]));
    this.#reveal();
  }

  // Moves in pairs, like a score sheet; a variation is a row of its own.
  #rows(start, depth) {
    const rows = [];
    let cells = [];
    const flush = () => {
      if (cells.length)
        rows.push(h("li", { class: depth ? "variation" : "pair", "data-depth": Math.min(depth, 4) }, cells));
      cells = [];
    };
    for (let parent = start; parent.children.length; parent = parent.children[0]) {
      const [node, ...others] = parent.children;
      const first = this.story.turnAt(node.ply - 1) === 0;
      const count = Math.ceil((node.ply + this.story.firstTurn) / 2);
      if (first && !depth) flush();
      if (first || !cells.length) cells.push(h("span", { class: "count" }, `${count}${first ? "." : "…"}`));
      if (!first && cells.length === 1 && !depth) cells.push(h("span", { class: "blank" }));
      cells.push(this.#button(node));
      if (others.length) {
        flush();
        for (const other of others) rows.push(...this.#variation(other, depth + 1));
      }
    }
    flush();
    return rows;
  }

  #variation(node, depth) {
    const lone = { children: [node] };
    const rows = this.#rows(lone, depth);
    if (depth === 1 && rows.length) {
      const words = "Remove this variation";
      const forget = () => this.actions.forget(node);
      rows[0].append(
        h(
          "button",
          { class: "plain tiny", type: "button", "aria-label": words, title: words, onclick: forget },
          icon("close"),
        ),
      );
    }
    return rows;
  }

  #button(node) {
    const mistake = node.main ? this.mistakes.get(node.ply - 1) : null;
    return h(
      "button",
      {
        class: `move ${node.main ? "main" : ""} ${mistake?.kind ?? ""}`,
        type: "button",
        tabindex: -1,
        "data-move": node.move,
        "aria-current": node === this.story.here ? "step" : null,
        title: mistake?.sentence ?? node.comment ?? null,
        onclick: () => this.actions.go(node),
      },
      node.move,
      mistake && h("span", { class: "worth" }, WORTH[mistake.kind] ?? ""),
    );
  }

  // Scroll just so far that the current move is seen.
  #reveal() {
    const box = this.element;
    const button = this.list.querySelector("[aria-current]");
    if (!button) {
      box.scrollTop = 0;
      return;
    }
    const [outer, inner] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
    box.scrollTop += Math.min(0, inner.top - outer.top - MARGIN) + Math.max(0, inner.bottom - outer.bottom + MARGIN);
  }
}

// Everything that the list shows of a tree, so that it is made anew only when that changes.
function outline(node, here) {
  return [node.move, node.main, node === here, node.children.map((child) => outline(child, here))];
}
