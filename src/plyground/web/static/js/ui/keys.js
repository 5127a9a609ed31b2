// Keys of the page: a table of what each does, and a dialog that shows the table.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

/**
 * @typedef {object} KeyBinding
 * @property {string[]} keys
 * @property {string[]} show how the keys are called in the dialog; none, if it leaves them out
 * @property {string} [words] what they do
 * @property {() => unknown} run
 * @property {() => boolean} [when]
 * @property {boolean} [shift] for arrow keys: whether Shift has to be held
 *
 * @typedef {{ title: string, bindings: KeyBinding[] }} KeyTable
 */

/** @type {KeyTable[]} */
const tables = [];

/**
 * Add a table of bindings. Returns a function that removes it.
 * @param {string} title
 * @param {KeyBinding[]} bindings
 */
export function bindKeys(title, bindings) {
  const table = { title, bindings };
  tables.push(table);
  return () => void tables.splice(tables.indexOf(table), 1);
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isBusy(event)) return;
    const binding = bindingFor(event);
    if (!binding) return;
    event.preventDefault();
    binding.run();
  });
  // A button that was clicked does not keep the focus: the next space or Enter would press it again.
  document.addEventListener("click", releaseFocus, { capture: true });
}

/** @param {MouseEvent} event */
function releaseFocus({ target, detail }) {
  const isPointer = detail > 0; // 0 for a click that the keyboard makes
  const button = target instanceof Element && target.closest("button, summary, [type=checkbox]");
  if (isPointer && button instanceof HTMLElement && !button.closest("dialog")) button.blur();
}

/**
 * What a key does now: the newest table decides first.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">} event
 */
export function bindingFor(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  for (const { bindings } of tables.toReversed()) {
    const binding = bindings.find((each) => matches(each, event));
    if (binding) return binding;
  }
  return undefined;
}

/** @param {KeyBinding} binding @param {Pick<KeyboardEvent, "key" | "shiftKey">} event */
function matches({ keys, shift = false, when }, event) {
  if (!keys.includes(event.key) || (when && !when())) return false;
  return event.key.startsWith("Arrow") ? event.shiftKey === shift : true;
}

/**
 * Whether a key belongs to a field that is being written in, to an open dialog, or, for Enter and space, to a button.
 * @param {KeyboardEvent} event
 */
function isBusy({ target, key }) {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, select, input:not([type=checkbox], [type=range])")) return true;
  if (target.closest("[type=range]")) return key.length > 1;
  if (key === "Enter") return Boolean(target.closest("button, a, [role=gridcell]"));
  return key === " " && Boolean(target.closest("button, a, summary, input"));
}

/** Show every key that does something now. */
export function showKeys() {
  const sections = tables.map(({ title, bindings }) => {
    const rows = bindings.filter(({ show }) => show.length).map(keyRow);
    return h("section", {}, h("h3", {}, title), h("dl", { class: "keys" }, rows));
  });
  openDialog("Keys", h("div", { class: "key-tables" }, sections), { wide: true });
}

/** @param {KeyBinding} binding */
function keyRow({ show, words }) {
  const keys = show.map((key) => h("kbd", {}, key));
  return h("div", {}, h("dt", {}, keys), h("dd", {}, words));
}
