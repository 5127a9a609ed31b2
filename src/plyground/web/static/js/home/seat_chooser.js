// Who sits on one side: this person, a friend with a link, or a computer.

import { h } from "../parts/dom.js";
import { capital } from "../parts/words.js";

const PEOPLE = [
  ["me", "You"],
  ["friend", "A friend, by link"],
];

export class SeatChooser {
  constructor(side, place, players, chosen) {
    this.players = players;
    const person = PEOPLE.map(([who, words]) => h("option", { value: who }, words));
    const levels = players.filter(({ classic }) => !classic).map(option);
    const classics = players.filter(({ classic }) => classic).map(option);
    this.select = h(
      "select",
      { name: `seat${place}` },
      person,
      h("optgroup", { label: "Computer" }, levels),
      classics.length ? h("optgroup", { label: "Classic players" }, classics) : [],
    );
    this.words = h("p", { class: "soft small-text" });
    this.select.addEventListener("change", () => this.#describe());
    this.element = h(
      "div",
      { class: "seat-chooser" },
      h(
        "label",
        { class: "field" },
        h("span", { class: "label" }, `${capital(side)} ${place ? "answers" : "begins"}`),
        this.select,
      ),
      this.words,
    );
    this.value = chosen;
  }

  get value() {
    return this.select.value;
  }

  set value(who) {
    this.select.value = who;
    this.#describe();
  }

  #describe() {
    const player = this.players.find(({ who }) => who === this.value);
    const words = { me: "On this device.", friend: "You get a link to send." };
    this.words.textContent = player ? sentence(player.words) : words[this.value];
  }
}

function option({ who, title }) {
  return h("option", { value: who }, /^\d/.test(title) ? `Level ${title}` : capital(title));
}

function sentence(text) {
  return text ? `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}
