// Null-window searches: questions about one position that are answered by yes or no, as engine/null_window.py asks them.

/** @import { ModuleGame } from "./module_game.js" */

import { NODES_AT_ONCE } from "./host_functions.js";
import { WIN } from "./outcomes.js";
import { writeLimits } from "./search.js";

/** Questions about the position of a game, which has to be the same for all of them. */
export class NullWindowSearch {
  /** @param {ModuleGame} game @param {() => boolean} goesOn whether there is time left */
  constructor(game, goesOn) {
    this.game = game;
    this.goesOn = goesOn;
    const { run, work, layout } = game;
    game.useTable();
    writeLimits(game, {});
    run.setCount("IS_ENDLESS", layout.endless);
    game.task(layout.numbers.tasks.PREPARE);
    // Every move is searched to the full depth, with keys of their own in the table.
    work.setCount("REDUCES", 0);
    const salt = work.numbers("salt");
    salt[0] = ~salt[0];
  }

  /** Whether the side to move can win within `plies`; null if that takes too long. @param {number} plies @param {number} nodes */
  winsWithin(plies, nodes) {
    const bound = WIN - plies - 1;
    const score = this.#search(plies, bound, nodes);
    return score === null ? null : score > bound;
  }

  /** Whether the opponent can win within `plies`; null if that takes too long. @param {number} plies @param {number} nodes */
  losesWithin(plies, nodes) {
    const bound = plies - WIN;
    const score = this.#search(plies, bound, nodes);
    return score === null ? null : score <= bound;
  }

  /** @param {number} plies @param {number} bound @param {number} nodes */
  #search(plies, bound, nodes) {
    const { game, goesOn } = this;
    const { run, work, layout } = game;
    const before = work.count("NODES");
    work.setCount("LAST_NODE", before + nodes);
    work.setCount("NODE_LIMIT", before + Math.min(nodes, NODES_AT_ONCE));
    const question = [plies, bound, bound + 1, 0, run.count("ROOTS")];
    for (const [at, number] of question.entries()) work.counts[work.places.SEARCH_DEPTH + at] = BigInt(number);
    game.goesOn = goesOn;
    const score = game.task(layout.numbers.tasks.SEARCH);
    return work.count("ABORTED") ? null : score;
  }
}
