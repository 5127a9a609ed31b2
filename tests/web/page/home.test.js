// The first page: which games come first, which sizes can be chosen.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import "./stubs.js";

const JS = "../../../src/plyground/web/static/js";
const { fixLabels } = await import(`${JS}/home/game_card.js`);
const { columnsFor } = await import(`${JS}/home/home_page.js`);
const { compareGames } = await import(`${JS}/home/my_games.js`);
const { sizesOf } = await import(`${JS}/setup/variant_form.js`);

describe("the games of a browser", () => {
  it("are sorted: those that wait for this person, those under way, the newest", () => {
    const game = (id, parts) => ({ id, your_turn: false, over: false, updated: "2024-01-01", ...parts });
    const sorted = [
      game("waits", { your_turn: true }),
      game("new", { updated: "2024-03-01" }),
      game("old"),
      game("over", { over: true, updated: "2024-05-01" }),
    ];
    assert.deepEqual(sorted.toReversed().toSorted(compareGames), sorted);
  });
});

describe("the cards", () => {
  it("stand in rows of nearly the same length", () => {
    const widths = [1184, 930, 700, 440, 200];
    assert.deepEqual(
      widths.map((width) => columnsFor(5, width)),
      [5, 3, 3, 2, 1],
    );
    assert.equal(columnsFor(7, 1184), 4);
  });
});

describe("the sizes of a board", () => {
  it("are squares within the bounds", () => {
    const option = { default: "3x3", smallest: 1, largest: 6, most_cells: 25 };
    assert.deepEqual(sizesOf(option, "3x3"), ["3x3", "4x4", "5x5"]);
  });

  it("are those that the game allows, if it names them", () => {
    assert.deepEqual(sizesOf({ default: "5x5", only: ["5x5", "7x7"] }, "7x7"), ["5x5", "7x7"]);
  });

  it("are with the default and the one that is given, whatever these are", () => {
    const option = { default: "7x6", smallest: 4, largest: 5 };
    assert.deepEqual(sizesOf(option, "9x3"), ["7x6", "4x4", "5x5", "9x3"]);
  });

  it("are fewer where there are many", () => {
    assert.equal(sizesOf({ default: "3x3", smallest: 3, largest: 30 }, "3x3").length, 14);
  });
});

describe("a demo on an endless field", () => {
  const frame = (columns, endless) => ({ picture: { columns, rows: columns, endless }, last: [] });

  it("has the labels of its last frame from the start", () => {
    const frames = fixLabels([frame(["0"], true), frame(["-1", "0", "1"], true)]);
    assert.deepEqual(frames[0].picture.columns, ["-1", "0", "1"]);
  });

  it("stays as it is on a board", () => {
    const frames = [frame(["a", "b"], false)];
    assert.deepEqual(fixLabels(frames), frames);
  });
});
