// The marks on the board. They lie above all tiles, so that a piece can slide across them.

import { s } from "../parts/dom.js";
import { CELL, drawMark } from "./marks.js";

const SLIDE = { duration: 260, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const POP = [{ transform: "scale(0.5)", opacity: 0 }, {}];

export class MarkLayer {
  constructor() {
    this.element = s("g", { class: "marks", "aria-hidden": "true" });
    this.shown = new Map();
  }

  clear() {
    this.element.replaceChildren();
    this.shown.clear();
  }

  show({ picture, last }, geometry, slide) {
    const motion = slide && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [name, { text, place }] of this.shown) {
      if (picture.marks[name] === text) continue;
      this.shown.delete(name);
      if (motion && !last.includes(name)) vanish(place);
      else place.remove();
    }
    for (const [name, text] of Object.entries(picture.marks)) {
      if (!this.shown.has(name)) this.#add(name, text, picture, geometry, motion && last.includes(name) ? last : null);
    }
  }

  /** A faint mark on one cell, or none. */
  ghost(wish, geometry) {
    this.faint?.remove();
    this.faint = null;
    if (!wish) return;
    const [x, y] = geometry.spotOf(wish.cell);
    this.faint = s(
      "g",
      { class: "ghost", transform: `translate(${x * CELL} ${y * CELL})` },
      drawMark(wish.text, wish.shape),
    );
    this.element.append(this.faint);
  }

  #add(name, text, picture, geometry, arriving) {
    const spot = geometry.spotOf(name);
    if (!spot) return;
    const [x, y] = spot;
    const mark = drawMark(text, picture.shapes[text]);
    const place = s("g", { transform: `translate(${x * CELL} ${y * CELL})` }, mark);
    this.element.append(place);
    this.shown.set(name, { text, place });
    if (!arriving) return;
    const from = arriving.find((each) => each !== name && !(each in picture.marks));
    if (!from) return void mark.animate(POP, SLIDE);
    const [fromX, fromY] = geometry.spotOf(from);
    const start = `translate(${(fromX - x) * CELL}px, ${(fromY - y) * CELL}px)`;
    mark.animate([{ transform: start }, { transform: "none" }], SLIDE);
  }
}

function vanish(place) {
  const going = place.firstChild.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.6)" }], {
    ...SLIDE,
    delay: 120,
    fill: "both",
  });
  going.finished.then(
    () => place.remove(),
    () => place.remove(),
  );
}
