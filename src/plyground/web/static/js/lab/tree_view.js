// The tree of a search: a card for each node, what was cut, folding, and arrow keys as in any tree.

/**
 * @import { Playback } from "./playback.js"
 *
 * @typedef {object} Shown a node that is on the page
 * @property {HTMLLIElement} item
 * @property {HTMLElement} card
 * @property {HTMLUListElement} group
 * @property {HTMLButtonElement} fold
 * @property {string} key what it looked like when it was last drawn
 */

import { h, updateAttribute, updateText } from "../ui/dom.js";
import { smallBoard } from "./small_board.js";
import { KINDS, nodeLabel, valueText, windowText } from "./words.js";

const SMALLEST = 0.4;
const LARGEST = 2;

export class TreeView {
  /** @param {Playback} playback @param {(node: number) => void} onSelect */
  constructor(playback, onSelect) {
    this.playback = playback;
    this.onSelect = onSelect;
    this.zoom = 1;
    this.selected = 0;
    /** Nodes that somebody has folded or unfolded; others are folded once they are done. @type {Map<number, boolean>} */
    this.folded = new Map();
    /** @type {Map<number, Shown>} */
    this.shown = new Map();
    this.list = h("ul", { class: "lab-tree", role: "tree", "aria-label": "The tree of the search" });
    this.element = h("div", { class: "lab-scroll" }, this.list);
    this.list.addEventListener("keydown", (event) => this.#onKey(event));
    this.list.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Draw what has changed. */
  update({ follow = true } = {}) {
    const path = this.playback.path;
    if (follow) this.selected = this.playback.node;
    this.#showGroup(this.list, this.playback.roots, path, 1);
    for (const [node, shown] of this.shown) {
      if (!shown.item.isConnected) this.shown.delete(node);
    }
    if (!this.shown.has(this.selected)) this.selected = this.playback.roots[0];
    for (const [node, { card }] of this.shown) updateAttribute(card, "tabindex", node === this.selected ? 0 : -1);
    if (follow) this.#scrollTo(this.playback.node);
  }

  /**
   * @param {HTMLUListElement} group
   * @param {number[]} nodes
   * @param {Set<number>} path
   * @param {number} level
   */
  #showGroup(group, nodes, path, level) {
    const items = nodes
      .filter((node) => this.playback.isEntered(node))
      .map((node) => this.#showNode(node, path, level));
    const parent = level > 1 ? Number(group.dataset.node) : -1;
    const cut = parent >= 0 ? this.#cutItem(parent, level) : null;
    const wanted = cut ? [...items, cut] : items;
    const isSame =
      wanted.length === group.children.length && wanted.every((item, index) => group.children[index] === item);
    if (!isSame) group.replaceChildren(...wanted);
  }

  /** @param {number} node @param {Set<number>} path @param {number} level */
  #showNode(node, path, level) {
    const shown = this.shown.get(node) ?? this.#addNode(node, level);
    const { playback } = this;
    const state = playback.state(node);
    const children = playback.children[node].filter((child) => playback.isEntered(child));
    const hasChildren = children.length > 0 || state.skipped.length > 0;
    const isFolded = hasChildren && this.#isFolded(node, path);
    const isHere = node === playback.node;
    const key = JSON.stringify([
      playback.countOf(node),
      hasChildren,
      isFolded,
      isHere,
      path.has(node),
      this.#isBest(node),
    ]);
    if (shown.key !== key) {
      shown.key = key;
      this.#style(node, shown, { isHere, isOnPath: path.has(node), hasChildren, isFolded });
    }
    if (isFolded || !hasChildren) shown.group.replaceChildren();
    else this.#showGroup(shown.group, playback.children[node], path, level + 1);
    return shown.item;
  }

  /** @param {number} node @param {number} level */
  #addNode(node, level) {
    const { trace } = this.playback;
    const { move, player, cells } = trace.tree[node];
    const board = smallBoard(trace.picture, this.playback.marks(node), cells);
    const fold = h("button", { class: "lab-fold", type: "button", tabindex: -1, "aria-hidden": "true" });
    const card = h(
      "div",
      { role: "treeitem", "aria-level": level, "data-node": node, tabindex: -1 },
      h("span", { class: "unseen" }),
      h("span", { class: "lab-move", "aria-hidden": "true" }, move || `${player} to move`),
      board,
      h("span", { class: "lab-value", "aria-hidden": "true" }),
      h("span", { class: "lab-window", "aria-hidden": "true" }),
      fold,
    );
    const group = h("ul", { role: "group", "data-node": node });
    const item = h("li", { role: "none" }, card, group);
    const shown = { item, card, group, fold, key: "" };
    this.shown.set(node, shown);
    return shown;
  }

  /**
   * @param {number} node
   * @param {Shown} shown
   * @param {{ isHere: boolean, isOnPath: boolean, hasChildren: boolean, isFolded: boolean }} how
   */
  #style(node, { card, group, fold }, { isHere, isOnPath, hasChildren, isFolded }) {
    const { trace } = this.playback;
    const state = this.playback.state(node);
    const [words, , , value, window] = card.children;
    updateText(words, nodeLabel(trace.tree[node], state, trace));
    updateText(value, valueText(state));
    updateText(window, state.window ? windowText(state.window) : "");
    const kind = state.kind ? ` leaf-${state.kind}` : "";
    const best = this.#isBest(node) ? " best" : "";
    const look = `${state.isDone ? " done" : ""}${state.proven ? " proven" : ""}${isOnPath ? " path" : ""}`;
    updateAttribute(card, "class", `lab-card${look}${isHere ? " here" : ""}${kind}${best}`);
    updateAttribute(card, "title", state.kind ? KINDS[state.kind] : null);
    updateAttribute(card, "aria-expanded", hasChildren ? String(!isFolded) : null);
    updateAttribute(card, "aria-current", isHere ? "step" : null);
    updateAttribute(group, "hidden", isFolded || !hasChildren);
    updateAttribute(fold, "hidden", !hasChildren);
    updateText(fold, isFolded ? `+${this.#countBelow(node)}` : "−");
    updateAttribute(fold, "title", isFolded ? "Unfold" : "Fold");
  }

  /** Whether a node is what its parent would play, as far as is known. @param {number} node */
  #isBest(node) {
    const { parent, move } = this.playback.trace.tree[node];
    return parent !== null && this.playback.state(parent).best === move;
  }

  /** @param {number} node */
  #countBelow(node) {
    const entered = this.playback.children[node].filter((child) => this.playback.isEntered(child));
    return entered.length + this.playback.state(node).skipped.length;
  }

  /** What was cut at a node, as an item of its own. @param {number} node @param {number} level */
  #cutItem(node, level) {
    const { skipped, reason } = this.playback.state(node);
    if (!skipped.length) return null;
    const moves = skipped.length > 4 ? `${skipped.slice(0, 3).join(" ")} … (${skipped.length})` : skipped.join(" ");
    const label = `Cut, not looked at: ${skipped.join(" ")}. ${reason}`;
    const props = { class: "lab-card cut", role: "treeitem", "aria-level": level, tabindex: -1 };
    const card = h(
      "div",
      { ...props, title: reason },
      h("span", { class: "unseen" }, label),
      h("span", { "aria-hidden": "true" }, "✂ ", moves),
    );
    return h("li", { role: "none", class: "lab-cut" }, card);
  }

  // Folding and zoom

  /** @param {number} node @param {Set<number>} path */
  #isFolded(node, path) {
    if (path.has(node)) return this.folded.get(node) ?? false;
    return this.folded.get(node) ?? this.playback.trace.tree[node].ply > 0;
  }

  /** @param {number} node @param {boolean} isFolded */
  setFolded(node, isFolded) {
    this.folded.set(node, isFolded);
    this.update({ follow: false });
  }

  /** @param {boolean} isFolded */
  foldAll(isFolded) {
    for (const { id, ply } of this.playback.trace.tree) this.folded.set(id, isFolded && ply > 0);
    this.update({ follow: false });
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoom = Math.max(SMALLEST, Math.min(LARGEST, this.zoom * factor));
    this.list.style.setProperty("--zoom", String(this.zoom));
  }

  // Keys and clicks

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (!(event.target instanceof Element)) return;
    const item = event.target.closest("[role=treeitem]");
    if (!(item instanceof HTMLElement)) return;
    if (event.target.closest(".lab-fold")) {
      const node = Number(item.dataset.node);
      return this.setFolded(node, item.getAttribute("aria-expanded") === "true");
    }
    this.#focus(item);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
    const item = event.target.closest("[role=treeitem]");
    if (!(item instanceof HTMLElement)) return;
    const target = this.#target(event.key, item);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target) this.#focus(target);
  }

  /**
   * Where a key leads, null for nowhere; undefined if it means nothing here.
   * @param {string} key
   * @param {HTMLElement} item
   * @returns {HTMLElement | null | undefined}
   */
  #target(key, item) {
    const items = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("[role=treeitem]")]);
    const place = items.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const node = Number(item.dataset.node ?? -1);
    switch (key) {
      case "ArrowDown":
        return items[place + 1] ?? null;
      case "ArrowUp":
        return items[place - 1] ?? null;
      case "Home":
        return items[0];
      case "End":
        return items.at(-1) ?? null;
      case "ArrowRight":
        if (expanded === "false") this.setFolded(node, false);
        return expanded === "true" ? this.shown.get(node)?.group.querySelector("[role=treeitem]") : item;
      case "ArrowLeft":
        if (expanded === "true" && this.playback.trace.tree[node].ply > 0) this.setFolded(node, true);
        else
          return this.shown.get(Number(item.closest("ul[data-node]")?.getAttribute("data-node") ?? -1))?.card ?? null;
        return item;
      case "Enter":
        if (node >= 0) this.onSelect(node);
        return item;
      default:
        return undefined;
    }
  }

  /** @param {HTMLElement} item */
  #focus(item) {
    for (const each of this.list.querySelectorAll("[tabindex='0']")) updateAttribute(each, "tabindex", -1);
    updateAttribute(item, "tabindex", 0);
    item.focus({ preventScroll: true });
    if (item.dataset.node !== undefined) this.selected = Number(item.dataset.node);
    item.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {number} node */
  #scrollTo(node) {
    const card = this.shown.get(node)?.card;
    if (!card) return;
    const [outer, inner] = [this.element.getBoundingClientRect(), card.getBoundingClientRect()];
    this.element.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    this.element.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }
}
