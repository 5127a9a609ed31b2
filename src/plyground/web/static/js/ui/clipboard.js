// Texts and pictures out of the page: the clipboard and downloads.

import { note } from "./announce.js";
import { h, icon } from "./dom.js";

/** @param {string} text @param {string} words what the text is */
export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${words} copied.`);
  } catch {
    note("The browser does not allow copying; select the text instead.", "bad");
  }
}

/** @param {Blob} blob */
export async function copyPicture(blob) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    note("Picture copied.");
  } catch {
    note("The browser does not allow copying pictures; download it instead.", "bad");
  }
}

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const anchor = h("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

/** @param {string} name @param {string} text @param {string} type */
export function downloadText(name, text, type) {
  download(name, new Blob([text], { type }));
}

/**
 * A text to copy, with a button.
 * @param {string} label
 * @param {string} text
 * @param {string} words what the note calls it
 */
export function copyField(label, text, words) {
  const field = h("input", { readonly: true, value: text, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const copy = () => copyText(text, words);
  const button = h("button", { class: "solid small", type: "button", onclick: copy }, icon("copy"), "Copy");
  const row = h("div", { class: "row" }, field, button);
  return h("div", { class: "copy-field" }, h("span", { class: "label" }, label), row);
}

/**
 * The full address of a place of the page.
 * @param {string} place
 */
export function addressOf(place) {
  return new URL(`#/${place}`, document.baseURI).href;
}
