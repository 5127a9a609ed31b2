// Where each cell lies on the screen, for any grid, any way round.
//
// A place is [i, j]: the index of the column and of the row, or on an endless field the two labels themselves.
// A spot is [x, y]: whole cells on the screen, y downward.

/**
 * @import { PictureView } from "../server/types.js"
 *
 * @typedef {[number, number]} Place
 * @typedef {[number, number]} Spot
 * @typedef {{ turns: number, mirrored: boolean }} View quarter turns clockwise, and whether it is seen in a mirror
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Range spots, first and last
 * @typedef {Pick<PictureView, "columns" | "rows" | "joint" | "endless">} Grid
 */

/** The board as it is drawn on paper. @type {View} */
export const UPRIGHT = Object.freeze({ turns: 0, mirrored: false });

const WHOLE = /^-?\d+$/;

export class Geometry {
  /**
   * @param {Grid} picture
   * @param {View} view
   * @param {boolean} bounded whether of an endless field only what its labels name is shown
   */
  constructor(picture, view = UPRIGHT, bounded = false) {
    const square = picture.endless && bounded;
    this.columns = square ? widen(picture.columns, picture.rows.length) : picture.columns;
    this.rows = square ? widen(picture.rows, picture.columns.length) : picture.rows;
    this.joint = picture.joint;
    this.endless = picture.endless && !bounded;
    this.view = view;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    if (!this.endless) {
      for (const i of this.columns.keys()) {
        for (const j of this.rows.keys()) this.places.set(this.name([i, j]), [i, j]);
      }
    }
  }

  /** The name of the cell at a place. @param {Place} place */
  name([i, j]) {
    return this.endless ? `${i}${this.joint}${j}` : `${this.columns[i]}${this.joint}${this.rows[j]}`;
  }

  /**
   * The place of a cell, or undefined if the text names no cell.
   * @param {string} name
   * @returns {Place | undefined}
   */
  place(name) {
    if (!this.endless) return this.places.get(name);
    const labels = name.split(this.joint || " ");
    if (labels.length !== 2 || !labels.every((label) => WHOLE.test(label))) return undefined;
    return [Number(labels[0]), Number(labels[1])];
  }

  /** Where a place is seen. @param {Place} place @returns {Spot} */
  spot([i, j]) {
    let [x, y] = [this.view.mirrored ? -i : i, -j];
    for (let turn = 0; turn < this.view.turns; turn += 1) [x, y] = [-y, x];
    return [x || 0, y || 0];
  }

  /** The place that is seen at a spot. @param {Spot} spot @returns {Place} */
  placeAt([x, y]) {
    for (let turn = 0; turn < this.view.turns; turn += 1) [x, y] = [y, -x];
    return [(this.view.mirrored ? -x : x) || 0, -y || 0];
  }

  /** Where a cell is seen, or undefined if the text names no cell. @param {string} name */
  spotOf(name) {
    const place = this.place(name);
    return place && this.spot(place);
  }

  /** The name of the cell that is seen at a spot. @param {Spot} spot */
  nameAt(spot) {
    return this.name(this.placeAt(spot));
  }

  /** The spots that the board fills; on an endless field, those of its labels. @returns {Range} */
  get bounds() {
    const ends = this.endless
      ? [this.columns, this.rows].map((labels) => [Number(labels[0]), Number(labels.at(-1))])
      : [this.columns, this.rows].map((labels) => [0, labels.length - 1]);
    const corners = ends[0].flatMap((i) => ends[1].map((j) => this.spot([i, j])));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  /** What stands under a column of the screen. @param {number} x */
  labelAcross(x) {
    return this.#label(this.placeAt([x, 0]), this.view.turns % 2);
  }

  /** What stands beside a row of the screen. @param {number} y */
  labelDown(y) {
    return this.#label(this.placeAt([0, y]), 1 - (this.view.turns % 2));
  }

  /** @param {Place} place @param {number} axis */
  #label(place, axis) {
    const index = place[axis];
    return this.endless ? String(index) : (axis ? this.rows : this.columns)[index];
  }
}

/**
 * At least `count` labels: they are whole numbers, and go on at both ends.
 * @param {string[]} labels
 * @param {number} count
 */
function widen(labels, count) {
  const missing = Math.max(0, count - labels.length);
  const [first, last] = [Number(labels[0]), Number(labels.at(-1))];
  const before = Array.from({ length: missing >> 1 }, (_, index) => String(first - (missing >> 1) + index));
  const after = Array.from({ length: missing - before.length }, (_, index) => String(last + 1 + index));
  return [...before, ...labels, ...after];
}
