// How a cell looks and what a screen reader says of it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markOf } from "../../../src/plyground/web/static/js/board/marks.js";
import { makeScene } from "../../../src/plyground/web/static/js/board/scene.js";
import { tileClass, tileLabel } from "../../../src/plyground/web/static/js/board/tile.js";

const PICTURE = { columns: ["a"], rows: ["1"], joint: "", marks: { a1: "X" }, shapes: {}, trays: [], endless: false };

describe("a cell", () => {
  it("is plain where nothing is said of it", () => {
    const scene = makeScene(PICTURE);
    assert.deepEqual([tileClass("a1", scene), tileLabel("a1", scene)], ["cell", "a1, X"]);
    assert.equal(tileLabel("b2", scene), "b2, empty");
  });

  it("shows everything that is said of it", () => {
    const value = { kind: "win", text: "W3", strength: 1, words: "proven win in 3" };
    const scene = makeScene(PICTURE, {
      last: ["a1"],
      line: ["a1"],
      lineKind: "loss",
      picked: ["a1"],
      hint: ["a1"],
      losing: new Set(["a1"]),
      hot: new Map([["a1", "makes a four"]]),
      values: new Map([["a1", value]]),
      pickable: new Set(["a1"]),
      playable: true,
    });
    assert.equal(tileClass("a1", scene), "cell last line-loss picked hint danger hot pickable wash-win");
    const words = "a1, X, last move, losing line, picked, hint, loses at once, makes a four, proven win in 3";
    assert.equal(tileLabel("a1", scene), words);
  });

  it("can be picked only by whoever may move", () => {
    const scene = makeScene(PICTURE, { pickable: new Set(["a1"]), playable: false });
    assert.equal(tileClass("a1", scene), "cell");
  });
});

describe("the mark of a side", () => {
  it("is named like the side, or by its initial", () => {
    assert.equal(markOf("X", { X: "cross", O: "ring" }), "X");
    assert.equal(markOf("white", { W: "light", B: "dark" }), "W");
    assert.equal(markOf("odd", {}), null);
  });
});
