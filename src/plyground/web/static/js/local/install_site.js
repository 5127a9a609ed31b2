// The page on a static host: games are files beside it, and a service worker keeps them all for when there is no network.

/** @import { CatalogueAnswer } from "../server/types.js" */

import { openGame } from "../engine/module_game.js";
import { useBackend } from "../server/backend.js";
import { RequestError } from "../server/request_error.js";
import { savedGames } from "../storage.js";
import { find } from "../ui/dom.js";
import { LocalBackend } from "./local_backend.js";
import { readPack } from "./pack.js";

/** @type {CatalogueAnswer & { packs: Record<string, string> }} */
const catalogue = JSON.parse(find(document, "#catalogue").textContent ?? "");

/** @param {string} name */
async function load(name) {
  const answer = await fetch(catalogue.packs[name]).catch(() => null);
  if (!answer?.ok) throw new RequestError({ code: "offline", message: `${name} could not be fetched.` });
  return readPack(new Uint8Array(await answer.arrayBuffer()));
}

/** @param {string} file */
async function fetchList(file) {
  const answer = await fetch(file);
  return answer.ok ? answer.json() : [];
}

useBackend(
  new LocalBackend({
    catalogue,
    load,
    open: openGame,
    openWorker: () => new Worker("static/js/local/worker.js", { type: "module" }),
    lessons: () => fetchList("lessons.json"),
    puzzles: () => fetchList("puzzles.json"),
    remembered: () => savedGames().map(({ id }) => id),
  }),
);
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("service_worker.js");
