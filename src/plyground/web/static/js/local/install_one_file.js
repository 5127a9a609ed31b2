// The page of one game in one file: everything stands in the file itself.

/** @import { CatalogueAnswer } from "../server/types.js" */

import { openGame } from "../engine/module_game.js";
import { useBackend } from "../server/backend.js";
import { savedGames } from "../storage.js";
import { find } from "../ui/dom.js";
import { leadToBoard } from "./first_game.js";
import { tellFrame } from "./frame_report.js";
import { LocalBackend, TOKEN } from "./local_backend.js";
import { inflate, readBase64, readPack } from "./pack.js";

/** The text of a script element that is no script. @param {string} id */
function embeddedText(id) {
  return find(document, `#${id}`).textContent ?? "";
}

/** @type {CatalogueAnswer} */
const catalogue = JSON.parse(embeddedText("catalogue"));

useBackend(
  new LocalBackend({
    catalogue,
    load: () => readPack(readBase64(embeddedText("pack").trim())),
    open: openGame,
    // A file has no origin, so its Workers come from a data: address, which Firefox takes as well.
    openWorker: () => new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(embeddedText("worker"))}`),
    lessons: async () => JSON.parse(await inflate(readBase64(embeddedText("lessons").trim()))),
    remembered: () => savedGames().map(({ id }) => id),
  }),
);
tellFrame();
const start = document.querySelector("#start")?.textContent;
leadToBoard(catalogue.games[0], TOKEN, start ? JSON.parse(start) : null);
