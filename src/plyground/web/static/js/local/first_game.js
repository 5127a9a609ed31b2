// Whoever opens the page of a single game sees its board at once: the game of the last time, or a new one.

/**
 * @import { CatalogueGame } from "../server/types.js"
 *
 * @typedef {object} Start how the first game of a page begins
 * @property {string[]} moves
 * @property {string[]} seats
 */

import { savedGames, saveGame, setting } from "../storage.js";
import { newMatch } from "./local_match.js";
import { loadMatch, storeMatch } from "./store.js";

/**
 * Lead an address without a place to the board of this game.
 * @param {CatalogueGame} game
 * @param {string} token
 * @param {Start | null} [start] a game that was asked for; otherwise the last one goes on
 */
export function leadToBoard({ name }, token, start = null) {
  if (location.hash) return;
  const last = start ? undefined : savedGames().find(({ id }) => loadMatch(id)?.game === name);
  const id = last?.id ?? beginGame(name, token, start);
  history.replaceState(null, "", `#/game/${id}`);
}

/** @param {string} name @param {string} token @param {Start | null} start */
function beginGame(name, token, start) {
  const seats = start?.seats ?? setting("seats")[name] ?? ["me", "3"];
  const moves = (start?.moves ?? []).map((move) => ({ move, seconds: null, comment: "" }));
  const saved = newMatch({ game: name, seats }, name, moves, null);
  storeMatch(saved);
  saveGame(saved.id, token);
  return saved.id;
}
