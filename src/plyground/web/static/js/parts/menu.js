// A button that opens a small menu under itself; Escape, a click elsewhere or a choice closes it.

import { h, icon } from "./dom.js";

export function menu(label, iconName, rows) {
  const box = h("details", { class: "menu" });
  const summary = h("summary", { class: "tool", title: label }, icon(iconName), h("span", {}, label));
  box.append(summary, h("div", { class: "menu-rows" }, rows));
  const outside = (event) => {
    if (!box.contains(event.target)) box.open = false;
  };
  box.addEventListener("toggle", () => {
    if (box.open) document.addEventListener("pointerdown", outside);
    else document.removeEventListener("pointerdown", outside);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    box.open = false;
    summary.focus();
    event.stopPropagation();
  });
  return box;
}

/** A row with a switch. */
export function switchRow(words, key, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return h("label", { class: "menu-row" }, box, h("span", {}, words), key && h("kbd", {}, key));
}

/** A row that does something. */
export function actionRow(words, key, onclick) {
  return h("button", { class: "menu-row", type: "button", onclick }, h("span", {}, words), key && h("kbd", {}, key));
}
