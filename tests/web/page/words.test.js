// Scores and counts in few characters.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figuresOf, sentenceOf } from "../../../src/plyground/web/static/js/analysis/analysis_panel.js";
import { formatCount, rankScore, shortScore } from "../../../src/plyground/web/static/js/analysis/words.js";
import { capitalize } from "../../../src/plyground/web/static/js/ui/text.js";

const score = (short, parts) => ({
  value: null,
  distance: null,
  exact_distance: true,
  estimate: null,
  short,
  ...parts,
});
const win = (distance, more = {}) => score(`W${distance}`, { value: "win", distance, ...more });
const loss = (distance) => score(`L${distance}`, { value: "loss", distance });
const draw = score("D", { value: "draw" });
const estimate = (number, short = "") => score(short, { estimate: number });

describe("a short score", () => {
  it("is what the server says, with a real minus sign", () => {
    const scores = [win(5), loss(4), draw, estimate(12, "+12"), estimate(-7, "-7"), estimate(0, "+0")];
    assert.deepEqual(
      scores.map((each) => shortScore(each)),
      ["W5", "L4", "D", "+12", "−7", "+0"],
    );
  });
});

describe("scores in order", () => {
  it("are near wins, far wins, estimates, far losses, near losses", () => {
    const sorted = [win(1), win(9), estimate(40), draw, estimate(-3), loss(8), loss(2)];
    assert.deepEqual(
      sorted.toSorted((one, two) => rankScore(two) - rankScore(one)),
      sorted,
    );
  });
});

describe("counts", () => {
  it("are rounded to what people can read", () => {
    const counts = [0, 12.4, 999, 1500, 1_240_000, 3_400_000_000];
    assert.deepEqual(counts.map(formatCount), ["0", "12", "999", "2 k", "1.2 M", "3.4 G"]);
  });
});

describe("the panel", () => {
  it("says how deep and how fast the search is, and whether it goes on", () => {
    assert.equal(figuresOf(null), "");
    assert.equal(figuresOf({ phase: "searching", depth: 7, speed: 2_000_000 }), "depth 7… · 2.0 M/s");
    assert.equal(figuresOf({ phase: "done", depth: 9, speed: 800 }), "depth 9 · 800/s");
  });

  it("says what it waits for", () => {
    assert.equal(sentenceOf(null), "Looking at the position…");
    assert.equal(sentenceOf({ phase: "queued", ahead: 2 }), "Waiting: 2 before this one.");
    assert.equal(sentenceOf({ phase: "queued", ahead: 0 }), "Waiting for a free core…");
    assert.match(sentenceOf({ phase: "compiling" }), /^Compiling/);
    assert.equal(sentenceOf({ phase: "done", sentence: "x wins in 3 moves." }), "X wins in 3 moves.");
  });
});

describe("a large first letter", () => {
  it("does not need a text", () => {
    assert.equal(capitalize(""), "");
    assert.equal(capitalize("ärger"), "Ärger");
  });
});
