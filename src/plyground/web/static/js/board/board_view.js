// A board in SVG: tiles below, marks above them, and what is said about cells on top.

/**
 * @import { PictureView } from "../server/types.js"
 * @import { Range, Spot, View } from "./geometry.js"
 * @import { Extras } from "./scene.js"
 *
 * @typedef {{ name: string, element: SVGElement, wash: SVGElement }} Tile
 * @typedef {{ element: SVGElement, tiles: Map<number, Tile> }} Row its tiles by the column of the screen
 */

import { h, s, updateAttribute } from "../ui/dom.js";
import { Geometry } from "./geometry.js";
import { MarkLayer, translation } from "./mark_layer.js";
import { CELL } from "./marks.js";
import { OverlayLayer } from "./overlay_layer.js";
import { makeScene } from "./scene.js";
import { tileClass, tileLabel } from "./tile.js";
import { FieldWindow, WholeBoard } from "./viewport.js";

/** @type {PictureView} */
const NOTHING = { columns: [], rows: [], joint: "", marks: {}, shapes: {}, trays: [], endless: false };

export class BoardView {
  /** `still` boards are pictures: they take no focus and have no coordinates. */
  constructor({ still = false, label = "Board" } = {}) {
    this.still = still;
    this.tileLayer = s("g", { class: "tiles", role: still ? null : "rowgroup" });
    this.markLayer = new MarkLayer();
    this.overlayLayer = new OverlayLayer();
    this.svg = s(
      "svg",
      { class: "grid", role: still ? "img" : "grid", "aria-label": label },
      this.tileLayer,
      this.markLayer.element,
      this.overlayLayer.element,
    );
    this.element = h("div", { class: still ? "board still" : "board" }, this.svg);
    new ResizeObserver(() => this.#measure()).observe(this.svg);
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.cursor = "";
    this.key = "";
    this.scene = makeScene(NOTHING);
    this.geometry = new Geometry(NOTHING);
    /** @type {WholeBoard | FieldWindow} */
    this.viewport = new WholeBoard(this.geometry);
  }

  /** Whether nothing has been drawn yet. */
  get isBlank() {
    return this.key === "";
  }

  /**
   * Draw a picture. `slide` lets the last move be seen on its way.
   * @param {PictureView} picture
   * @param {Partial<Extras>} extras
   */
  show(picture, extras = {}, { slide = false } = {}) {
    const scene = makeScene(picture, extras);
    const labels = picture.endless && !this.still ? "endless" : [picture.columns, picture.rows];
    const key = JSON.stringify([labels, picture.joint, scene.view]);
    if (key !== this.key) this.#reset(key, picture, scene.view);
    this.scene = scene;
    this.redraw(slide);
  }

  /** Draw again after the window has moved. */
  redraw(slide = false) {
    this.#updateTiles();
    this.#styleTiles();
    this.markLayer.show(this.scene, this.geometry, slide);
    this.overlayLayer.show(this.scene, this.geometry, this.viewport, this.cellSize);
  }

  /** @param {string} label */
  describe(label) {
    updateAttribute(this.svg, "aria-label", label);
  }

  /** @param {string} key @param {PictureView} picture @param {View} view */
  #reset(key, picture, view) {
    this.key = key;
    this.geometry = new Geometry(picture, view, this.still);
    const labels = !this.still;
    this.viewport = this.geometry.endless ? new FieldWindow(this.geometry) : new WholeBoard(this.geometry, { labels });
    this.tileLayer.replaceChildren();
    this.rows.clear();
    this.tiles.clear();
    this.markLayer.clear();
    updateAttribute(this.element, "data-endless", picture.endless);
    this.element.style.setProperty("--across", String(this.viewport.box.width));
    this.element.style.setProperty("--down", String(this.viewport.box.height));
  }

  /** How large a cell is, in pixels of the screen. */
  get cellSize() {
    const { clientWidth, clientHeight } = this.svg;
    const { width, height } = this.viewport.box;
    return CELL * (clientWidth ? Math.min(clientWidth / width, clientHeight / height) : 1);
  }

  /** Small print keeps its size in pixels: --unit is how much of the drawing one pixel is. */
  #measure() {
    const { clientWidth, clientHeight } = this.svg;
    if (this.isBlank || !clientWidth) return;
    const { width, height } = this.viewport.box;
    this.svg.style.setProperty("--unit", String(round(Math.max(width / clientWidth, height / clientHeight))));
  }

  /** Rows and tiles for what is seen: those that stay are kept, with the focus that they may have. */
  #updateTiles() {
    const { box, range } = this.viewport;
    updateAttribute(this.svg, "viewBox", [box.x, box.y, box.width, box.height].map(round).join(" "));
    this.#measure();
    for (const [y, row] of this.rows) if (y < range.top || y > range.bottom) this.#removeRow(y, row);
    /** @type {ChildNode | null} */
    let before = this.tileLayer.firstChild;
    for (let y = range.top; y <= range.bottom; y += 1) {
      const row = this.rows.get(y) ?? this.#addRow(y, before);
      before = row.element.nextSibling;
      this.#updateRow(row, y, range);
    }
  }

  /** @param {Row} row @param {number} y @param {Range} range */
  #updateRow(row, y, { left, right }) {
    for (const [x, { name, element }] of row.tiles) {
      if (x >= left && x <= right) continue;
      row.tiles.delete(x);
      this.tiles.delete(name);
      element.remove();
    }
    /** @type {ChildNode | null} */
    let before = row.element.firstChild;
    for (let x = left; x <= right; x += 1) {
      const tile = row.tiles.get(x) ?? this.#addTile(row, [x, y], before);
      before = tile.element.nextSibling;
    }
  }

  /** @param {number} y @param {ChildNode | null} before @returns {Row} */
  #addRow(y, before) {
    const row = { element: s("g", this.still ? {} : { role: "row" }), tiles: new Map() };
    this.rows.set(y, row);
    this.tileLayer.insertBefore(row.element, before);
    return row;
  }

  /** @param {number} y @param {Row} row */
  #removeRow(y, row) {
    for (const { name } of row.tiles.values()) this.tiles.delete(name);
    row.element.remove();
    this.rows.delete(y);
  }

  /** @param {Row} row @param {Spot} spot @param {ChildNode | null} before @returns {Tile} */
  #addTile(row, spot, before) {
    const name = this.geometry.nameAt(spot);
    const onField = this.element.hasAttribute("data-endless");
    const size = onField ? CELL : CELL - 5;
    const square = { x: -size / 2, y: -size / 2, width: size, height: size, rx: onField ? 0 : 9 };
    const wash = s("rect", { class: "wash", ...square });
    const rect = s("rect", { class: "tile", ...square });
    const focus = this.still ? {} : { role: "gridcell", tabindex: -1 };
    const element = s("g", { "data-cell": name, transform: translation(spot), ...focus }, rect, wash);
    const tile = { name, element, wash };
    row.element.insertBefore(element, before);
    row.tiles.set(spot[0], tile);
    this.tiles.set(name, tile);
    return tile;
  }

  #styleTiles() {
    const { scene } = this;
    for (const [name, { element, wash }] of this.tiles) {
      updateAttribute(element, "class", tileClass(name, scene));
      wash.style.opacity = String(scene.values.get(name)?.strength ?? 0);
      if (this.still) continue;
      updateAttribute(element, "aria-label", tileLabel(name, scene));
      updateAttribute(element, "aria-selected", scene.picked.includes(name) ? "true" : null);
      updateAttribute(element, "aria-disabled", scene.playable && !scene.pickable.has(name) ? "true" : null);
    }
    if (!this.still) this.#placeCursor();
  }

  /** One tile at a time can be reached by Tab; the arrow keys move on from there. */
  #placeCursor() {
    if (!this.tiles.has(this.cursor)) this.cursor = this.#middle();
    for (const [name, { element }] of this.tiles) {
      updateAttribute(element, "tabindex", name === this.cursor ? 0 : -1);
    }
  }

  #middle() {
    const { left, right, top, bottom } = this.viewport.range;
    return this.geometry.nameAt([Math.floor((left + right) / 2), Math.ceil((top + bottom) / 2)]);
  }

  /** Put the keyboard's cursor on a cell, and show it. */
  focus(name = this.cursor) {
    const spot = this.geometry.spotOf(name);
    if (!spot) return;
    if (this.viewport instanceof FieldWindow && !this.viewport.shows(spot, 1)) {
      this.viewport.reveal(spot);
      this.redraw();
    }
    this.cursor = name;
    this.#placeCursor();
    this.tiles.get(name)?.element.focus();
  }

  /**
   * The cell under a point of the screen; null outside the board and on the coordinates that lie over a field.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const point = this.spotAt(clientX, clientY);
    const { viewport } = this;
    if (viewport instanceof FieldWindow && this.scene.coordinates && viewport.covers(point)) return null;
    const spot = spotIn(viewport.range, point);
    return spot && this.geometry.nameAt(spot);
  }

  /**
   * A point of the screen in cells, with fractions.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot}
   */
  spotAt(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [point.x / CELL, point.y / CELL];
  }
}

/**
 * The spot that a point lies in, or null if it lies outside.
 * @param {Range} range
 * @param {Spot} point
 * @returns {Spot | null}
 */
export function spotIn({ left, right, top, bottom }, [x, y]) {
  const [column, row] = [Math.round(x), Math.round(y)];
  const isInside = column >= left && column <= right && row >= top && row <= bottom;
  return isInside ? [column, row] : null;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
