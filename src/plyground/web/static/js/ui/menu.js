// A button that opens a small menu under itself; Escape, a click elsewhere or a choice closes it.

/** @import { IconName } from "./dom.js" */

import { h, icon } from "./dom.js";

/** @param {string} label @param {IconName} iconName @param {Element[]} rows @param {() => void} onopen */
export function menu(label, iconName, rows, onopen) {
  const summary = h("summary", { class: "tool", title: label }, icon(iconName), h("span", {}, label));
  const box = h("details", { class: "menu" }, summary, h("div", { class: "menu-rows" }, rows));
  /** @param {PointerEvent} event */
  const closeOutside = ({ target }) => {
    if (!(target instanceof Node && box.contains(target))) box.open = false;
  };
  /** @param {KeyboardEvent} event */
  const closeOnEscape = (event) => {
    if (event.key !== "Escape") return;
    if (box.contains(document.activeElement)) summary.focus();
    box.open = false;
    event.stopPropagation();
  };
  let listeners = new AbortController();
  // The event "toggle" comes late: what happens before it has to close the menu, too.
  summary.addEventListener("click", () => {
    listeners.abort();
    if (box.open) return;
    listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("pointerdown", closeOutside, { signal });
    document.addEventListener("keydown", closeOnEscape, { signal, capture: true });
  });
  box.addEventListener("toggle", () => {
    if (box.open) onopen();
    else listeners.abort();
  });
  return box;
}

/**
 * A row with a switch: the row, and the box in it.
 * @param {string} words
 * @param {string} key
 * @param {boolean} checked
 * @param {() => void} onchange
 */
export function switchRow(words, key, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange });
  return { row: h("label", { class: "menu-row" }, box, h("span", {}, words), key && h("kbd", {}, key)), box };
}

/**
 * A row that does something.
 * @param {string} words
 * @param {string} key
 * @param {() => void} onclick
 */
export function actionRow(words, key, onclick) {
  return h("button", { class: "menu-row", type: "button", onclick }, h("span", {}, words), h("kbd", {}, key));
}
