// A game on the first page: a small live board, one line about it, its rules one click away.

/** @import { FrameView, CatalogueGame } from "../server/types.js" */

import { BoardView } from "../board/board_view.js";
import { fetchDemo } from "../server/api.js";
import { showRules } from "../setup/rules_dialog.js";
import { openSetup } from "../setup/setup_dialog.js";
import { h } from "../ui/dom.js";

const BEAT = 1100; // milliseconds between two moves
const REST = 4; // beats that a finished game stays
const RETRY = 4000;
const TRIES = 6;

export class GameCard {
  /** @param {CatalogueGame} game @param {number} lead moves that it is ahead, so that not all boards move in step */
  constructor(game, lead) {
    this.game = game;
    this.board = new BoardView({ still: true, label: `A game of ${game.title}` });
    this.board.show(game.picture);
    /** @type {FrameView[]} */
    this.frames = [{ picture: game.picture, last: [], caption: "" }];
    this.beat = lead;
    const start = { class: "card-play", type: "button", onclick: () => openSetup(game.name) };
    const rules = { class: "link", type: "button", onclick: () => showRules(game) };
    this.element = h(
      "article",
      { class: "game-card" },
      h("div", { class: "card-board" }, this.board.element),
      h(
        "div",
        { class: "card-words" },
        h("h2", {}, h("button", start, game.title)),
        h("p", {}, game.summary),
        h("button", { ...rules, "aria-label": `Rules of ${game.title}` }, "Rules"),
      ),
    );
    this.#fetchDemo();
  }

  async #fetchDemo(tries = TRIES) {
    // Without a demo the card shows the board before the first move.
    const demo = await fetchDemo(this.game.name).catch(() => null);
    if (!demo) return;
    this.frames = fixLabels(demo.frames);
    this.tick();
    if (!demo.ready && tries) setTimeout(() => this.element.isConnected && this.#fetchDemo(tries - 1), RETRY);
  }

  /** Show the next move. */
  tick() {
    if (this.frames.length < 2) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#rest();
    this.beat = (this.beat + 1) % (this.frames.length + REST);
    const frame = this.frames[Math.min(this.beat, this.frames.length - 1)];
    this.board.show(frame.picture, { last: frame.last }, { slide: this.beat > 0 });
  }

  /** Show a quiet picture for people who want no motion: the middle of the game. */
  #rest() {
    const frame = this.frames[Math.floor(this.frames.length * 0.7)];
    this.board.show(frame.picture, { last: frame.last });
  }
}

/**
 * An endless field is shown from the start in the part that the game will need, so that nothing jumps.
 * @param {FrameView[]} frames
 */
export function fixLabels(frames) {
  const { columns, rows } = frames[frames.length - 1].picture;
  return frames.map((frame) =>
    frame.picture.endless ? { ...frame, picture: { ...frame.picture, columns, rows } } : frame,
  );
}

/**
 * Let the cards play, as long as the page is seen.
 * @param {GameCard[]} cards
 */
export function animateCards(cards) {
  return setInterval(() => {
    if (document.hidden || document.querySelector("dialog[open]")) return;
    for (const card of cards) card.tick();
  }, BEAT);
}
