// Who can open a link.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import "./stubs.js";
import { isLoopback } from "../../../src/plyground/web/static/js/game/reach.js";

describe("a host", () => {
  it("is this machine itself", () => {
    for (const host of ["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "games.localhost"]) assert.ok(isLoopback(host));
  });

  it("is found by others", () => {
    for (const host of ["192.168.0.7", "10.127.0.0", "games.example", "[fe80::1]", "1270.0.0.1"]) {
      assert.ok(!isLoopback(host));
    }
  });
});
