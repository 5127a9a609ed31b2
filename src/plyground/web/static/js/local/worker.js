// The script of a Worker: it opens modules of games and does one job after the other. To cancel one, end the Worker.

/**
 * @import { GameModule } from "./game_data.js"
 * @import { Answer, Question } from "./thinker.js"
 */

import { openGame } from "../engine/module_game.js";
import { runJob } from "./jobs.js";

/** @type {Map<string, Promise<GameModule>>} */
const games = new Map();

/** @param {Question} question */
async function answer({ id, game, module, layout, job }) {
  /** @param {Answer} message */
  const send = (message) => postMessage(message);
  try {
    if (module && layout) games.set(game, openGame(module, layout));
    const opened = await games.get(game);
    if (!opened) throw new Error(`the Worker does not know ${game}`);
    const result = runJob(opened, job, (thought) => send({ id, thought }));
    send({ id, result: result ?? null });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(() => answer(data));
});
