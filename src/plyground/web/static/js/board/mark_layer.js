// The marks on the board. They lie above all tiles, so that a piece can slide across them.

/**
 * @import { PictureView } from "../server/types.js"
 * @import { Geometry, Spot } from "./geometry.js"
 * @import { Scene } from "./scene.js"
 *
 * @typedef {{ text: string, mark: SVGElement, group: SVGElement }} ShownMark
 */

import { s } from "../ui/dom.js";
import { CELL, drawMark } from "./marks.js";

const SLIDE = { duration: 260, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const POP = [{ transform: "scale(0.5)", opacity: 0 }, {}];

export class MarkLayer {
  constructor() {
    this.element = s("g", { class: "marks", "aria-hidden": "true" });
    /** @type {Map<string, ShownMark>} */
    this.shown = new Map();
    /** @type {SVGElement | null} */
    this.ghost = null;
  }

  clear() {
    this.element.replaceChildren();
    this.shown.clear();
  }

  /** @param {Scene} scene @param {Geometry} geometry @param {boolean} slide */
  show({ picture, last }, geometry, slide) {
    const motion = slide && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [name, shown] of this.shown) {
      if (picture.marks[name] === shown.text) continue;
      this.shown.delete(name);
      if (motion && !last.includes(name)) vanish(shown);
      else shown.group.remove();
    }
    for (const [name, text] of Object.entries(picture.marks)) {
      if (this.shown.has(name)) continue;
      const spot = geometry.spotOf(name);
      if (!spot) continue;
      const mark = this.#add(name, text, spot, picture);
      if (motion && last.includes(name)) arrive(mark, spot, originOf(name, last, picture, geometry));
    }
  }

  /**
   * Show a faint mark on one cell, or none.
   * @param {{ cell: string, text: string, shape?: string } | null} wanted
   * @param {Geometry} geometry
   */
  showGhost(wanted, geometry) {
    this.ghost?.remove();
    this.ghost = null;
    const spot = wanted && geometry.spotOf(wanted.cell);
    if (!spot) return;
    this.ghost = s("g", { class: "ghost", transform: translation(spot) }, drawMark(wanted.text, wanted.shape));
    this.element.append(this.ghost);
  }

  /** @param {string} name @param {string} text @param {Spot} spot @param {PictureView} picture */
  #add(name, text, spot, picture) {
    const mark = drawMark(text, picture.shapes[text]);
    const group = s("g", { transform: translation(spot) }, mark);
    this.element.append(group);
    this.shown.set(name, { text, mark, group });
    return mark;
  }
}

/** @param {Spot} spot */
export function translation([x, y]) {
  return `translate(${x * CELL} ${y * CELL})`;
}

/**
 * Where the mark that has arrived at a cell came from, if it was on the board before.
 * @param {string} name
 * @param {string[]} last
 * @param {PictureView} picture
 * @param {Geometry} geometry
 */
function originOf(name, last, picture, geometry) {
  const from = last.find((each) => each !== name && !(each in picture.marks));
  return from === undefined ? undefined : geometry.spotOf(from);
}

/** @param {SVGElement} mark @param {Spot} to @param {Spot} [from] */
function arrive(mark, [x, y], from) {
  if (!from) return void mark.animate(POP, SLIDE);
  const start = `translate(${(from[0] - x) * CELL}px, ${(from[1] - y) * CELL}px)`;
  mark.animate([{ transform: start }, { transform: "none" }], SLIDE);
}

/** @param {ShownMark} shown */
function vanish({ mark, group }) {
  const frames = [{ opacity: 1 }, { opacity: 0, transform: "scale(0.6)" }];
  const remove = () => group.remove();
  mark.animate(frames, { ...SLIDE, delay: 120, fill: "both" }).finished.then(remove, remove);
}
