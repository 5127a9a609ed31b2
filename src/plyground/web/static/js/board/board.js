// A board in SVG: tiles below, marks above them, and what is said about cells on top.

import { h, keep, put, s } from "../parts/dom.js";
import { Geometry, UPRIGHT } from "./geometry.js";
import { MarkLayer } from "./mark_layer.js";
import { CELL } from "./marks.js";
import { OverLayer } from "./over_layer.js";
import { labelOf, tileClass } from "./tile.js";
import { WholeBoard, Window } from "./viewport.js";

/** What there is to show besides the picture; every field may be left out. */
const PLAIN = {
  view: UPRIGHT,
  last: [], // the cells of the last move
  line: [], // the cells that decided the game
  lineKind: "win", // or "loss", if they lost it
  pickable: new Set(),
  picked: [],
  danger: new Set(), // cells that lose at once
  hot: new Map(), // cells where something decisive can be made, each with what it is
  hint: [],
  values: new Map(), // cell: { kind, text, strength, words }
  numbers: new Map(), // cell: the number of the move that it holds
  path: [], // moves to show as if played: { cells, side }
  ghost: null, // what a click on a cell would put there: { text, shape }
  coordinates: true,
  playable: false,
  showPicks: true,
};

export class BoardView {
  /** `still` boards are pictures: they take no focus and have no coordinates. */
  constructor({ still = false, label = "Board" } = {}) {
    this.still = still;
    this.tiles = s("g", { class: "tiles" });
    this.marks = new MarkLayer();
    this.over = new OverLayer();
    this.svg = s("svg", { class: "grid", role: still ? "img" : "grid", "aria-label": label }, this.tiles);
    this.svg.append(this.marks.element, this.over.element);
    if (!still) this.tiles.setAttribute("role", "rowgroup");
    this.element = h("div", { class: still ? "board still" : "board" }, this.svg);
    new ResizeObserver(() => this.#measure()).observe(this.svg);
    this.rows = new Map();
    this.cells = new Map();
    this.cursor = null;
    this.scene = null;
  }

  /** Draw a picture. `slide` lets the last move be seen on its way. */
  show(picture, extras = {}, { slide = false } = {}) {
    const scene = { ...PLAIN, ...extras, picture };
    const labels = picture.endless && !this.still ? "endless" : [picture.columns, picture.rows];
    const key = JSON.stringify([labels, picture.joint, scene.view]);
    if (key !== this.key) this.#begin(key, picture, scene.view);
    this.scene = scene;
    this.#reconcile();
    this.#dress();
    this.marks.show(scene, this.geometry, slide);
    this.over.show(scene, this.geometry, this.viewport);
  }

  describe(label) {
    keep(this.svg, "aria-label", label);
  }

  #begin(key, picture, view) {
    this.key = key;
    this.geometry = new Geometry(picture, view, this.still);
    const labels = !this.still;
    this.viewport = this.geometry.endless ? new Window(this.geometry) : new WholeBoard(this.geometry, { labels });
    this.tiles.replaceChildren();
    this.rows.clear();
    this.cells.clear();
    this.marks.clear();
    keep(this.element, "data-endless", Boolean(picture.endless));
    this.element.style.setProperty("--across", this.viewport.box.width);
    this.element.style.setProperty("--down", this.viewport.box.height);
  }

  /** Draw again after the window has moved. */
  moved() {
    this.#reconcile();
    this.#dress();
    this.marks.show(this.scene, this.geometry, false);
    this.over.show(this.scene, this.geometry, this.viewport);
  }

  // Small print keeps its size in pixels: --unit is how much of the drawing one pixel is.
  #measure() {
    const { clientWidth, clientHeight } = this.svg;
    if (!this.viewport || !clientWidth) return;
    const { width, height } = this.viewport.box;
    this.svg.style.setProperty("--unit", round(Math.max(width / clientWidth, height / clientHeight)));
  }

  // Rows and tiles for what is seen: those that stay are kept, with the focus that they may have.
  #reconcile() {
    const { box, range } = this.viewport;
    keep(this.svg, "viewBox", `${round(box.x)} ${round(box.y)} ${round(box.width)} ${round(box.height)}`);
    this.#measure();
    for (const [y, row] of this.rows) if (y < range.top || y > range.bottom) this.#drop(y, row);
    let before = this.tiles.firstChild;
    for (let y = range.top; y <= range.bottom; y += 1) {
      const row = this.rows.get(y) ?? this.#row(y);
      if (row === before) before = before.nextSibling;
      else this.tiles.insertBefore(row, before);
      this.#reconcileRow(row, y, range);
    }
  }

  #reconcileRow(row, y, { left, right }) {
    for (const tile of [...row.children]) {
      if (tile.x0 < left || tile.x0 > right) {
        this.cells.delete(tile.dataset.cell);
        tile.remove();
      }
    }
    let before = row.firstChild;
    for (let x = left; x <= right; x += 1) {
      if (before?.x0 === x) before = before.nextSibling;
      else row.insertBefore(this.#tile(x, y), before);
    }
  }

  #row(y) {
    const row = s("g", this.still ? {} : { role: "row" });
    this.rows.set(y, row);
    return row;
  }

  #drop(y, row) {
    for (const tile of row.children) this.cells.delete(tile.dataset.cell);
    row.remove();
    this.rows.delete(y);
  }

  #tile(x, y) {
    const name = this.geometry.name(this.geometry.placeAt([x, y]));
    const field = this.element.hasAttribute("data-endless");
    const gap = field ? 0 : 2.5;
    const size = CELL - 2 * gap;
    const tile = s("g", { "data-cell": name, transform: `translate(${x * CELL} ${y * CELL})` });
    const corner = field ? 0 : 9;
    tile.append(s("rect", { class: "tile", x: -size / 2, y: -size / 2, width: size, height: size, rx: corner }));
    tile.append(s("rect", { class: "wash", x: -size / 2, y: -size / 2, width: size, height: size, rx: corner }));
    if (!this.still) put(put(tile, "role", "gridcell"), "tabindex", -1);
    tile.x0 = x;
    this.cells.set(name, tile);
    return tile;
  }

  #dress() {
    const facts = {
      ...this.scene,
      last: new Set(this.scene.last),
      line: new Set(this.scene.line),
      picked: new Set(this.scene.picked),
      hint: new Set(this.scene.hint),
    };
    for (const [name, tile] of this.cells) {
      keep(tile, "class", tileClass(name, facts));
      const value = facts.values.get(name);
      tile.lastChild.style.opacity = value ? value.strength : 0;
      if (this.still) continue;
      keep(tile, "aria-label", labelOf(name, facts));
      keep(tile, "aria-selected", facts.picked.has(name) ? "true" : null);
      keep(tile, "aria-disabled", facts.playable && !facts.pickable.has(name) ? "true" : null);
    }
    if (!this.still) this.#placeCursor();
  }

  // One tile at a time can be reached by Tab; the arrow keys move on from there.
  #placeCursor() {
    if (!this.cells.has(this.cursor)) this.cursor = this.#middle();
    for (const [name, tile] of this.cells) keep(tile, "tabindex", name === this.cursor ? 0 : -1);
  }

  #middle() {
    const { left, right, top, bottom } = this.viewport.range;
    const spot = [Math.floor((left + right) / 2), Math.ceil((top + bottom) / 2)];
    return this.geometry.name(this.geometry.placeAt(spot));
  }

  /** Put the keyboard's cursor on a cell, and show it. */
  focus(name = this.cursor) {
    const spot = this.geometry.spotOf(name);
    if (!spot) return;
    if (this.viewport instanceof Window && !this.viewport.shows(spot, 1)) {
      this.viewport.reveal(spot);
      this.moved();
    }
    this.cursor = name;
    this.#placeCursor();
    this.cells.get(name)?.focus();
  }

  /** The cell under a point of the screen; null outside the board and on the coordinates that lie over a field. */
  cellAt(clientX, clientY) {
    const [x, y] = this.spotAt(clientX, clientY);
    if (this.viewport instanceof Window && this.scene.coordinates && this.viewport.covers([x, y])) return null;
    const spot = [Math.round(x), Math.round(y)];
    const { left, right, top, bottom } = this.viewport.range;
    if (spot[0] < left || spot[0] > right || spot[1] < top || spot[1] > bottom) return null;
    return this.geometry.name(this.geometry.placeAt(spot));
  }

  /** A point of the screen in cells, with fractions. */
  spotAt(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x / CELL, point.y / CELL];
  }
}

function round(value) {
  return Math.round(value * 100) / 100;
}
