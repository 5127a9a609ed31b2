// One side of the board: who sits there, whether they think or are away, and what they have left to put down.

/**
 * @import { CellValue } from "../board/scene.js"
 * @import { SeatInfo } from "./game_viewer.js"
 *
 * @typedef {object} StripParts
 * @property {string} side
 * @property {"first" | "second"} place whether that side begins
 * @property {boolean} isToMove
 * @property {string[] | null} tray
 * @property {Set<string>} pickable
 * @property {Set<string>} picked
 * @property {Map<string, CellValue>} values
 *
 * @typedef {object} TrayActions
 * @property {(thing: string) => void} pick
 * @property {(thing: string, event: PointerEvent) => void} drag
 */

import { drawMark, markOf } from "../board/marks.js";
import { h, s, updateAttribute, updateText } from "../ui/dom.js";

export class SeatStrip {
  /** @param {TrayActions} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {Map<string, HTMLButtonElement>} */
    this.chips = new Map();
    this.badge = h("span", { class: "badge", "aria-hidden": "true" });
    this.name = h("span", { class: "seat-name" });
    this.side = h("span", { class: "seat-side" });
    this.note = h("span", { class: "seat-note" });
    this.tray = h("div", { class: "tray", role: "group" });
    const who = h("div", { class: "seat-who" }, this.badge, this.name, this.side, this.note);
    this.element = h("div", { class: "seat" }, who, this.tray);
  }

  /** @param {SeatInfo & StripParts} seat @param {Record<string, string>} shapes */
  show(seat, shapes) {
    updateAttribute(this.element, "class", `seat ${seat.isToMove ? "to-move" : ""} ${seat.state ?? ""}`);
    this.#showBadge(seat, shapes);
    updateText(this.name, seat.name);
    // A letter in the badge does not say enough.
    const isNamed = markOf(seat.side, shapes) !== null || seat.name.toLowerCase() === seat.side;
    updateText(this.side, isNamed ? "" : seat.side);
    updateAttribute(this.element, "data-colour", Object.values(shapes).includes(seat.place) ? seat.place : null);
    updateText(this.note, seat.note ?? "");
    updateAttribute(this.tray, "aria-label", `${seat.side} can put down`);
    updateAttribute(this.tray, "hidden", !seat.tray);
    this.#showChips(seat.tray ?? [], seat);
  }

  /** @param {StripParts} seat @param {Record<string, string>} shapes */
  #showBadge({ side }, shapes) {
    const own = markOf(side, shapes);
    const key = `${side} ${own}`;
    if (this.badge.dataset.key === key) return;
    this.badge.dataset.key = key;
    const mark = own ? drawMark(own, shapes[own]) : drawMark(side.slice(0, 1).toUpperCase());
    this.badge.replaceChildren(s("svg", { viewBox: "-50 -50 100 100" }, mark));
  }

  /**
   * Chips that stay are kept, with the focus and the finger that may be on them. Equal things, as two pieces of a
   * kind in a hand, share a chip that says how many there are.
   * @param {string[]} things
   * @param {StripParts} parts
   */
  #showChips(things, { pickable, picked, values }) {
    for (const [thing, chip] of this.chips) {
      if (things.includes(thing)) continue;
      chip.remove();
      this.chips.delete(thing);
    }
    for (const [index, thing] of [...new Set(things)].entries()) {
      const chip = this.chips.get(thing) ?? this.#addChip(thing);
      const count = things.filter((each) => each === thing).length;
      updateText(chip, count > 1 ? `${thing} ×${count}` : thing);
      if (this.tray.children[index] !== chip) this.tray.insertBefore(chip, this.tray.children[index] ?? null);
      const value = values.get(thing);
      const isPicked = picked.has(thing);
      const classes = ["chip", isPicked && "picked", value && `value-${value.kind}`];
      updateAttribute(chip, "class", classes.filter(Boolean).join(" "));
      updateAttribute(chip, "disabled", !pickable.has(thing) && !isPicked);
      updateAttribute(chip, "aria-pressed", isPicked ? "true" : "false");
      updateAttribute(chip, "title", value?.words);
    }
  }

  /** @param {string} thing */
  #addChip(thing) {
    const { pick, drag } = this.actions;
    const listeners = {
      onclick: () => pick(thing),
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(thing, event),
    };
    const chip = h("button", { type: "button", "data-thing": thing, ...listeners }, thing);
    this.chips.set(thing, chip);
    return chip;
  }
}
