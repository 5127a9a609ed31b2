// The page around a game view: board on one side, everything else beside or below it.

/**
 * @import { Child } from "../ui/dom.js"
 * @import { GameView } from "./game_view.js"
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
 * @param {GameView} gameView
 * @param {LayoutParts} parts
 */
export function gameLayout(gameView, { title, subtitle, status, tools, extras = [] }) {
  find(gameView.strips[0].element, ".seat-who").append(fieldButtons(gameView));
  const comment = h("p", { class: "comment", hidden: true });
  const watchers = h("span", { class: "watching" });
  /** @type {Child[]} */
  const titles = [h("span", { class: "game-name" }, title), h("span", { class: "game-variant" }, subtitle), watchers];
  const record = [gameView.moveList.element, comment, stepButtons(gameView)];
  const element = h(
    "main",
    { class: "game", id: "main" },
    h("h1", { class: "unseen" }, title),
    gameView.stage,
    h(
      "div",
      { class: "side" },
      h("div", { class: "game-title" }, titles),
      status,
      gameView.renderer.hotWords,
      extras,
      h("section", { class: "card record", "aria-label": "Moves" }, record),
      h("div", { class: "tools", role: "toolbar", "aria-label": "Game" }, tools),
      gameView.panel.element,
    ),
  );
  return { element, comment, watchers };
}
