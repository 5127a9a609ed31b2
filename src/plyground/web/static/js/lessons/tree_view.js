// A search tree of a lesson: nested lists with a small board at each position. Leaves may ask something.

/**
 * @import { LessonNode, LessonTreeView, PictureView } from "../server/types.js"
 *
 * @typedef {"all" | "leaves" | "none"} Told where values are to be seen
 * @typedef {(leaf: number, name: string) => HTMLElement} LeafField what a leaf asks, by its place among the leaves
 */

import { BoardView } from "../board/board_view.js";
import { h } from "../ui/dom.js";

const MOST_BOARDS = 60;

/**
 * @param {LessonTreeView} tree
 * @param {{ told?: Told, leafField?: LeafField, label?: string }} options
 */
export function treeView(tree, { told = "all", leafField, label = tree.title } = {}) {
  const children = childrenOf(tree.nodes);
  const hasBoards = tree.nodes.length <= MOST_BOARDS;
  let leaf = 0;
  /** @param {number} id @param {PictureView} before @param {string} mover @returns {HTMLElement} */
  const node = (id, before, mover) => {
    const here = tree.nodes[id];
    const picture = { ...before, marks: changed(before.marks, here.marks) };
    const below = children.get(id) ?? [];
    const isLeaf = !below.length;
    const name = here.parent === null ? `${here.player} to move` : `${mover} ${here.move}`;
    const isTold = told === "all" || (told === "leaves" && isLeaf);
    const field = isLeaf && leafField ? leafField(leaf, name) : null;
    if (isLeaf) leaf += 1;
    const value = isTold && here.value ? h("span", { class: `tree-value ${kindOf(here.value)}` }, here.value) : null;
    return h(
      "li",
      {},
      h(
        "div",
        { class: "tree-node" },
        hasBoards ? smallBoard(picture, `${name}${isTold ? `, ${here.value}` : ""}`) : null,
        h("span", { class: "tree-name" }, name),
        value,
        field,
      ),
      below.length || here.cut.length
        ? h(
            "ul",
            {},
            below.map((child) => node(child, picture, here.player)),
            here.cut.map((move) => cutNode(here.player, move, here.reason)),
          )
        : null,
    );
  };
  const roots = tree.nodes.flatMap(({ parent }, id) => (parent === null ? [id] : []));
  const list = roots.map((root) => node(root, tree.picture, tree.player));
  return h("div", { class: "tree", tabindex: 0, role: "group", "aria-label": label }, h("ul", {}, list));
}

/** @param {string} player @param {string} move @param {string} reason */
function cutNode(player, move, reason) {
  const words = { class: "tree-node cut", title: reason };
  return h("li", {}, h("div", words, h("span", { class: "tree-name" }, `${player} ${move}`), h("span", {}, "cut")));
}

/** @param {PictureView} picture @param {string} label */
function smallBoard(picture, label) {
  const board = new BoardView({ still: true, label });
  board.show(picture);
  return board.element;
}

/** @param {LessonNode[]} nodes */
export function childrenOf(nodes) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const [id, { parent }] of nodes.entries()) {
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  return children;
}

/** @param {Record<string, string>} before @param {Record<string, string>} change */
function changed(before, change) {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, mark]) => mark));
}

/** @param {string} value */
function kindOf(value) {
  return ["win", "draw", "loss"].includes(value) ? value : "estimate";
}
