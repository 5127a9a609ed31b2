// A page in a frame says to the page around it how its game goes on.

import { onStoredMatch } from "./store.js";

/** Send the moves after every change, if there is a page around this one. */
export function tellFrame() {
  if (window.parent === window) return;
  onStoredMatch(({ id, game, moves, seats }) => {
    const made = moves.map(({ move }) => move);
    window.parent.postMessage({ type: "plyground.game", id, game, seats, moves: made }, "*");
  });
}
