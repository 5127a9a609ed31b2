// Whoever opens the page of a single game sees its board at once: the game of the last time, or a new one.

/** @import { CatalogueGame } from "../server/types.js" */

import { savedGames, saveGame, setting } from "../storage.js";
import { newMatch } from "./local_match.js";
import { loadMatch, storeMatch } from "./store.js";

/** Lead an address without a place to the board of this game. @param {CatalogueGame} game @param {string} token */
export function leadToBoard({ name }, token) {
  if (location.hash) return;
  const last = savedGames().find(({ id }) => loadMatch(id)?.game === name);
  const id = last?.id ?? beginGame(name, token);
  history.replaceState(null, "", `#/game/${id}`);
}

/** @param {string} name @param {string} token */
function beginGame(name, token) {
  const seats = setting("seats")[name] ?? ["me", "3"];
  const saved = newMatch({ game: name, seats }, name, [], null);
  storeMatch(saved);
  saveGame(saved.id, token);
  return saved.id;
}
