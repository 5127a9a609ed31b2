// The part of the page's address behind the #, read and written.

/**
 * @import { Origin } from "./server/api.js"
 *
 * @typedef {{ page: "home" }
 *   | { page: "unknown", text: string }
 *   | { page: "setup", game: string, setup: string }
 *   | { page: "lessons" }
 *   | { page: "lesson", name: string, step: number | null }
 *   | { page: "puzzles", game: string }
 *   | { page: "class", code: string }
 *   | { page: "teach", token: string }
 *   | { page: "game", id: string }
 *   | { page: "watch", id: string, token: string }
 *   | { page: "join", id: string, side: number, invitation: string }
 *   | { page: "look" | "lab" | "theorem", game: string, moves: string[], setup: string }} Address
 */

/**
 * What an address shows.
 * @param {string} hash
 * @returns {Address}
 */
export function parseAddress(hash) {
  const [page, ...rest] = hash.replace(/^#\/?/, "").split("/");
  const [first = "", second = "", third = ""] = rest;
  switch (page) {
    case "lessons":
      return { page };
    case "lesson":
      return { page, name: decode(first), step: /^[1-9]\d*$/.test(second) ? Number(second) - 1 : null };
    case "puzzles":
      return { page, game: decode(first) };
    case "class":
      return { page, code: decode(first) };
    case "teach":
      return { page, token: decode(first) };
    case "game":
      return { page, id: decode(first) };
    case "watch":
      return { page, id: decode(first), token: decode(second) };
    case "join":
      return { page, id: decode(first), side: Number(second), invitation: decode(third) };
    case "look":
    case "lab":
    case "theorem":
      return { page, game: decode(first), moves: second ? second.split("+").map(decode) : [], setup: decode(third) };
    case "setup":
      return { page, game: decode(first), setup: decode(second) };
    case "":
      return { page: "home" };
    default:
      return { page: "unknown", text: decode(hash) };
  }
}

/**
 * The place of the page that shows a position.
 * @param {Origin} origin
 * @param {string[]} moves
 */
export function positionPlace({ game, setup }, moves) {
  const end = setup ? `/${encodeURIComponent(setup)}` : "";
  return `look/${encodeURIComponent(game)}/${moves.map(encodeURIComponent).join("+")}${end}`;
}

/**
 * The place of the page that searches a position step by step.
 * @param {Origin} origin
 * @param {string[]} moves
 */
export function labPlace(origin, moves) {
  return positionPlace(origin, moves).replace(/^look/, "lab");
}

/**
 * The place of the page on which one plays second against a theorem.
 * @param {Origin} origin
 * @param {string[]} moves
 */
export function theoremPlace(origin, moves) {
  return positionPlace(origin, moves).replace(/^look/, "theorem");
}

/**
 * The place of the page that sets up a position, beginning with one.
 * @param {Origin} origin
 */
export function setupPlace({ game, setup }) {
  return `setup/${encodeURIComponent(game)}${setup ? `/${encodeURIComponent(setup)}` : ""}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
