// The scorecard: how the games of this browser with the same opponent have ended.

import { fetchScorecard, RequestError } from "../server/api.js";
import { savedGames } from "../storage.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";

export class ScorecardLine {
  /** @param {string} id the game whose opponent it is about */
  constructor(id) {
    this.id = id;
    /** @type {boolean | null} */
    this.wasOver = null;
    this.element = h("p", { class: "scorecard soft small-text", hidden: true, "aria-label": "Scorecard" });
  }

  /** Fetch it at the beginning, and again when the game ends. @param {boolean} isOver */
  async show(isOver) {
    if (isOver === this.wasOver) return;
    this.wasOver = isOver;
    const games = savedGames();
    if (!games.some(({ id }) => id === this.id)) return;
    try {
      const { text } = await fetchScorecard(this.id, games);
      updateText(this.element, capitalize(text));
      updateAttribute(this.element, "hidden", !text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error; // without an answer there is no scorecard, and no harm
    }
  }
}
