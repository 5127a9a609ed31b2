// The page's folders import only from those to their left, types included, and every file is reached from main.js.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../src/plyground/web/static/js", import.meta.url));
const ORDER = [
  "engine",
  "ui",
  "server",
  "address.js",
  "board",
  "storage.js",
  "local",
  "analysis",
  "lab",
  "setup",
  "game",
  "theorem",
  "classroom",
  "puzzles",
  "lessons",
  "home",
  "main.js",
  "served.js",
  "one_file.js",
  "site.js",
];
const ENTRIES = ["served.js", "one_file.js", "site.js", "local/worker.js"]; // what a page or a Worker begins with
const SCRIPTS = ["theme.js", "one_file_loader.js", "service_worker.js"]; // no modules
const IMPORT = /(?:from|import|import\() ?"(\.[^"]+)"/g;

const files = readdirSync(ROOT, { recursive: true }).filter((file) => /\.(js|d\.ts)$/.test(file));
const room = (file) => file.split("/")[0];

/** Files that a file imports, by their paths. */
function importsOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(IMPORT)].map(([, path]) => normalize(join(dirname(file), path)));
}

describe("the page's files", () => {
  it("are each in a room that has a place in the order", () => {
    const strangers = files.filter((file) => !ORDER.includes(room(file)) && !SCRIPTS.includes(file));
    assert.deepEqual(strangers, []);
  });

  it("import only from rooms to their left", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((other) => ORDER.indexOf(room(other)) > ORDER.indexOf(room(file)))
        .map((other) => `${file} imports ${other}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("are all used", () => {
    const reached = new Set(ENTRIES);
    for (const file of reached) {
      for (const other of importsOf(file)) {
        const isType = !files.includes(other);
        reached.add(isType ? other.replace(/\.js$/, ".d.ts") : other);
      }
    }
    assert.deepEqual(
      files.filter((file) => !reached.has(file) && !SCRIPTS.includes(file)),
      [],
    );
  });
});
