// A game on the first page: a small live board, one line about it, its rules one click away.

import { BoardView } from "../board/board.js";
import { ask } from "../parts/api.js";
import { h } from "../parts/dom.js";
import { showRules } from "./rules.js";
import { openSetup } from "./setup.js";

const BEAT = 1100;
const REST = 4; // beats that a finished game stays

export class Card {
  constructor(game, delay) {
    this.game = game;
    this.board = new BoardView({ still: true, label: `A game of ${game.title}` });
    this.board.show(game.picture);
    this.frames = [{ picture: game.picture, last: [] }];
    this.beat = -delay;
    const begin = h("button", { class: "card-play", type: "button", onclick: () => openSetup(game.name) }, game.title);
    const rules = h(
      "button",
      { class: "link", type: "button", "aria-label": `Rules of ${game.title}`, onclick: () => showRules(game) },
      "Rules",
    );
    this.element = h(
      "article",
      { class: "game-card" },
      h("div", { class: "card-board" }, this.board.element),
      h("div", { class: "card-words" }, h("h2", {}, begin), h("p", {}, game.summary), rules),
    );
    this.#fetch();
  }

  async #fetch(tries = 6) {
    try {
      const { ready, frames } = await ask(`api/catalogue/${encodeURIComponent(this.game.name)}/demo`);
      if (ready) this.frames = framed(frames);
      else if (tries && this.element.isConnected !== false) setTimeout(() => this.#fetch(tries - 1), 4000);
    } catch {
      // Without a demo the card shows the board before the first move.
    }
  }

  /** One move further. */
  tick() {
    if (this.frames.length < 2) return;
    this.beat = (this.beat + 1) % (this.frames.length + REST);
    const frame = this.frames[Math.min(Math.max(this.beat, 0), this.frames.length - 1)];
    this.board.show(frame.picture, { last: frame.last }, { slide: this.beat > 0 });
  }

  /** A quiet picture for people who want no motion: the middle of the game. */
  rest() {
    const frame = this.frames[Math.floor(this.frames.length * 0.7)];
    this.board.show(frame.picture, { last: frame.last });
  }
}

// An endless field is shown from the start in the part that the game will need, so that nothing jumps.
function framed(frames) {
  const { columns, rows } = frames.at(-1).picture;
  return frames.map((frame) =>
    frame.picture.endless ? { ...frame, picture: { ...frame.picture, columns, rows } } : frame,
  );
}

/** Let the cards play, as long as the page is seen and motion is welcome. */
export function enliven(cards) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  return setInterval(() => {
    if (document.hidden || document.querySelector("dialog[open]")) return;
    for (const card of cards) still.matches ? card.rest() : card.tick();
  }, BEAT);
}
