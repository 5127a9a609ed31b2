// What stands on a cell, drawn around the origin in a cell of 100 by 100.

import { s } from "../ui/dom.js";

export const CELL = 100;

/**
 * The mark that belongs to a side: named as the side or by its initial; null if there is none of its own.
 * @param {string} side
 * @param {Record<string, string>} shapes
 */
export function markOf(side, shapes) {
  return [side, side.slice(0, 1).toUpperCase()].find((text) => text in shapes) ?? null;
}

/**
 * A mark by its shape; one without a shape is drawn as its text.
 * @param {string} text
 * @param {string} [shape]
 */
export function drawMark(text, shape) {
  switch (shape) {
    case "cross":
      return s("path", { class: "mark cross", d: "M-27-27 27 27M27-27-27 27" });
    case "ring":
      return s("circle", { class: "mark ring", r: 29 });
    case "light":
    case "dark":
      return s("g", { class: `mark disc ${shape}` }, s("circle", { r: 36 }), s("circle", { class: "groove", r: 25 }));
    default: {
      const side = shape === "first" || shape === "second" ? shape : "";
      const long = text.length > 2 ? "long" : "";
      return s("text", { class: `mark text ${side} ${long}`, dy: "0.34em" }, text);
    }
  }
}
