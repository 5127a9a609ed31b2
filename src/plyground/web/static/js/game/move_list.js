// The moves of a game, to click on, with variations indented under the move that they replace.

/**
 * @import { MistakeView } from "../server/types.js"
 * @import { GameNode, GameTree } from "./game_tree.js"
 *
 * @typedef {object} MoveRow moves in pairs, like a score sheet; a variation is a row of its own
 * @property {number} depth 0 for the game that was played
 * @property {GameNode | null} variation the variation that begins here, if it leaves the game that was played
 * @property {RowPart[]} parts
 *
 * @typedef {{ count: string } | { blank: true } | { node: GameNode }} RowPart
 */

import { h, icon } from "../ui/dom.js";

const MARGIN = 8;
const MISTAKE_SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class MoveList {
  /** @param {{ go: (node: GameNode) => void, remove: (node: GameNode) => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    const region = { class: "move-list", tabindex: 0, role: "region", "aria-label": "Move list" };
    this.element = h("div", region, this.list);
    this.key = "";
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  /** @param {GameTree} tree @param {Map<number, MistakeView>} mistakes by ply, of the game that was played */
  show(tree, mistakes) {
    const key = JSON.stringify([outlineOf(tree.root, tree.current), [...mistakes.keys()]]);
    if (key === this.key) return;
    this.key = key;
    const rows = moveRows(tree).map((row) => this.#row(row, tree.current, mistakes));
    this.list.replaceChildren(...(rows.length ? rows : [h("li", { class: "none" }, "No moves yet")]));
    this.#reveal();
  }

  /** @param {MoveRow} row @param {GameNode} current @param {Map<number, MistakeView>} mistakes */
  #row({ depth, variation, parts }, current, mistakes) {
    const elements = parts.map((part) => {
      if ("count" in part) return h("span", { class: "count" }, part.count);
      if ("blank" in part) return h("span", { class: "blank" });
      const { node } = part;
      return this.#button(node, node === current, node.isMain ? mistakes.get(node.ply - 1) : undefined);
    });
    const remove = variation && this.#removeButton(variation);
    return h("li", { class: depth ? "variation" : "pair", "data-depth": Math.min(depth, 4) }, elements, remove);
  }

  /** @param {GameNode} node */
  #removeButton(node) {
    const words = "Remove this variation";
    const onclick = () => this.actions.remove(node);
    const props = { class: "plain tiny", type: "button", "aria-label": words, title: words, onclick };
    return h("button", props, icon("close"));
  }

  /** @param {GameNode} node @param {boolean} isCurrent @param {MistakeView} [mistake] */
  #button(node, isCurrent, mistake) {
    return h(
      "button",
      {
        class: `move ${node.isMain ? "main" : ""} ${mistake?.kind ?? ""}`,
        type: "button",
        tabindex: -1,
        "data-move": node.move,
        "aria-current": isCurrent ? "step" : null,
        title: mistake?.sentence ?? (node.comment || null),
        onclick: () => this.actions.go(node),
      },
      node.move,
      mistake && h("span", { class: "worth" }, MISTAKE_SIGNS[mistake.kind]),
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

/**
 * The rows of the list.
 * @param {GameTree} tree
 */
export function moveRows(tree) {
  return rowsFrom(tree, tree.root.children, 0);
}

/**
 * @param {GameTree} tree
 * @param {GameNode[]} moves the move that goes on, and others that were tried instead of it
 * @param {number} depth
 * @returns {MoveRow[]}
 */
function rowsFrom(tree, moves, depth) {
  /** @type {MoveRow[]} */
  const rows = [];
  /** @type {RowPart[]} */
  let parts = [];
  const flush = () => {
    if (parts.length) rows.push({ depth, variation: null, parts });
    parts = [];
  };
  for (let [node, ...others] = moves; node; [node, ...others] = node.children) {
    const isFirst = tree.turnAt(node.ply - 1) === 0;
    const count = Math.ceil((node.ply + tree.firstTurn) / 2);
    if (isFirst && !depth) flush();
    if (isFirst || !parts.length) parts.push({ count: `${count}${isFirst ? "." : "…"}` });
    if (!isFirst && parts.length === 1 && !depth) parts.push({ blank: true });
    parts.push({ node });
    if (!others.length) continue;
    flush();
    for (const other of others) rows.push(...variationRows(tree, other, depth + 1));
  }
  flush();
  return rows;
}

/** @param {GameTree} tree @param {GameNode} node @param {number} depth */
function variationRows(tree, node, depth) {
  const [first, ...rest] = rowsFrom(tree, [node], depth);
  return [{ ...first, variation: depth === 1 ? node : null }, ...rest];
}

/**
 * Everything that the list shows of a tree, so that it is made anew only when that changes.
 * @param {GameNode} node
 * @param {GameNode} current
 * @returns {unknown[]}
 */
function outlineOf(node, current) {
  return [node.move, node.isMain, node === current, node.children.map((child) => outlineOf(child, current))];
}
