// Lets this browser think for the page of a server, where the server offers the compiled game.

import { openGame } from "../engine/module_game.js";
import { useBackend } from "../server/backend.js";
import { isHelpAllowed } from "../server/help.js";
import { http } from "../server/http.js";
import { savedGames, setting } from "../storage.js";
import { LocalBackend } from "./local_backend.js";
import { readPack } from "./pack.js";
import { ThinkingBackend } from "./thinking_backend.js";

const RETRY = 10_000; // milliseconds until a game is asked for again that was not ready
const NOTHING = { server: "", games: [], classroom: false, puzzles: false, limits: /** @type {any} */ ({}) };

/** The compiled games that the server has sent. @type {Map<string, Promise<Uint8Array<ArrayBuffer> | null>>} */
const packs = new Map();

/** @param {string} game */
function fetchPack(game) {
  const known = packs.get(game);
  if (known) return known;
  const fetching = fetch(`api/catalogue/${encodeURIComponent(game)}/pack`)
    .then(async (answer) => (answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null))
    .catch(() => null);
  packs.set(game, fetching);
  fetching.then((pack) => pack ?? setTimeout(() => packs.delete(game), RETRY));
  return fetching;
}

/** @param {string} game */
async function load(game) {
  const pack = await fetchPack(game);
  if (!pack) throw new Error(`${game} is not here`);
  return readPack(pack);
}

const local = new LocalBackend({
  catalogue: NOTHING,
  load,
  open: openGame,
  openWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  remembered: () => savedGames().map(({ id }) => id),
  hasOthers: true,
});

/** @param {string} game @param {string} [setup] */
async function canThink(game, setup) {
  if (!isHelpAllowed() || !setting("here") || !("Worker" in globalThis && "WebAssembly" in globalThis)) return false;
  return (await fetchPack(game)) !== null && (!setup || (await local.hasPosition(game, setup)));
}

useBackend(new ThinkingBackend(http, { local, canThink }));
