// What an address behind the # shows.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseAddress, positionPlace, setupPlace, theoremPlace } from "../../../src/plyground/web/static/js/address.js";

describe("an address", () => {
  it("is that of the first page, if nothing stands there", () => {
    for (const hash of ["", "#", "#/"]) assert.deepEqual(parseAddress(hash), { page: "home" });
  });

  it("is called unknown, if there is no such page", () => {
    assert.deepEqual(parseAddress("#/nothing/here"), { page: "unknown", text: "#/nothing/here" });
  });

  it("of a board to set up holds a game and a position", () => {
    for (const setup of ["", "X=0,0 O= O"]) {
      const hash = `#/${setupPlace({ game: "gomoku", setup })}`;
      assert.deepEqual(parseAddress(hash), { page: "setup", game: "gomoku", setup });
    }
  });

  it("of a game against a theorem holds its moves", () => {
    const hash = `#/${theoremPlace({ game: "gomoku" }, ["0,0", "4,4"])}`;
    assert.deepEqual(parseAddress(hash), { page: "theorem", game: "gomoku", moves: ["0,0", "4,4"], setup: "" });
  });

  it("names a game, a game to watch, an invitation", () => {
    assert.deepEqual(parseAddress("#/game/abc"), { page: "game", id: "abc" });
    assert.deepEqual(parseAddress("#/watch/abc/secret"), { page: "watch", id: "abc", token: "secret" });
    const join = { page: "join", id: "abc", side: 1, invitation: "code" };
    assert.deepEqual(parseAddress("#/join/abc/1/code"), join);
  });

  it("may lack parts or be damaged", () => {
    assert.deepEqual(parseAddress("#/game"), { page: "game", id: "" });
    assert.deepEqual(parseAddress("#/look"), { page: "look", game: "", moves: [], setup: "" });
    assert.deepEqual(parseAddress("#/game/%E0%A4"), { page: "game", id: "%E0%A4" });
  });
});

describe("a position", () => {
  for (const [game, moves, setup] of [
    ["squava", [], ""],
    ["squava", ["c3", "a1"], ""],
    ["noughts:5x5,row=4", ["a1"], "O4/5/2X2/5/5 X"],
    ["./my game.py", ["1,-2", "a+b", "50%"], ""],
    ["noughts", [], "3/3/3 X"],
  ]) {
    it(`is found again: ${game} ${moves.join(" ")} ${setup}`, () => {
      const hash = `#/${positionPlace({ game, setup }, moves)}`;
      assert.deepEqual(parseAddress(hash), { page: "look", game, moves, setup });
    });
  }
});
