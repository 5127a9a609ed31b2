// The games of this browser, to be taken up again.

import { BoardView } from "../board/board.js";
import { ask } from "../parts/api.js";
import { h, icon } from "../parts/dom.js";
import { forgetGame, myGames } from "../parts/keep.js";

const FEW = 6;

export class Mine {
  constructor() {
    this.list = h("ul", { class: "mine" });
    this.more = h(
      "button",
      { class: "quiet", type: "button", hidden: true, onclick: () => this.#showAll() },
      "Show all",
    );
    this.element = h("section", { class: "mine-section", "aria-labelledby": "mine-title", hidden: true }, [
      h("div", { class: "section-head" }, h("h2", { id: "mine-title" }, "Your games"), this.more),
      this.list,
    ]);
  }

  async load() {
    const games = myGames();
    if (!games.length) {
      this.element.hidden = true;
      return;
    }
    const answer = await ask("api/mine", { games }).catch(() => null);
    if (!answer) return;
    for (const game of answer.games) if (!game.found) forgetGame(game.id);
    this.found = answer.games.filter(({ found }) => found).toSorted(byUse);
    this.#fill(FEW);
  }

  #showAll() {
    this.#fill(Infinity);
  }

  #fill(most) {
    this.element.hidden = !this.found.length;
    this.more.hidden = this.found.length <= most;
    this.list.replaceChildren(...this.found.slice(0, most).map((game) => this.#row(game)));
  }

  #row(game) {
    const board = new BoardView({ still: true, label: game.text });
    board.show(game.picture, { last: game.last });
    const [first, second] = game.seats.map((seat, side) => (game.you.includes(side) ? "You" : seat));
    const seats = game.you.length === 2 ? "Both on this device" : `${first} – ${second}`;
    const words = `Remove this game of ${game.title} from the list`;
    const forget = () => {
      forgetGame(game.id);
      this.found = this.found.filter((each) => each !== game);
      this.#fill(this.list.childElementCount);
    };
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
      h(
        "button",
        { class: "plain", type: "button", title: words, "aria-label": words, onclick: forget },
        icon("close"),
      ),
    );
  }
}

// Games that wait for this person come first, then those under way, then the newest.
function byUse(one, two) {
  return two.your_turn - one.your_turn || one.over - two.over || two.updated.localeCompare(one.updated);
}
