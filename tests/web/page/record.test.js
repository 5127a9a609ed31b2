// A record that was opened goes back to the server with everything that it says.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import "./stubs.js";

const { namesFor, recordFor, seatsOf } = await import("../../../src/plyground/web/static/js/setup/record.js");

const RECORD = {
  kind: "record",
  game: "noughts:3x3",
  setup: "",
  moves: ["b2", "a1"],
  players: ["Ada", "level 3"],
  times: [3.5, null],
  comments: ["the centre", ""],
  comment: "before lunch",
  result: "1-0",
  reason: "O resigned",
  began: "2026-01-31T18:30:00",
};
const COMPUTERS = [{ who: "3" }, { who: "hoxo" }];

describe("the details of a record", () => {
  it("are all there for the whole game", () => {
    const { kind, ...rest } = RECORD;
    assert.equal(kind, "record");
    assert.deepEqual(recordFor(RECORD, "noughts", "", ["b2", "a1"]), rest);
  });

  it("have no end where the game goes on or stops earlier", () => {
    for (const moves of [["b2"], ["b2", "a1", "c3"], ["b2", "c3"]]) {
      const body = recordFor(RECORD, "noughts", "", moves);
      assert.equal(body.result, undefined);
      assert.equal(body.began, RECORD.began);
      assert.deepEqual(body.moves, moves);
    }
    assert.deepEqual(recordFor(RECORD, "noughts", "", ["b2", "c3"]).comments, ["the centre"]);
  });

  it("are none without a record", () => {
    const plain = { game: "noughts", setup: "", moves: ["b2"] };
    assert.deepEqual(recordFor(null, "noughts", "", ["b2"]), plain);
    assert.deepEqual(recordFor({ ...RECORD, kind: "position" }, "noughts", "", ["b2"]), plain);
  });
});

describe("the players of a record", () => {
  it("get their seats back", () => {
    assert.deepEqual(seatsOf(["Ada", "level 3"], COMPUTERS), ["me", "3"]);
    assert.deepEqual(seatsOf(["hoxo", "human"], COMPUTERS), ["hoxo", "me"]);
  });

  it("keep their names unless somebody else sits there", () => {
    assert.deepEqual(namesFor(["Ada", "level 3"], ["me", "3"], COMPUTERS), ["Ada", null]);
    assert.deepEqual(namesFor(["Ada", "level 3"], ["friend", "me"], COMPUTERS), ["Ada", null]);
    assert.deepEqual(namesFor(["Ada", "Bob"], ["3", "me"], COMPUTERS), [null, "Bob"]);
  });
});
