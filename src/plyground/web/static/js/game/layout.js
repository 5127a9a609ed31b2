// The page around a game viewer: board on one side, everything else beside or below it.

/**
 * @import { Child } from "../ui/dom.js"
 * @import { GameViewer } from "./game_viewer.js"
 *
 * @typedef {object} LayoutParts
 * @property {string} title
 * @property {string} subtitle
 * @property {HTMLElement} status
 * @property {HTMLElement[]} tools
 * @property {HTMLElement[]} [extras]
 */

import { find, h } from "../ui/dom.js";
import { fieldButtons, stepButtons } from "./toolbar.js";

/**
 * The whole page, and the parts of it that change.
 * @param {GameViewer} viewer
 * @param {LayoutParts} parts
 */
export function gameLayout(viewer, { title, subtitle, status, tools, extras = [] }) {
  find(viewer.strips[0].element, ".seat-who").append(fieldButtons(viewer));
  const watchers = h("span", { class: "watching" });
  /** @type {Child[]} */
  const titles = [h("span", { class: "game-name" }, title), h("span", { class: "game-variant" }, subtitle), watchers];
  const record = [viewer.moveList.element, viewer.comment, stepButtons(viewer)];
  const element = h(
    "main",
    { class: "game", id: "main" },
    h("h1", { class: "unseen" }, title),
    viewer.stage,
    h(
      "div",
      { class: "side" },
      h("div", { class: "game-title" }, titles),
      status,
      viewer.renderer.hotWords,
      viewer.trainer.element,
      extras,
      h("section", { class: "card record", "aria-label": "Moves" }, record),
      h("div", { class: "tools", role: "toolbar", "aria-label": "Game" }, tools),
      viewer.panel.element,
    ),
  );
  return { element, watchers };
}
