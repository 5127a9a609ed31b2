// Where each cell lies on the screen, for any grid, any way round.
//
// A place is [i, j]: the index of the column and of the row, or on an endless field the two labels themselves.
// A spot is [x, y]: whole cells on the screen, y downward.

/** How the board is turned: quarter turns clockwise, and whether it is seen in a mirror. */
export const UPRIGHT = Object.freeze({ turns: 0, mirrored: false });

const WHOLE = /^-?\d+$/;

export class Geometry {
  /** `bounded` shows of an endless field only what its labels name. */
  constructor(picture, view = UPRIGHT, bounded = false) {
    const square = picture.endless && bounded;
    this.columns = square ? widened(picture.columns, picture.rows.length) : picture.columns;
    this.rows = square ? widened(picture.rows, picture.columns.length) : picture.rows;
    this.joint = picture.joint ?? "";
    this.endless = Boolean(picture.endless) && !bounded;
    this.view = view;
    this.columnAt = new Map(this.columns.map((label, index) => [label, index]));
    this.rowAt = new Map(this.rows.map((label, index) => [label, index]));
    this.places = new Map();
    if (!this.endless) {
      for (const i of this.columns.keys()) {
        for (const j of this.rows.keys()) this.places.set(this.name([i, j]), [i, j]);
      }
    }
  }

  /** The name of the cell at a place. */
  name([i, j]) {
    return this.endless ? `${i}${this.joint}${j}` : `${this.columns[i]}${this.joint}${this.rows[j]}`;
  }

  /** The place of a cell, or undefined if the text names no cell. */
  place(name) {
    if (!this.endless) return this.places.get(name);
    const labels = name.split(this.joint || " ");
    return labels.length === 2 && labels.every((label) => WHOLE.test(label)) ? labels.map(Number) : undefined;
  }

  /** Where a place is seen. */
  spot([i, j]) {
    let [x, y] = [this.view.mirrored ? -i : i, -j];
    for (let turn = 0; turn < this.view.turns; turn += 1) [x, y] = [-y, x];
    return [x || 0, y || 0];
  }

  /** The place that is seen at a spot. */
  placeAt([x, y]) {
    for (let turn = 0; turn < this.view.turns; turn += 1) [x, y] = [y, -x];
    return [(this.view.mirrored ? -x : x) || 0, -y || 0];
  }

  spotOf(name) {
    const place = this.place(name);
    return place && this.spot(place);
  }

  has([i, j]) {
    return this.endless || (i >= 0 && j >= 0 && i < this.columns.length && j < this.rows.length);
  }

  /** The spots that the board fills: first and last, x and y. On an endless field, those of its labels. */
  get bounds() {
    const ends = this.endless
      ? [this.columns, this.rows].map((labels) => [Number(labels[0]), Number(labels.at(-1))])
      : [this.columns, this.rows].map((labels) => [0, labels.length - 1]);
    const corners = ends[0].flatMap((i) => ends[1].map((j) => this.spot([i, j])));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  /** What stands under a column of the screen. */
  labelAcross(x) {
    return this.#label(this.placeAt([x, 0]), this.view.turns % 2);
  }

  /** What stands beside a row of the screen. */
  labelDown(y) {
    return this.#label(this.placeAt([0, y]), 1 - (this.view.turns % 2));
  }

  #label(place, axis) {
    const index = place[axis];
    return this.endless ? String(index) : (axis ? this.rows : this.columns)[index];
  }
}

// As many labels as there are across the other way, if these are fewer: they are whole numbers, and go on at both ends.
function widened(labels, count) {
  const missing = Math.max(0, count - labels.length);
  const [first, last] = [Number(labels[0]), Number(labels.at(-1))];
  const before = Array.from({ length: missing >> 1 }, (_, index) => String(first - (missing >> 1) + index));
  const after = Array.from({ length: missing - before.length }, (_, index) => String(last + 1 + index));
  return [...before, ...labels, ...after];
}
