// Words for screen readers, and short notes that everybody sees.

import { h, say } from "./dom.js";

const region = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes" });
const STAY = 4200;

export function install() {
  document.body.append(region, notes);
}

/** Tell a screen reader. */
export function announce(text) {
  say(region, "");
  requestAnimationFrame(() => say(region, text));
}

/** Show a note for some seconds, and tell it too. */
export function note(text, kind = "plain") {
  const card = h("p", { class: `note ${kind}` }, text);
  notes.replaceChildren(card);
  announce(text);
  setTimeout(() => card.remove(), STAY);
}
