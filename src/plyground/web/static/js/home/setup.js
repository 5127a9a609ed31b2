// Setting up a game: variant, who sits where, time. A small board shows what it will look like.

import { BoardView } from "../board/board.js";
import { lookPlace } from "../game/share.js";
import { note } from "../parts/announce.js";
import { ask, catalogue, look } from "../parts/api.js";
import { openDialog } from "../parts/dialog.js";
import { h, icon, keep, say } from "../parts/dom.js";
import { rememberGame, set, setting } from "../parts/keep.js";
import { showRules } from "./rules.js";
import { SeatChooser } from "./seat_chooser.js";
import { VariantForm } from "./variant.js";

const QUICK = [
  ["Computer", ["me", "3"]],
  ["Friend", ["me", "friend"]],
  ["Both on this device", ["me", "me"]],
  ["Watch", ["4", "4"]],
];

/** Open the dialog for a game, by name or with its variant; `moves` starts from a position. */
export async function openSetup(full, { moves = [], setup = "" } = {}) {
  const known = await catalogue().catch((refusal) => note(refusal.message, "bad"));
  if (!known) return;
  const { games, limits } = known;
  const game = games.find(({ name }) => full === name || full.startsWith(`${name}:`));
  new Setup(game, full.slice(game.name.length + 1), { moves, setup }, limits);
}

class Setup {
  constructor(game, variant, { moves, setup }, limits) {
    this.game = game;
    this.moves = moves;
    this.setup = setup;
    this.fixed = moves.length > 0 || setup !== "";
    this.full = variant ? `${game.name}:${variant}` : game.name;
    this.variant = new VariantForm(game, variant, () => this.#check());
    const kept = setting("seats")?.[game.name] ?? ["me", "3"];
    this.seats = game.sides.map(
      (side, place) => new SeatChooser(side, place, game.players, this.#offered(kept[place])),
    );
    this.board = new BoardView({ still: true, label: game.title });
    this.board.show(game.picture);
    this.problem = h("p", { class: "problem", role: "alert" });
    this.seconds = h("input", { type: "number", min: 0.1, max: limits.seconds, step: "any", placeholder: "its own" });
    this.start = h("button", { class: "solid large", type: "submit" }, "Play");
    this.dialog = openDialog(game.title, this.#form(), { wide: true });
    this.#check();
    this.start.focus();
  }

  get #origin() {
    return this.setup ? { game: this.full, setup: this.setup } : { game: this.full };
  }

  #offered(who) {
    const known = ["me", "friend", ...this.game.players.map((player) => player.who)];
    return known.includes(who) ? who : (this.game.players[0]?.who ?? "me");
  }

  #form() {
    const swap = h(
      "button",
      {
        class: "plain",
        type: "button",
        title: "Change sides",
        "aria-label": "Change sides",
        onclick: () => this.#swap(),
      },
      icon("swap"),
    );
    const quick = QUICK.map(([words, seats]) =>
      h("button", { class: "chip-button", type: "button", onclick: () => this.#seat(seats) }, words),
    );
    const toss = h("button", { class: "chip-button", type: "button", onclick: () => this.#toss() }, "Toss a coin");
    const seconds = h(
      "label",
      { class: "field" },
      h("span", { class: "label" }, "Computer’s seconds a move"),
      this.seconds,
    );
    return h(
      "form",
      { class: "setup", onsubmit: (event) => this.#play(event) },
      h("div", { class: "setup-board" }, this.board.element),
      h(
        "div",
        { class: "setup-fields" },
        h(
          "p",
          { class: "soft" },
          this.game.summary,
          " ",
          h("button", { class: "link", type: "button", onclick: () => showRules(this.game) }, "Rules"),
        ),
        h("div", { class: "row wrap", role: "group", "aria-label": "Quick choices" }, quick, toss),
        h("div", { class: "seat-choosers" }, this.seats[0].element, swap, this.seats[1].element),
        h("div", { class: "fields" }, this.fixed ? null : this.variant.fields.map(({ element }) => element), seconds),
        this.problem,
        h("div", { class: "row end wrap" }, this.#analyse(), this.start),
      ),
    );
  }

  #analyse() {
    const open = () => {
      this.dialog.close();
      location.hash = `#/${lookPlace(this.#origin, this.moves)}`;
    };
    return this.fixed ? null : h("button", { class: "quiet large", type: "button", onclick: open }, "Analysis board");
  }

  #seat(seats) {
    for (const [place, who] of seats.entries()) this.seats[place].value = this.#offered(who);
  }

  #swap() {
    this.#seat(this.seats.map(({ value }) => value).reverse());
  }

  #toss() {
    if (crypto.getRandomValues(new Uint8Array(1))[0] % 2) this.#swap();
    note(`${this.seats[0].select.selectedOptions[0].textContent} will begin.`);
  }

  // The board of the variant, or what is wrong with it.
  async #check() {
    const full = this.fixed ? this.full : this.variant.full;
    this.full = full;
    keep(this.start, "disabled", false);
    try {
      const { position } = await look(this.#origin, this.moves);
      if (this.full !== full) return;
      this.board.show(position.picture, { last: position.last });
      say(this.problem, "");
    } catch (refusal) {
      if (this.full !== full) return;
      say(this.problem, refusal.message);
      keep(this.start, "disabled", refusal.code !== "offline");
    }
  }

  async #play(event) {
    event.preventDefault();
    const seats = this.seats.map(({ value }) => value);
    const body = { ...this.#origin, seats, moves: this.moves };
    if (this.seconds.value) body.seconds = Number(this.seconds.value);
    keep(this.start, "disabled", true);
    try {
      const { token, state } = await ask("api/games", body);
      set("seats", { ...setting("seats"), [this.game.name]: seats });
      rememberGame(state.id, token);
      this.dialog.close();
      location.hash = `#/game/${state.id}`;
    } catch (refusal) {
      say(this.problem, refusal.message);
      keep(this.start, "disabled", false);
    }
  }
}
