// One side of the board: who sits there, whether they think or are away, and what they have left to put down.

import { drawMark, markOf } from "../board/marks.js";
import { h, keep, s, say } from "../parts/dom.js";

export class SeatStrip {
  /** `actions`: pick(thing), lift(thing, event): a click on or a drag from the tray. */
  constructor(actions) {
    this.actions = actions;
    this.chips = new Map();
    this.badge = h("span", { class: "badge", "aria-hidden": "true" });
    this.name = h("span", { class: "seat-name" });
    this.note = h("span", { class: "seat-note" });
    this.tray = h("div", { class: "tray", role: "group" });
    this.element = h(
      "div",
      { class: "seat" },
      h("div", { class: "seat-who" }, this.badge, this.name, this.note),
      this.tray,
    );
  }

  /** `seat`: { side, name, note, state, toMove, tray, pickable, picked, values }. */
  show(seat, picture) {
    keep(this.element, "class", `seat ${seat.toMove ? "to-move" : ""} ${seat.state ?? ""}`);
    this.#badge(seat.side, picture);
    say(this.name, seat.name);
    say(this.note, seat.note ?? "");
    keep(this.tray, "aria-label", `${seat.side} can put down`);
    keep(this.tray, "hidden", !seat.tray);
    this.#chips(seat.tray ?? [], seat);
  }

  #badge(side, picture) {
    const own = markOf(side, picture.shapes);
    const key = `${side} ${own}`;
    if (this.badge.dataset.key === key) return;
    this.badge.dataset.key = key;
    const mark = own
      ? drawMark(own, picture.shapes[own])
      : s("text", { class: "mark text", dy: "0.34em" }, side.slice(0, 1).toUpperCase());
    this.badge.replaceChildren(s("svg", { viewBox: "-50 -50 100 100" }, mark));
  }

  // Chips that stay are kept, with the focus and the finger that may be on them.
  #chips(things, seat) {
    for (const [thing, chip] of this.chips) {
      if (things.includes(thing)) continue;
      chip.remove();
      this.chips.delete(thing);
    }
    things.forEach((thing, index) => {
      if (!this.chips.has(thing)) this.chips.set(thing, this.#chip(thing));
      const chip = this.chips.get(thing);
      if (this.tray.children[index] !== chip) this.tray.insertBefore(chip, this.tray.children[index] ?? null);
      const value = seat.values?.get(thing);
      const picked = seat.picked.has(thing);
      keep(chip, "class", ["chip", picked && "picked", value && `value-${value.kind}`].filter(Boolean).join(" "));
      keep(chip, "disabled", !seat.pickable.has(thing) && !picked);
      keep(chip, "aria-pressed", picked ? "true" : "false");
      keep(chip, "title", value?.words);
    });
  }

  #chip(thing) {
    return h(
      "button",
      {
        type: "button",
        "data-thing": thing,
        onclick: () => this.actions.pick(thing),
        onpointerdown: (event) => this.actions.lift(thing, event),
      },
      thing,
    );
  }
}
