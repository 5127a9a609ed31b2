// Dialogs: a title, a body, a way out. The browser's own element keeps the focus inside and Escape working.

/** @import { Child } from "./dom.js" */

import { h, icon } from "./dom.js";

/**
 * Open a dialog and return its element; `close()` on it closes it.
 * @param {string} title
 * @param {Child} body
 */
export function openDialog(title, body, { wide = false } = {}) {
  const heading = `dialog-${Math.random().toString(36).slice(2)}`;
  const closer = h("button", { class: "plain", type: "button", "aria-label": "Close" }, icon("close"));
  const dialog = h(
    "dialog",
    { class: wide ? "dialog wide" : "dialog", "aria-labelledby": heading },
    h("header", {}, h("h2", { id: heading }, title), closer),
    h("div", { class: "dialog-body", tabindex: 0, role: "group", "aria-labelledby": heading }, body),
  );
  closer.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask whether to do something that cannot be undone. The focus is on the button that does nothing.
 * @param {string} title
 * @param {string} words
 * @param {string} verb what the button says
 * @returns {Promise<boolean>}
 */
export function askConfirmation(title, words, verb) {
  return new Promise((answer) => {
    const yes = h("button", { class: "solid", type: "button" }, verb);
    const no = h("button", { class: "quiet", type: "button" }, "Cancel");
    const dialog = openDialog(title, [h("p", {}, words), h("div", { class: "row end" }, no, yes)]);
    yes.addEventListener("click", () => {
      answer(true);
      dialog.close();
    });
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => answer(false));
    no.focus();
  });
}
