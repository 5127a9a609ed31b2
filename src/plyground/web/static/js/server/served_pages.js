// Pages that only a server has. They add themselves, so that pages without a server need not carry them.

/**
 * @typedef {{ game: string, setup: string, moves: string[] }} Place what the address of such a page names
 * @typedef {{ element: HTMLElement, title: string, close: () => void }} ServedPage
 */

import { RequestError } from "./request_error.js";

/** @type {Map<string, (place: Place) => Promise<ServedPage>>} */
const pages = new Map();

/** @param {string} name @param {(place: Place) => Promise<ServedPage>} open */
export function addServedPage(name, open) {
  pages.set(name, open);
}

/** @param {string} name */
export function hasServedPage(name) {
  return pages.has(name);
}

/** @param {string} name @param {Place} place */
export function openServedPage(name, place) {
  const open = pages.get(name);
  if (open) return open(place);
  throw new RequestError({ code: "not_found", message: "This page needs a server: start one with plyground serve." });
}
