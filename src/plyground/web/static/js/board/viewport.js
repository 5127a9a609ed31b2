// Which part of the board is seen. A bounded board is seen whole; an endless one through a window.

/**
 * @import { Geometry, Range, Spot } from "./geometry.js"
 *
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

import { CELL } from "./marks.js";

const NARROWEST = 7;
const WIDEST = 31;
const USUAL = 15;
const LABELS = 0.05;

/** A board that is seen whole. */
export class WholeBoard {
  /** @param {Geometry} geometry */
  constructor(geometry, { labels = true } = {}) {
    this.range = geometry.bounds;
    const { left, right, top, bottom } = this.range;
    const [across, down] = [right - left + 1, bottom - top + 1];
    this.margin = labels ? Math.max(3, across, down) * LABELS * CELL : 0;
    const rim = 4;
    /** @type {Box} */
    this.box = {
      x: (left - 0.5) * CELL - this.margin - rim,
      y: (top - 0.5) * CELL - rim,
      width: across * CELL + this.margin + 2 * rim,
      height: down * CELL + this.margin + 2 * rim,
    };
  }
}

/** A window on an endless field. */
export class FieldWindow {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    const { left, right, top, bottom } = geometry.bounds;
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.across = clamp(Math.max(right - left, bottom - top) + 5, USUAL, WIDEST);
  }

  /** The spots that are seen, if only in part. @returns {Range} */
  get range() {
    const half = this.across / 2;
    return {
      left: Math.floor(this.x - half + 0.5),
      right: Math.ceil(this.x + half - 0.5),
      top: Math.floor(this.y - half + 0.5),
      bottom: Math.ceil(this.y + half - 0.5),
    };
  }

  /** @returns {Box} */
  get box() {
    const size = this.across * CELL;
    return { x: this.x * CELL - size / 2, y: this.y * CELL - size / 2, width: size, height: size };
  }

  get margin() {
    return this.across * LABELS * CELL * 0.9;
  }

  /** Whether the coordinates hide a point. @param {Spot} point */
  covers([x, y]) {
    const { box, margin } = this;
    return x * CELL < box.x + margin || y * CELL > box.y + box.height - margin;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /**
   * Show more or less, so that the spot under the pointer stays where it is.
   * @param {number} factor
   * @param {Spot} spot
   */
  zoom(factor, [x, y] = [this.x, this.y]) {
    const across = clamp(this.across * factor, NARROWEST, WIDEST);
    const change = across / this.across;
    this.x = x + (this.x - x) * change;
    this.y = y + (this.y - y) * change;
    this.across = across;
  }

  /** Whether a spot lies well inside. @param {Spot} spot */
  shows([x, y], rim = 1.5) {
    const reach = this.across / 2 - rim;
    return Math.abs(x - this.x) <= reach && Math.abs(y - this.y) <= reach;
  }

  /** Move just so far that a spot is seen. @param {Spot} spot */
  reveal([x, y], rim = 1.5) {
    const reach = this.across / 2 - rim;
    this.x = clamp(this.x, x - reach, x + reach);
    this.y = clamp(this.y, y - reach, y + reach);
  }

  /** @param {Spot} spot */
  centre([x, y]) {
    this.x = x;
    this.y = y;
  }
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
