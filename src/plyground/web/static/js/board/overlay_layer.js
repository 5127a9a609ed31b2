// What lies above the marks: dots on legal targets, values, move numbers, lines, coordinates.

/**
 * @import { Geometry, Spot } from "./geometry.js"
 * @import { Scene } from "./scene.js"
 * @import { FieldWindow, WholeBoard } from "./viewport.js"
 *
 * @typedef {{ name?: string, element: SVGElement }} Overlay drawn on the cell of that name, or as it is
 */

import { s } from "../ui/dom.js";
import { translation } from "./mark_layer.js";
import { CELL, drawMark } from "./marks.js";

const FRAME = { x: -45, y: -45, width: 90, height: 90, rx: 7 };
const LETTER = 10; // pixels: the least height of a value, as in board.css
const LETTER_SHARE = 0.22; // of a cell
const LETTER_WIDTH = 0.65; // of its height
const LABEL_WIDTH = 8; // pixels of a character
const LABEL_HEIGHT = 13;
const DIAMOND = { d: "M-33 -46l13 13l-13 13l-13 -13z" };

export class OverlayLayer {
  constructor() {
    this.element = s("g", { class: "over", "aria-hidden": "true" });
  }

  /**
   * @param {Scene} scene
   * @param {Geometry} geometry
   * @param {WholeBoard | FieldWindow} viewport
   * @param {number} cellSize in pixels of the screen
   */
  show(scene, geometry, viewport, cellSize) {
    const { left, right, top, bottom } = viewport.range;
    const overlays = [
      ...diamonds(scene),
      ...hints(scene),
      ...dots(scene),
      ...values(scene, geometry, cellSize),
      ...numbers(scene),
      ...path(scene, geometry),
      ...decidingLine(scene, geometry),
    ];
    const elements = overlays.flatMap(({ name, element }) => {
      if (name === undefined) return [element];
      const spot = geometry.spotOf(name);
      if (!spot || spot[0] < left || spot[0] > right || spot[1] < top || spot[1] > bottom) return [];
      return [s("g", { transform: translation(spot) }, element)];
    });
    if (viewport.margin && scene.coordinates) elements.push(coordinates(geometry, viewport, cellSize));
    this.element.replaceChildren(...elements);
  }
}

/**
 * Targets get a dot, pieces that can be taken up a faint outline; empty boards stay quiet.
 * @param {Scene} scene
 * @returns {Overlay[]}
 */
function dots({ pickable, picked, picture, playable, showPicks, values: known }) {
  if (!playable || !showPicks) return [];
  const pieces = [...pickable].some((name) => name in picture.marks);
  if (!picked.length && !pieces) return [];
  return [...pickable]
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      element: name in picture.marks ? s("circle", { class: "grip", r: 42 }) : s("circle", { class: "dot", r: 11 }),
    }));
}

/**
 * A frame with a diamond in its corner marks a cell where something decisive can be made.
 * @param {Scene} scene
 * @returns {Overlay[]}
 */
function diamonds({ hot }) {
  const draw = () => s("g", { class: "decides" }, s("rect", FRAME), s("path", DIAMOND));
  return [...hot.keys()].map((name) => ({ name, element: draw() }));
}

/**
 * A frame above whatever colours the cells of a hint have.
 * @param {Scene} scene
 * @returns {Overlay[]}
 */
function hints({ hint }) {
  return hint.map((name) => ({ name, element: s("rect", { class: "hint-frame", ...FRAME }) }));
}

/**
 * The best values first; where cells are so small that texts would overlap, the others are told by their colour only.
 * @param {Scene} scene
 * @param {Geometry} geometry
 * @param {number} cellSize
 * @returns {Overlay[]}
 */
function values({ values: all, picture }, geometry, cellSize) {
  const letter = Math.max(LETTER, LETTER_SHARE * cellSize) / cellSize; // the height of a text, in cells
  /** What a text must not cover. @type {{ name: string, x: number, y: number, half: number }[]} */
  const shown = Object.keys(picture.marks).map((name) => ({ name, ...placeOf(name, geometry), half: 0.4 }));
  return [...all]
    .toSorted(([, one], [, two]) => two.rank - one.rank)
    .flatMap(([name, { kind, text }]) => {
      const { x, y } = placeOf(name, geometry);
      const half = (letter * LETTER_WIDTH * text.length) / 2;
      const isFree = shown.every(
        (other) => other.name === name || Math.abs(x - other.x) > half + other.half || Math.abs(y - other.y) > letter,
      );
      if (!isFree) return [];
      shown.push({ name, x, y, half });
      const element = s("text", { class: `value ${kind} ${name in picture.marks ? "beside" : ""}` }, text);
      return [{ name, element }];
    });
}

/** @param {string} name @param {Geometry} geometry */
function placeOf(name, geometry) {
  const [x, y] = geometry.spotOf(name) ?? [0, 0];
  return { x, y };
}

/** @param {Scene} scene @returns {Overlay[]} */
function numbers({ numbers: all, picture: { marks, shapes } }) {
  return [...all]
    .filter(([name]) => name in marks)
    .map(([name, number]) => ({
      name,
      element: s("text", { class: `number ${shapes[marks[name]] ?? "text"}` }, String(number)),
    }));
}

/**
 * Moves that are only thought of: a faint mark or an arrow, numbered.
 * @param {Scene} scene
 * @param {Geometry} geometry
 * @returns {Overlay[]}
 */
function path({ path: moves, picture }, geometry) {
  return moves.flatMap(({ cells, mark }, index) => {
    const spots = spotsOf(cells, geometry);
    if (!spots.length) return [];
    const side = index % 2 ? "even" : "odd";
    const shape = mark && drawMark(mark, picture.shapes[mark]);
    const circle = s("circle", { cx: 27, cy: -27, r: 17 });
    const number = s("text", { class: "step-number", x: 27, y: -27 }, String(index + 1));
    const arrow = spots.length > 1 ? [{ element: arrowBetween(spots[0], spots[spots.length - 1], side) }] : [];
    return [...arrow, { name: cells.at(-1), element: s("g", { class: `step ${side}` }, shape, circle, number) }];
  });
}

/** @param {string[]} cells @param {Geometry} geometry */
function spotsOf(cells, geometry) {
  return cells.flatMap((cell) => {
    const spot = geometry.spotOf(cell);
    return spot ? [spot] : [];
  });
}

/** @param {Spot} from @param {Spot} to @param {string} side */
function arrowBetween([x1, y1], [x2, y2], side) {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const [tipX, tipY] = [x2 * CELL - dx * 14, y2 * CELL - dy * 14];
  const [baseX, baseY] = [tipX - dx * 22, tipY - dy * 22];
  const head = `M${baseX - dy * 18} ${baseY - dx * 18}L${tipX} ${tipY}L${baseX + dy * 18} ${baseY + dx * 18}`;
  return s("path", { class: `arrow ${side}`, d: `M${x1 * CELL} ${y1 * CELL}L${tipX} ${tipY}${head}` });
}

/**
 * A stroke through the cells, if they lie on one straight line.
 * @param {Scene} scene
 * @param {Geometry} geometry
 * @returns {Overlay[]}
 */
function decidingLine({ line, lineKind }, geometry) {
  const ends = straightEnds(spotsOf(line, geometry));
  if (!ends) return [];
  const [[x1, y1], [x2, y2]] = ends;
  const d = `M${x1 * CELL} ${y1 * CELL}L${x2 * CELL} ${y2 * CELL}`;
  return [{ element: s("path", { class: `deciding ${lineKind}`, d, pathLength: 1 }) }];
}

/**
 * The ends of a straight line through all the spots, or null if there is none.
 * @param {Spot[]} spots
 * @returns {[Spot, Spot] | null}
 */
export function straightEnds(spots) {
  if (spots.length < 2) return null;
  const sorted = spots.toSorted((one, two) => one[0] - two[0] || one[1] - two[1]);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const isStraight = sorted.every(([x, y]) => (x - first[0]) * dy === (y - first[1]) * dx);
  return isStraight ? [first, last] : null;
}

/**
 * On a field that is zoomed out only every second label or fewer, as many as there is room for.
 * @param {Geometry} geometry
 * @param {WholeBoard | FieldWindow} viewport
 * @param {number} cellSize
 */
function coordinates(geometry, { range, box, margin }, cellSize) {
  const group = s("g", { class: "coordinates" });
  const [edgeX, edgeY] = [box.x + margin / 2, box.y + box.height - margin / 2];
  if (geometry.endless) {
    group.append(s("rect", { x: box.x, y: box.y, width: margin, height: box.height }));
    group.append(s("rect", { x: box.x, y: box.y + box.height - margin, width: box.width, height: margin }));
  }
  const longest = Math.max(geometry.labelAcross(range.left).length, geometry.labelAcross(range.right).length);
  const [stepX, stepY] = geometry.endless
    ? [Math.ceil((longest * LABEL_WIDTH) / cellSize), Math.ceil(LABEL_HEIGHT / cellSize)]
    : [1, 1];
  for (let x = range.left; x <= range.right; x += 1) {
    if (x * CELL < box.x + margin || x % stepX) continue;
    group.append(s("text", { x: x * CELL, y: edgeY }, geometry.labelAcross(x)));
  }
  for (let y = range.top; y <= range.bottom; y += 1) {
    if (y * CELL > box.y + box.height - margin || y % stepY) continue;
    group.append(s("text", { x: edgeX, y: y * CELL }, geometry.labelDown(y)));
  }
  return group;
}
