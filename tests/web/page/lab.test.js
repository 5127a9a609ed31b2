// Stepping through a trace of the lab, and its nodes in words.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Playback } from "../../../src/plyground/web/static/js/lab/playback.js";
import { nodeLabel, numberText, valueText, windowText } from "../../../src/plyground/web/static/js/lab/words.js";

const node = (id, parent, move, ply, marks) => ({
  id,
  parent,
  move,
  ply,
  player: ply % 2 ? "O" : "X",
  cells: [],
  marks,
});

const TRACE = {
  players: ["X", "O"],
  viewpoint: "X",
  picture: { marks: { a1: "X" } },
  tree: [node(0, null, "", 0, {}), node(1, 0, "b1", 1, { b1: "X" }), node(2, 1, "c1", 2, { c1: "O", a1: "" })],
  events: [
    { event: "enter", node: 0, text: "", alpha: null, beta: null },
    { event: "move", node: 0, text: "", move: "b1" },
    { event: "enter", node: 1, text: "", alpha: null, beta: null },
    { event: "move", node: 1, text: "", move: "c1" },
    { event: "enter", node: 2, text: "", alpha: 2, beta: null },
    { event: "value", node: 2, text: "", value: 4, shown: "+4", proven: false, bound: "exact", kind: "horizon" },
    { event: "best", node: 1, text: "", move: "c1", value: 4, shown: "+4" },
    { event: "cutoff", node: 1, text: "why", move: "c1", value: 4, bound: 2, skipped: ["d1"] },
    { event: "value", node: 1, text: "", value: 4, shown: "≤ +4", proven: false, bound: "at most" },
    { event: "value", node: 0, text: "", value: 30000, shown: "X wins", proven: true, bound: "exact" },
  ],
};

/** @param {number} step */
function at(step) {
  const playback = new Playback(/** @type {any} */ (TRACE));
  playback.goTo(step);
  return playback;
}

describe("a trace", () => {
  it("grows and shrinks with its steps", () => {
    const playback = at(0);
    assert.deepEqual(
      [0, 1, 2].map((each) => playback.isEntered(each)),
      [false, false, false],
    );
    playback.goTo(3);
    assert.deepEqual(
      [0, 1, 2].map((each) => playback.isEntered(each)),
      [true, true, false],
    );
    playback.back();
    assert.equal(playback.isEntered(1), false);
    playback.goTo(99);
    assert.equal(playback.at, 10);
  });

  it("is stepped over past everything that a move leads to", () => {
    const playback = at(2);
    playback.stepOver();
    assert.equal(playback.at, 10);
    playback.goTo(4);
    playback.stepOver();
    assert.equal(playback.event?.event, "best");
  });

  it("runs to the next cut-off, or to its end", () => {
    const playback = at(0);
    playback.runToCutoff();
    assert.equal(playback.event?.event, "cutoff");
    assert.deepEqual(playback.state(1).skipped, ["d1"]);
    assert.equal(playback.state(1).reason, "why");
    playback.runToCutoff();
    assert.equal(playback.at, playback.last);
  });

  it("knows windows, values and boards", () => {
    const playback = at(6);
    assert.deepEqual(playback.state(2).window, [2, null]);
    assert.equal(playback.state(2).kind, "horizon");
    assert.equal(playback.state(1).isDone, false);
    assert.deepEqual(playback.marks(2), { b1: "X", c1: "O" });
    assert.deepEqual([...playback.path], [2, 1, 0]);
  });
});

describe("a node in words", () => {
  it("names numbers of a window", () => {
    assert.equal(windowText([null, 3]), "(−∞, +3)");
    assert.deepEqual([0, -2, 30000, -29996].map(numberText), ["0", "−2", "win", "loss in 4"]);
  });

  it("calls proven what is proven and nothing else", () => {
    const playback = at(10);
    const label = (/** @type {number} */ id) =>
      nodeLabel(/** @type {any} */ (TRACE.tree[id]), playback.state(id), /** @type {any} */ (TRACE));
    assert.equal(label(0), "the root, X to move, proven: X wins, window minus infinity to plus infinity");
    assert.match(label(1), /^b1, O to move, at most \+4 for X, .*cut: d1$/);
    assert.match(label(2), /\+4 for X, window \+2 to plus infinity, the search ends here$/);
  });

  it("shows proof numbers and visits", () => {
    const state = { ...at(0).state(0), numbers: { proof: null, disproof: 0 } };
    assert.equal(valueText(state), "∞ / 0");
    assert.equal(valueText({ ...state, numbers: null, visits: 7, shown: "+0.25" }), "+0.25 · 7×");
  });
});
