// Games that are played in this browser alone, kept in its store. What cannot be stored lives as long as the page.

/** @import { SavedMatch } from "./local_match.js" */

const PREFIX = "plyground.local.";
/** @type {Map<string, string>} */
const memory = new Map();
/** @type {((saved: SavedMatch) => void)[]} */
const listeners = [];

/** Hear of every change of a game. @param {(saved: SavedMatch) => void} listener */
export function onStoredMatch(listener) {
  listeners.push(listener);
}

/** @param {string} id @returns {SavedMatch | null} */
export function loadMatch(id) {
  try {
    const text = memory.get(id) ?? localStorage.getItem(PREFIX + id);
    const saved = JSON.parse(text ?? "null");
    return isMatch(saved) ? saved : null;
  } catch {
    return null;
  }
}

/** @param {SavedMatch} saved */
export function storeMatch(saved) {
  const text = JSON.stringify(saved);
  try {
    localStorage.setItem(PREFIX + saved.id, text);
    memory.delete(saved.id);
  } catch {
    memory.set(saved.id, text);
  }
  for (const listener of listeners) listener(saved);
}

/** Forget the games that nobody remembers. @param {string[]} remembered their ids */
export function forgetOthers(remembered) {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of ids) if (!remembered.includes(key.slice(PREFIX.length))) localStorage.removeItem(key);
  } catch {
    // no store, so there is nothing in it
  }
}

/** The game that another window of this browser has changed. @param {StorageEvent} event */
export function changedMatch({ key }) {
  return key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}

/**
 * Anybody can have written anything there.
 * @param {any} saved
 * @returns {saved is SavedMatch}
 */
function isMatch(saved) {
  const lists = [saved?.seats, saved?.names, saved?.moves, saved?.undone];
  return typeof saved?.game === "string" && typeof saved.version === "number" && lists.every(Array.isArray);
}
