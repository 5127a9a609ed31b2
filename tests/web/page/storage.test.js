// What the browser remembers, also if somebody else has written there.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { storage } from "./stubs.js";

const PATH = "../../../src/plyground/web/static/js/storage.js";
let loads = 0;

/** The module as a page loads it: settings are read once. */
function load() {
  loads += 1;
  return import(`${PATH}?${loads}`);
}

beforeEach(() => {
  storage.content.clear();
  storage.isFull = false;
});

describe("games", () => {
  it("are remembered with the newest first, each once", async () => {
    const { saveGame, savedGames, tokenOf } = await load();
    saveGame("one", "a");
    saveGame("two", "b");
    saveGame("one", "c");
    assert.deepEqual(savedGames(), [
      { id: "one", token: "c" },
      { id: "two", token: "b" },
    ]);
    assert.equal(tokenOf("two"), "b");
    assert.equal(tokenOf("three"), null);
  });

  it("are a hundred at most", async () => {
    const { saveGame, savedGames } = await load();
    for (let number = 0; number < 120; number += 1) saveGame(`game ${number}`, "token");
    assert.equal(savedGames().length, 100);
    assert.equal(savedGames()[0].id, "game 119");
  });

  it("are removed with their variations", async () => {
    const { removeGame, saveGame, savedGames, savedVariations, saveVariations } = await load();
    saveGame("one", "a");
    saveVariations("one", [["c3", "a1"]]);
    saveVariations("two", [["b2"]]);
    removeGame("one");
    assert.deepEqual(savedGames(), []);
    assert.deepEqual(savedVariations("one"), []);
    assert.deepEqual(savedVariations("two"), [["b2"]]);
  });

  for (const content of ["{", '"text"', "5", "null", "{}", '[null, 5, {"id": 1}, {"id": "x"}]']) {
    it(`are none where the store holds ${content}`, async () => {
      storage.set("plyground.games", content);
      const { saveGame, savedGames, tokenOf } = await load();
      assert.deepEqual(savedGames(), []);
      assert.equal(tokenOf("one"), null);
      saveGame("one", "a");
      assert.equal(tokenOf("one"), "a");
    });
  }
});

describe("variations", () => {
  for (const content of ["[", "[]", '{"one": "c3"}', '{"one": [5, "c3", ["a1", 5]]}']) {
    it(`are none where the store holds ${content}`, async () => {
      storage.set("plyground.lines", content);
      const { savedVariations, saveVariations } = await load();
      assert.deepEqual(savedVariations("one"), []);
      saveVariations("one", [["c3"]]);
      assert.deepEqual(savedVariations("one"), [["c3"]]);
    });
  }
});

describe("claims", () => {
  it("are made once for each invitation", async () => {
    const { claimFor } = await load();
    const claim = claimFor("invitation");
    assert.match(claim, /^[a-z0-9]{24}$/);
    assert.equal(claimFor("invitation"), claim);
    assert.notEqual(claimFor("another"), claim);
  });

  it("are made even where the store is damaged", async () => {
    storage.set("plyground.claims", '{"invitation": 5}');
    const { claimFor } = await load();
    assert.match(claimFor("invitation"), /^[a-z0-9]{24}$/);
  });
});

describe("settings", () => {
  it("have defaults, and are found again", async () => {
    const { saveSetting, setting } = await load();
    assert.equal(setting("theme"), "auto");
    assert.equal(setting("coordinates"), true);
    saveSetting("theme", "dark");
    saveSetting("views", { squava: { turns: 1, mirrored: true } });
    const again = await load();
    assert.equal(again.setting("theme"), "dark");
    assert.deepEqual(again.setting("views"), { squava: { turns: 1, mirrored: true } });
  });

  for (const content of ["[1]", '"dark"', '{"theme": "purple", "views": null, "seats": 5, "coordinates": "no"}']) {
    it(`are the defaults where the store holds ${content}`, async () => {
      storage.set("plyground.switches", content);
      const { setting } = await load();
      assert.equal(setting("theme"), "auto");
      assert.equal(setting("coordinates"), true);
      assert.deepEqual(setting("views"), {});
      assert.deepEqual(setting("seats"), {});
    });
  }

  it("leave out the views and seats that make no sense", async () => {
    storage.set("plyground.switches", {
      views: { good: { turns: 2, mirrored: false }, bad: { turns: 9, mirrored: false }, worse: "x" },
      seats: { good: ["me", "3"], bad: "me" },
    });
    const { setting } = await load();
    assert.deepEqual(Object.keys(setting("views")), ["good"]);
    assert.deepEqual(Object.keys(setting("seats")), ["good"]);
  });

  it("hold for this page where nothing can be stored", async () => {
    storage.isFull = true;
    const { saveSetting, setting } = await load();
    saveSetting("numbers", true);
    assert.equal(setting("numbers"), true);
    assert.equal(storage.get("plyground.switches"), null);
  });
});
