// Which part of the board is seen, and which cell a point of it is.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spotIn } from "../../../src/plyground/web/static/js/board/board_view.js";
import { Geometry } from "../../../src/plyground/web/static/js/board/geometry.js";
import { CELL } from "../../../src/plyground/web/static/js/board/marks.js";
import { straightEnds } from "../../../src/plyground/web/static/js/board/overlay_layer.js";
import { FieldWindow, WholeBoard } from "../../../src/plyground/web/static/js/board/viewport.js";

const FIELD = { columns: ["-1", "0", "1"], rows: ["-1", "0", "1"], joint: ",", endless: true };

describe("a whole board", () => {
  const geometry = new Geometry({ columns: ["a", "b", "c"], rows: ["1", "2"], joint: "", endless: false });

  it("shows every cell, with room for the labels on the left and below", () => {
    const { box, margin, range } = new WholeBoard(geometry);
    assert.deepEqual(range, geometry.bounds);
    assert.ok(margin > 0);
    assert.ok(box.x <= -0.5 * CELL - margin);
    assert.ok(box.x + box.width >= 2.5 * CELL);
    assert.ok(box.y <= -1.5 * CELL);
    assert.ok(box.y + box.height >= 0.5 * CELL + margin);
  });

  it("has no room for labels where there are none", () => {
    assert.equal(new WholeBoard(geometry, { labels: false }).margin, 0);
  });
});

describe("a window on an endless field", () => {
  const open = () => new FieldWindow(new Geometry(FIELD));

  it("begins around what was played, 15 cells wide", () => {
    const window = open();
    assert.equal(window.across, 15);
    assert.deepEqual(window.range, { left: -7, right: 7, top: -7, bottom: 7 });
  });

  it("moves by what it is panned", () => {
    const window = open();
    window.pan(3, -2);
    assert.deepEqual(window.range, { left: -4, right: 10, top: -9, bottom: 5 });
  });

  it("shows cells that are seen in part", () => {
    const window = open();
    window.pan(0.4, 0);
    assert.deepEqual([window.range.left, window.range.right], [-7, 8]);
  });

  it("keeps the spot under the pointer where it is when it zooms", () => {
    const window = open();
    const spot = [4, -3];
    const place = () => [(spot[0] - window.x) / window.across, (spot[1] - window.y) / window.across];
    const before = place();
    window.zoom(0.7, spot);
    for (const axis of [0, 1]) assert.ok(Math.abs(place()[axis] - before[axis]) < 1e-9);
    assert.equal(window.across, 10.5);
  });

  it("zooms no further than from 7 to 31 cells", () => {
    const window = open();
    window.zoom(0.01);
    assert.equal(window.across, 7);
    window.zoom(100);
    assert.equal(window.across, 31);
  });

  it("moves just so far that a spot is seen", () => {
    const window = open();
    assert.equal(window.shows([6, 0]), true);
    assert.equal(window.shows([7, 0]), false);
    window.reveal([20, 0], 3);
    assert.equal(window.x, 20 - (7.5 - 3));
    assert.equal(window.y, 0);
    assert.equal(window.shows([20, 0], 3), true);
  });

  it("hides what lies under the coordinates, on the left and below", () => {
    const window = open();
    assert.equal(window.covers([-7.4, 0]), true);
    assert.equal(window.covers([0, 7.4]), true);
    assert.equal(window.covers([0, -7.4]), false);
    assert.equal(window.covers([7.4, 0]), false);
  });
});

describe("a point of the board", () => {
  const range = { left: 0, right: 2, top: -1, bottom: 0 };

  it("belongs to the cell whose middle is nearest", () => {
    assert.deepEqual(spotIn(range, [0.49, -0.51]), [0, -1]);
    assert.deepEqual(spotIn(range, [2.4, 0.4]), [2, 0]);
  });

  it("belongs to none outside", () => {
    for (const point of [
      [-0.6, 0],
      [2.6, 0],
      [1, 0.6],
      [1, -1.6],
    ]) {
      assert.equal(spotIn(range, point), null);
    }
  });
});

describe("the stroke through a line", () => {
  it("goes from end to end, whatever the order", () => {
    assert.deepEqual(
      straightEnds([
        [1, -1],
        [0, 0],
        [2, -2],
      ]),
      [
        [0, 0],
        [2, -2],
      ],
    );
    assert.deepEqual(
      straightEnds([
        [3, 2],
        [3, 0],
        [3, 1],
      ]),
      [
        [3, 0],
        [3, 2],
      ],
    );
  });

  it("is left out where the cells do not lie on a line", () => {
    assert.equal(
      straightEnds([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
      null,
    );
    assert.equal(straightEnds([[0, 0]]), null);
    assert.equal(straightEnds([]), null);
  });
});
