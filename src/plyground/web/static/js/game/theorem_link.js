// The way to the page on which one plays against a theorem, where there is one.

/** @import { TheoremView } from "../server/types.js" */

import { theoremPlace } from "../address.js";
import { fetchTheorems } from "../server/api.js";
import { hasServedPage } from "../server/served_pages.js";
import { h, updateAttribute } from "../ui/dom.js";
import { tool } from "./toolbar.js";

/** The theorems of this server; none without a server. @returns {Promise<readonly TheoremView[]>} */
export async function findTheorems() {
  if (!hasServedPage("theorem")) return [];
  const { theorems } = await fetchTheorems().catch(() => ({ theorems: [] }));
  return theorems;
}

/** @param {TheoremView} theorem */
export function theoremLink({ game, title }) {
  return h("a", { href: `#/${theoremPlace({ game }, [])}` }, `${title}: play second against the proof`);
}

/** A tool that leads there, hidden where nothing is proven of the game. @param {string} game */
export function theoremTool(game) {
  const element = tool("Proof", "target", () => {
    location.hash = `#/${theoremPlace({ game }, [])}`;
  });
  updateAttribute(element, "title", "Play second against the proof");
  updateAttribute(element, "hidden", true);
  findTheorems().then((found) => {
    updateAttribute(element, "hidden", !found.some((theorem) => theorem.game === game));
  });
  return element;
}
