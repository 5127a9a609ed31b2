// The games of this browser, to be resumed.

/** @import { GameSummary } from "../server/types.js" */

import { BoardView } from "../board/board_view.js";
import { fetchMyGames } from "../server/api.js";
import { removeGame, savedGames } from "../storage.js";
import { askConfirmation } from "../ui/dialog.js";
import { h, icon } from "../ui/dom.js";

const FEW = 6;

export class MyGames {
  constructor() {
    /** @type {GameSummary[]} */
    this.games = [];
    this.list = h("ul", { class: "mine" });
    const showAll = () => this.#show(Infinity);
    this.more = h("button", { class: "quiet", type: "button", hidden: true, onclick: showAll }, "Show all");
    this.element = h("section", { class: "mine-section", "aria-labelledby": "mine-title", hidden: true }, [
      h("div", { class: "section-head" }, h("h2", { id: "mine-title" }, "Your games"), this.more),
      this.list,
    ]);
  }

  async load() {
    const games = savedGames();
    const answer = games.length ? await fetchMyGames(games).catch(() => null) : null;
    if (!answer) return;
    for (const { id, found } of answer.games) if (!found) removeGame(id);
    this.games = answer.games.filter((game) => game.found).toSorted(compareGames);
    this.#show(FEW);
  }

  /** @param {number} most */
  #show(most) {
    this.element.hidden = !this.games.length;
    this.more.hidden = this.games.length <= most;
    this.list.replaceChildren(...this.games.slice(0, most).map((game) => this.#row(game)));
  }

  /** @param {GameSummary} game */
  #row(game) {
    const board = new BoardView({ still: true, label: game.text });
    board.show(game.picture, { last: game.last });
    const [first, second] = game.seats.map((seat, side) => (game.you.includes(side) ? "You" : seat));
    const seats = game.you.length === 2 ? "Both on this device" : `${first} – ${second}`;
    const words = `Remove this game of ${game.title} from the list`;
    const remove = { title: words, "aria-label": words, onclick: () => this.#remove(game) };
    return h(
      "li",
      { class: `mine-row ${game.your_turn ? "your-turn" : ""}` },
      h("div", { class: "mine-board" }, board.element),
      h(
        "div",
        { class: "mine-words" },
        h("a", { href: `#/game/${game.id}` }, game.title),
        h("p", { class: "soft small-text" }, seats),
        h("p", { class: "small-text" }, game.your_turn ? "Your turn" : game.text),
      ),
      h("button", { class: "plain", type: "button", ...remove }, icon("close")),
    );
  }

  /** @param {GameSummary} game */
  async #remove(game) {
    const words = "The key to your seat is in this browser only: once removed, the game cannot be opened again.";
    if (!(await askConfirmation(`Remove this game of ${game.title}?`, words, "Remove"))) return;
    removeGame(game.id);
    this.games = this.games.filter((each) => each !== game);
    this.#show(this.list.childElementCount);
  }
}

/**
 * Games that wait for this person come first, then those under way, then the newest.
 * @param {GameSummary} one
 * @param {GameSummary} two
 */
export function compareGames(one, two) {
  return (
    Number(two.your_turn) - Number(one.your_turn) ||
    Number(one.over) - Number(two.over) ||
    two.updated.localeCompare(one.updated)
  );
}
