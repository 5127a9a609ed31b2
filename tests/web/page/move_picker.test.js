// The way to a move: by clicks on cells and on things in a tray.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MovePicker } from "../../../src/plyground/web/static/js/game/move_picker.js";
import { losingPicks, pickValues } from "../../../src/plyground/web/static/js/game/pick_values.js";

const isCell = (text) => /^[a-z]\d$/.test(text);
const picker = (moves) => new MovePicker(moves, isCell);
const next = (each) => [...each.nextPicks.keys()].toSorted();

describe("moves of one cell", () => {
  it("are made by one click", () => {
    const each = picker([
      { move: "a1", picks: ["a1"] },
      { move: "b2", picks: ["b2"] },
    ]);
    assert.deepEqual(next(each), ["a1", "b2"]);
    assert.equal(each.hasSlides, false);
    assert.equal(each.pick("b2"), "b2");
    assert.deepEqual(each.picked, []);
  });

  it("cannot be made on other cells", () => {
    const each = picker([{ move: "a1", picks: ["a1"] }]);
    assert.equal(each.pick("c3"), null);
    assert.deepEqual(each.picked, []);
  });
});

describe("pieces that slide", () => {
  const slides = () =>
    picker([
      { move: "a1-a2", picks: ["a1", "a2"] },
      { move: "a1-b1", picks: ["a1", "b1"] },
      { move: "c3-b3", picks: ["c3", "b3"] },
    ]);

  it("are picked first, their targets then", () => {
    const each = slides();
    assert.equal(each.hasSlides, true);
    assert.deepEqual(next(each), ["a1", "c3"]);
    assert.equal(each.pick("a1"), null);
    assert.deepEqual(next(each), ["a2", "b1"]);
    assert.equal(each.pick("b1"), "a1-b1");
  });

  it("can be exchanged for another", () => {
    const each = slides();
    each.pick("a1");
    assert.equal(each.pick("c3"), null);
    assert.deepEqual(each.picked, ["c3"]);
  });

  it("are put back by a second click, or by a click on nothing", () => {
    const each = slides();
    each.pick("a1");
    each.pick("a1");
    assert.deepEqual(each.picked, []);
    each.pick("a1");
    each.pick("e5");
    assert.deepEqual(each.picked, []);
  });
});

describe("things from a tray", () => {
  const numbers = () =>
    picker([
      { move: "5a1", picks: ["5", "a1"] },
      { move: "7a1", picks: ["7", "a1"] },
      { move: "5b2", picks: ["5", "b2"] },
    ]);

  it("come before or after the cell", () => {
    const first = numbers();
    first.pick("5");
    assert.deepEqual(next(first), ["a1", "b2"]);
    assert.equal(first.pick("b2"), "5b2");
    const second = numbers();
    second.pick("a1");
    assert.deepEqual(next(second), ["5", "7"]);
    assert.equal(second.pick("7"), "7a1");
  });

  it("can be exchanged while the cell stays", () => {
    const each = numbers();
    each.pick("5");
    each.pick("7");
    assert.deepEqual(each.picked, ["7"]);
    assert.deepEqual(next(each), ["a1"]);
  });

  it("leave the cell where no move has both", () => {
    const each = numbers();
    each.pick("7");
    assert.equal(each.pick("b2"), null);
    assert.deepEqual(each.picked, ["b2"]);
  });
});

describe("what is said of picks", () => {
  const moves = [
    { move: "a1-a2", picks: ["a1", "a2"] },
    { move: "a1-b1", picks: ["a1", "b1"] },
    { move: "c3-b3", picks: ["c3", "b3"] },
    { move: "d4-b4", picks: ["d4", "b4"] },
  ];
  const score = (short, parts) => ({ value: null, distance: null, estimate: null, text: "text", short, ...parts });

  it("is the best of the moves that they lead to", () => {
    const values = pickValues(picker(moves).nextPicks, [
      { move: "a1-a2", score: score("L4", { value: "loss", distance: 4 }), shade: null },
      { move: "a1-b1", score: score("-30", { estimate: -30 }), shade: 0.5 },
      { move: "c3-b3", score: score("W5", { value: "win", distance: 5 }), shade: null },
    ]);
    assert.deepEqual([...values.keys()], ["a1", "c3"]);
    assert.deepEqual(values.get("a1"), {
      kind: "estimate",
      text: "−30",
      rank: -30,
      strength: 0.31,
      words: "estimate −30",
    });
    assert.deepEqual(values.get("c3"), { kind: "win", text: "W5", rank: 99_995, strength: 0.8, words: "proven text" });
  });

  it("is that they lose, if all of their moves do", () => {
    const { nextPicks } = picker(moves);
    assert.deepEqual([...losingPicks(nextPicks, ["a1-a2", "c3-b3"])], ["c3"]);
    assert.deepEqual([...losingPicks(nextPicks, ["a1-a2", "a1-b1"])], ["a1"]);
  });
});
