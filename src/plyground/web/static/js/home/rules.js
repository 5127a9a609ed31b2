// The rules of a game in words.

import { openDialog } from "../parts/dialog.js";
import { h } from "../parts/dom.js";

export function showRules(game) {
  const paragraphs = game.words.split(/\n\s*\n/).map((text) => h("p", {}, text.replaceAll("\n", " ")));
  const origin = game.origin ? h("p", { class: "soft" }, game.origin) : null;
  openDialog(game.title, h("div", { class: "prose" }, paragraphs, origin));
}
