// Keys of the page: a table of what each does, and a dialog that shows the table.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

const tables = [];

/** Add a table of bindings: { keys: ["ArrowLeft"], show: ["←"], words, run, when, shift }. Returns how to take it away. */
export function bind(title, bindings) {
  const table = { title, bindings };
  tables.push(table);
  return () => tables.splice(tables.indexOf(table), 1);
}

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event)) return;
    for (const { bindings } of tables.toReversed()) {
      const found = bindings.find((binding) => fits(binding, event));
      if (!found) continue;
      event.preventDefault();
      return found.run(event);
    }
  });
}

function fits({ keys, shift = false, when }, event) {
  if (!keys.includes(event.key) || (when && !when())) return false;
  return event.key.startsWith("Arrow") ? event.shiftKey === shift : true;
}

// Keys belong to a field that is being written in, to an open dialog, and to a button for Enter and space.
function isBusy(event) {
  const { target } = event;
  if (document.querySelector("dialog[open]")) return true;
  if (target.closest?.("textarea, select, input:not([type=checkbox], [type=range])")) return true;
  if (target.closest?.("[type=range]")) return event.key.length > 1;
  if (event.key === "Enter") return Boolean(target.closest?.("button, a, [role=gridcell]"));
  return event.key === " " && Boolean(target.closest?.("button, a, summary, input"));
}

/** Show every key that does something now. */
export function showKeys() {
  const parts = tables.map(({ title, bindings }) => [
    h("h3", {}, title),
    h(
      "dl",
      { class: "keys" },
      bindings
        .filter(({ show }) => show.length)
        .map(({ show, words }) =>
          h(
            "div",
            {},
            h(
              "dt",
              {},
              show.map((key) => h("kbd", {}, key)),
            ),
            h("dd", {}, words),
          ),
        ),
    ),
  ]);
  openDialog(
    "Keys",
    h(
      "div",
      { class: "key-tables" },
      parts.map((part) => h("section", {}, part)),
    ),
    { wide: true },
  );
}
