// The page around a table: board on one side, everything else beside or below it.

import { h } from "../parts/dom.js";
import { fieldButtons, stepButtons } from "./toolbar.js";

export function tableFrame(table, { title, subtitle, status, tools, extras = [] }) {
  table.strips[0].element.querySelector(".seat-who").append(fieldButtons(table));
  const comment = h("p", { class: "comment", hidden: true });
  const element = h(
    "main",
    { class: "table", id: "main" },
    h("h1", { class: "unseen" }, title),
    table.stage,
    h(
      "div",
      { class: "side" },
      h(
        "div",
        { class: "game-title" },
        h("span", { class: "game-name" }, title),
        h("span", { class: "game-variant" }, subtitle),
      ),
      status,
      table.painter.hotWords,
      extras,
      h("section", { class: "card record", "aria-label": "Moves" }, table.list.element, comment, stepButtons(table)),
      h("div", { class: "tools", role: "toolbar", "aria-label": "Game" }, tools),
      table.panel.element,
    ),
  );
  return { element, comment };
}
