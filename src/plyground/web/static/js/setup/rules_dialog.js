// The rules of a game in words.

/** @import { CatalogueGame } from "../server/types.js" */

import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";

/** @param {CatalogueGame} game */
export function showRules(game) {
  const paragraphs = game.words.split(/\n\s*\n/).map((text) => h("p", {}, text.replaceAll("\n", " ")));
  const origin = game.origin ? h("p", { class: "soft" }, game.origin) : null;
  openDialog(game.title, h("div", { class: "prose" }, paragraphs, origin));
}
