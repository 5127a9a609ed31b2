// Words for screen readers, and short notes that everybody sees.

import { h, updateText } from "./dom.js";

const STAY = 4200;

const region = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes" });

export function installNotes() {
  document.body.append(region, notes);
}

/**
 * Tell a screen reader.
 * @param {string} text
 */
export function announce(text) {
  updateText(region, "");
  requestAnimationFrame(() => updateText(region, text));
}

/**
 * Show a note for some seconds, and announce it too.
 * @param {string} text
 * @param {"plain" | "bad"} kind
 */
export function note(text, kind = "plain") {
  const card = h("p", { class: `note ${kind}` }, text);
  notes.replaceChildren(card);
  announce(text);
  setTimeout(() => card.remove(), STAY);
}
