// Who sits on one side: this person, a friend with a link, or a computer.

/** @import { PlayerView } from "../server/types.js" */

import { backend } from "../server/backend.js";
import { h } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";

const YOU = { who: "me", title: "You", words: "On this device." };
const FRIEND = { who: "friend", title: "A friend, by link", words: "You get a link to send." };

/** The people who can sit down: a friend only where a server brings the two together. */
function people() {
  return backend().isRemote ? [YOU, FRIEND] : [YOU];
}

export class SeatChooser {
  /** @param {string} side @param {number} place @param {PlayerView[]} players @param {string} who who sits there */
  constructor(side, place, players, who) {
    this.players = players;
    const persons = people().map(({ who, title }) => h("option", { value: who }, title));
    const levels = players.filter(({ classic }) => !classic).map(playerOption);
    const classics = players.filter(({ classic }) => classic).map(playerOption);
    this.select = h(
      "select",
      { name: `seat${place}` },
      persons,
      h("optgroup", { label: "Computer" }, levels),
      classics.length > 0 && h("optgroup", { label: "Classic players" }, classics),
    );
    this.words = h("p", { class: "soft small-text" });
    this.select.addEventListener("change", () => this.#describe());
    const label = h("span", { class: "label" }, `${capitalize(side)} ${place ? "answers" : "begins"}`);
    this.element = h("div", { class: "seat-chooser" }, h("label", { class: "field" }, label, this.select), this.words);
    this.value = who;
  }

  get value() {
    return this.select.value;
  }

  set value(who) {
    this.select.value = who;
    this.#describe();
  }

  /** The name of who is chosen. */
  get title() {
    return this.select.selectedOptions[0].textContent ?? "";
  }

  #describe() {
    const { words = "" } = [...people(), ...this.players].find(({ who }) => who === this.value) ?? {};
    this.words.textContent = sentence(words);
  }
}

/** @param {PlayerView} player */
function playerOption({ who, title }) {
  return h("option", { value: who }, /^\d/.test(title) ? `Level ${title}` : capitalize(title));
}

/** @param {string} text */
function sentence(text) {
  return text ? `${capitalize(text)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}
