// Setting up a game: variant, who sits where, time. A small board shows what it will look like.

/**
 * @import { GameRecord } from "./record.js"
 * @import { Origin } from "../server/api.js"
 * @import { CatalogueAnswer, CatalogueGame, NewGameRequest } from "../server/types.js"
 *
 * @typedef {Partial<GameRecord>} Start the position that a game starts from, or all of a record
 */

import { positionPlace, setupPlace } from "../address.js";
import { BoardView } from "../board/board_view.js";
import { createGame, fetchCatalogue, fetchPosition, RequestError } from "../server/api.js";
import { backend } from "../server/backend.js";
import { saveGame, saveSetting, setting } from "../storage.js";
import { note } from "../ui/announce.js";
import { openDialog } from "../ui/dialog.js";
import { h, icon, updateAttribute, updateText } from "../ui/dom.js";
import { namesFor, seatsOf } from "./record.js";
import { showRules } from "./rules_dialog.js";
import { SeatChooser } from "./seat_chooser.js";
import { VariantForm } from "./variant_form.js";

const QUICK_CHOICES = [
  { words: "Computer", seats: ["me", "3"] },
  { words: "Friend", seats: ["me", "friend"] },
  { words: "Both on this device", seats: ["me", "me"] },
  { words: "Watch", seats: ["4", "4"] },
];

/**
 * Open the dialog for a game, by name or with its variant.
 * @param {string} fullName
 * @param {Start} start
 */
export async function openSetup(fullName, start = {}) {
  const catalogue = await fetchCatalogue().catch((error) => note(error.message, "bad"));
  const game = catalogue?.games.find(({ name }) => fullName === name || fullName.startsWith(`${name}:`));
  if (catalogue && game) new SetupDialog(game, fullName, start, catalogue.limits);
}

class SetupDialog {
  /** @param {CatalogueGame} game @param {string} fullName @param {Start} start @param {CatalogueAnswer["limits"]} limits */
  constructor(game, fullName, { moves = [], setup = "", ...record }, limits) {
    this.game = game;
    this.fullName = fullName;
    this.moves = moves;
    this.setup = setup;
    this.record = record;
    this.isFixed = moves.length > 0 || setup !== "";
    this.variant = new VariantForm(game, fullName.slice(game.name.length + 1), () => this.#check());
    const { players } = record;
    const last = players ? seatsOf(players, game.players) : (setting("seats")[game.name] ?? ["me", "3"]);
    this.seats = game.sides.map((side, place) => {
      return new SeatChooser(side, place, game.players, this.#knownPlayer(last[place]));
    });
    this.board = new BoardView({ still: true, label: game.title });
    this.board.show(game.picture);
    this.problem = h("p", { class: "problem", role: "alert" });
    const range = { min: 0.1, max: limits.seconds, step: "any" };
    this.seconds = h("input", { type: "number", ...range, placeholder: "its own" });
    this.start = h("button", { class: "solid large", type: "submit" }, "Play");
    this.dialog = openDialog(game.title, this.#form(), { wide: true });
    this.#check();
    this.start.focus();
  }

  /** @returns {Origin} */
  get #origin() {
    return this.setup ? { game: this.fullName, setup: this.setup } : { game: this.fullName };
  }

  /**
   * A player of this game: the one that was asked for, if there is such a one.
   * @param {string} who
   */
  #knownPlayer(who) {
    const friends = backend().isRemote ? ["friend"] : [];
    const known = ["me", ...friends, ...this.game.players.map((player) => player.who)];
    return known.includes(who) ? who : (this.game.players[0]?.who ?? "me");
  }

  #form() {
    const swapProps = { title: "Change sides", "aria-label": "Change sides", onclick: () => this.#swap() };
    const swap = h("button", { class: "plain", type: "button", ...swapProps }, icon("swap"));
    const chip = { class: "chip-button", type: "button" };
    const choices = QUICK_CHOICES.filter(({ seats }) => backend().isRemote || !seats.includes("friend"));
    const quick = choices.map(({ words, seats }) => h("button", { ...chip, onclick: () => this.#seat(seats) }, words));
    const toss = h("button", { ...chip, onclick: () => this.#toss() }, "Toss a coin");
    const rules = h("button", { class: "link", type: "button", onclick: () => showRules(this.game) }, "Rules");
    const seconds = h("span", { class: "label" }, "Computer’s seconds a move");
    const variant = this.isFixed ? [] : this.variant.fields.map(({ element }) => element);
    return h(
      "form",
      { class: "setup", onsubmit: (event) => this.#play(event) },
      h("div", { class: "setup-board" }, this.board.element),
      h(
        "div",
        { class: "setup-fields" },
        h("p", { class: "soft" }, this.game.summary, " ", rules),
        h("div", { class: "row wrap", role: "group", "aria-label": "Quick choices" }, quick, toss),
        h("div", { class: "seat-choosers" }, this.seats[0].element, swap, this.seats[1].element),
        h("div", { class: "fields" }, variant, h("label", { class: "field" }, seconds, this.seconds)),
        this.problem,
        h("div", { class: "row end wrap" }, this.isFixed ? null : this.#otherBoards(), this.start),
      ),
    );
  }

  #otherBoards() {
    const open = (/** @type {string} */ place) => {
      this.dialog.close();
      location.hash = `#/${place}`;
    };
    const button = { class: "quiet large", type: "button" };
    return [
      backend().isRemote &&
        h("button", { ...button, onclick: () => open(setupPlace(this.#origin)) }, "Set up a position"),
      h("button", { ...button, onclick: () => open(positionPlace(this.#origin, this.moves)) }, "Analysis board"),
    ];
  }

  /** @param {string[]} seats */
  #seat(seats) {
    for (const [place, who] of seats.entries()) this.seats[place].value = this.#knownPlayer(who);
  }

  #swap() {
    this.#seat(this.seats.map(({ value }) => value).reverse());
  }

  #toss() {
    if (crypto.getRandomValues(new Uint8Array(1))[0] % 2) this.#swap();
    note(`${this.seats[0].title} will begin.`);
  }

  /** Show the board of the variant, or what is wrong with it. */
  async #check() {
    if (!this.isFixed) this.fullName = this.variant.fullName;
    const { fullName } = this;
    updateAttribute(this.start, "disabled", false);
    try {
      const { position } = await fetchPosition(this.#origin, this.moves);
      if (this.fullName !== fullName) return;
      this.board.show(position.picture, { last: position.last });
      updateText(this.problem, "");
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (this.fullName !== fullName) return;
      updateText(this.problem, error.message);
      updateAttribute(this.start, "disabled", error.code !== "offline");
    }
  }

  /** @param {Event} event */
  async #play(event) {
    event.preventDefault();
    const seats = this.seats.map(({ value }) => value);
    /** @type {NewGameRequest} */
    const body = { ...this.#origin, ...this.record, seats, moves: this.moves };
    if (body.players && (body.result ?? "*") === "*") body.players = namesFor(body.players, seats, this.game.players);
    if (this.seconds.value) body.seconds = Number(this.seconds.value);
    updateAttribute(this.start, "disabled", true);
    try {
      const { token, state } = await createGame(body);
      saveSetting("seats", { ...setting("seats"), [this.game.name]: seats });
      saveGame(state.id, token);
      this.dialog.close();
      location.hash = `#/game/${state.id}`;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      updateText(this.problem, error.message);
      updateAttribute(this.start, "disabled", false);
    }
  }
}
