// `node wasm_speed.mjs MODULE LAYOUT DEPTH MOVE…`: how long a module takes to load, to answer and to search, as JSON.

import { readFileSync } from "node:fs";
import { openGame } from "../src/plyground/web/static/js/engine/module_game.js";

const [file, layoutFile, depth, ...moves] = process.argv.slice(2);
const bytes = readFileSync(file);
const layout = JSON.parse(readFileSync(layoutFile, "utf8"));
const began = performance.now();
const game = await openGame(bytes, layout);
const load = performance.now() - began;
for (const move of moves) game.play(Number(move));
game.search({ depth: 4 });
const first = performance.now() - began;
game.search({ depth: Number(depth) }); // browsers compile what runs often a second time
game.clear();
const before = process.cpuUsage();
const { nodes } = game.search({ depth: Number(depth) });
const { user } = process.cpuUsage(before);
console.log(JSON.stringify({ load, first, nodes, seconds: user / 1e6 }));
