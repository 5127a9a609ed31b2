// The page of one game in one file: everything stands in the file itself.

/**
 * @import { CatalogueAnswer } from "../server/types.js"
 * @import { PackedVariant } from "./pack.js"
 */

import { openGame } from "../engine/module_game.js";
import { useBackend } from "../server/backend.js";
import { savedGames } from "../storage.js";
import { find } from "../ui/dom.js";
import { leadToBoard } from "./first_game.js";
import { tellFrame } from "./frame_report.js";
import { LocalBackend, TOKEN } from "./local_backend.js";
import { inflate, readBase64, readPack, readVariant } from "./pack.js";

/** The text of a script element that is no script. @param {string} id */
function embeddedText(id) {
  return find(document, `#${id}`).textContent ?? "";
}

/** What stands in such an element as JSON, deflated and in base 64. @param {string} id */
async function embeddedData(id) {
  return JSON.parse(await inflate(readBase64(embeddedText(id).trim())));
}

/** The game of this page. */
function base() {
  return readPack(readBase64(embeddedText("pack").trim()));
}

/** A variant of it that only the puzzles use. @param {string} name @returns {Promise<PackedVariant>} */
async function variant(name) {
  return (await embeddedData("variants"))[name];
}

/** @type {CatalogueAnswer} */
const catalogue = JSON.parse(embeddedText("catalogue"));

useBackend(
  new LocalBackend({
    catalogue,
    load: async (name) => (name === catalogue.games[0].name ? base() : readVariant(await base(), await variant(name))),
    open: openGame,
    // A file has no origin, so its Workers come from a data: address, which Firefox takes as well.
    openWorker: () => new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(embeddedText("worker"))}`),
    lessons: () => embeddedData("lessons"),
    puzzles: async () => (catalogue.puzzles ? embeddedData("puzzles") : []),
    remembered: () => savedGames().map(({ id }) => id),
  }),
);
tellFrame();
const start = document.querySelector("#start")?.textContent;
leadToBoard(catalogue.games[0], TOKEN, start ? JSON.parse(start) : null);
