// All boards of a class, small, and one of them large.

/**
 * @import { GameSummary, PupilView } from "../server/types.js"
 *
 * @typedef {object} WallActions
 * @property {(game: GameSummary) => void} show shows the position to everybody
 * @property {(game: GameSummary) => void} open opens the game with everything around it
 */

import { BoardView } from "../board/board_view.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";

class SmallBoard {
  /** @param {string} id @param {(id: string) => void} enlarge */
  constructor(id, enlarge) {
    this.board = new BoardView({ still: true });
    this.names = h("span", { class: "wall-names" });
    this.state = h("span", { class: "wall-state" });
    const onclick = () => enlarge(id);
    this.element = h("button", { class: "wall-board", type: "button", onclick }, [
      h("span", { class: "wall-picture" }, this.board.element),
      this.names,
      this.state,
    ]);
  }

  /** @param {GameSummary} game @param {boolean} isLarge */
  show(game, isLarge) {
    this.board.show(game.picture, { last: game.last });
    this.board.describe(game.title);
    updateText(this.names, game.seats.join(" – "));
    updateText(this.state, game.text);
    updateAttribute(this.element, "aria-pressed", isLarge ? "true" : "false");
    updateAttribute(this.element, "data-over", game.over);
  }
}

export class Wall {
  /** @param {WallActions} actions */
  constructor(actions) {
    /** @type {Map<string, SmallBoard>} */
    this.boards = new Map();
    /** @type {GameSummary[]} */
    this.games = [];
    /** The id of the game that is shown large. @type {string | null} */
    this.chosen = null;
    this.large = new BoardView({ still: true });
    this.title = h("h2", { class: "wall-title" });
    this.state = h("p", { class: "soft", role: "status" });
    const act = (/** @type {(game: GameSummary) => void} */ action) => () =>
      this.#chosenGame && action(this.#chosenGame);
    this.panel = h(
      "section",
      { class: "wall-large card", "aria-label": "One board", hidden: true },
      h(
        "header",
        { class: "row between wrap" },
        this.title,
        this.#button("quiet small", "Close", () => this.enlarge(null)),
      ),
      h("div", { class: "wall-large-board" }, this.large.element),
      this.state,
      h(
        "div",
        { class: "row wrap" },
        this.#button("quiet small", "Show to everybody", act(actions.show)),
        this.#button("quiet small", "Open with analysis", act(actions.open)),
      ),
    );
    this.grid = h("section", { class: "wall", "aria-label": "All boards" });
    this.element = h("div", { class: "wall-space" }, this.panel, this.grid);
  }

  /** @param {string} kind @param {string} words @param {() => void} onclick */
  #button(kind, words, onclick) {
    return h("button", { class: kind, type: "button", onclick }, words);
  }

  get #chosenGame() {
    return this.games.find(({ id }) => id === this.chosen);
  }

  /** Show a board large, or none. @param {string | null} id */
  enlarge(id) {
    const before = this.chosen;
    this.chosen = id === this.chosen ? null : id;
    this.show(this.games);
    if (!this.chosen && before) this.boards.get(before)?.element.focus();
    if (this.chosen) this.panel.scrollIntoView({ block: "nearest" });
  }

  /** @param {GameSummary[]} games */
  show(games) {
    this.games = games;
    for (const [id, small] of this.boards) {
      if (games.some((game) => game.id === id)) continue;
      small.element.remove();
      this.boards.delete(id);
    }
    for (const game of games) {
      const small = this.boards.get(game.id) ?? this.#add(game.id);
      small.show(game, game.id === this.chosen);
    }
    this.#showLarge();
  }

  /** @param {string} id */
  #add(id) {
    const small = new SmallBoard(id, (chosen) => this.enlarge(chosen));
    this.boards.set(id, small);
    this.grid.append(small.element);
    return small;
  }

  #showLarge() {
    const game = this.#chosenGame;
    this.panel.hidden = !game;
    if (!game) return;
    updateText(this.title, game.seats.join(" – "));
    this.large.show(game.picture, { last: game.last });
    this.large.describe(`${game.title}, ${game.text}`);
    updateText(this.state, `${game.title}, ${game.ply} moves. ${game.text}`);
  }
}

/**
 * A pupil in the list: whether the page is open, and how far the task is done.
 * @param {PupilView} pupil
 * @param {{ items: number, isGames: boolean, remove: () => void }} about
 */
export function pupilRow(pupil, { items, isGames, remove }) {
  const done = items ? `${pupil.solved} of ${items}` : isGames && !pupil.game ? "waits" : "";
  const words = `Send ${pupil.name} away`;
  return h(
    "li",
    { class: "pupil", "data-here": pupil.here },
    h("span", { class: "pupil-dot", role: "img", "aria-label": pupil.here ? "here" : "away" }),
    h("span", { class: "pupil-name" }, pupil.name),
    items ? h("meter", { min: 0, max: items, value: pupil.solved, "aria-label": `${pupil.name}: ${done}` }) : null,
    h("span", { class: "soft small-text" }, done),
    h("button", { class: "plain tiny", type: "button", title: words, "aria-label": words, onclick: remove }, "✕"),
  );
}
