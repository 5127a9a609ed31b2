// Where cells lie on the screen: bounded boards, endless fields, turned and mirrored.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Geometry } from "../../../src/plyground/web/static/js/board/geometry.js";

const SQUARE = { columns: ["a", "b", "c"], rows: ["1", "2"], joint: "", endless: false };
const FIELD = { columns: ["-2", "-1", "0", "1"], rows: ["3", "4"], joint: ",", endless: true };

describe("a bounded board", () => {
  const geometry = new Geometry(SQUARE);

  it("names cells by column and row, the first row at the bottom", () => {
    assert.deepEqual(geometry.spotOf("a1"), [0, 0]);
    assert.deepEqual(geometry.spotOf("c2"), [2, -1]);
    assert.deepEqual(geometry.bounds, { left: 0, right: 2, top: -1, bottom: 0 });
  });

  it("knows no cell that it does not have", () => {
    assert.equal(geometry.place("d1"), undefined);
    assert.equal(geometry.spotOf("5"), undefined);
  });

  it("labels columns and rows", () => {
    assert.deepEqual(
      [0, 1, 2].map((x) => geometry.labelAcross(x)),
      ["a", "b", "c"],
    );
    assert.deepEqual(
      [-1, 0].map((y) => geometry.labelDown(y)),
      ["2", "1"],
    );
  });
});

describe("a board turned any way", () => {
  for (const turns of [0, 1, 2, 3]) {
    for (const mirrored of [false, true]) {
      it(`finds every cell again after ${turns} quarter turns${mirrored ? " in a mirror" : ""}`, () => {
        const geometry = new Geometry(SQUARE, { turns, mirrored });
        for (const name of ["a1", "b1", "c1", "a2", "b2", "c2"]) {
          assert.equal(geometry.nameAt(geometry.spotOf(name)), name);
        }
        const { left, right, top, bottom } = geometry.bounds;
        assert.deepEqual([right - left, bottom - top], turns % 2 ? [1, 2] : [2, 1]);
      });
    }
  }

  it("turns clockwise: the lower left corner goes to the upper left", () => {
    const geometry = new Geometry(SQUARE, { turns: 1, mirrored: false });
    const { left, top } = geometry.bounds;
    assert.deepEqual(geometry.spotOf("a1"), [left, top]);
    assert.equal(geometry.labelAcross(left), "1");
    assert.equal(geometry.labelDown(top), "a");
  });

  it("puts the first column to the right in a mirror", () => {
    const geometry = new Geometry(SQUARE, { turns: 0, mirrored: true });
    assert.deepEqual(geometry.spotOf("a1"), [geometry.bounds.right, 0]);
  });
});

describe("an endless field", () => {
  const geometry = new Geometry(FIELD);

  it("has every cell, with whole numbers on both sides of zero", () => {
    assert.deepEqual(geometry.spotOf("-100,7"), [-100, -7]);
    assert.equal(geometry.nameAt([12, -3]), "12,3");
    assert.equal(geometry.labelAcross(-4), "-4");
  });

  it("takes nothing else for a cell", () => {
    for (const text of ["", ",", "5", "5,", " ,1", "1,2,3", "1.5,2", "x,1"])
      assert.equal(geometry.place(text), undefined, text);
  });

  it("is as large as its labels", () => {
    assert.deepEqual(geometry.bounds, { left: -2, right: 1, top: -4, bottom: -3 });
  });

  it("becomes a square board where only a part is shown", () => {
    const part = new Geometry(FIELD, undefined, true);
    assert.equal(part.endless, false);
    assert.deepEqual(part.columns, ["-2", "-1", "0", "1"]);
    assert.deepEqual(part.rows, ["2", "3", "4", "5"]);
    assert.equal(part.place("7,7"), undefined);
  });
});
