// What the class is given to do: games between pupils, a lesson, a set of puzzles.

/**
 * @import { CatalogueGame, ClassChoicesAnswer } from "../server/types.js"
 *
 * @typedef {(what: "games" | "task", body: object) => void} Give
 */

import { VariantForm } from "../setup/variant_form.js";
import { h } from "../ui/dom.js";

export class AssignmentForm {
  /** @param {CatalogueGame[]} games @param {ClassChoicesAnswer} choices @param {Give} give */
  constructor(games, choices, give) {
    this.games = games;
    this.give = give;
    this.game = this.#select(games.map(({ name, title }) => ({ name, title })));
    this.variantPlace = h("div", { class: "fields" });
    this.odd = h("select", {});
    this.lesson = this.#select(choices.lessons);
    this.puzzles = this.#select(choices.puzzles);
    this.count = h("input", { type: "number", min: 1, max: 50, value: "10" });
    this.game.addEventListener("change", () => this.#chooseGame());
    this.variant = new VariantForm(games[0], "", () => {});
    this.#chooseGame();
    this.element = h(
      "section",
      { class: "card class-give", "aria-label": "Something to do" },
      this.#part("Play each other", [
        this.#field("Game", this.game),
        this.variantPlace,
        this.#field("Whoever is left over plays", this.odd),
        this.#button("Pair everybody", () => this.#pair(false)),
        this.#button("Pair those without a game", () => this.#pair(true), "quiet"),
      ]),
      choices.lessons.length > 0 &&
        this.#part("The same lesson", [
          this.#field("Lesson", this.lesson),
          this.#button("Give the lesson", () => this.give("task", { kind: "lesson", name: this.lesson.value })),
        ]),
      choices.puzzles.length > 0 &&
        this.#part("The same puzzles", [
          this.#field("Puzzles of", this.puzzles),
          this.#field("How many", this.count),
          this.#button("Give the puzzles", () => this.#givePuzzles()),
        ]),
    );
  }

  /** @param {{ name: string, title: string }[]} choices */
  #select(choices) {
    return h(
      "select",
      {},
      choices.map(({ name, title }) => h("option", { value: name }, title)),
    );
  }

  /** @param {string} title @param {HTMLElement[]} parts */
  #part(title, parts) {
    return h("details", { class: "class-part", open: title === "Play each other" }, h("summary", {}, title), parts);
  }

  /** @param {string} words @param {HTMLElement} field */
  #field(words, field) {
    field.setAttribute("aria-label", words);
    return h("label", { class: "field" }, h("span", { class: "label" }, words), field);
  }

  /** @param {string} words @param {() => void} onclick */
  #button(words, onclick, kind = "solid") {
    return h("button", { class: kind, type: "button", onclick }, words);
  }

  #chooseGame() {
    const game = this.games.find(({ name }) => name === this.game.value) ?? this.games[0];
    this.variant = new VariantForm(game, "", () => {});
    this.variantPlace.replaceChildren(...this.variant.fields.map(({ element }) => element));
    const levels = game.players.map(({ who, title }) => h("option", { value: who, selected: who === "2" }, title));
    this.odd.replaceChildren(h("option", { value: "" }, "nobody, and waits"), ...levels);
  }

  /** @param {boolean} onlyFree */
  #pair(onlyFree) {
    const { value } = this.odd;
    this.give("games", { game: this.variant.fullName, odd: value || null, only_free: onlyFree });
  }

  #givePuzzles() {
    const count = Number(this.count.value) || 10;
    this.give("task", { kind: "puzzles", name: this.puzzles.value, count });
  }
}
