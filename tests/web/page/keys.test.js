// Which binding a key belongs to.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import "./stubs.js";

const { bindingFor, bindKeys } = await import("../../../src/plyground/web/static/js/ui/keys.js");

const key = (name, more = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});
const binding = (keys, words, more = {}) => ({ keys, show: keys, words, run() {}, ...more });

describe("a key", () => {
  it("belongs to the newest table, and to the older one when that is gone", () => {
    const unbindOld = bindKeys("Old", [binding(["a"], "old a"), binding(["b"], "old b")]);
    const unbindNew = bindKeys("New", [binding(["a"], "new a")]);
    assert.equal(bindingFor(key("a"))?.words, "new a");
    assert.equal(bindingFor(key("b"))?.words, "old b");
    unbindNew();
    assert.equal(bindingFor(key("a"))?.words, "old a");
    unbindOld();
    assert.equal(bindingFor(key("a")), undefined);
  });

  it("belongs to the browser together with Ctrl, Alt or Meta", () => {
    const unbind = bindKeys("Table", [binding(["a"], "a")]);
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      assert.equal(bindingFor(key("a", more)), undefined);
    }
    unbind();
  });

  it("may depend on how things stand", () => {
    let isOn = false;
    const unbind = bindKeys("Table", [binding(["u"], "undo", { when: () => isOn })]);
    assert.equal(bindingFor(key("u")), undefined);
    isOn = true;
    assert.equal(bindingFor(key("u"))?.words, "undo");
    unbind();
  });

  it("is told apart by Shift if it is an arrow, and only then", () => {
    const arrows = ["ArrowLeft"];
    const unbind = bindKeys("Table", [
      binding(arrows, "pan", { shift: true }),
      binding(arrows, "back"),
      binding(["?"], "keys"),
    ]);
    assert.equal(bindingFor(key("ArrowLeft"))?.words, "back");
    assert.equal(bindingFor(key("ArrowLeft", { shiftKey: true }))?.words, "pan");
    assert.equal(bindingFor(key("?", { shiftKey: true }))?.words, "keys");
    unbind();
  });
});
