// Texts and pictures out of the page: the clipboard and downloads.

import { note } from "./announce.js";
import { h, icon } from "./dom.js";

export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${words} copied.`);
  } catch {
    note("The browser does not allow copying; select the text instead.", "bad");
  }
}

export async function copyPicture(blob) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    note("Picture copied.");
  } catch {
    note("The browser does not allow copying pictures; download it instead.", "bad");
  }
}

export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const anchor = h("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

/** A text to copy, with a button. */
export function copyField(label, text, words = label) {
  const field = h("input", { readonly: true, value: text, "aria-label": label, onfocus: () => field.select() });
  const button = h(
    "button",
    { class: "solid small", type: "button", onclick: () => copyText(text, words) },
    icon("copy"),
    "Copy",
  );
  return h(
    "div",
    { class: "copy-field" },
    h("span", { class: "label" }, label),
    h("div", { class: "row" }, field, button),
  );
}

/** The full address of a place of the page. */
export function addressOf(place) {
  return new URL(`#/${place}`, document.baseURI).href;
}
