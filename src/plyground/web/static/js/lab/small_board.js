// A board in a few strokes, for the many nodes of a tree: a picture without labels.

/** @import { PictureView } from "../server/types.js" */

import { Geometry } from "../board/geometry.js";
import { translation } from "../board/mark_layer.js";
import { CELL, drawMark } from "../board/marks.js";
import { s } from "../ui/dom.js";

/**
 * @param {PictureView} picture
 * @param {Record<string, string>} marks
 * @param {string[]} last cells to highlight
 */
export function smallBoard(picture, marks, last) {
  const geometry = new Geometry(picture, undefined, true);
  const { left, right, top, bottom } = geometry.bounds;
  const half = CELL / 2;
  const box = [left * CELL - half, top * CELL - half, (right - left + 1) * CELL, (bottom - top + 1) * CELL];
  const lines = [];
  for (let x = left; x <= right + 1; x += 1) lines.push(`M${x * CELL - half} ${box[1]}v${box[3]}`);
  for (let y = top; y <= bottom + 1; y += 1) lines.push(`M${box[0]} ${y * CELL - half}h${box[2]}`);
  const [x, y, width, height] = box;
  return s(
    "svg",
    { class: "small-board", viewBox: box.join(" "), "aria-hidden": "true" },
    s("rect", { class: "small-paper", x, y, width, height }),
    last.map((name) => lastTile(geometry, name)),
    s("path", { class: "small-lines", d: lines.join("") }),
    Object.entries(marks).map(([name, text]) => placedMark(geometry, name, text, picture)),
  );
}

/** @param {Geometry} geometry @param {string} name */
function lastTile(geometry, name) {
  const spot = geometry.spotOf(name);
  if (!spot) return null;
  const half = CELL / 2;
  return s("rect", {
    class: "small-last",
    x: spot[0] * CELL - half,
    y: spot[1] * CELL - half,
    width: CELL,
    height: CELL,
  });
}

/** @param {Geometry} geometry @param {string} name @param {string} text @param {PictureView} picture */
function placedMark(geometry, name, text, picture) {
  const spot = geometry.spotOf(name);
  return spot && s("g", { transform: translation(spot) }, drawMark(text, picture.shapes[text]));
}
