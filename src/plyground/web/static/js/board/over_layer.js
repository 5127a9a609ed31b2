// What lies above the marks: dots on legal targets, values, move numbers, lines, coordinates.

import { s } from "../parts/dom.js";
import { CELL, drawMark } from "./marks.js";

const FRAME = { x: -45, y: -45, width: 90, height: 90, rx: 7 };
const DIAMOND = { d: "M-33 -46l13 13l-13 13l-13 -13z" };

export class OverLayer {
  constructor() {
    this.element = s("g", { class: "over", "aria-hidden": "true" });
  }

  show(scene, geometry, viewport) {
    const seen = inside(viewport.range, geometry);
    const parts = [
      ...diamonds(scene),
      ...dots(scene),
      ...values(scene),
      ...numbers(scene),
      ...path(scene, geometry),
      ...decidingLine(scene, geometry),
    ]
      .filter(({ name }) => !name || seen(name))
      .map(({ name, element }) => (name ? at(name, geometry, element) : element));
    if (viewport.margin && scene.coordinates) parts.push(coordinates(geometry, viewport));
    this.element.replaceChildren(...parts);
  }
}

function inside({ left, right, top, bottom }, geometry) {
  return (name) => {
    const spot = geometry.spotOf(name);
    return spot && spot[0] >= left && spot[0] <= right && spot[1] >= top && spot[1] <= bottom;
  };
}

function at(name, geometry, element) {
  const [x, y] = geometry.spotOf(name);
  return s("g", { transform: `translate(${x * CELL} ${y * CELL})` }, element);
}

// Targets get a dot, pieces that can be taken up a faint outline; empty boards stay quiet.
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

// A frame with a diamond in its corner marks a cell where something decisive can be made.
function diamonds({ hot }) {
  return [...hot.keys()].map((name) => ({
    name,
    element: s("g", { class: "decides" }, s("rect", FRAME), s("path", DIAMOND)),
  }));
}

function values({ values: all, picture }) {
  return [...all].map(([name, { kind, text }]) => ({
    name,
    element: s("text", { class: `value ${kind} ${name in picture.marks ? "beside" : ""}` }, text),
  }));
}

function numbers({ numbers: all, picture }) {
  return [...all]
    .filter(([name]) => name in picture.marks)
    .map(([name, number]) => ({
      name,
      element: s("text", { class: `number ${picture.shapes[picture.marks[name]] ?? "text"}` }, String(number)),
    }));
}

// Moves that are only thought of: a faint mark or an arrow, numbered.
function path({ path: moves, picture }, geometry) {
  return moves.flatMap(({ cells, mark }, index) => {
    const spots = cells.map((cell) => geometry.spotOf(cell)).filter(Boolean);
    if (!spots.length) return [];
    const target = cells.at(-1);
    const side = index % 2 ? "even" : "odd";
    const shape = mark && drawMark(mark, picture.shapes[mark]);
    const arrow = spots.length > 1 ? [{ element: arrowBetween(spots[0], spots.at(-1), side) }] : [];
    const step = s("g", { class: `step ${side}` }, shape ?? "", s("circle", { cx: 27, cy: -27, r: 17 }));
    step.append(s("text", { class: "step-number", x: 27, y: -27 }, String(index + 1)));
    return [...arrow, { name: target, element: step }];
  });
}

function arrowBetween([x1, y1], [x2, y2], side) {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const [tipX, tipY] = [x2 * CELL - dx * 14, y2 * CELL - dy * 14];
  const head = `M${tipX - dx * 22 - dy * 18} ${tipY - dy * 22 - dx * 18}L${tipX} ${tipY}L${tipX - dx * 22 + dy * 18} ${tipY - dy * 22 + dx * 18}`;
  return s("path", { class: `arrow ${side}`, d: `M${x1 * CELL} ${y1 * CELL}L${tipX} ${tipY}${head}` });
}

// A stroke through the cells, if they lie on one straight line.
function decidingLine({ line, lineKind }, geometry) {
  const spots = line.map((name) => geometry.spotOf(name)).filter(Boolean);
  if (spots.length < 2) return [];
  const sorted = spots.toSorted((one, two) => one[0] - two[0] || one[1] - two[1]);
  const [[x1, y1], [x2, y2]] = [sorted[0], sorted.at(-1)];
  const straight = sorted.every(([x, y]) => (x - x1) * (y2 - y1) === (y - y1) * (x2 - x1));
  if (!straight) return [];
  const d = `M${x1 * CELL} ${y1 * CELL}L${x2 * CELL} ${y2 * CELL}`;
  return [{ element: s("path", { class: `deciding ${lineKind}`, d, pathLength: 1 }) }];
}

function coordinates(geometry, { range, box, margin }) {
  const group = s("g", { class: "coordinates" });
  const [edgeX, edgeY] = [box.x + margin / 2, box.y + box.height - margin / 2];
  if (geometry.endless) {
    group.append(s("rect", { x: box.x, y: box.y, width: margin, height: box.height }));
    group.append(s("rect", { x: box.x, y: box.y + box.height - margin, width: box.width, height: margin }));
  }
  for (let x = range.left; x <= range.right; x += 1) {
    if (x * CELL < box.x + margin) continue;
    group.append(s("text", { x: x * CELL, y: edgeY }, geometry.labelAcross(x)));
  }
  for (let y = range.top; y <= range.bottom; y += 1) {
    if (y * CELL > box.y + box.height - margin) continue;
    group.append(s("text", { x: edgeX, y: y * CELL }, geometry.labelDown(y)));
  }
  return group;
}
